"""Known vulnerabilities of what requirements.lock pins, as pip-audit reports them.

    main      install pip-audit from audit.lock, run it over the lock file, and judge
    judged    what its report comes to: an exit code and a sentence

It fails the build for a known vulnerability, and for nothing else: where the registry or the
advisories cannot be reached, it says so and is passed over.
"""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK, TOOLS = ROOT / "requirements.lock", ROOT / ".ci" / "audit.lock"
PLACE = ROOT / "build" / "audit"
SECONDS = 300


def main() -> int:
    """Audit the lock file, and say what came of it."""
    code, sentence = _audited()
    print(f"audit: {sentence}", file=sys.stderr if code else sys.stdout)
    return code


def _audited() -> tuple[int, str]:
    python = PLACE / "bin" / "python"
    try:
        if not python.exists():
            venv.create(PLACE, with_pip=True)
        _run(
            python, "-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes", "-r", TOOLS
        )
        options = ("--require-hashes", "--disable-pip", "--progress-spinner", "off")
        report = _run(python, "-m", "pip_audit", "-r", LOCK, "--format", "json", *options)
    except (OSError, subprocess.SubprocessError) as error:
        return 0, f"skipped, pip-audit cannot be installed or run here: {_reason(error)}"
    return judged(report)


def _run(*command: str | Path) -> str:
    """What a command prints; pip-audit exits with 1 where it has found something, and reports."""
    ran = subprocess.run(  # noqa: S603 - commands of this file
        list(map(str, command)), capture_output=True, text=True, timeout=SECONDS, check=False
    )
    if ran.returncode and not ran.stdout.strip():
        raise subprocess.CalledProcessError(ran.returncode, "pip", stderr=ran.stderr)
    return ran.stdout


def _reason(error: Exception) -> str:
    said = str(getattr(error, "stderr", "") or error).strip().splitlines()
    return said[-1] if said else type(error).__name__


def judged(report: str) -> tuple[int, str]:
    """The exit code and what to say of a report in JSON."""
    try:
        found = json.loads(report)["dependencies"]
    except (KeyError, TypeError, ValueError):
        return 0, f"skipped, pip-audit has no report: {report.strip()[:200]!r}"
    audited = [one for one in found if "skip_reason" not in one]
    if not audited:
        reasons = [one["skip_reason"] for one in found[:1]] or ["there was nothing to audit"]
        return 0, f"skipped, the advisories do not answer here: {reasons[0]}"
    vulnerable = [one for one in audited if one.get("vulns")]
    if vulnerable:
        return 1, "; ".join(map(_vulnerability, vulnerable))
    missing = len(found) - len(audited)
    rest = f", {missing} are not known to them" if missing else ""
    return 0, f"no known vulnerability in {len(audited)} packages{rest}"


def _vulnerability(one: dict) -> str:
    known = ", ".join(
        f"{each['id']} (mended in {' or '.join(each.get('fix_versions') or ['no version'])})"
        for each in one["vulns"]
    )
    return f"{one['name']} {one['version']} has {known}"


if __name__ == "__main__":
    sys.exit(main())

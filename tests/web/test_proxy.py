"""What docs/proxy.md and docs/server.md say of proxies, containers and services is so."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="hearer[web] is not installed")
pytest.importorskip("httpx", reason="httpx is not installed")

import httpx

from hearer.web.settings import Settings
from tests.conftest import ROOT
from tests.parsers.parses import needs_model
from tests.web.conftest import ANNA, Program, running

NAME = "hearer.example.org"
PROXY = (ROOT / "docs/proxy.md").read_text(encoding="utf-8")
SERVER = (ROOT / "docs/server.md").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


# Options of pip, docker and others that the pages name.
OTHERS = set(
    "--read-only --interval --timeout --start-period --from --no-cache-dir --constraint --system "
    "--no-create-home --uid --directory --owner --to --sessions".split()
)


@pytest.mark.parametrize("page", ["docs/proxy.md", "docs/server.md", "Dockerfile"])
def test_every_option_and_variable_that_is_named_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    words = [sys.executable, "-m", "hearer", "serve", "--help"]
    shown = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)) - OTHERS
    assert named
    assert named <= set(re.findall(r"--[a-z][a-z-]+", shown))
    variables = set(re.findall(r"HEARER_([A-Z_]+[A-Z])", text))
    assert {name.lower() for name in variables} <= {field.name for field in fields(Settings)}


def test_what_the_dockerfile_copies_is_there_and_not_ignored() -> None:
    copied = [line.split()[1:-1] for line in DOCKERFILE.splitlines() if line.startswith("COPY")]
    files = {name for names in copied for name in names if not name.startswith(("--", "/"))}
    let_in = {
        line.removeprefix("!")
        for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
        if line.startswith("!")
    }
    assert {"pyproject.toml", "src", "examples"} <= files == let_in
    assert all((ROOT / name).exists() for name in files)


def test_the_dockerfile_installs_the_tested_versions() -> None:
    (command,) = re.findall(r"RUN (sed .*) > constraints.txt", DOCKERFILE)
    done = subprocess.run(
        shlex.split(command), cwd=ROOT, capture_output=True, text=True, check=True
    )
    lines = done.stdout.splitlines()
    assert any(line.startswith("fastapi==") for line in lines)
    assert all(re.fullmatch(r"[a-z0-9._-]+==\S+( ; .*[^\\])?", line) for line in lines)


def test_a_container_does_not_run_as_root_or_without_a_token() -> None:
    assert re.search(r"^USER \d{4,}$", DOCKERFILE, re.MULTILINE)
    (entry,) = re.findall(r"^ENTRYPOINT (.*)$", DOCKERFILE, re.MULTILINE)
    words = json.loads(entry)
    assert words[:4] == ["hearer", "serve", "--host", "0.0.0.0"]
    assert "HEARER_NO_TOKEN" not in DOCKERFILE
    (probed,) = set(re.findall(r"127\.0\.0\.1:8000(/\w+)", DOCKERFILE))
    assert probed == "/ready"


def test_every_limit_in_the_table_is_the_default() -> None:
    limits = re.findall(r"`HEARER_([A-Z_]+)` (\d+) \|", SERVER)
    assert len(limits) > 5
    for name, value in limits:
        assert getattr(Settings(), name.lower()) == int(value)


# nginx itself ---------------------------------------------------------------------------------


def snippet(heading: str) -> str:
    found = re.search(rf"## {heading}\n.*?```nginx\n(.*?)```", PROXY, re.DOTALL)
    assert found
    return found[1]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Program, int]]:
    """A server behind nginx, set up as the page says, and the port of nginx."""
    if not (shutil.which("nginx") and shutil.which("openssl")):
        pytest.skip("nginx or openssl is not installed")
    folder = tmp_path_factory.mktemp("proxy")
    settings = {"hosts": NAME, "proxies": "127.0.0.1", "token": "secret"}
    with running(folder / "log", "--studio", **settings) as program:
        port = free_port()
        (folder / "nginx.conf").write_text(_config(folder, program, port), encoding="utf-8")
        _certificate(folder)
        words = ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "error.log"]
        with subprocess.Popen(words) as nginx:
            try:
                yield program, port
            finally:
                nginx.terminate()


def _config(folder: Path, program: Program, port: int) -> str:
    server = snippet("nginx").replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    under = snippet("Under a path").replace("location /hearer/", "location /under/")
    server = server.replace("    location / {", f"{under}\n    location / {{")
    server = server.replace("127.0.0.1:8000", f"127.0.0.1:{program.port}")
    server = server.replace("/etc/ssl", str(folder))
    paths = "\n".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return (
        f"daemon off; master_process off; pid {folder}/pid; events {{}}\n"
        f"http {{ access_log off;\n{paths}\n{server} }}"
    )


def _certificate(folder: Path) -> None:
    words = f"openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN={NAME}".split()
    files = ["-keyout", str(folder / "hearer.key"), "-out", str(folder / "hearer.pem")]
    subprocess.run([*words, *files], check=True, capture_output=True)


@pytest.fixture
def through(proxied: tuple[Program, int]) -> Iterator[httpx.Client]:
    """Somebody who calls it from outside."""
    told = {"host": NAME, "authorization": "Bearer secret"}
    address = f"https://127.0.0.1:{proxied[1]}"
    with httpx.Client(base_url=address, verify=False, headers=told, timeout=60) as client:
        for _ in range(100):
            try:
                client.get("/health")
                break
            except httpx.ConnectError:
                time.sleep(0.1)
        yield client


@needs_model
def test_nginx_hands_requests_on(through: httpx.Client) -> None:
    assert through.post("/v1/resolve", json={"text": ANNA}).status_code == 200
    assert through.get("/v1/version", headers={"authorization": "no"}).status_code == 401
    large = through.post("/v1/resolve", json={"text": "a" * 2_500_000})
    assert (large.status_code, large.json()["code"]) == (413, "too-large")


@needs_model
def test_nginx_lets_our_own_page_post_and_no_other(through: httpx.Client) -> None:
    for origin, status in ((f"https://{NAME}", 200), ("https://evil.example", 403)):
        told = {"origin": origin}
        assert through.post("/v1/resolve", json={"text": ANNA}, headers=told).status_code == status


@needs_model
def test_nginx_sends_lines_as_they_fall(through: httpx.Client) -> None:
    text = " ".join(f"{ANNA} That was day {n}." for n in range(300))
    began = time.monotonic()
    with through.stream("POST", "/v1/stream", json={"text": text}) as answer:
        lines = answer.iter_lines()
        assert "pronoun" in next(lines)
        first = time.monotonic() - began
        assert sum(1 for line in lines if line) > 400
    assert first < (time.monotonic() - began) / 2


@needs_model
def test_nginx_serves_it_under_a_path(through: httpx.Client) -> None:
    assert through.get("/under/health").json() == {"status": "ok"}
    assert through.post("/under/v1/resolve", json={"text": ANNA}).status_code == 200


@needs_model
def test_nginx_lets_a_socket_through(through: httpx.Client, proxied: tuple[Program, int]) -> None:
    client = pytest.importorskip("websockets.sync.client", reason="websockets is not installed")
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    plain = socket.create_connection(("127.0.0.1", proxied[1]))
    told = {"Authorization": "Bearer secret"}
    where = f"wss://{NAME}/v1/listen"
    with client.connect(where, sock=plain, ssl=trusting, additional_headers=told) as listening:
        listening.send('{"text": "Anna slept. "}')
        found = [json.loads(listening.recv(timeout=20)) for _ in range(3)]
    assert any("heard" in one for one in found)

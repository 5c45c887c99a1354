"""The claims of docs/proxy.md, docs/server.md and the Dockerfile."""

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
from contextlib import suppress
from dataclasses import fields
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from hearer.web.application import bound
from hearer.web.settings import Settings
from tests.conftest import ROOT
from tests.parsers.parses import needs_model
from tests.web.conftest import ANNA, running

NAME = "hearer.example.org"
PROXY = (ROOT / "docs/proxy.md").read_text(encoding="utf-8")
SERVER = (ROOT / "docs/server.md").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


# Options of pip, docker and others that the pages name.
OTHERS = set(
    "--read-only --interval --timeout --start-period --from --no-cache-dir --constraint --system "
    "--no-create-home --uid --directory --owner --to --sessions".split()
)


def test_every_option_and_variable_on_the_pages_exists() -> None:
    words = [sys.executable, "-m", "hearer", "serve", "--help"]
    options = set(re.findall(r"--[a-z][a-z-]+", subprocess.check_output(words, text=True)))
    for text in (PROXY, SERVER, DOCKERFILE):
        named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)) - OTHERS
        assert named
        assert named <= options
        variables = set(re.findall(r"HEARER_([A-Z_]+[A-Z])", text))
        assert {name.lower() for name in variables} <= {field.name for field in fields(Settings)}


def test_the_dockerfile_copies_files_that_exist_and_installs_the_tested_versions() -> None:
    copied = [line.split()[1:-1] for line in DOCKERFILE.splitlines() if line.startswith("COPY")]
    files = {name for names in copied for name in names if not name.startswith(("--", "/"))}
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    let_in = {line.removeprefix("!") for line in ignored if line.startswith("!")}
    assert {"pyproject.toml", "src", "examples"} <= files == let_in
    assert all((ROOT / name).exists() for name in files)
    (command,) = re.findall(r"RUN (sed .*) > constraints.txt", DOCKERFILE)
    lines = subprocess.check_output(shlex.split(command), cwd=ROOT, text=True).splitlines()
    assert any(line.startswith("fastapi==") for line in lines)
    assert all(re.fullmatch(r"[a-z0-9._-]+==\S+( ; .*[^\\])?", line) for line in lines)


def test_a_container_does_not_run_as_root_or_without_a_token() -> None:
    assert re.search(r"^USER \d{4,}$", DOCKERFILE, re.MULTILINE)
    (entry,) = re.findall(r"^ENTRYPOINT (.*)$", DOCKERFILE, re.MULTILINE)
    assert json.loads(entry)[:4] == ["hearer", "serve", "--host", "0.0.0.0"]
    assert "HEARER_NO_TOKEN" not in DOCKERFILE
    assert set(re.findall(r"127\.0\.0\.1:8000(/\w+)", DOCKERFILE)) == {"/ready"}


def test_every_limit_in_the_table_is_the_default() -> None:
    limits = re.findall(r"`HEARER_([A-Z_]+)` (\d+) \|", SERVER)
    assert len(limits) > 5
    for name, value in limits:
        assert getattr(Settings(), name.lower()) == int(value)


# nginx ----------------------------------------------------------------------------------------


def snippet(heading: str) -> str:
    found = re.search(rf"## {heading}\n.*?```nginx\n(.*?)```", PROXY, re.DOTALL)
    assert found
    return found[1]


def configuration(folder: Path, server_port: int, port: int) -> str:
    """Return the configuration of the page for these ports, also under a path."""
    server = snippet("nginx").replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    under = snippet("Under a path").replace("location /hearer/", "location /under/")
    server = server.replace("    location / {", f"{under}\n    location / {{")
    server = server.replace("127.0.0.1:8000", f"127.0.0.1:{server_port}")
    server = server.replace("/etc/ssl", str(folder))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "\n".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    main = f"daemon off; master_process off; pid {folder}/pid; events {{}}"
    return f"{main}\nhttp {{ access_log off;\n{paths}\n{server} }}"


@pytest.fixture
def through(tmp_path: Path) -> Iterator[httpx.Client]:
    """A client of nginx before a server, both set up as the page says."""
    if not (shutil.which("nginx") and shutil.which("openssl")):
        pytest.skip("nginx or openssl is not installed")
    files = ["-keyout", str(tmp_path / "hearer.key"), "-out", str(tmp_path / "hearer.pem")]
    words = f"openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN={NAME}".split()
    subprocess.run([*words, *files], check=True, capture_output=True)
    with bound("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    settings = {"hosts": NAME, "proxies": "127.0.0.1", "token": "secret"}
    with running(tmp_path / "log", "--studio", **settings) as program:
        path = tmp_path / "nginx.conf"
        path.write_text(configuration(tmp_path, program.port, port), encoding="utf-8")
        words = ["nginx", "-p", str(tmp_path), "-c", str(path), "-e", "error.log"]
        sent = {"host": NAME, "authorization": "Bearer secret"}
        url = f"https://127.0.0.1:{port}"
        with (
            subprocess.Popen(words) as nginx,
            httpx.Client(base_url=url, verify=False, headers=sent, timeout=60) as client,
        ):
            for _ in range(100):
                with suppress(httpx.ConnectError):
                    client.get("/health")
                    break
                time.sleep(0.1)
            yield client
            nginx.terminate()


@needs_model
def test_nginx_forwards_requests_streams_and_sockets(through: httpx.Client) -> None:
    assert through.get("/v1/version", headers={"authorization": "no"}).status_code == 401
    large = through.post("/v1/resolve", json={"text": "a" * 2_500_000})
    assert (large.status_code, large.json()["code"]) == (413, "too-large")
    for origin, status in ((f"https://{NAME}", 200), ("https://evil.example", 403)):
        sent = {"origin": origin}
        assert through.post("/v1/resolve", json={"text": ANNA}, headers=sent).status_code == status
    assert through.get("/under/health").json() == {"status": "ok"}
    assert through.post("/under/v1/resolve", json={"text": ANNA}).status_code == 200
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    plain = socket.create_connection(("127.0.0.1", through.base_url.port))
    token = {"Authorization": "Bearer secret"}
    where = f"wss://{NAME}/v1/listen"
    with connect(where, sock=plain, ssl=trusting, additional_headers=token) as listening:
        listening.send('{"text": "Anna slept. "}')
        found = [json.loads(listening.recv(timeout=20)) for _ in range(3)]
    assert any("heard" in one for one in found)

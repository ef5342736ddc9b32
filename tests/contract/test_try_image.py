"""The trial of the image can fail, and finds what it looks for."""

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tools import try_image
from tools.fresh_install import Failed
from tools.try_home import Host
from tools.try_image import (
    BASES,
    DOCKERFILE,
    LABEL,
    LABELS,
    archive_address,
    descendants,
    owners_of,
    run,
    server_below,
    verify_health,
    verify_labels,
    wait_until_ready,
)


def test_the_base_images_are_those_of_the_dockerfile() -> None:
    text = DOCKERFILE.read_text("utf-8")
    found = dict(BASES.findall(text))
    assert found == {"NODE": "node:22-bookworm-slim", "PYTHON": "python:3.11-slim-bookworm"}
    stages = re.findall(r"^FROM (\S+)", text, re.MULTILINE)
    assert stages == ["${NODE}", "${PYTHON}", "${PYTHON}"], "no base image without a digest"


def test_an_image_without_a_label_or_of_another_commit_is_reported() -> None:
    given = {"VERSION": "0.1.0", "REVISION": "abc", "SOURCE": "https://source.example"}
    labels = {LABEL + name: given.get(name.upper(), "something") for name in LABELS}
    verify_labels(labels, given)
    with pytest.raises(Failed, match=r"image\.revision abc, got abd"):
        verify_labels({**labels, f"{LABEL}revision": "abd"}, given)
    with pytest.raises(Failed, match=r"expected labels org\.opencontainers\.image\.source"):
        verify_labels({**labels, f"{LABEL}source": ""}, given)


def as_in_a_container(check: str) -> list[str]:
    """A health check as buildah would get it, with a shell in place of buildah."""
    return ["sh", "-c", f'export "${{0#--env=}}"; {check}', "container", "--"]


def test_a_health_check_that_always_passes_or_fails_is_reported() -> None:
    with pytest.raises(Failed, match="expected the health check to fail without a server"):
        verify_health(as_in_a_container("true"), 1)
    with pytest.raises(Failed, match="expected the health check to pass"):
        verify_health(as_in_a_container("false"), 1)
    verify_health(as_in_a_container('[ "$GRIDWRIGHT_PORT" = 1 ]'), 1)


@pytest.mark.parametrize(
    "listed",
    [
        "Types: deb\nURIs: http://mirror.example/debian\nSuites: bookworm\n",
        "# deb http://old.example/debian x\ndeb http://mirror.example/debian bookworm main\n",
        "deb [signed-by=/key.gpg] http://mirror.example/debian bookworm main\n",
    ],
)
def test_debian_comes_from_where_the_machine_gets_it(listed: str) -> None:
    assert archive_address(listed) == "http://mirror.example/debian"


def test_a_machine_without_a_source_is_reported() -> None:
    with pytest.raises(Failed, match="expected the address of Debian's archive"):
        archive_address("")


@pytest.fixture
def nested() -> Iterator["subprocess.Popen[bytes]"]:
    """A shell with a program below it, as a container's server is below what set it up."""
    inner = f"{sys.executable} -c 'import time; time.sleep(60)' serve & wait"
    with subprocess.Popen(["sh", "-c", inner]) as shell:
        yield shell
        for each in reversed(descendants(shell.pid)):
            with suppress(ProcessLookupError):
                os.kill(each, 9)
        shell.kill()


def test_the_server_is_found_below_what_set_it_up(nested: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 20
    while not descendants(nested.pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    (below,) = descendants(nested.pid)
    while "serve" not in try_image.program_of(below) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert server_below(nested.pid) == below
    assert owners_of(below) == {os.getuid()}


def test_a_container_without_a_server_is_reported() -> None:
    with pytest.raises(Failed, match="expected the server among the processes"):
        server_below(2**22 + 1)


def test_a_server_that_ends_immediately_is_reported(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("no such role\n")
    with subprocess.Popen(["false"]) as running:
        running.wait()
        with pytest.raises(Failed, match="no such role"):
            wait_until_ready(Host("http://127.0.0.1:1"), running, log)


def test_a_server_that_answers_is_ready(tmp_path: Path) -> None:
    class Ready(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_words: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Ready) as server, subprocess.Popen(["true"]) as running:
        threading.Thread(target=server.handle_request).start()
        host = Host(f"http://127.0.0.1:{server.server_port}")
        wait_until_ready(host, running, tmp_path / "log")


def test_a_step_that_fails_is_reported_with_its_last_words(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with pytest.raises(Failed, match="ended with 3: no space left"):
        run(["sh", "-c", "echo no space left; exit 3"], log=log)
    assert log.read_text() == "no space left\n"


def test_a_machine_without_the_tools_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert try_image.main([]) == 1
    assert "apt-get install buildah debootstrap" in capsys.readouterr().err

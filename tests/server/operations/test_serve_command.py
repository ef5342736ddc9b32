"""``gridwright serve`` as a host starts it: one process, one folder, no other service."""

import io
import json
import logging
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
import structlog

from gridwright.content.table import default_spec
from gridwright.fair.transcript import parse_transcript
from gridwright.fair.verify import verify
from gridwright.server.operations.logs import LogForm, set_up_logs
from gridwright.server.operations.settings import BadSettings, Role, Settings, verify_settings
from gridwright_lab.trials.services.databases import POSTGRES
from gridwright_lab.trials.services.server_process import started
from tests.server.places import REDIS
from tests.server.scripted_person import ScriptedPerson

CONTRIBUTION = "5ca1ab1e" * 5
NAME = "Canary Wharf"
MESSAGE = "polly wants a cracker"


def test_a_game_of_bots_is_served_to_its_end_and_outlives_the_server(tmp_path: Path) -> None:
    spec = default_spec("card", seats=3).to_json()
    with (
        started(tmp_path / "home", home=()) as servers,
        httpx.Client(base_url=servers["home"].address, timeout=20) as client,
    ):
        game_id = client.post("/api/tables", json={"spec": spec}).json()["game_id"]
        for seat in range(3):
            sitting = {"name": f"Bot {seat}", "bot": "l0"}
            assert client.post(f"/api/tables/{game_id}/seats/{seat}", json=sitting).is_success
        deadline = time.monotonic() + 120
        status = ""
        while status != "finished" and time.monotonic() < deadline:
            time.sleep(0.2)
            status = client.get(f"/api/tables/{game_id}").json()["table"]["status"]
        assert status == "finished"
        text = client.get(f"/api/tables/{game_id}/transcript").text
    assert verify(text).ok
    with started(tmp_path / "home", home=()) as servers:
        address = servers["home"].address
        assert httpx.get(f"{address}/api/tables/{game_id}/transcript").text == text
    key = tmp_path / "home" / "server.key"
    assert key.stat().st_mode & 0o077 == 0


@pytest.mark.anyio
async def test_no_secret_is_in_the_log_of_a_game(tmp_path: Path) -> None:
    """Tickets, seeds, contributions, names and messages: played, mistyped, forged, and no trace."""
    spec = default_spec("card", seats=2)
    with started(tmp_path / "home", home=()) as servers:
        server = servers["home"]
        async with httpx.AsyncClient(base_url=server.address, timeout=30) as client:
            player = ScriptedPerson(spec, [client], server.address)
            await player.sit_down(NAME)
            orders = f"/api/tables/{player.game_id}/orders"
            headers = {"authorization": f"Bearer {player.ticket}"}
            for body in (MESSAGE, json.dumps({"type": MESSAGE})):
                bad = await client.post(orders, content=body, headers=headers)
                assert bad.status_code == 400
            forged = await client.post(
                orders,
                json={"type": "act", "command_id": "a", "expected": 1, "line": MESSAGE},
                headers={"authorization": f"Bearer {player.ticket}x"},
            )
            assert forged.status_code == 403
            await player.play(CONTRIBUTION)
            text = (await client.get(f"/api/tables/{player.game_id}/transcript")).text
    transcript = parse_transcript(text)
    assert transcript.closing is not None
    seed = transcript.closing.seed.hex()
    assert seed in text
    assert CONTRIBUTION in text
    written = server.log.read_text()
    assert [line["event"] for line in server.lines()] == ["serving", "stopped"]
    for canary in (player.ticket, seed, CONTRIBUTION, NAME, MESSAGE):
        assert canary not in written
        assert canary[:12] not in written


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """The log as JSON; restores the configuration afterwards."""
    root = logging.getLogger()
    before = (root.handlers[:], root.level)
    stream = io.StringIO()
    set_up_logs(LogForm.JSON, stream)
    yield stream
    structlog.reset_defaults()
    root.handlers[:], _level = before
    root.setLevel(before[1])


def test_errors_are_logged_by_type_and_place_only(log: io.StringIO) -> None:
    """A driver may quote the row that it could not write."""
    try:
        try:
            raise ValueError(f"Failing row contains ({MESSAGE})")
        except ValueError as error:
            raise RuntimeError(f"cannot write {MESSAGE}") from error
    except RuntimeError as error:
        structlog.get_logger("gridwright.test").exception("broken", game="g")
        logging.getLogger("uvicorn.error").error("Exception in application\n", exc_info=error)
        logging.getLogger("asyncio").error(f"never retrieved\nfuture: {error!r}")
    logging.getLogger("uvicorn.error").info("not worth a line")
    text = log.getvalue()
    assert MESSAGE not in text
    first, second, third = [json.loads(line) for line in text.splitlines()]
    assert first["event"] == "broken"
    assert first["level"] == "error"
    assert [error["kind"] for error in first["errors"]] == [
        "builtins.RuntimeError",
        "builtins.ValueError",
    ]
    assert first["errors"][0]["places"][-1].startswith("test_serve_command.py:")
    assert second["errors"] == first["errors"]
    assert third["event"] == "never retrieved"


@pytest.mark.parametrize(
    ("role", "database", "redis", "problem"),
    [
        ("api", "", "", "--database postgresql://… and --redis redis://…"),
        ("ws", POSTGRES, "", "expected --redis redis://…"),
        ("worker", "", REDIS, "expected --database postgresql://…"),
        ("worker", "sqlite:///games.db", REDIS, "expected --database postgresql://…"),
        ("all", "mysql://u:hunter2@x/y", "", "expected sqlite:///file or postgresql://…"),
        ("all", "", "amqp://u:hunter2@x", "expected redis://…"),
    ],
)
def test_settings_that_do_not_go_together(
    role: str, database: str, redis: str, problem: str, tmp_path: Path
) -> None:
    settings = Settings(tmp_path, database=database, redis=redis, role=Role(role))
    with pytest.raises(BadSettings) as bad:
        verify_settings(settings)
    assert problem in str(bad.value)
    assert "hunter2" not in str(bad.value)


def call(*options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command until it exits."""
    return subprocess.run(
        [sys.executable, "-m", "gridwright.cli", "serve", *options],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | environment,
    )


@pytest.mark.parametrize("origin", ["games.example", "https://a/path", "https://a/", "null", "*"])
def test_an_origin_is_a_scheme_and_a_host(origin: str, tmp_path: Path) -> None:
    verify_settings(Settings(tmp_path, origin="https://games.example:8443"))
    with pytest.raises(BadSettings):
        verify_settings(Settings(tmp_path, origin=origin))


def test_mail_needs_an_origin(tmp_path: Path) -> None:
    mail = Settings(tmp_path, mail="smtp://mail.example", mail_from="grid@games.example")
    with pytest.raises(BadSettings, match="--origin"):
        verify_settings(mail)
    verify_settings(msgspec.structs.replace(mail, origin="https://games.example"))


def test_start_errors_are_one_line(tmp_path: Path) -> None:
    folder = ("--folder", str(tmp_path / "home"))
    lonely = call(*folder, "--role", "ws", GRIDWRIGHT_REDIS=REDIS)
    assert lonely.returncode == 2
    assert lonely.stderr.splitlines() == [
        "gridwright: role ws is one of several processes; expected --database postgresql://…"
    ]
    assert not (tmp_path / "home").exists()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = call(*folder, "--port", str(port))
    assert refused.returncode == 2
    (line,) = refused.stderr.splitlines()
    assert "in use" in line
    away = call(*folder, "--port", "0", "--database", "postgresql://u:hunter2@127.0.0.1:1/x")
    assert away.returncode == 2
    assert len(away.stderr.splitlines()) == 1
    assert "hunter2" not in away.stderr


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except ConnectionRefusedError:
        return False
    return True


def test_a_request_in_progress_is_answered_before_the_server_ends(tmp_path: Path) -> None:
    body = json.dumps({"spec": default_spec("card", seats=2).to_json()}).encode()
    head = (
        "POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\n\r\n"
    )
    with started(tmp_path / "home", home=()) as servers:
        server = servers["home"]
        port = int(server.address.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port), 20) as slow:
            slow.sendall(head.encode() + body[:10])
            time.sleep(0.3)
            server.process.terminate()
            deadline = time.monotonic() + 20
            while answers(port):
                assert time.monotonic() < deadline
                time.sleep(0.02)
            assert server.process.poll() is None
            slow.sendall(body[10:])
            assert slow.recv(100).startswith(b"HTTP/1.1 201")
        assert server.process.wait(20) == 0


def test_a_database_with_another_key_is_refused(tmp_path: Path) -> None:
    """A restored database without its key would begin games that it cannot continue."""
    spec = default_spec("card", seats=2).to_json()
    with started(tmp_path / "home", home=()) as servers:
        assert httpx.post(f"{servers['home'].address}/api/tables", json={"spec": spec}).is_success
    (tmp_path / "home" / "server.key").unlink()
    again = call("--folder", str(tmp_path / "home"), "--port", "0")
    assert again.returncode == 2
    assert "another key" in again.stderr

"""Bad requests to a real server change nothing; and sabotage is found."""

import asyncio
import json

import pytest
import websockets

from gridwright.content.table import default_spec
from gridwright.server.auth.records import Session
from gridwright.server.auth.sessions import Sessions
from gridwright.server.auth.tickets import BadTicket, Ticket
from gridwright.server.tables.orders import TableRoutes
from gridwright.server.tables.seat_auth import SeatAuth
from gridwright.server.tables.service import Done, Stale, TableService
from gridwright.table.commands import Decide
from gridwright.table.table import Table
from gridwright_lab.trials.bad_input.bad_input import Trial, main, run
from gridwright_lab.trials.live_server import LiveServer, bearer, open_live_server
from gridwright_lab.trials.thresholds import Threshold, Verdict

pytestmark = pytest.mark.anyio

N_ORDERS = 1_500
N_SABOTAGED = 300


async def test_bad_requests_change_nothing() -> None:
    verdict = await run(N_ORDERS)
    assert verdict.missed() == [], verdict.findings
    assert verdict.ok
    assert verdict.figures["tables_replayed"] >= 8
    assert len(verdict.figures["scenes"]) >= 6


# Sabotaged servers


@pytest.mark.meta
async def test_a_server_that_takes_any_ticket_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = SeatAuth.signed_ticket

    def credulous(seats: SeatAuth, text: str, game_id: str) -> Ticket:
        try:
            return plain(seats, text, game_id)
        except BadTicket:
            table = seats._service.peek(game_id)
            if table is None:
                raise
            seat = table.actor() or 0
            return Ticket(game_id, seat, table.seats[seat].since)

    monkeypatch.setattr(SeatAuth, "signed_ticket", credulous)
    verdict = await run(N_SABOTAGED)
    assert {"state changes", "rows added", "answers other than expected"} <= set(verdict.missed())


@pytest.mark.meta
async def test_a_server_that_takes_any_session_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Table.seat_of

    async def credulous(_self: Sessions, _token: str) -> Session | None:
        return Session("0" * 64, "intruder", "Intruder", 0, 0, "")

    def generous(table: Table, person_id: str) -> int | None:
        return table.actor() if person_id == "intruder" else plain(table, person_id)

    monkeypatch.setattr(Sessions, "find", credulous)
    monkeypatch.setattr(Table, "seat_of", generous)
    verdict = await run(N_SABOTAGED)
    assert {"state changes", "rows added", "answers other than expected"} <= set(verdict.missed())


@pytest.mark.meta
async def test_a_server_that_crashes_on_a_body_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = TableRoutes._body

    async def fragile(self: TableRoutes, request: object) -> bytes:
        body = await plain(self, request)  # type: ignore[arg-type]  # Handed on as it came.
        json.loads(body)
        return body

    monkeypatch.setattr(TableRoutes, "_body", fragile)
    verdict = await run(N_SABOTAGED)
    assert {"crashes", "answers of class 5xx"} <= set(verdict.missed())


@pytest.mark.meta
async def test_a_server_that_ignores_versions_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = TableService.run_command

    async def hasty(
        self: TableService, game_id: str, command_id: str, *, expected_version: int, decide: Decide
    ) -> Done | Stale:
        now = (await self.load(game_id)).version if expected_version else 0
        return await plain(self, game_id, command_id, expected_version=now, decide=decide)

    monkeypatch.setattr(TableService, "run_command", hasty)
    verdict = await run(N_SABOTAGED)
    assert "state changes" in verdict.missed()


@pytest.mark.meta
async def test_a_server_without_a_check_of_speakers_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def credulous(self: SeatAuth, _request: object, game_id: str) -> tuple[Table, Ticket]:
        table = await self._service.load(game_id)
        seat = next(seat for seat, holder in enumerate(table.seats) if holder.is_person)
        return table, Ticket(table.game_id, seat, table.seats[seat].since)

    monkeypatch.setattr(SeatAuth, "player", credulous)
    verdict = await run(N_SABOTAGED)
    assert {"state changes", "answers other than expected"} <= set(verdict.missed())


def test_a_trial_of_nothing_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--orders", "0", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (
        next(threshold["name"] for threshold in told["bars"] if not threshold["met"])
        == "bad requests sent"
    )


def test_bars_are_met_or_missed() -> None:
    assert Threshold("none", 0).is_met
    assert not Threshold("some", 1).is_met
    assert Threshold("many", 5, 5).is_met
    assert not Verdict([]).ok
    assert Verdict([Threshold("many", 4, 5), Threshold("none", 0)]).missed() == ["many"]


# What was wrong once

SPEC = default_spec(seats=2).to_json()
BAD_TABLES = [
    b'{"spec":NaN}',
    b'{"spec":{},"listed":Infinity}',
    b'{"spec":{},"listed":"\\ud800"}',
    b'{"\\ud800":1,"spec":{}}',
    b'{"spec":{"edition":"\\ud800","preset":"a","board":"b","seats":2}}',
    json.dumps({"spec": SPEC, "terms": {"stand_in": "unknown"}}).encode(),
    json.dumps({"spec": SPEC, "terms": {"stand_in": "x" * 9_000}}).encode(),
    json.dumps({"spec": SPEC, "terms": {"more": "x" * 40_000}}).encode(),
]
BAD_ORDERS = [
    b'{"x":' + b"[" * 1_900 + b"]" * 1_900 + b',"type":"act"}',
    b'{"type":"act","command_id":"a","expected":2,"do":{"a":' + b"[" * 900 + b"]" * 900 + b"}}",
    b'{"type":"act","command_id":"a\\n","expected":2,"line":"pass"}',
    b'{"type":"ready","command_id":"a","expected":2,"contribution":"\\n"}',
    b'{"type":"act","command_id":"a","expected":2,"line":"pass","do":{"do":"pass"}}',
    b'{"type":"act","command_id":"\xe3","expected":2,"line":"pass"}',
    b'{"type":"\xe3ct","command_id":"a","expected":2,"line":"pass"}',
    b'{"\xe3ype":"act","command_id":"a","expected":2,"line":"pass"}',
    b'{"type":"limit","command_id":"a","expected":2,"plant":"no-such","up_to":9}',
]


async def test_bodies_that_no_answer_could_repeat_are_refused() -> None:
    async with open_live_server() as server:
        for body in BAD_TABLES:
            answer = await server.client.post(
                "/api/tables", content=body, headers={"content-type": "application/json"}
            )
            assert answer.status_code in (400, 413, 422), (body[:60], answer.text)
            assert isinstance(answer.json()["problem"], str)
        raw = {"content-type": "text/plain"}
        answer = await server.client.post("/api/tables", content=b"\xff\xfe", headers=raw)
        assert answer.status_code == 422
        assert await server.node.store.walk_games() == []
        assert server.app.crashes == []


async def test_orders_that_trip_a_reader_are_malformed() -> None:
    async with open_live_server() as server:
        game_id = await server.make(SPEC)
        ticket = await server.sit(game_id, 0, "Ada")
        for body in BAD_ORDERS:
            answer = await server.client.post(
                f"/api/tables/{game_id}/orders", content=body, headers=bearer(ticket)
            )
            assert answer.status_code == 400, (body[:60], answer.text)
            assert answer.json()["code"] == "malformed"
        assert (await server.auditor.load(game_id)).version == 2
        assert server.app.crashes == []


def watch(server: LiveServer, game_id: str, **more: str) -> websockets.connect:
    address = server.address.replace("http", "ws", 1)
    return websockets.connect(f"{address}/api/tables/{game_id}/socket", additional_headers=more)


async def test_greetings_in_bytes_and_broken_origins_are_refused() -> None:
    async with open_live_server() as server:
        game_id = await server.make(SPEC)
        # What is too long is refused before it is read.
        greetings: dict[str | bytes, int] = {
            b"{}": 4400,
            b"\xff": 4400,
            "[" * 4_000: 4400,
            "x" * 9_000: 1009,
        }
        for greeting, code in greetings.items():
            async with watch(server, game_id) as socket:
                await socket.send(greeting)
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await asyncio.wait_for(socket.recv(), 5)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == code
        with pytest.raises(websockets.InvalidStatus):
            async with watch(server, game_id, origin="http://["):
                raise AssertionError("it was let in")
        assert server.app.crashes == []


async def test_a_player_who_left_a_seat_no_longer_watches_from_it() -> None:
    async with open_live_server() as server:
        game_id = await server.make(SPEC)
        ticket = await server.sit(game_id, 0, "Ada")
        async with watch(server, game_id) as socket:
            await socket.send(json.dumps({"ticket": ticket}))
            assert json.loads(await socket.recv())["version"] == 2
            await server.client.post(
                f"/api/tables/{game_id}/orders",
                json={"type": "stand_up", "command_id": "a", "expected": 2},
                headers=bearer(ticket),
            )
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await asyncio.wait_for(socket.recv(), 5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403


async def test_a_table_whose_people_are_stuck_is_a_finding_and_left() -> None:
    async with open_live_server() as server:
        trial = Trial(server, N_SABOTAGED, seed=0)
        played = await trial._table(default_spec(seats=2), ["", ""])
        played.tickets.update({0: played.tickets[1], 1: played.tickets[0]})
        other = await trial.play_on(played)
        assert other.game_id != played.game_id
        assert "play: " in trial.wrong[0]

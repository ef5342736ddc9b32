"""No viewer is sent what it may not know, in any byte; and a leak would be found."""

import json
import time
from collections.abc import Callable
from functools import partial
from itertools import count

import pytest

from gridwright.content.table import default_spec
from gridwright.engine.codec import Json
from gridwright.engine.dice import Dice
from gridwright.engine.ids import SPECTATOR
from gridwright.server.app import build_app
from gridwright.server.auth.tickets import Ticket
from gridwright.server.operations.steady_clock import MachineTime
from gridwright.table.bid_limits import BidLimit, encode_limit
from gridwright.table.table import Table
from gridwright.table.view import standing, view
from gridwright_lab.trials.command import share
from gridwright_lab.trials.live_server import open_live_server
from gridwright_lab.trials.table_driver import TableDriver
from gridwright_lab.trials.thresholds import Threshold, Verdict, added_up
from gridwright_lab.trials.wire_secrecy.canaries import (
    enough,
    excerpt,
    find_bytes,
    find_orders,
    find_words,
    windows,
    words_of,
    writings,
)
from gridwright_lab.trials.wire_secrecy.false_positives import LogWords
from gridwright_lab.trials.wire_secrecy.wire_secrecy import main, run

pytestmark = pytest.mark.anyio

AN_HOUR = 3_600_000
PLAYED = "games played to the end"
HEARD = "canaries heard"
DIFFERED = "frames that differed"


async def test_nothing_secret_goes_over_the_wire() -> None:
    verdict = await run(n_games=1, n_positions=24, n_worlds=2)
    assert verdict.missed() == [], verdict.findings


@pytest.mark.meta
async def test_a_clock_that_is_set_back_ends_no_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine's clock is set back before each reading by the server."""
    n_asked = count()

    def unsteady(_machine: MachineTime) -> int:
        return time.time_ns() // 1_000_000 - next(n_asked) * AN_HOUR

    monkeypatch.setattr(MachineTime, "wall", unsteady)
    verdict = await run(n_games=1, n_positions=1, n_worlds=2)
    assert next(n_asked) > 2
    assert not {PLAYED, HEARD} & set(verdict.missed()), verdict.findings


# Sabotaged servers


def peek(table: Table) -> list[int]:
    """The hidden stack of a table that can deal."""
    dealer = table._dealer
    return [] if dealer is None else dealer._hidden


Show = Callable[[Table, int], dict[str, Json]]


class Leak:
    """A view with something too much in it, in a field where numbers or digits belong."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.limits: list[int] = []

    def encode_limit(self, limit: BidLimit) -> bytes:
        self.limits.append(limit.up_to)
        return encode_limit(limit)

    def of(self, show: Show) -> Show:
        return partial(self._tell, show)

    def _tell(self, show: Show, table: Table, viewer: int) -> dict[str, Json]:
        shown = show(table, viewer)
        if self.what == "seed" and table.version > 5 and table._dealer is not None:
            return shown | {"commitment": table.seed.hex()[20:40]}
        if self.what == "money":
            return shown | {"time_left": [max(table.state.money)]}
        if self.what == "stack":
            rest: list[Json] = list(peek(table))
            return shown | {"time_left": rest}
        if self.what == "next" and len(peek(table)) > 0:
            return shown | {"time_left": [peek(table)[0] % 2]}
        if self.what == "limit" and self.limits and table._dealer is not None:
            return shown | {"time_left": [self.limits[-1]]}
        return shown


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "missed", "said", "n_positions"),
    [
        ("seed", HEARD, '"commitment"', 1),
        ("money", HEARD, '"time_left":[98', 1),
        ("stack", HEARD, '"time_left":[', 1),
        ("limit", HEARD, '"time_left":[', 1),
        ("next", DIFFERED, "differs", 6),
    ],
)
async def test_a_server_that_reveals_secrets_is_caught(
    what: str, missed: str, said: str, n_positions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak = Leak(what)
    monkeypatch.setattr("gridwright.table.view.view", leak.of(view))
    monkeypatch.setattr("gridwright.table.view.standing", leak.of(standing))
    monkeypatch.setattr("gridwright.table.sealing.encode_limit", leak.encode_limit)
    monkeypatch.setattr("gridwright.table.view.view", leak.of(view))
    monkeypatch.setattr("gridwright.table.view.standing", leak.of(standing))
    monkeypatch.setattr("gridwright.server.tables.service.encode_limit", leak.encode_limit)
    verdict = await run(n_games=1, n_positions=n_positions, n_worlds=4)
    assert missed in verdict.missed()
    assert said in verdict.findings[0], "a hit is reported with its place"


@pytest.mark.slow
async def test_a_socket_that_outlives_its_seat_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def trusting(ticket: Ticket, table: Table) -> None:
        assert ticket.game_id == table.game_id

    monkeypatch.setattr("gridwright.server.tables.broadcast.verify_holder", trusting)
    verdict = await run(n_games=1, n_positions=1, n_worlds=2, build=build_app)
    assert HEARD in verdict.missed()
    assert any("former" in finding for finding in verdict.findings)


def test_the_work_is_shared_and_added_up() -> None:
    assert [share(200, 3, job) for job in range(3)] == [67, 67, 66]
    one = Verdict([Threshold("games", 3, 3), Threshold("hits", 0)], {"bytes": {"a": 1}, "n": 2})
    other = Verdict(
        [Threshold("games", 1, 2), Threshold("hits", 1)], {"bytes": {"b": 4}, "n": 5}, ["heard"]
    )
    both = added_up([one, other])
    assert both.thresholds == [Threshold("games", 4, 5), Threshold("hits", 1)]
    assert both.missed() == ["games", "hits"]
    assert both.figures == {"bytes": {"a": 1, "b": 4}, "n": 7}
    assert both.findings == ["heard"]
    assert added_up([one, one]).ok


def test_a_trial_of_nothing_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "0", "--positions", "0", "--json"]) == 1
    assert not json.loads(capsys.readouterr().out)["ok"]


# The search itself


def test_secrets_are_found_in_every_writing() -> None:
    import base64

    secret = bytes(range(7, 39))
    patterns = writings(secret)
    assert find_bytes(b"nothing to see", patterns) == []
    for text in (
        secret,
        secret[5:14],
        secret.hex().encode(),
        secret.hex().upper().encode()[10:40],
        base64.b64encode(secret),
        base64.b64encode(b"ab" + secret + b"c"),
        base64.urlsafe_b64encode(b"a" + secret),
    ):
        assert find_bytes(b'{"x":"' + text + b'"}', patterns), text


def test_orders_are_found_across_other_bytes() -> None:
    orders = windows([b"17", b"4", b"33", b"21", b"9"], 4)
    assert len(orders) == 2
    assert find_orders(words_of(b'{"rest":[1,17,4,33,21]}'), orders)
    assert find_orders(words_of(b"4 33 21 9"), orders)
    assert not find_orders(words_of(b"[17,4,33,9,21]"), orders)
    assert enough([0, 0, 0]) == 0
    assert 0 < enough(list(range(30))) < 10


def test_the_content_length_of_an_answer_is_no_leak() -> None:
    """A body may have as many bytes as a sealed bid says; that is no leak."""
    heard = b'HTTP/1.1 200 OK\r\nContent-Length: 7421\r\n\r\n{"bid":7421}\x81\x7e12{"x":[3]}'
    assert words_of(heard).count(b"7421") == 1
    assert b"12" not in words_of(heard)
    assert find_words(words_of(heard.replace(b'"bid":7421', b"")), {b"7421"}) == []
    assert excerpt(heard, [b"bid", b"7421"]).endswith('{"x":[3]}')
    short = b'\x81\x09{"a":[17,4,33,21]}'
    assert excerpt(short, [b"17", b"4", b"33", b"21"]).endswith("[17,4,33,21]}")


async def test_a_row_of_plants_is_a_coincidence_and_the_stack_is_none() -> None:
    spec = default_spec("classic", seats=2)
    async with open_live_server() as server:
        table = TableDriver(server, await server.make(spec.to_json()), spec, ["", ""])
        await table.fill()
        await table.get_ready()
        await table.play(5, Dice(3))
        live = await server.node.service.load(table.game_id)
        words = await LogWords(server.node.store, table.game_id, SPECTATOR).words()
    row = [str(card).encode() for card in live.state.market]
    hidden = [str(card).encode() for card in peek(live)]
    assert find_orders(words, windows(row, 4))
    assert len(hidden) > 20
    assert find_orders(words, windows(hidden, 6)) == []

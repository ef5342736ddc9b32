"""Auction quotes of a seat, compared with the engine's results."""

from dataclasses import replace
from functools import partial

import httpx
import pytest

from gridwright.content.table import TableSpec, default_spec
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.vocabulary.auction import OfferPlant
from gridwright.protocol.auction import LeftAhead
from gridwright.table import commands
from gridwright.table.aids import build_auction_quotes
from gridwright.table.bid_limits import Beyond, BidLimit, answer, encode_limit
from gridwright.table.table import Happened
from gridwright.table.view import happened_frames
from gridwright_lab.trials.live_server import LiveServer, bearer, open_live_server
from gridwright_lab.trials.table_driver import TableDriver
from tests.server.tables.lone_table import LoneTable

pytestmark = pytest.mark.anyio

MOST = 700
HIDDEN = TableSpec("classic", "original", "usa", 2, hidden_money=True)
NO_PLANT = BidLimit("", 0)
AWAY = BidLimit("3", 0, Beyond.ASK)


# What is left in advance


def running() -> LoneTable:
    """Two people in the first auction of a classic game; seat 0 is first."""
    lone = LoneTable(replace(default_spec(seats=2), order=(0, 1)))
    lone.seat_people("Ada", "Grace")
    return lone


def leave(lone: LoneTable, seat: int, limit: BidLimit) -> None:
    box = b"" if limit.is_nothing else encode_limit(limit)
    lone.do(partial(commands.leave_limit, seat=seat, box=box, plant=limit.plant))


def test_a_limit_ends_with_its_auction_and_can_be_removed() -> None:
    lone = running()
    lone.act("0 offer 3 3")
    leave(lone, 0, BidLimit("3", 20))
    assert build_auction_quotes(lone.table, 0, BidLimit("3", 20)).limit == 20
    leave(lone, 0, AWAY)
    assert lone.table.left_bids.boxes == {}
    leave(lone, 0, BidLimit("3", 20))
    lone.act("1 drop")
    assert lone.table.left_bids.boxes == {}
    assert lone.folded().left_bids.boxes == {}


def test_a_limit_for_a_plant_that_is_not_up_outlasts_the_auctions_of_others() -> None:
    lone = LoneTable(replace(default_spec(seats=3), order=(0, 1, 2)))
    lone.seat_people("Ada", "Grace", "Hedy")
    table, limit = lone.table, BidLimit("4", 20)
    leave(lone, 2, limit)
    for line in ("0 offer 3 3", "1 drop"):
        lone.act(line)
    assert not table.is_limit_due(2), "the auction is of another plant"
    told = build_auction_quotes(table, 2, limit)
    assert (told.limit, told.ahead) == (None, LeftAhead(table.notation.cards.index("4"), 20))
    lone.act("2 drop")
    assert 2 in table.left_bids.boxes
    lone.act("1 offer 4 4")
    assert table.is_limit_due(2)
    told = build_auction_quotes(table, 2, limit)
    assert (told.limit, told.ahead) == (20, None)
    lone.do(partial(commands.act_by_limit, limit=limit))
    assert table.lines[-1] == "2 bid 5"
    assert lone.folded().left_bids.boxes == table.left_bids.boxes
    lone.act("1 drop")
    assert table.left_bids.boxes == lone.folded().left_bids.boxes == {}


def test_dropping_out_in_advance_is_a_limit_of_nothing() -> None:
    lone = running()
    leave(lone, 1, BidLimit("3", 0))
    lone.act("0 offer 3 3")
    told = build_auction_quotes(lone.table, 1, BidLimit("3", 0))
    assert (told.limit, told.drops, told.passes) == (None, True, False)
    lone.do(partial(commands.act_by_limit, limit=BidLimit("3", 0)))
    assert "1 drop" in lone.table.lines


def test_no_plant_this_round_drops_out_of_every_auction_and_passes() -> None:
    lone = running()
    for line in ("0 offer 3 3", "1 drop", "1 offer 4 4"):
        lone.act(line)
    table = lone.table
    while table.state.round < 2 or table.game.phases[table.state.phase].NAME != "auction":
        seat = table.state.actor
        pick = next(
            (word for word in ("finish-buying", "finish-building") if _may(lone, word)), None
        )
        lone.act(f"{seat} {pick}" if pick else f"{seat} run nothing 0")
    first, second = table.state.order
    leave(lone, second, NO_PLANT)
    told = build_auction_quotes(table, second, NO_PLANT)
    assert (told.passes, told.may_pass, told.bounds) == (True, True, None)
    plant = table.notation.cards[table.state.market[0]]
    lone.act(f"{first} offer {plant} {table.game.rules.deck.numbers[table.state.market[0]]}")
    assert table.is_limit_due(second)
    lone.do(partial(commands.act_by_limit, limit=NO_PLANT))
    assert f"{second} drop" in table.lines
    assert table.is_limit_due(second), "it holds until the seat has passed"
    lone.do(partial(commands.act_by_limit, limit=NO_PLANT))
    assert f"{second} pass" in table.lines
    assert table.left_bids.boxes == {}
    assert lone.folded().left_bids.boxes == {}


def _may(lone: LoneTable, word: str) -> bool:
    return any(word in str(offer.word()) for offer in lone.table.game.offers(lone.table.state))


def test_in_the_first_round_a_plant_must_be_bought() -> None:
    lone = running()
    leave(lone, 0, NO_PLANT)
    assert lone.table.is_limit_due(0)
    state = lone.table.state
    phase = lone.table.game.phases[state.phase]
    assert answer(phase, state, lone.table.notation, 0, NO_PLANT) is None
    assert not build_auction_quotes(lone.table, 0, NO_PLANT).may_pass


def test_by_limit_is_visible_to_the_seat_of_the_limit_only() -> None:
    lone = running()
    leave(lone, 1, BidLimit("3", 20))
    lone.act("0 offer 3 3")
    events = lone.do(partial(commands.act_by_limit, limit=BidLimit("3", 20)))
    happened = [Happened(lone.log[-1], events)]
    for viewer, is_own in ((0, False), (1, True), (SPECTATOR, False)):
        (frame,) = happened_frames(lone.table, happened, viewer)
        assert (frame.lines, frame.by_limit) == (["1 bid 4"], is_own)


# The route


async def seated(server: LiveServer, spec: TableSpec) -> TableDriver:
    game_id = await server.make(spec.to_json())
    table = TableDriver(server, game_id, spec, [""] * spec.seats)
    await table.fill()
    await table.get_ready()
    return table


async def ask(server: LiveServer, played: TableDriver, ticket: str = "") -> httpx.Response:
    headers = bearer(ticket) if ticket else {}
    return await server.client.get(f"{played.path}/auction", headers=headers)


async def test_auction_route_shows_a_limit_to_its_own_seat_only() -> None:
    async with open_live_server() as server:
        played = await seated(server, HIDDEN)
        table = await played.rest()
        first = table.state.actor
        other = 1 - first
        plant = table.state.market[0]
        number = table.game.rules.deck.numbers[plant]
        line = table.notation.text(OfferPlant(first, plant, number)).split(" ", 1)[1]
        await played.send(played.tickets[first], {"type": "act", "line": line})
        name = table.notation.cards[plant]
        order = {"type": "limit", "plant": name, "up_to": 44}
        await played.send(played.tickets[first], order)
        mine = (await ask(server, played, played.tickets[first])).json()
        money = table.state.money[first]
        assert (mine["limit"], mine["bounds"]) == (44, {"low": number, "high": money})
        assert [each["plant"] for each in mine["plants"]] == [plant]
        for ticket in (played.tickets[other], ""):
            told = (await ask(server, played, ticket)).json()
            assert told["limit"] is None
        spectator = (await ask(server, played)).json()
        assert (spectator["seat"], spectator["plants"]) == (SPECTATOR, [])
        away = {"type": "limit", "plant": name, "up_to": 0, "beyond": "ask"}
        await played.send(played.tickets[first], away)
        assert (await ask(server, played, played.tickets[first])).json()["limit"] is None


async def test_a_bid_for_no_plant_is_refused() -> None:
    async with open_live_server() as server:
        played = await seated(server, HIDDEN)
        table = await played.rest()
        order = {
            "type": "limit",
            "plant": "",
            "up_to": 7,
            "command_id": "x",
            "expected": table.version,
        }
        headers = bearer(played.tickets[0])
        refused = await server.client.post(f"{played.path}/orders", json=order, headers=headers)
        assert refused.status_code == 400

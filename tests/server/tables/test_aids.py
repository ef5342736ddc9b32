"""Prices, plans and warnings are the same over HTTP, in a notebook and in the terminal."""

from dataclasses import dataclass, replace
from typing import Any

import msgspec
import pytest

from gridwright.aids.warnings import warning_about
from gridwright.bots.registry import find_bot
from gridwright.bots.seated_bot import decide_at
from gridwright.cli.drawing.aids import (
    tell_auction,
    tell_fuel,
    tell_outlook,
    tell_plan,
    tell_prices,
    tell_quote,
    tell_warning,
)
from gridwright.cli.drawing.names import Names
from gridwright.cli.hotseat.answers import Answers
from gridwright.cli.hotseat.seat_aids import SeatAids
from gridwright.content.table import TableSpec, default_spec
from gridwright.engine.dice import Dice
from gridwright.engine.ids import CHANCE, NONE
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.building import ConnectCity
from gridwright.fair.record import Recorder
from gridwright.protocol.auction import AuctionQuotes
from gridwright.protocol.fuel import FuelQuotes
from gridwright.protocol.outlook import Outlook
from gridwright.protocol.plans import Plan
from gridwright.protocol.quotes import Quotes
from gridwright.protocol.warnings import AnyWarning
from gridwright.server.storage.vault import SeedVault
from gridwright.study.readable import LEFT_OUT
from gridwright.study.table import Table as StudyTable
from gridwright.study.table import open_table
from gridwright.table.table import Table
from gridwright_lab.trials.live_server import KEY, LiveServer, bearer, open_live_server
from gridwright_lab.trials.table_driver import TableDriver, choose

pytestmark = pytest.mark.anyio

SPECS = [
    replace(default_spec("classic", seats=3), hidden_money=True),
    default_spec("deluxe", seats=2),
    default_spec("card", seats=3),
]
MAX_STRIDE = 8
"""Actions between two compared positions, at most; one that builds is the last of them."""
RANDOM_ONE_IN = 3
MAX_CITIES = 5
FIRST_CHOICES = 40
"""Legal actions of a position whose warnings are compared."""


@dataclass
class Compared:
    """What was compared, so that a test in which little happens fails."""

    positions: int = 0
    quotes: int = 0
    plans: int = 0
    fuel: int = 0
    auctions: int = 0
    warnings: int = 0
    warned_actions: int = 0


class Everywhere:
    """One game on a server, in a notebook and in the terminal."""

    def __init__(self, server: LiveServer, played: TableDriver, table: Table, seed: bytes) -> None:
        self._server = server
        self._played = played
        self._n_lines = 0
        spec, contributions = table.spec, dict(table.contributions)
        self.recorder = Recorder(spec, table.game_id, seed, contributions, table.rules)
        self.recorder.deal()
        self.study: StudyTable = open_table(
            spec, table.game_id, seed, contributions, rules=table.rules
        )
        self.names = Names(spec, self.recorder.game)
        self.terminal = SeatAids(self.names, Answers(self.names))
        rules = self.recorder.game.rules
        self._cities = rules.board.cities
        self._kinds = rules.market.kinds
        self._plants = self.names.cards
        self._cards = rules.cards.names

    def follow(self, table: Table) -> None:
        """Play what was played on the server since the last call."""
        for line in table.lines[self._n_lines :]:
            action = table.notation.parse(line)
            if action.seat != CHANCE:
                self.recorder.play(action)
                self.study.play(line)
        self._n_lines = len(table.lines)
        assert self.study.moves == table.lines

    async def _ask(self, seat: int, path: str, **query: str) -> Any:
        answer = await self._server.client.get(
            f"{self._played.path}{path}",
            params=query,
            headers=bearer(self._played.tickets[seat]),
        )
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def compare(self, table: Table, dice: Dice, compared: Compared) -> None:
        """Compare all aids of the actor and of another seat."""
        self.follow(table)
        actor = table.state.actor
        compared.positions += 1
        for seat in (actor, (actor + 1) % table.spec.seats):
            cities = [
                dice.below(len(self._cities))
                for _city in range(1 + dice.below(MAX_CITIES))
                if self._cities
            ]
            quotes = await self._ask(seat, "/quotes")
            fuel = await self._ask(seat, "/fuel")
            auction = await self._ask(seat, "/auction")
            outlook = await self._ask(seat, "/outlook")
            frame = (await self._ask(seat, ""))["table"]
            plan = None
            if cities:
                numbers = ",".join(str(city) for city in cities)
                plan = await self._ask(seat, "/plan", cities=numbers)

            # The notebook.
            for quoted in quotes["cities"]:
                name = self._cities[quoted["city"]]
                assert self._numbered(self.study.quote(name, seat)) == quoted
                compared.quotes += 1
            if plan is not None:
                planned = self.study.plan([self._cities[city] for city in cities], seat)
                assert self._numbered(planned) == _kept(plan)
                compared.plans += bool(plan["cities"])
            purchases = self.study.fuel(seat)
            assert (None if purchases is None else self._numbered(purchases)) == fuel["choices"]
            compared.fuel += purchases is not None
            effects = self.study.auction(seat)
            if effects is None:
                assert (auction["plants"], auction["bounds"], auction["may_pass"]) == (
                    [],
                    None,
                    False,
                )
            else:
                assert self._numbered(effects) == _kept(auction)
                compared.auctions += bool(auction["plants"])
            assert self._numbered(self.study.outlook) == _kept(outlook)
            if seat != actor:
                assert frame["warnings"] == []
                continue
            assert [self._numbered(each) for each in self.study.warnings] == frame["warnings"]
            compared.warnings += len(frame["warnings"])

            # The terminal, whose screen is the actor's.
            history, names = self.recorder.history, self.names
            city_quotes = msgspec.convert(quotes, Quotes).cities
            words = [names.cities[city] for city in cities]
            if plan is not None:
                told = self.terminal.plan(history, ", ".join(words))
                assert told == tell_plan(msgspec.convert(plan, Plan), names)
                told = self.terminal.quote(history, ", ".join(words))
                listed = [tell_quote(city_quotes[city], names) for city in cities if city_quotes]
                assert told == listed
            choices = msgspec.convert(fuel, FuelQuotes).choices
            purchases_told = [] if choices is None else tell_fuel(choices, names)
            effects_told = tell_auction(msgspec.convert(auction, AuctionQuotes), names)
            prices_told = tell_prices(city_quotes, names)
            everything = self.terminal.quote(history, "")
            assert everything == [*effects_told, *purchases_told, *prices_told]
            near = tell_outlook(msgspec.convert(outlook, Outlook), names)
            assert self.terminal.outlook(history) == near
            warnings = msgspec.convert(frame["warnings"], list[AnyWarning])
            offers = table.game.offers(table.state)
            for action in table.game.legal(table.state)[:FIRST_CHOICES]:
                expected = warning_about(action, offers, warnings)
                sentence = "" if expected is None else tell_warning(expected, names)
                assert self.terminal.warn(history, action) == sentence
                assert self.terminal.warn(history, action) == ""
                compared.warned_actions += bool(sentence)
                self.terminal.forget()

    def _numbered(self, record: dict[str, Any]) -> dict[str, Any]:
        """The record of a notebook with numbers for names, as on the wire."""
        return {name: self._number(name, value) for name, value in record.items()}

    def _number(self, name: str, value: Any) -> Any:
        places = {
            **dict.fromkeys(("city", "path"), self._cities),
            **dict.fromkeys(("plant", "plants", "gives_up"), self._plants),
            "kinds": self._kinds,
            "card": self._cards,
        }.get(name, [])
        if name == "gives_up" and value is None:
            return NONE
        if isinstance(value, str):
            return places.index(value) if value in places else value
        if isinstance(value, list):
            return [self._number(name, each) for each in value]
        if not isinstance(value, dict):
            return value
        if name in ("amounts", "kept", "refill", "prices"):
            return [value[kind] for kind in self._kinds if kind in value]
        if name == "cities" and set(value) <= set(self._cities):
            return [value.get(city, -1) for city in self._cities]
        return self._numbered(value)


def _kept(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name not in LEFT_OUT}


async def seated(server: LiveServer, spec: TableSpec) -> tuple[TableDriver, Everywhere]:
    """A game of people only, at its first decision."""
    game_id = await server.make(spec.to_json())
    played = TableDriver(server, game_id, spec, [""] * spec.seats)
    await played.fill()
    await played.get_ready()
    seed = await SeedVault(server.node.store, KEY).seed(game_id)
    return played, Everywhere(server, played, await played.rest(), seed)


def decide(table: Table, dice: Dice) -> Action:
    """What a bot would do, which leads to good positions, or something at random."""
    if dice.below(RANDOM_ONE_IN) == 0:
        return choose(table, dice)
    return decide_at(find_bot("l1"), table.game, table.state, bytes(32))


@pytest.mark.parametrize(
    "n_positions",
    [60, pytest.param(2_000, marks=[pytest.mark.slow, pytest.mark.timeout(3_600)])],
)
async def test_notebook_and_terminal_answer_as_the_server(n_positions: int) -> None:
    """Random positions of all editions; the seeds are the server's, so new ones each time."""
    compared = Compared()
    dice = Dice(n_positions)
    async with open_live_server() as server:
        for number, spec in enumerate(SPECS):
            played, everywhere = await seated(server, spec)
            while compared.positions * len(SPECS) < (number + 1) * n_positions:
                table = await played.rest()
                if table.actor() is None:
                    played, everywhere = await seated(server, spec)
                    continue
                await everywhere.compare(table, dice, compared)
                for _action in range(1 + dice.below(MAX_STRIDE)):
                    table = await played.rest()
                    seat = table.actor()
                    if seat is None:
                        break
                    line = table.notation.text(decide(table, dice)).split(" ", 1)[1]
                    await played.send(played.tickets[seat], {"type": "act", "line": line})
                    if line.startswith(ConnectCity.WORD):
                        break
    assert compared.positions == n_positions
    assert compared.quotes > 20 * n_positions
    assert compared.plans > n_positions / 2
    assert min(compared.fuel, compared.auctions, compared.warnings) > n_positions / 10
    assert compared.warned_actions > n_positions / 20

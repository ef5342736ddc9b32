"""Reasons of a bot's move: its own decision again, and nothing hidden from the reader."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

import msgspec
import pytest

from gridwright.bots.registry import find_bot
from gridwright.bots.seated_bot import SeatedBot
from gridwright.content.table import TableSpec, default_spec
from gridwright.engine.digest import digest
from gridwright.engine.vocabulary.auction import Bid, OfferPlant
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.production import RunPlants
from gridwright.fair.derive import Keys
from gridwright.server.hints.search import advised_of, reasons_question
from gridwright.table import commands
from gridwright.table.commands import RefusedCommand
from gridwright.table.hints import mark, verify_helped
from gridwright.table.log_entries import Acted, log_entry_of
from gridwright.table.positions.reasons import Move, asked_move, explain, help_of, same_decision
from gridwright.table.positions.searches import answer_line
from gridwright.table.table import Past, Table
from tests.aids.test_hints import is_part_of
from tests.server.hints.test_hints import against_bots
from tests.server.tables.lone_table import LoneTable

THREE = replace(default_spec(seats=3), order=(0, 1, 2))
TWO = replace(default_spec(seats=2), order=(1, 0))
CARD = TableSpec("card", "standard", "none", 3)
HIDDEN = replace(THREE, hidden_money=True)


def past(lone: LoneTable, version: int) -> Past:
    """Return the table before an entry, as the service loads it from its store."""
    table = Table(lone.header, None)
    for logged in lone.log[: version - 1]:
        table.fold(logged)
    return Past(table, lone.log[version - 1])


def ask(lone: LoneTable, version: int) -> Move:
    return asked_move(lone.table, 0, past(lone, version))


def code(lone: LoneTable, version: int) -> str:
    with pytest.raises(RefusedCommand) as refused:
        ask(lone, version)
    return refused.value.code


def played(spec: TableSpec, bot: str, rounds: int) -> LoneTable:
    """A person whose seat a bot played for some rounds; now the person is back."""
    lone = against_bots(spec, bot)
    lone.do(partial(commands.hand_over, seat=0, bot=bot))
    while lone.table.state.round <= rounds:
        lone.do(commands.deal if lone.table.is_deal_due() else commands.act_for_bot)
    while lone.table.is_deal_due():
        lone.do(commands.deal)
    lone.do(partial(commands.come_back, seat=0))
    return lone


def moves(lone: LoneTable) -> Iterator[int]:
    """The versions at which a bot of another seat moved."""
    for logged in lone.log:
        entry = log_entry_of(logged.entry)
        if isinstance(entry, Acted) and entry.by_bot and logged.entry.seat != 0:
            yield logged.version


@pytest.mark.parametrize(
    ("spec", "bot"),
    [(THREE, "hard"), (THREE, "easy"), (CARD, "normal")],
    ids=["hard", "easy", "card"],
)
def test_reasons_repeat_the_decision_of_the_bot(spec: TableSpec, bot: str) -> None:
    lone = played(spec, bot, 3)
    kinds: set[type[Action]] = set()
    n_asked = n_weighed = 0
    for version in moves(lone):
        if lone.table.undo.reaches(version) or (version + n_asked) % 3:
            continue
        move = ask(lone, version)
        before = digest(move.state)
        advised = explain(move)
        assert advised is not None
        assert is_part_of(move.action, advised.actions)
        assert digest(move.state) == before
        kinds.add(type(move.action))
        n_weighed += bool(advised.others)
        n_asked += 1
        if n_asked == 24:
            break
    assert n_asked > 8
    assert n_weighed > 2
    assert len(kinds) > 3


def test_no_reasons_where_money_is_hidden() -> None:
    lone = played(HIDDEN, "hard", 1)
    versions = list(moves(lone))
    assert {code(lone, version) for version in versions} == {"hidden_reasons"}
    assert len(versions) > 8


def test_a_bot_that_weighs_nothing_gives_no_reasons() -> None:
    lone = played(THREE, "l1", 1)
    assert {explain(ask(lone, version)) for version in moves(lone)} == {None}


def test_reasons_of_a_searched_move_come_from_the_search_process() -> None:
    lone = played(THREE, "hard", 1)
    areas: set[str] = set()
    for version in islice(moves(lone), 0, 24, 4):
        move = replace(ask(lone, version), bot="expert", player="expert")
        seated = SeatedBot(find_bot(move.bot), move.game, move.seat, Keys(move.key))
        move = replace(move, action=seated.act(move.state))
        question = reasons_question(move)
        if question is None:
            advised = explain(move)
        else:
            answer = answer_line(msgspec.json.encode(question))
            advised = same_decision(move, advised_of(question, move.table.notation, answer))
        assert advised is not None
        assert (advised.bot, advised.action) == ("expert", move.action)
        areas.add(advised.area)
    assert len(areas) > 1
    assert same_decision(move, None) is None


def test_the_limit_of_a_bot_is_shown_after_the_auction() -> None:
    lone = against_bots(TWO, "hard", hold=2_500)
    table = lone.table
    lone.do(commands.act_for_bot)
    lone.act(f"0 bid {table.state.auction.bid + 1}")
    lone.do(commands.act_for_bot)
    offer, bid = moves(lone)
    assert (code(lone, offer), code(lone, bid)) == ("auction_on", "auction_on")
    lone.act("0 drop")
    assert table.is_deal_due(), "the auction is over, but not its card shown"
    assert code(lone, bid) == "auction_on", "both could be taken back, and the auction be on again"
    lone.do(commands.deal)
    told = [ask(lone, offer), ask(lone, bid)]
    assert [type(move.action) for move in told] == [OfferPlant, Bid]
    assert all(explain(move) is not None for move in told)


def test_only_moves_of_other_seats_bots_are_explained() -> None:
    lone = played(THREE, "hard", 1)
    own = [each.version for each in lone.log if each.entry.seat == 0 and each.entry.lines]
    opened = 1
    assert {code(lone, version) for version in (*own, opened)} == {"no_bots_move"}
    with pytest.raises(RefusedCommand) as refused:
        asked_move(lone.table, 0, None)
    assert refused.value.code == "no_bots_move"


def test_moves_of_people_have_no_reasons() -> None:
    lone = LoneTable(THREE)
    lone.do(partial(commands.sit_down, seat=2, name="Hedy", bot="hard"))
    for seat, name in enumerate(("Ada", "Grace")):
        lone.do(partial(commands.sit_down, seat=seat, name=name))
        lone.do(partial(commands.get_ready, seat=seat))
    lone.do(commands.begin)
    for line in ("0 offer 3 3", "1 drop"):
        lone.act(line)
    lone.do(commands.act_for_bot)
    assert code(lone, lone.table.version) == "not_alone"


def test_the_question_is_marked_once_and_needs_no_turn() -> None:
    lone = played(THREE, "hard", 1)
    table = lone.table
    version = next(
        version for version in moves(lone) if isinstance(ask(lone, version).action, RunPlants)
    )
    help_ = help_of(ask(lone, version))
    assert not help_.is_marked(table, 0)
    lone.do(partial(mark, seat=0, help_=help_, verify=verify_helped))
    assert table.help.n_hints(0) == 1
    assert help_of(ask(lone, version)).is_marked(table, 0)
    assert lone.folded().help.n_hints(0) == 1

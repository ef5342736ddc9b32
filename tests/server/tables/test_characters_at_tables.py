"""A seat plays the style of the character that the table shows there."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import msgspec

from gridwright.bots.characters import LEVELS
from gridwright.bots.contract import Bot
from gridwright.bots.registry import CHARACTERS, PLAYERS, find_bot
from gridwright.bots.seated_bot import SeatedBot
from gridwright.content.table import default_spec
from gridwright.engine.vocabulary.base import Action
from gridwright.table import commands
from gridwright.table.commands import bot_stream
from gridwright.table.log_entries import Acted, log_entry_of
from gridwright.table.positions.searches import Chosen, answer_line, question_of
from tests.server.tables.lone_table import LoneTable

CARDS = replace(default_spec("card", seats=3), order=(0, 1, 2))


def seated(*bots: tuple[str, str]) -> LoneTable:
    lone = LoneTable(CARDS)
    for seat, (name, bot) in enumerate(bots):
        lone.do(partial(commands.sit_down, seat=seat, name=name, bot=bot))
    lone.do(commands.begin)
    while lone.table.is_deal_due():
        lone.do(commands.deal)
    return lone


def choice_of(bot: Bot, lone: LoneTable) -> Action:
    table = lone.table
    seat = table.state.actor
    stream = bot_stream(table, seat, table.version)
    return SeatedBot(bot, table.game, seat, stream).act(table.state)


class Recorded(dict[str, Bot]):
    """Bots by name, with the names that were looked up."""

    def __init__(self, bots: Mapping[str, Bot]) -> None:
        super().__init__(bots)
        self.looked_up: list[str] = []

    def __getitem__(self, name: str) -> Bot:
        self.looked_up.append(name)
        return super().__getitem__(name)


def test_each_seat_plays_the_character_that_it_shows() -> None:
    lone = seated(("Hedy", "hard"), ("Bot 2", "hard"), ("Grete", "easy"))
    assert [holder.name for holder in lone.table.seats] == ["Hedy", "Konrad", "Grete"]
    assert [lone.table.player_at(seat) for seat in range(3)] == ["Hedy", "Konrad", "easy"]
    bots = Recorded(PLAYERS)
    n_differing = 0
    while lone.table.state.round < 4:
        if lone.table.is_deal_due():
            lone.do(commands.deal)
            continue
        seat = lone.table.state.actor
        player = lone.table.player_at(seat)
        expected = choice_of(find_bot(player), lone)
        n_differing += expected != choice_of(find_bot(lone.table.seats[seat].bot), lone)
        n_before = len(lone.table.history.log)
        lone.do(partial(commands.act_for_bot, bots=bots))
        assert bots.looked_up[-1] == player
        # The log keeps the level, as in games of earlier versions.
        assert log_entry_of(lone.log[-1].entry) == Acted(lone.table.seats[seat].bot)
        assert lone.table.history.log[n_before] == expected
    assert n_differing > 0


def test_a_bot_in_the_seat_of_a_person_has_no_style() -> None:
    lone = LoneTable(CARDS)
    lone.do(partial(commands.sit_down, seat=0, name="Hedy"))
    for seat in (1, 2):
        lone.do(partial(commands.sit_down, seat=seat, name="Ada", bot="hard"))
    lone.do(partial(commands.get_ready, seat=0))
    lone.do(commands.begin)
    lone.do(partial(commands.hand_over, seat=0, bot="hard"))
    assert [lone.table.player_at(seat) for seat in range(3)] == ["hard", "Ada", "Konrad"]


def test_the_search_process_plays_the_character() -> None:
    lone = seated(("Alan", "expert"), ("Nikola", "expert"), ("Grace", "expert"))
    seat = lone.table.state.actor
    question = question_of(lone.table, seat)
    assert question.bot == lone.table.seats[seat].name
    assert question.bot in LEVELS["expert"]
    answer = answer_line(msgspec.json.encode(question))
    expected = choice_of(CHARACTERS[question.bot], lone)
    assert answer == Chosen(lone.table.notation.text(expected))


def test_stored_games_need_no_styles() -> None:
    lone = seated(("Ada", "hard"), ("Max", "normal"), ("Emmy", "easy"))
    for _turn in range(12):
        lone.do(commands.deal if lone.table.is_deal_due() else commands.act_for_bot)
    entries = [json.loads(msgspec.json.encode(each.entry)) for each in lone.log]
    assert "Ada" not in json.dumps([each for each in entries if each["kind"] == "acted"])
    assert lone.folded().lines == lone.table.lines

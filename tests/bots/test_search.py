"""The search: what it compares, what it knows, and that its games repeat."""

import hashlib
from dataclasses import replace

import pytest

from gridwright.bots.bot_games import play_game, record_game
from gridwright.bots.registry import UnknownBotError, find_bot
from gridwright.bots.search.bidding import crossing
from gridwright.bots.search.brain import ExpertBrain, is_searched
from gridwright.bots.search.contract import known_to
from gridwright.bots.search.halving import halve, lead
from gridwright.bots.search.worlds import World
from gridwright.bots.seated_bot import seat_bots
from gridwright.content.table import build_game, default_spec, list_editions
from gridwright.engine.dice import Dice
from gridwright.engine.ids import CHANCE
from gridwright.engine.observation import HIDDEN
from gridwright.engine.observe import observe
from gridwright.engine.vocabulary.base import EventLog
from gridwright.fair.dealer import Dealer
from gridwright.fair.derive import derive_keys
from gridwright.fair.draw import Stream
from gridwright.fair.transcript import format_transcript
from tests.bots.same_actions import searched

SEED = bytes(range(32))


class Drawn:
    """Lines with a known mean, and noise that all of them share in a world."""

    def __init__(self, means: list[float]) -> None:
        self.means = means
        self.n_tried = 0

    def result(self, line: int, world: int) -> float:
        self.n_tried += 1
        dice = Dice(world * 31 + line % 2)
        for _step in range(4):
            dice.below(2)
        return self.means[line] + dice.below(1000) / 1000


def test_halving_finds_the_best_line_within_its_budget() -> None:
    means = [0.1, 0.3, 0.2, 0.6, 0.0, 0.4]
    trial = Drawn(means)
    own, best, *others = halve(trial.result, len(means), 96)
    assert own.line == 0
    assert best.line == 3
    assert sorted(tally.line for tally in others) == [1, 2, 4, 5]
    assert trial.n_tried <= 96
    assert len(own.results) == len(best.results) > len(others[-1].results) >= 4
    gain, error = lead(best, own)
    assert gain > 2 * error
    assert lead(own, own) == (0.0, 0.0)
    assert [tally.line for tally in halve(trial.result, 1, 96)] == [0]


def test_a_limit_lies_where_the_gains_change_their_sign() -> None:
    assert crossing([20, 30, 40], [0.2, 0.1, 0.0]) == pytest.approx(40.0)
    assert crossing([20, 30, 40], [0.1, 0.0, -0.1]) == pytest.approx(30.0)
    assert crossing([20, 30, 40], [-0.1, -0.2, -0.3]) < 20
    assert crossing([20, 30, 40], [-0.3, -0.2, -0.1]) == 19
    assert crossing([12], [0.1]) == 12
    assert crossing([12], [-0.1]) == 11


def test_hidden_money_is_hidden_and_imagined() -> None:
    spec = replace(default_spec("classic", seats=4), hidden_money=True)
    game = build_game(spec)
    state = game.new_state()
    state.money = [40, 50, 60, 70]
    known = known_to(game, state, 1)
    assert known.money == [HIDDEN, 50, HIDDEN, HIDDEN]
    assert state.money == [40, 50, 60, 70]
    drawn = [World(game, known, 1, seed).position(known).money for seed in range(20)]
    assert all(money[1] == 50 and min(money) >= 30 and max(money) <= 70 for money in drawn)
    assert len({tuple(money) for money in drawn}) > 10


@pytest.mark.parametrize("has_hidden_money", [False, True])
@pytest.mark.parametrize("edition", list_editions())
def test_first_decisions_repeat(edition: str, has_hidden_money: bool) -> None:
    spec = replace(default_spec(edition, seats=2), hidden_money=has_hidden_money)
    assert len({searched(spec) for _time in range(2)}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("edition", list_editions())
def test_games_repeat(edition: str) -> None:
    found = set()
    for _time in range(2):
        played = record_game(
            default_spec(edition, seats=2), "expert", SEED, {}, [find_bot("expert-4")] * 2
        )
        found.add(hashlib.sha256(format_transcript(played).encode()).hexdigest())
    assert len(found) == 1


def test_budgets_are_part_of_the_name() -> None:
    assert find_bot("expert").digest != find_bot("expert-64").digest != find_bot("hard").digest
    assert find_bot("expert").name == "expert"
    assert find_bot("expert-64").name == "expert-64"
    for name in ("expert-", "expert-0", "expert-x", "expert-\u0661"):
        with pytest.raises(UnknownBotError):
            find_bot(name)


@pytest.mark.slow
def test_search_plays_a_game_with_hidden_money() -> None:
    game = build_game(replace(default_spec("classic", seats=2), hidden_money=True))
    keys = derive_keys(SEED, "hidden", {})
    assert play_game(game, keys, [find_bot("expert-4"), find_bot("l1")]).ranking


@pytest.mark.parametrize("edition", list_editions())
def test_search_advises_what_it_would_do(edition: str) -> None:
    game = build_game(default_spec(edition, seats=3))
    keys = derive_keys(SEED, "advice", {})
    dealer = Dealer(game, keys)
    players = seat_bots(game, keys, [find_bot("hard")] * 3)
    state = game.new_state()
    measures: list[str] = []
    while len(measures) < 6:
        actor = state.actor
        if actor != CHANCE and is_searched(game.offers(state)):
            brains = [find_bot("expert-8").sit(game.rules, actor, Stream(SEED)) for _each in "12"]
            done, asked = [brain for brain in brains if isinstance(brain, ExpertBrain)]
            given = known_to(game, state, actor), observe(game, state, actor)
            counsel = asked.advise(game, *given, game.offers(state))
            assert counsel.action == done.search(game, *given, game.offers(state))
            assert [each.worth for each in counsel.weighed[:1]] in ([], [0.0])
            assert all(each.worth <= 0.0 for each in counsel.weighed)
            measures.append(counsel.measure if counsel.weighed else "limit")
        action = dealer.deal(state) if actor == CHANCE else players[actor].act(state)
        game.apply(state, action, EventLog(False))
    assert {"chance", "limit"} <= set(measures)

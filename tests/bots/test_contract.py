"""A bot gets its seat's observation, and returns one of the offered actions."""

from collections.abc import Callable

import pytest

from gridwright.bots.bot_games import play_game, record_game
from gridwright.bots.contract import Bot, Brain, PositionRequiredError, decide
from gridwright.bots.registry import BOTS, UnknownBotError, find_bot
from gridwright.bots.search.brain import ExpertBrain
from gridwright.bots.search.contract import known_to
from gridwright.bots.seated_bot import NotOfferedError, SeatedBot, decide_at, seat_bots
from gridwright.content.table import build_game, default_spec, list_editions
from gridwright.engine.digest import digest
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.observation import Observation
from gridwright.engine.observe import observe
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.auction import OfferPlant
from gridwright.engine.vocabulary.base import Action, EventLog, MayDo, Offer
from gridwright.engine.vocabulary.fuel import BuyResources
from gridwright.engine.vocabulary.turn import TakeBack
from gridwright.fair.dealer import Dealer
from gridwright.fair.derive import Keys, derive_keys
from gridwright.fair.draw import Stream
from gridwright.fair.hidden import resample
from gridwright.fair.transcript import format_transcript
from gridwright.fair.verify import verify
from tests.bots.players import QUICK
from tests.bots.seats import KEYS
from tests.kit.scenario import scenario

EDITIONS = list_editions()
LADDER = ["l0", "l1", "easy", "normal", "hard", "expert"]
"""The weakest first; further bots may stand between them."""
SEED = bytes(range(32))
N_WORLDS = 8
Chooser = Callable[[Observation, list[Offer]], Action]


class Scripted(Bot):
    """Does what a test says."""

    def __init__(self, chooser: Chooser) -> None:
        super().__init__("scripted", 0, "For tests.")
        self.chooser = chooser
        self.given: list[object] = []

    def sit(self, rules: Rules, seat: int, stream: Stream) -> Brain:
        self.given = [rules, seat, stream]
        return ScriptedBrain(self.chooser)


class ScriptedBrain(Brain):
    def __init__(self, chooser: Chooser) -> None:
        self.chooser = chooser

    def choose(self, seen: Observation, offers: list[Offer]) -> Action:
        return self.chooser(seen, offers)


# The registry


def test_bots_are_listed_by_level() -> None:
    levels = [bot.level for bot in BOTS.values()]
    assert levels == sorted(levels)
    assert [name for name in BOTS if name in LADDER] == LADDER
    assert all(find_bot(name).name == name for name in BOTS)
    assert find_bot("l2") is BOTS["hard"]


def test_each_bot_describes_itself_in_one_line() -> None:
    assert all(bot.description and "\n" not in bot.description for bot in BOTS.values())


def test_an_unknown_bot_is_named_in_the_error() -> None:
    with pytest.raises(UnknownBotError, match=f"of {', '.join(BOTS)}, or module:Class, got 'hal'"):
        find_bot("hal")


# Answers of a bot


def test_an_action_that_is_not_offered_is_the_bots_fault() -> None:
    table = scenario().owns(3, 10).at("resources")
    bot = Scripted(lambda _seen, _offers: BuyResources(3, 3, 1))
    with pytest.raises(
        NotOfferedError, match=r"seat 3 was offered, got BuyResources.* by scripted"
    ):
        SeatedBot(bot, table.game, 3, KEYS).act(table.state)


def test_an_amount_beyond_the_offer_is_refused() -> None:
    table = scenario().money(0, 30).at("auction")
    plant = table.state.market[0]
    bot = Scripted(lambda _seen, _offers: OfferPlant(0, plant, 31))
    with pytest.raises(NotOfferedError):
        SeatedBot(bot, table.game, 0, KEYS).act(table.state)


def test_a_bot_cannot_act_for_another_seat() -> None:
    table = scenario().at("auction")
    plant = table.state.market[0]
    bot = Scripted(lambda _seen, _offers: OfferPlant(1, plant, 3))
    with pytest.raises(NotOfferedError):
        SeatedBot(bot, table.game, 0, KEYS).act(table.state)


def test_a_bot_cannot_take_back() -> None:
    table = scenario().owns(3, 10).at("resources")
    table.do("3 buy coal 1")
    assert table.game.can_take_back(table.state, 3)
    bot = Scripted(lambda _seen, _offers: TakeBack(3))
    with pytest.raises(NotOfferedError):
        SeatedBot(bot, table.game, 3, KEYS).act(table.state)


def test_a_bot_cannot_offer_itself_something() -> None:
    table = scenario().owns(3, 10).at("resources")
    wanted = BuyResources(3, 3, 1)

    def cheat(seen: Observation, offers: list[Offer]) -> Action:
        offers.append(MayDo(wanted))
        return wanted

    with pytest.raises(NotOfferedError):
        SeatedBot(Scripted(cheat), table.game, 3, KEYS).act(table.state)


# What a bot is given


def test_a_bot_gets_rules_a_seat_and_a_stream() -> None:
    table = scenario().at("auction")
    bot = Scripted(lambda _seen, offers: offers[0].actions()[0])
    SeatedBot(bot, table.game, 0, KEYS)
    rules, seat, stream = bot.given
    assert rules is table.game.rules
    assert seat == 0
    assert isinstance(stream, Stream)
    assert stream.word() == KEYS.bot(0).word()


def test_what_a_bot_sees_is_its_own_copy() -> None:
    table = scenario().money(0, 40).at("auction")
    before = digest(table.state)

    def meddle(seen: Observation, offers: list[Offer]) -> Action:
        seen.money[0] = 999
        seen.market.clear()
        seen.plants[1].append(0)
        seen.stack.pools.clear()
        seen.tokens[0] = 0
        seen.spaces.clear()
        return offers[0].actions()[0]

    SeatedBot(Scripted(meddle), table.game, 0, KEYS).act(table.state)
    assert digest(table.state) == before


def test_a_bot_sees_no_hidden_money() -> None:
    table = scenario(hidden_money=True).money(1, 77).at("auction")
    shown: list[list[int]] = []

    def look(seen: Observation, offers: list[Offer]) -> Action:
        shown.append(seen.money)
        return offers[0].actions()[0]

    SeatedBot(Scripted(look), table.game, 0, KEYS).act(table.state)
    assert shown == [[50, -1, -1, -1]]


def test_a_table_needs_a_bot_for_each_seat() -> None:
    game = build_game(default_spec(seats=3))
    with pytest.raises(ValueError, match="expected 3 bots, got 2"):
        seat_bots(game, KEYS, [find_bot("l0")] * 2)


@pytest.mark.parametrize("name", ["easy", "hard"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_who_sits_down_late_plays_the_same(edition: str, name: str) -> None:
    """The position decides, not what a planner happened to see before."""
    game = build_game(default_spec(edition))
    world = World(game, KEYS, [find_bot(name)] * game.rules.n_seats)
    for _turn in range(100):
        seat = world.state.actor
        if game.is_over(world.state):
            break
        state = world.state.copy()
        world.step()
        if seat != CHANCE:
            late = SeatedBot(find_bot(name), game, seat, KEYS)
            assert late.act(state) == world.played[-1]


def test_deciding_is_sitting_down_and_choosing() -> None:
    table = scenario().at("auction")
    seen = observe(table.game, table.state, 0)
    offers = table.game.offers(table.state)
    chosen = {
        table.notation.text(decide(find_bot("hard"), table.game.rules, 0, b"key", seen, offers))
        for each in range(2)
    }
    assert len(chosen) == 1


def test_decide_refuses_a_searching_bot_without_a_position() -> None:
    table = scenario().at("auction")
    seen = observe(table.game, table.state, 0)
    offers = table.game.offers(table.state)
    with pytest.raises(PositionRequiredError, match="position to search from"):
        decide(find_bot("expert"), table.game.rules, 0, b"key", seen, offers)


def test_deciding_at_a_position_searches() -> None:
    table = scenario().at("auction")
    decided = decide_at(find_bot("expert-4"), table.game, table.state, b"key")
    brain = find_bot("expert-4").sit(table.game.rules, 0, Stream(b"key"))
    assert isinstance(brain, ExpertBrain)
    known = known_to(table.game, table.state, 0)
    seen = observe(table.game, table.state, 0)
    searched = brain.search(table.game, known, seen, table.game.offers(table.state))
    assert decided == searched


# Whole games


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("edition", EDITIONS)
def test_same_seed_same_game(edition: str, name: str) -> None:
    spec = default_spec(edition)
    bots = [find_bot(name)] * spec.seats
    texts = {
        format_transcript(record_game(spec, "twice", SEED, {1: bytes(20)}, bots))
        for each in range(2)
    }
    assert len(texts) == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_table_of_bots_verifies(edition: str) -> None:
    spec = default_spec(edition)
    bots = [find_bot(("l0", "l1")[seat % 2]) for seat in range(spec.seats)]
    transcript = record_game(spec, "filled", SEED, {0: bytes(16), 3: bytes(32)}, bots)
    report = verify(transcript)
    assert report.ok, str(report)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_recorded_game_is_the_played_one(edition: str) -> None:
    spec = default_spec(edition)
    bots = [find_bot("l1")] * spec.seats
    recorded = record_game(spec, "both", SEED, {}, bots)
    played = play_game(build_game(spec), derive_keys(SEED, "both", {}), bots)
    assert recorded.closing is not None
    assert list(recorded.closing.ranking) == played.ranking


def test_a_game_that_takes_too_long_is_broken_off() -> None:
    spec = default_spec()
    bots = [find_bot("l0")] * spec.seats
    assert record_game(spec, "long", SEED, {}, bots, most_turns=50).closing is None
    assert play_game(build_game(spec), KEYS, bots, most_turns=50).ranking == []


class World:
    """One game of bots that can be dealt on from another hidden stack."""

    def __init__(self, game: Game, keys: Keys, bots: list[Bot]) -> None:
        self.game = game
        self.seats = seat_bots(game, keys, bots)
        self.dealer = Dealer(game, keys)
        self.state = game.new_state()
        self.played: list[Action] = []

    def step(self, dealt: Action | None = None) -> None:
        """The next action; chance does what is given, or what the dealer deals."""
        actor = self.state.actor
        if actor != CHANCE:
            action = self.seats[actor].act(self.state)
        else:
            action = self.dealer.deal(self.state) if dealt is None else dealt
        self.played.append(action)
        self.game.apply(self.state, action, EventLog(False))


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_hidden_stack_does_not_change_a_choice(edition: str, name: str) -> None:
    """Worlds that differ only in unseen cards go the same way until one is seen."""
    spec = default_spec(edition)
    game = build_game(spec)
    bots = [find_bot(name)] * spec.seats
    n_compared = 0
    for number in range(N_WORLDS):
        keys = derive_keys(SEED, f"worlds-{number}", {})
        first = World(game, keys, bots)
        while len(first.played) < 40 + 15 * number or first.state.actor == CHANCE:
            first.step()
        second = World(game, keys, bots)
        for action in first.played:
            second.step(action)
        hidden = resample(game, second.state, Stream(b"another"))
        second.dealer = Dealer(game, keys, hidden)
        assert second.played == first.played
        while first.played[-1] == second.played[-1] and not game.is_over(first.state):
            n_compared += first.state.actor != CHANCE
            was_chance = first.state.actor == CHANCE
            first.step()
            second.step()
            assert was_chance or first.played[-1] == second.played[-1]
    assert n_compared > 2 * N_WORLDS

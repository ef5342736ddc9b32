"""Games of bots against themselves, and playouts of `l1` and of planners, in CPU time of one core.

Turns repeat the same deals as often as the time allows, so that two trees are measured on the same
games; a digest shows whether they play them the same. Each value is the best of its turns.
"""

import hashlib
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import gridwright.bots.skills
from gridwright.bots.bot_games import play_game
from gridwright.bots.planner import PlannerBot
from gridwright.bots.registry import BOTS, SEARCHING, find_bot
from gridwright.bots.rollout.chance import ImaginedChance
from gridwright.bots.search.brain import SearchSettings
from gridwright.bots.search.players import Planners, seat_planners
from gridwright.bots.seated_bot import seat_bots
from gridwright.content.table import build_game, default_spec
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.notation import Notation
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog
from gridwright.fair.dealer import Dealer
from gridwright.fair.derive import Keys, derive_keys
from gridwright.fair.draw import Stream
from gridwright_lab.bench.measure import engine_kind
from gridwright_lab.bench.thresholds import COMPILED, INTERPRETED

SEATS: Final = 4
N_DEALS: Final = 2
"""Number of deals; a turn plays all of them, once or more often."""
N_DIGITS: Final = 16
PLAYOUT_BOT: Final = "l1"
GAMES: Final = "games"
ROUNDS: Final = "one-round playouts"
PLAYOUTS: Final = "whole-game playouts"
PLANNED: Final = "planner play-outs"
"""Play-outs of a search with a planner at every seat."""
N_WORLDS: Final = 3
"""Number of worlds in which each position is played out by planners."""


def bots_kind() -> str:
    """Return COMPILED or INTERPRETED, by the file that the bots were loaded from."""
    origin = gridwright.bots.skills.__file__ or ""
    return COMPILED if origin.endswith((".so", ".pyd")) else INTERPRETED


def measured_bots() -> list[str]:
    """Return every bot of the registry that does more than draw, and does not search."""
    return [name for name, bot in BOTS.items() if bot.level > 0 and name not in SEARCHING]


@dataclass(frozen=True)
class Speed:
    """Work of one bot in a CPU second."""

    bot: str
    edition: str
    what: str
    per_second: float
    digest: str = ""
    """Digest of the actions of the games; empty for play-outs."""

    def to_json(self) -> dict[str, Any]:
        return {
            "bot": self.bot,
            "edition": self.edition,
            "what": self.what,
            "per_second": round(self.per_second, 3),
            "digest": self.digest,
        }


@dataclass(frozen=True)
class TreeSpeeds:
    """Values of the code of one tree."""

    engine: str
    bots: str
    python: str
    speeds: list[Speed]

    def better(self, other: "TreeSpeeds") -> "TreeSpeeds":
        """Return the larger one of each two values."""
        pairs = zip(self.speeds, other.speeds, strict=True)
        best = [max(one, two, key=lambda speed: speed.per_second) for one, two in pairs]
        return replace(self, speeds=best)

    def to_json(self) -> dict[str, Any]:
        return {
            "engine": self.engine,
            "bots": self.bots,
            "python": self.python,
            "speeds": [speed.to_json() for speed in self.speeds],
        }

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> "TreeSpeeds":
        speeds = [Speed(**each) for each in plain["speeds"]]
        return cls(plain["engine"], plain["bots"], plain["python"], speeds)


def measure_turn(bots: Sequence[str], editions: Sequence[str], seconds: float) -> TreeSpeeds:
    """Measure each value once, for about `seconds`."""
    speeds: list[Speed] = []
    for edition in editions:
        game = build_game(default_spec(edition, seats=SEATS))
        for bot in bots:
            rate = rate_of([_self_play(game, bot, deal) for deal in range(N_DEALS)], seconds)
            speeds.append(Speed(bot, edition, GAMES, rate, digest_of(game, bot)))
            planner = find_bot(bot)
            if isinstance(planner, PlannerBot):
                planned = planned_playouts(game, planner)
                speeds.append(Speed(bot, edition, PLANNED, rate_of(planned, seconds)))
            if bot == PLAYOUT_BOT:
                starts = round_starts(game)
                for what in (ROUNDS, PLAYOUTS):
                    tasks = [playout_of(game, start, what == ROUNDS) for start in starts]
                    speeds.append(Speed(bot, edition, what, rate_of(tasks, seconds)))
    return TreeSpeeds(engine_kind(), bots_kind(), platform.python_version(), speeds)


def rate_of(tasks: Sequence[Callable[[], object]], seconds: float) -> float:
    """Return tasks per CPU second, all of them equally often; the first one warms up."""
    tasks[0]()
    n_done = 0
    began = time.process_time()
    elapsed = 0.0
    while elapsed < seconds:
        for task in tasks:
            task()
        n_done += len(tasks)
        elapsed = time.process_time() - began
    return n_done / elapsed


def _keys(game: Game, deal: int) -> Keys:
    label = f"self-play {game.rules.edition} {deal}"
    return derive_keys(hashlib.sha256(label.encode()).digest(), f"game-{deal}", {})


def _self_play(game: Game, bot: str, deal: int) -> Callable[[], object]:
    keys = _keys(game, deal)
    seated = [find_bot(bot)] * SEATS
    return lambda: play_game(game, keys, seated)


def digest_of(game: Game, bot: str) -> str:
    """Return a digest of the actions of the deals that are measured."""
    notation = Notation(game.rules)
    digest = hashlib.sha256()
    for deal in range(N_DEALS):
        log: list[Action] = []
        play_game(game, _keys(game, deal), [find_bot(bot)] * SEATS, log=log)
        for action in log:
            digest.update(f"{notation.text(action)}\n".encode())
    return digest.hexdigest()[:N_DIGITS]


@dataclass(frozen=True)
class Start:
    """A position, and the dealer that continues from it."""

    state: State
    dealer: Dealer


def round_starts(game: Game) -> list[Start]:
    """Return the start of each round of one game, when the first seat must act."""
    starts: list[Start] = []
    dealer = Dealer(game, _keys(game, 0))

    def keep(state: State) -> bool:
        is_new = not starts or state.round != starts[-1].state.round
        if is_new and state.actor != CHANCE:
            starts.append(Start(state.copy(), dealer.copy()))
        return False

    _play_on(game, game.new_state(), dealer, keep)
    return starts


def playout_of(game: Game, start: Start, one_round: bool) -> Callable[[], object]:
    def stop(state: State) -> bool:
        return one_round and state.round != start.state.round

    return lambda: _play_on(game, start.state.copy(), start.dealer.copy(), stop)


def planned_playouts(game: Game, planner: PlannerBot) -> list[Callable[[], object]]:
    """Return play-outs of the rounds of one game, each in some worlds, as a search plays them."""
    stream = Stream(hashlib.sha256(PLANNED.encode()).digest())
    players = Planners(game, seat_planners([planner] * SEATS, game.rules, stream))
    settings = SearchSettings(1)
    more = settings.board_rounds if game.rules.board.n_cities else settings.card_rounds

    def playout(start: Start, world: int) -> Callable[[], object]:
        last = start.state.round + more
        return lambda: players.play(start.state.copy(), ImaginedChance(game, world), last)

    return [playout(start, world) for world in range(N_WORLDS) for start in round_starts(game)]


def _play_on(game: Game, state: State, dealer: Dealer, stop: Callable[[State], bool]) -> None:
    """Play on in place with new bots until the end of the game, or until ``stop``."""
    seats = seat_bots(game, _keys(game, 0), [find_bot(PLAYOUT_BOT)] * SEATS)
    silence = EventLog(False)
    while not game.is_over(state) and not stop(state):
        chance = state.actor == CHANCE
        action = dealer.deal(state) if chance else seats[state.actor].act(state)
        game.apply(state, action, silence)

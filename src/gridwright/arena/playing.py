"""Plays one game of a fixture with its bots, or replays a stored one."""

from dataclasses import dataclass, replace
from functools import lru_cache

from gridwright.arena.deals import deal_id, deal_keys, deal_seed
from gridwright.arena.fixtures import Fixture
from gridwright.arena.moves import MovesError, Unpacked, pack_moves
from gridwright.arena.records import EXCEPTION, ILLEGAL, STALL, Record
from gridwright.bots.bot_games import MAX_TURNS, play_game
from gridwright.bots.registry import find_bot
from gridwright.bots.seated_bot import NotOfferedError
from gridwright.content.table import TableSpec, build_game, load_game
from gridwright.engine.digest import digest
from gridwright.engine.errors import IllegalAction
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.notation import plant_names
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog
from gridwright.fair.dealer import Dealer
from gridwright.fair.record import Recorder
from gridwright.fair.transcript import Transcript

NOTHING_PLAYED = Record(0, 0, 0, [], [], 0, [], [], [], 0, "", "", "", "")


class ReplayError(ValueError):
    """A stored game does not match the replay of its moves."""


@dataclass(frozen=True)
class StoredRules:
    """Rules by which the games of a stored run were played."""

    version: int
    identity: str


@dataclass(frozen=True)
class Place:
    """Identifies one game of a run: fixture (with its number), series, deal, game of the deal."""

    fixture: Fixture
    number: int
    series: str
    deal: int
    place: int
    rules: StoredRules | None = None
    """Rules of a stored game; None for a new game, which is played by today's rules."""

    @property
    def spec(self) -> TableSpec:
        cell = self.fixture.cell
        if self.rules is None:
            return cell.spec
        version = self.rules.version
        return TableSpec(cell.edition, cell.preset, cell.board, cell.seats, version=version)

    def game(self) -> Game:
        """Return the game under its own rules. Raises ContentError if they no longer exist."""
        if self.rules is None:
            return build_game(self.spec)
        return load_game(self.spec, self.rules.identity)


def play_place(place: Place, checked: bool = False, most_turns: int = MAX_TURNS) -> Record:
    """Play one game with its bots and return its record. A failing bot ends this game alone.

    ``checked``: verify every move against the rules; correct bots do not need it.
    """
    fixture = place.fixture
    game = place.game()
    keys = deal_keys(fixture.cell, place.series, place.deal)
    bots = [find_bot(name) for name in fixture.seating(place.deal, place.place)]
    log: list[Action] = []
    fault = ""
    try:
        state = play_game(game, keys, bots, most_turns, log)
        if not state.ranking:
            fault = f"{STALL}: not over after {most_turns} actions"
    except NotOfferedError as error:
        fault = f"{ILLEGAL}: {error}"
    except Exception as error:  # A bot may raise anything, and the other games continue.
        fault = f"{EXCEPTION}: {type(error).__name__}: {error}"
    moves = pack_moves(log)
    if checked or (fault and not fault.startswith(STALL)):
        try:
            state = follow(place, moves, most_turns)
        except ReplayError as error:
            return replace(
                NOTHING_PLAYED,
                fixture=place.number,
                deal=place.deal,
                place=place.place,
                fault=f"{ILLEGAL}: {error}",
                moves=moves,
            )
    return _record(place, game, state, len(log), fault, moves)


def follow(place: Place, moves: str, most_turns: int = MAX_TURNS) -> State:
    """Return the last position of stored moves. Verifies each move; chance comes from the seed."""
    cell = place.fixture.cell
    game = place.game()
    dealer = Dealer(game, deal_keys(cell, place.series, place.deal))
    state = game.new_state()
    silence = EventLog(False)
    unpacked = Unpacked(moves)
    for _turn in range(most_turns):
        if game.is_over(state):
            break
        if state.actor == CHANCE:
            action: Action | None = dealer.deal(state)
        else:
            action = unpacked.next_move(state.actor)
            if action is None:
                return state
            try:
                game.verify(state, action)
            except IllegalAction as error:
                raise ReplayError(f"{action} by seat {state.actor}: {error}") from error
        assert action is not None
        game.apply(state, action, silence)
    if unpacked.next_move(0) is not None:
        raise ReplayError("expected no move after the end")
    return state


def rebuild(place: Place, stored: Record) -> Record:
    """Return the record that the stored moves lead to; equal to the stored one if that is valid."""
    game = place.game()
    try:
        state = follow(place, stored.moves)
        unpacked = Unpacked(stored.moves)
        n_moves = 0
        while unpacked.next_move(0) is not None:
            n_moves += 1
    except MovesError as error:
        raise ReplayError(str(error)) from error
    return _record(place, game, state, n_moves, stored.fault, stored.moves)


def write_transcript(place: Place, moves: str) -> Transcript:
    """Return the game as a verifiable transcript."""
    cell = place.fixture.cell
    seed = deal_seed(cell, place.series, place.deal)
    rules = "" if place.rules is None else place.rules.identity
    recorder = Recorder(place.spec, deal_id(place.deal), seed, {}, rules)
    recorder.deal()
    unpacked = Unpacked(moves)
    while not recorder.is_over():
        action = unpacked.next_move(recorder.history.state.actor)
        if action is None:
            break
        recorder.play(action)
    return recorder.transcript()


def _record(place: Place, game: Game, state: State, n_moves: int, fault: str, moves: str) -> Record:
    names = _names(game)
    return Record(
        fixture=place.number,
        deal=place.deal,
        place=place.place,
        ranking=list(state.ranking),
        scores=game.scoring.scores(state),
        rounds=state.round,
        cities=list(state.grid.n_cities),
        money=list(state.money),
        plants=[[names[plant] for plant in owned] for owned in state.plants],
        actions=n_moves,
        reason=game.scoring.end_reason(state) if state.ranking else "",
        digest=digest(state),
        fault=fault,
        moves=moves,
    )


@lru_cache(maxsize=256)
def _names(game: Game) -> list[str]:
    return plant_names(game.rules)

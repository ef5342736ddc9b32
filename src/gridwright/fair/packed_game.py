"""A finished game as a few hundred bytes: what was chosen, and the seed that deals the rest.

The head names the table, its rules and the seats; decisions follow in blocks, each with a check of
all bytes up to it, so that a damaged game can be read up to its damage. The last block is empty,
and the digest of the last position follows.
"""

import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from gridwright.content.table import ContentError, TableSpec, load_game
from gridwright.engine.codec import canonical
from gridwright.engine.digest import digest
from gridwright.engine.errors import IllegalAction
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.ids import CHANCE
from gridwright.engine.notation import Notation, NotationError
from gridwright.engine.vocabulary.base import Action
from gridwright.fair.commit import HASH_BYTES, SEED_BYTES, commitment, opens, verify_game_id
from gridwright.fair.dealer import Dealer, DealerError, dealer_from
from gridwright.fair.derive import Keys, derive_keys, verify_contribution
from gridwright.fair.packed_moves import (
    MovesError,
    add_action,
    add_number,
    take_action,
    take_number,
)
from gridwright.fair.replay import mark_after
from gridwright.fair.transcript import Closing, Mark, Move, Transcript, sealed

VERSION: Final = 1
MAX_BYTES: Final = 16_384
"""Longest packed game that is read."""
MAX_DECISIONS: Final = 5_000

_BLOCK: Final = 8
"""Decisions between two checks."""
_CHECK_BYTES: Final = 2
_HEAD_CHECK_BYTES: Final = 4
_DIGEST_BYTES: Final = 8
_MAX_NAME_BYTES: Final = 256
_MAX_TABLE_BYTES: Final = 100_000


class PackError(ValueError):
    """The game cannot be packed, or the bytes are no packed game."""


class UnknownPack(PackError):
    """The bytes are a game in a form, or by rules, that this program does not have."""


@dataclass(frozen=True)
class Sitter:
    """The name at a seat, and the level of its bot; empty for a person."""

    name: str
    bot: str = ""


@dataclass(frozen=True)
class UnpackedGame:
    """A game of packed bytes, played again."""

    transcript: Transcript
    """Has no closing if the end is damaged."""
    seed: bytes
    sitters: tuple[Sitter, ...]
    n_decisions: int
    damaged_from: int = 0
    """Number of the first decision that may be damaged, from 1; 0 without damage."""


def pack_game(transcript: Transcript, sitters: tuple[Sitter, ...]) -> bytes:
    """Return a finished game. Raises PackError if it is not over, or not dealt by its seed."""
    closing = transcript.closing
    if closing is None:
        raise PackError("expected a finished game")
    table = Replayed(transcript.table, transcript.rules, transcript.game_id, closing.seed)
    table.contribute(transcript.contributions)
    packed = bytearray(_pack_head(transcript, closing.seed, sitters))
    block: list[Action] = []
    moves = iter(transcript.moves)
    for text in moves:
        action = table.notation.parse(text)
        if table.is_given():
            table.play_given(text)
        elif action.seat == CHANCE:
            if table.deal() != action:
                raise PackError("expected a game that its seed deals")
        else:
            if action.seat != table.history.state.actor:
                raise PackError(f"expected an action of the seat to act, got {text}")
            table.play(action)
            block.append(action)
            if len(block) == _BLOCK:
                _add_block(packed, block)
                block.clear()
    if block:
        _add_block(packed, block)
    _add_block(packed, [])
    return bytes(packed) + _end_of(table)


def _pack_head(transcript: Transcript, seed: bytes, sitters: tuple[Sitter, ...]) -> bytes:
    head = bytearray([VERSION])
    head += bytes.fromhex(transcript.rules) + seed
    _add_text(head, transcript.game_id.encode("ascii"))
    _add_text(head, zlib.compress(canonical(transcript.table.to_json()).encode("ascii"), 9))
    add_number(head, len(transcript.contributions))
    for seat, given in transcript.contributions:
        add_number(head, seat)
        _add_text(head, given)
    for sitter in sitters:
        _add_text(head, sitter.name.encode())
        _add_text(head, sitter.bot.encode("ascii"))
    return bytes(head) + zlib.crc32(head).to_bytes(_HEAD_CHECK_BYTES, "big")


def _add_text(packed: bytearray, text: bytes) -> None:
    add_number(packed, len(text))
    packed += text


def _add_block(packed: bytearray, actions: list[Action]) -> None:
    packed.append(len(actions))
    for action in actions:
        add_action(packed, action)
    packed += _check(packed)


def _check(packed: bytes | bytearray) -> bytes:
    return zlib.crc32(packed).to_bytes(4, "big")[-_CHECK_BYTES:]


def _end_of(table: "Replayed") -> bytes:
    return bytes.fromhex(digest(table.history.state))[:_DIGEST_BYTES]


def unpack_game(packed: bytes) -> UnpackedGame:
    """Play a packed game again, as far as it is undamaged.

    Raises PackError if there is nothing to show, UnknownPack for one of another program.
    """
    if not packed:
        raise PackError("expected a packed game, got nothing")
    source = _Source(packed[:MAX_BYTES])
    head = _take_head(source)
    table = Replayed(head.spec, head.rules, head.game_id, head.seed)
    table.contribute(head.contributions)
    damaged_from = 0
    try:
        table.begin()
        for action in _decisions(source, table):
            table.play(action)
            table.deal_due()
        if len(packed) > MAX_BYTES or source.rest() != _end_of(table) or not table.is_over():
            raise MovesError("expected the position in which the game ended")
    except (MovesError, IllegalAction, DealerError, NotationError):
        damaged_from = table.n_decisions + 1
    if damaged_from == 1:
        raise PackError("expected decisions, got damaged ones")
    return UnpackedGame(
        table.transcript(), head.seed, head.sitters, table.n_decisions, damaged_from
    )


@dataclass(frozen=True)
class _Head:
    spec: TableSpec
    rules: str
    seed: bytes
    game_id: str
    contributions: tuple[tuple[int, bytes], ...]
    sitters: tuple[Sitter, ...]


def _take_head(source: "_Source") -> _Head:
    if source.take(1)[0] != VERSION:
        raise UnknownPack("expected a packed game of this version")
    try:
        rules, seed = source.take(HASH_BYTES).hex(), source.take(SEED_BYTES)
        game_id = source.text(_MAX_NAME_BYTES).decode("ascii")
        spec = _read_table(source.text(_MAX_TABLE_BYTES))
        contributions = tuple(
            [(source.number(), source.text(_MAX_NAME_BYTES)) for _each in range(source.number())]
        )
        sitters = tuple([_take_sitter(source) for _seat in range(spec.seats)])
        head = source.taken()
        if source.take(_HEAD_CHECK_BYTES) != zlib.crc32(head).to_bytes(_HEAD_CHECK_BYTES, "big"):
            raise PackError("the head is damaged")
        verify_game_id(game_id)
        for seat, given in contributions:
            verify_contribution(seat, given, spec.seats)
    except PackError:
        raise
    except (ValueError, RecursionError, zlib.error) as error:
        raise PackError(f"the head is damaged: {str(error)[:200]}") from error
    try:
        load_game(spec, rules)
    except ContentError as error:
        raise UnknownPack(str(error)[:200]) from error
    return _Head(spec, rules, seed, game_id, contributions, sitters)


def _take_sitter(source: "_Source") -> Sitter:
    return Sitter(
        source.text(_MAX_NAME_BYTES).decode(), source.text(_MAX_NAME_BYTES).decode("ascii")
    )


def _read_table(packed: bytes) -> TableSpec:
    text = zlib.decompressobj().decompress(packed, _MAX_TABLE_BYTES)
    return TableSpec.from_json(json.loads(text))


def _decisions(source: "_Source", table: "Replayed") -> Iterator[Action]:
    """Yield the decisions, those of a block once its check holds; raise MovesError at a wrong one.

    The actor follows from the position: the caller plays each before it takes the next.
    """
    while True:
        n_actions = source.number()
        if n_actions > _BLOCK or table.n_decisions > MAX_DECISIONS:
            raise MovesError("expected a block of decisions")
        start = source.place
        for _each in range(n_actions):
            take_action(source.stream(), 0)
        if source.take(_CHECK_BYTES) != _check(source.before(_CHECK_BYTES)):
            raise MovesError("expected an undamaged block")
        if n_actions == 0:
            return
        again = source.since(start)
        for _each in range(n_actions):
            action = take_action(again, table.history.state.actor)
            assert action is not None
            yield action


class _Source:
    """Reader of bytes that says how far it has come."""

    def __init__(self, packed: bytes) -> None:
        self._packed: Final = packed
        self.place = 0

    def stream(self) -> Iterator[int]:
        """Yield the next bytes, one at a time."""
        while self.place < len(self._packed):
            self.place += 1
            yield self._packed[self.place - 1]

    def since(self, place: int) -> Iterator[int]:
        """Yield the bytes from a place on again."""
        return iter(self._packed[place : self.place])

    def taken(self) -> bytes:
        """Return everything so far."""
        return self._packed[: self.place]

    def before(self, n_bytes: int) -> bytes:
        """Return everything but the last bytes that were taken."""
        return self._packed[: self.place - n_bytes]

    def rest(self) -> bytes:
        return self._packed[self.place :]

    def take(self, n_bytes: int) -> bytes:
        found = self._packed[self.place : self.place + n_bytes]
        if len(found) < n_bytes:
            raise MovesError("expected more bytes, got the end")
        self.place += n_bytes
        return found

    def number(self) -> int:
        return take_number(self.stream())

    def text(self, most: int) -> bytes:
        n_bytes = self.number()
        if n_bytes > most:
            raise MovesError(f"expected at most {most} bytes, got {n_bytes}")
        return self.take(n_bytes)


class Replayed:
    """A game that is dealt by its seed while it is played, with its lines and checkpoints."""

    def __init__(self, spec: TableSpec, rules: str, game_id: str, seed: bytes) -> None:
        self.spec: Final = spec
        self.rules: Final = rules
        self.game_id: Final = game_id
        self.seed: Final = seed
        self.game: Final[Game] = load_game(spec, rules)
        self.notation: Final = Notation(self.game.rules)
        self.history: Final = History(self.game)
        self.n_decisions = 0
        self._contributions: tuple[tuple[int, bytes], ...] = ()
        self._body: Final[list[Move | Mark]] = []
        self._n_given = 0
        self._dealer: Dealer | None = None

    def contribute(self, contributions: tuple[tuple[int, bytes], ...]) -> None:
        self._contributions = contributions

    def is_given(self) -> bool:
        """Return True if the next line is one that the table begins with."""
        return self._n_given < len(self.spec.begins)

    def play_given(self, line: str) -> None:
        """Play a line that the table begins with."""
        if line != self.spec.begins[self._n_given]:
            raise PackError("expected the position that the table begins with")
        self._n_given += 1
        self._carry_out(self.notation.parse(line))

    def begin(self) -> None:
        """Play what the table begins with, and deal."""
        for line in self.spec.begins:
            self.play_given(line)
        self.deal_due()

    def play(self, action: Action) -> None:
        """Play a decision of a seat."""
        self._carry_out(action)
        self.n_decisions += 1

    def deal(self) -> Action:
        """Deal the next outcome of chance."""
        if self._dealer is None:
            keys = self._keys()
            is_given = bool(self.spec.begins)
            state = self.history.state
            self._dealer = (
                dealer_from(self.game, keys, state) if is_given else Dealer(self.game, keys)
            )
        dealt = self._dealer.deal(self.history.state)
        self._carry_out(dealt)
        return dealt

    def deal_due(self) -> None:
        while self.history.state.actor == CHANCE and not self.is_over():
            self.deal()

    def is_over(self) -> bool:
        return self.game.is_over(self.history.state)

    def _keys(self) -> Keys:
        return derive_keys(self.seed, self.game_id, dict(self._contributions))

    def _carry_out(self, action: Action) -> None:
        round_before = self.history.state.round
        self.history.play(action)
        self._body.append(Move(self.notation.text(action)))
        mark = mark_after(self.game, round_before, self.history.state)
        if mark is not None:
            self._body.append(mark)

    def transcript(self) -> Transcript:
        """Return the game so far; with its result if it is over."""
        closing = None
        if self.is_over():
            state = self.history.state
            reason = self.game.scoring.end_reason(state)
            closing = Closing(self.seed, tuple(state.ranking), reason)
        committed = commitment(self.game_id, self.rules, self.seed)
        assert opens(committed, self.game_id, self.rules, self.seed)
        return sealed(
            Transcript(
                self.game_id,
                self.spec,
                self.rules,
                committed,
                self._contributions,
                tuple(self._body),
                closing,
            )
        )

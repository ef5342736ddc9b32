"""Moves as a short text."""

import pytest

from gridwright.arena.fixtures import mixed
from gridwright.arena.moves import MovesError, Unpacked, pack_moves
from gridwright.arena.playing import (
    Place,
    ReplayError,
    follow,
    play_place,
    rebuild,
    write_transcript,
)
from gridwright.content.table import list_editions
from gridwright.engine.digest import digest
from gridwright.engine.editions.card.vocabulary import BuyCard, Produce
from gridwright.engine.topics import VOCABULARY
from gridwright.engine.vocabulary.auction import Bid, DropOut, OfferPlant, PassAuction
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.building import ConnectCity
from gridwright.engine.vocabulary.production import RunPlants
from gridwright.engine.vocabulary.turn import TakeBack
from gridwright.fair.transcript import format_transcript
from gridwright.fair.verify import verify
from tests.arena.matches import SERIES, cell_of

KIND_BITS = 5


def test_every_kind_fits_into_its_bits() -> None:
    assert max(kind.KIND for kind in VOCABULARY.actions.values()) < 1 << KIND_BITS


MOVES: list[Action] = [
    OfferPlant(2, 41, 300),
    Bid(2, 127),
    Bid(2, 128),
    DropOut(2),
    PassAuction(2),
    ConnectCity(2, 0),
    RunPlants(2, 1 << 45 | 1, 3),
    Produce(2, 5, 0, []),
    Produce(2, 5, 1, [1, 2, 3, 4, 5]),
    Produce(2, 5, 1, list(range(40))),
    BuyCard(2, 14, 8),
]


def _unpack(text: str, seat: int) -> list[Action]:
    unpacked = Unpacked(text)
    found: list[Action] = []
    while (action := unpacked.next_move(seat)) is not None:
        found.append(action)
    return found


def test_what_is_packed_is_unpacked() -> None:
    assert _unpack(pack_moves(MOVES), 2) == MOVES
    assert _unpack("", 0) == []
    assert len(pack_moves([DropOut(0)] * 300)) == 400


@pytest.mark.parametrize("text", ["!", "AAAA", "JQ==", "Jf8=", "DwAA", "4A=="])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(MovesError):
        _unpack(text, 0)


def test_bots_take_nothing_back() -> None:
    with pytest.raises(MovesError):
        pack_moves([TakeBack(0)])
    with pytest.raises(MovesError):
        pack_moves([Bid(0, -1)])


@pytest.mark.parametrize("edition", list_editions())
@pytest.mark.parametrize("seats", [2, 4])
def test_a_stored_game_is_played_again(edition: str, seats: int) -> None:
    fixture = mixed(cell_of(f"{edition}:{seats}"), ["l0", "l1"])
    for deal in range(3):
        place = Place(fixture, 0, SERIES, deal, 0)
        played = play_place(place, checked=True)
        assert rebuild(place, played) == played
        assert digest(follow(place, played.moves)) == played.digest


def test_a_stored_game_becomes_a_transcript() -> None:
    place = Place(mixed(cell_of("classic:3"), ["l1"]), 0, SERIES, 5, 0)
    played = play_place(place)
    transcript = write_transcript(place, played.moves)
    assert verify(format_transcript(transcript).encode()).ok
    assert transcript.closing is not None
    assert list(transcript.closing.ranking) == played.ranking


def test_an_illegal_move_is_noticed() -> None:
    place = Place(mixed(cell_of("card:2"), ["l0"]), 0, SERIES, 0, 0)
    with pytest.raises(ReplayError, match="wrong_phase"):
        follow(place, pack_moves([ConnectCity(0, 3)]))
    played = play_place(place)
    extra = pack_moves([*_unpack(played.moves, 0), PassAuction(0)])
    with pytest.raises(ReplayError, match="after the end"):
        follow(place, extra)

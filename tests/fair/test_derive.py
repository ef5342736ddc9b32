"""Keys depend on the seed, the game and every contribution, and never on each other."""

import pytest

from gridwright.fair.derive import Keys, derive_keys, derive_master, verify_contribution

SEED = bytes(range(32))
GIVEN = {0: b"a" * 16, 2: b"b" * 32}


def test_the_order_of_arrival_does_not_matter() -> None:
    assert derive_master(SEED, "g", GIVEN) == derive_master(SEED, "g", dict([*GIVEN.items()][::-1]))


def test_everything_enters_the_master() -> None:
    variants = [
        (SEED, "g", GIVEN),
        (SEED[::-1], "g", GIVEN),
        (SEED, "h", GIVEN),
        (SEED, "g", {}),
        (SEED, "g", {0: GIVEN[0]}),
        (SEED, "g", {0: GIVEN[0], 1: GIVEN[2]}),
        (SEED, "g", {0: GIVEN[2], 2: GIVEN[0]}),
        (SEED, "g", {0: GIVEN[0], 2: GIVEN[2][:-1]}),
    ]
    assert len({derive_master(*variant) for variant in variants}) == len(variants)


def test_each_purpose_has_its_own_key() -> None:
    keys = Keys(bytes(32))
    streams = [keys.order(), keys.regions(), keys.deck()]
    streams += [keys.shuffle(place) for place in (1, 2, 3)]
    streams += [keys.bot(seat) for seat in range(6)]
    assert len({tuple([stream.word() for _place in range(8)]) for stream in streams}) == 12


def test_asking_again_begins_the_same_stream() -> None:
    keys = derive_keys(SEED, "g", GIVEN)
    assert keys.deck().word() == keys.deck().word()


def test_the_seed_has_its_full_length() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        derive_master(SEED[:-1], "g", {})


@pytest.mark.parametrize(("seat", "size"), [(-1, 16), (4, 16), (0, 15), (0, 33), (3, 0)])
def test_an_odd_contribution_is_refused(seat: int, size: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        verify_contribution(seat, bytes(size), 4)


@pytest.mark.parametrize(("seat", "size"), [(0, 16), (3, 32), (1, 20)])
def test_a_contribution_of_the_right_size_is_taken(seat: int, size: int) -> None:
    verify_contribution(seat, bytes(size), 4)

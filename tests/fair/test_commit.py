"""A commitment fixes the seed and hides it."""

import pytest

from gridwright.fair.commit import LABEL, commitment, number, opens, prefixed, verify_game_id

SEED = bytes(range(32))
RULES = "ab" * 32


def test_the_label_is_the_name_of_the_protocol() -> None:
    assert LABEL == b"gridwright-fair-1"


def test_a_commitment_opens_with_its_seed_only() -> None:
    committed = commitment("g1", RULES, SEED)
    assert len(committed) == 32
    assert opens(committed, "g1", RULES, SEED)
    assert not opens(committed, "g2", RULES, SEED)
    assert not opens(committed, "g1", "cd" * 32, SEED)
    assert not opens(committed, "g1", RULES, SEED[::-1])


def test_every_bit_of_the_seed_counts() -> None:
    found = {commitment("g1", RULES, SEED)}
    for place in range(256):
        changed = bytearray(SEED)
        changed[place // 8] ^= 1 << place % 8
        found.add(commitment("g1", RULES, bytes(changed)))
    assert len(found) == 257


def test_parts_cannot_be_shifted_into_each_other() -> None:
    assert commitment("ab", "c" * 64, SEED) != commitment("abc", "c" * 63, SEED)
    assert prefixed(b"a") + prefixed(b"bc") != prefixed(b"ab") + prefixed(b"c")
    assert number(258) == b"\0\0\1\2"


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match=f"expected a seed of 32 bytes, got {size}"):
        commitment("g1", RULES, bytes(size))


@pytest.mark.parametrize("game_id", ["", "a b", "a\n", "ü", "x" * 65, "a/b"])
def test_an_odd_game_id_is_refused(game_id: str) -> None:
    with pytest.raises(ValueError, match="expected 1 to 64"):
        verify_game_id(game_id)

"""Small ints in lists and sets: sums, and sets of ids as the bits of one int."""


def members(mask: int) -> list[int]:
    """Return the set bits of a mask, ascending; empty for a negative number, which is no mask."""
    found: list[int] = []
    bit = 0
    while mask > 0:
        if mask & 1:
            found.append(bit)
        mask >>= 1
        bit += 1
    return found


def count(mask: int) -> int:
    """Return the number of set bits."""
    n_bits = 0
    while mask > 0:
        mask &= mask - 1
        n_bits += 1
    return n_bits


def mask_of(ids: list[int]) -> int:
    """Return the mask whose members are ``ids``."""
    mask = 0
    for each in ids:
        mask |= 1 << each
    return mask


def total(counts: list[int]) -> int:
    """Return the sum of the counts."""
    found = 0
    for each in counts:
        found += each
    return found


def largest(counts: list[int]) -> int:
    """Return the largest count; 0 for an empty list."""
    found = 0
    for each in counts:
        if each > found:
            found = each
    return found

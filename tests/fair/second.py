"""The protocol a second time, from its description, sharing no line with the product.

HMAC is built from SHA-256, numbers are packed by ``struct``, and streams are generators.
"""

import hashlib
import struct
from collections.abc import Iterator, Sequence

LABEL = "gridwright-fair-1"


def sha(text: bytes) -> bytes:
    return hashlib.new("sha256", text).digest()


def mac(key: bytes, text: bytes) -> bytes:
    if len(key) > 64:
        key = sha(key)
    key = key.ljust(64, b"\0")
    inner = sha(bytes([byte ^ 0x36 for byte in key]) + text)
    return sha(bytes([byte ^ 0x5C for byte in key]) + inner)


def commit(game_id: str, rules: str, seed: bytes) -> bytes:
    shape = f">{len(LABEL)}sI{len(game_id)}sI{len(rules)}s32s"
    parts = (LABEL.encode(), len(game_id), game_id.encode(), len(rules), rules.encode(), seed)
    return sha(struct.pack(shape, *parts))


def master(seed: bytes, game_id: str, contributions: Sequence[tuple[int, bytes]]) -> bytes:
    pieces = [LABEL.encode(), struct.pack(">I", len(game_id)), game_id.encode()]
    for seat, given in sorted(contributions):
        pieces.append(struct.pack(">II", seat, len(given)) + given)
    return mac(seed, b"".join(pieces))


def words(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        yield from struct.unpack(">8I", mac(key, struct.pack(">Q", counter)))
        counter += 1


def below(source: Iterator[int], bound: int) -> int:
    n_full_rounds = 2**32 // bound
    for word in source:
        if word < n_full_rounds * bound:
            return word - word // bound * bound
    raise AssertionError("a stream has no end")


def shuffled(source: Iterator[int], items: Sequence[int]) -> list[int]:
    """Draw the last place first: each draw swaps with the item at that place."""
    left = list(items)
    tail: list[int] = []
    while len(left) > 1:
        picked = below(source, len(left))
        tail.append(left[picked])
        left[picked] = left[-1]
        left.pop()
    return left + tail[::-1]


def hidden(
    key: bytes, layers: Sequence[tuple[Sequence[Sequence[int]], Sequence[int]]]
) -> list[int]:
    """``layers``: top first, the cards by back and how many of each back are drawn."""
    source = words(key)
    order: list[int] = []
    for cards_by_back, counts in layers:
        layer: list[int] = []
        for cards, n_cards in zip(cards_by_back, counts, strict=True):
            free = [card for card in sorted(cards) if card not in order]
            layer += shuffled(source, free)[:n_cards]
        order += shuffled(source, layer)
    return order

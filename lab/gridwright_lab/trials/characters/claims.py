"""What the lines of the characters on the page /bots say, as differences that can be counted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

CARDS: Final = "card"


@dataclass(frozen=True)
class Claim:
    """A statistic in which a character differs from plain bots of its level."""

    statistic: str
    sign: int
    """1 for more than the others, -1 for less."""
    on_boards: bool = True
    in_card_games: bool = True

    def is_about(self, cell: str) -> bool:
        return self.in_card_games if cell.startswith(CARDS) else self.on_boards


CLAIMS: Final[Mapping[str, Sequence[Claim]]] = {
    "Blaise": [Claim("money kept", 1)],
    "Emmy": [Claim("cities beyond the plants", 1, in_card_games=False)],
    "Samuel": [Claim("green plants, %", 1)],
    "Grete": [Claim("fuel stored", 1)],
    "Max": [Claim("coal plants, %", 1)],
    "Lise": [Claim("uranium plants, %", 1)],
    "Hedy": [
        Claim("mean number of a plant", 1, in_card_games=False),
        Claim("paid above the lowest bid, a plant", 1, in_card_games=False),
    ],
    "Konrad": [Claim("money kept", 1), Claim("place in the order", 1)],
    "Ada": [Claim("rivals' nearest cities taken, %", 1, in_card_games=False)],
    "Nikola": [Claim("fuel stored", 1)],
    "Alan": [Claim("paid above the lowest bid, a plant", 1)],
    "Grace": [Claim("money kept", -1, in_card_games=False)],
}

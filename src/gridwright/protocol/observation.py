"""What one viewer sees of the game: public facts, and what is the viewer's own.

Cards, cities, kinds and seats are indexes; a mask has one bit for each; -1 is nobody, nothing, or
an amount that the viewer may not see.
"""

import msgspec


class StackSeen(msgspec.Struct, frozen=True):
    """What everybody knows of the stack, which is never its order."""

    pools: list[int]
    """Masks of the cards that may still come, by their backs."""
    counts: list[int]
    n_mixed: int
    top_back: int


class AuctionSeen(msgspec.Struct, frozen=True):
    """The plant that is up, the standing bid, and who is still in."""

    lot: int
    bid: int
    leader: int
    contenders: int
    """A mask of seats."""
    out: int
    """A mask of the seats that buy no plant any more in this round."""
    scrapper: int


class TrustSeen(msgspec.Struct, frozen=True):
    """What the Trust has, in a game for two."""

    plants: list[int]
    fuel: list[int]
    houses: int


class Observation(msgspec.Struct, frozen=True):
    """The game as a viewer sees it; events bring it up to date (``engine.observe.fold``)."""

    viewer: int
    """A seat, or -3 for a spectator."""
    phase: int
    round: int
    step: int
    actor: int
    """The seat that must act; -1 is chance, -2 nobody."""
    takebacks: int
    order: list[int]
    money: list[int]
    plants: list[list[int]]
    stored: list[list[list[int]]]
    """``stored[seat][place][kind]``: the fuel on plants."""
    n_cities: list[int]
    market: list[int]
    market_size: int
    current_size: int
    discount: int
    gone: int
    """A mask of the cards that have left the game."""
    contractor: int
    is_dry: bool
    stack: StackSeen
    auction: AuctionSeen
    tokens: list[int]
    supply: list[int]
    closed: int
    regions: int
    spaces: list[int]
    """``spaces[city * n_spaces + space]``: whose house stands there; 7 is the Trust's."""
    trust: TrustSeen
    scores: list[int]
    ranking: list[int]
    parts: dict[str, list[int]]
    """What lies on the table in one edition alone."""

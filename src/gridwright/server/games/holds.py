"""How long a table waits before a bot plays or a card is turned up, so that an order can be undone.

The wait follows a person's order that ends the person's part. What waits is the server: a bot's
turn, a bid left in advance, the outcomes of chance, the end. Another person never waits, except for
a card that must be dealt first.
"""

from collections.abc import Sequence
from typing import Final

from gridwright.server.games.seats import SeatHolder
from gridwright.server.games.terms import Terms

AMONG_BOTS: Final = 2_500
AMONG_PEOPLE: Final = 1_000


def hold_of(terms: Terms, seats: Sequence[SeatHolder]) -> int:
    """Milliseconds; 0 if a table waits for nobody."""
    if terms.hold is not None:
        return terms.hold
    n_people = sum([holder.is_person for holder in seats])
    return AMONG_PEOPLE if n_people > 1 else AMONG_BOTS

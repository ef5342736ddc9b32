"""All bad requests: forged, stale, repeated, malformed and out-of-turn ones.

Each is made for a table in its current state, and is not legal there: by construction, or because
the rules refuse it on a separate copy of the table.
"""

from collections.abc import Callable, Iterator
from typing import Final

from gridwright_lab.trials.bad_input.credentials import (
    bad_accounts,
    forged_sessions,
    forged_tickets,
    out_of_turn,
)
from gridwright_lab.trials.bad_input.encoding import flipped_bits, malformed_orders, wrong_routes
from gridwright_lab.trials.bad_input.lobby_and_chat import bad_chat, bad_rematches, bad_searches
from gridwright_lab.trials.bad_input.tables import bad_tables
from gridwright_lab.trials.bad_input.target import BadRequest, Target
from gridwright_lab.trials.bad_input.timing import (
    almost_legal,
    repeated_orders,
    wrong_moments,
    wrong_versions,
)

MAKERS: Final[tuple[Callable[[Target], Iterator[BadRequest]], ...]] = (
    forged_tickets,
    forged_sessions,
    bad_accounts,
    out_of_turn,
    almost_legal,
    wrong_versions,
    repeated_orders,
    wrong_moments,
    malformed_orders,
    flipped_bits,
    wrong_routes,
    bad_tables,
    bad_searches,
    bad_chat,
    bad_rematches,
)


def bad_requests(target: Target) -> list[BadRequest]:
    """Return all bad requests for one table in its current state."""
    return [request for maker in MAKERS for request in maker(target)]

"""What an append says about notices: somebody's turn has begun, or the one that stood is over.

It is written in the transaction of the entry, so no turn is without its notice and no notice
outlives its turn.
"""

from typing import Final, TypeAlias

import msgspec

from gridwright.server.storage.limits import verify_moment

NOTICE_AFTER: Final = 5_000
"""Milliseconds until anybody is told: whoever is there acts sooner, or takes an order back."""


class TurnBegan(msgspec.Struct, frozen=True):
    """A person with an account is waited for from this entry on."""

    seat: int
    person_id: str
    due_at: int
    """When the person may be told."""


class TurnEnded(msgspec.Struct, frozen=True):
    """Nobody with an account is waited for any more."""


TurnChange: TypeAlias = TurnBegan | TurnEnded


def verify_turn(turn: TurnChange | None) -> None:
    """Raise Malformed unless the notice can be stored."""
    if isinstance(turn, TurnBegan):
        verify_moment("due_at", turn.due_at)

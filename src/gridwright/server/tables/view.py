"""What one viewer is shown of a table: everything that is public, and what is the viewer's own."""

from gridwright.engine.codec import Json, observation_values, offer_values
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.observe import observe
from gridwright.server.store.games import Status
from gridwright.server.tables.table import Table


def view(table: Table, viewer: int = SPECTATOR) -> dict[str, Json]:
    """The whole table as a record; a fresh page and one that missed something ask for the same.

    Offers are shown to the seat that must act alone: their ranges tell its money (c11.3).
    """
    offers: list[Json] = []
    if table.actor() == viewer:
        offers.extend([offer_values(offer) for offer in table.game.offers(table.state)])
    seats: list[Json] = [
        {
            "name": holder.name,
            "bot": holder.bot,
            "is_person": holder.is_person,
            "is_ready": holder.is_ready,
        }
        for holder in table.seats
    ]
    left: list[Json] = []
    left.extend(table.clocks.left)
    begun = table.status is not Status.GATHERING
    return {
        "game_id": table.game_id,
        "version": table.version,
        "status": table.status.value,
        "rules": table.rules,
        "commitment": table.commitment.hex(),
        "seed": table.revealed.hex(),
        "seats": seats,
        "time_left": left,
        "deadline_at": table.clocks.deadline(),
        "observation": observation_values(observe(table.game, table.state, viewer))
        if begun
        else None,
        "offers": offers,
    }

"""What one viewer is shown of a table: everything that is public, and what is the viewer's own."""

from gridwright.engine.codec import Json, observation_values, offer_values
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.observe import observe
from gridwright.server.games.table import Table
from gridwright.server.storage.games import Status


def view(table: Table, viewer: int = SPECTATOR) -> dict[str, Json]:
    """The whole table as a record; a fresh page and one that missed something ask for the same."""
    seen: Json = None
    if table.status is not Status.GATHERING:
        seen = observation_values(observe(table.game, table.state, viewer))
    return {**standing(table, viewer), "observation": seen}


def standing(table: Table, viewer: int = SPECTATOR) -> dict[str, Json]:
    """The table without the observation, which a page that missed nothing has from the events.

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
            "kept_for": holder.kept_for,
            "vacation": _vacation(table, seat),
            "vacation_days_left": table.clocks.vacation_days_left(seat),
            "night": _night(table, seat) if seat == viewer else None,
        }
        for seat, holder in enumerate(table.seats)
    ]
    left: list[Json] = []
    left.extend(table.clocks.left)
    return {
        "game_id": table.game_id,
        "version": table.version,
        "status": table.status.value,
        "rules": table.rules,
        "commitment": table.commitment.hex(),
        "seed": table.revealed.hex(),
        "rematch": table.rematch,
        "viewer": viewer,
        "seats": seats,
        "time_left": left,
        "deadline_at": table.clocks.deadline(),
        "offers": offers,
    }


def _vacation(table: Table, seat: int) -> Json:
    """The last vacation, past or to come; everybody may know why a clock stands still."""
    last = table.clocks.vacation(seat)
    return None if last is None else {"starts_at": last.starts_at, "ends_at": last.ends_at}


def _night(table: Table, seat: int) -> Json:
    """When somebody sleeps, and so roughly where, is nobody else's business."""
    night = table.clocks.nights[seat]
    if night is None:
        return None
    return {"start": night.start, "end": night.end, "utc_offset": night.utc_offset}

"""Work that is due at a table without a player's order."""

from collections.abc import Collection

import msgspec

from gridwright.bots.registry import SEARCHING
from gridwright.table import commands, leaving
from gridwright.table.commands import Decision
from gridwright.table.entries import Status
from gridwright.table.sealing import NoteSeal, open_limit
from gridwright.table.table import Table


class SearchRequired(msgspec.Struct, frozen=True):
    """The acting seat's bot must search, which takes seconds: the caller chooses where."""

    seat: int


def decide_due(
    table: Table, now: int, seal: NoteSeal, here: Collection[int] | None = ()
) -> Decision | SearchRequired:
    """Decide the next due work: begin, deal, a bot's turn, a bid limit, a time-out or the reveal.

    Does not compare deadlines with `now`: call it once `Table.deadline_at` has passed. The players
    in `here` are connected and get more time; None means that this is unknown. Raises
    RefusedCommand if nothing is due.
    """
    if table.status is Status.GATHERING:
        return commands.begin(table)
    if table.is_over():
        return commands.reveal(table)
    if table.is_deal_due():
        return commands.deal(table)
    actor = table.actor()
    if actor is not None and table.seats[actor].bot in SEARCHING:
        return SearchRequired(actor)
    if actor is not None and table.seats[actor].bot:
        return commands.act_for_bot(table)
    if actor is not None and table.is_limit_due(actor):
        box = table.left_bids.boxes[actor]
        return commands.act_by_limit(table, open_limit(seal, table.game_id, actor, box))
    if table.has_no_deadline():
        return leaving.take_over(table, now, here)
    return commands.time_out(table)

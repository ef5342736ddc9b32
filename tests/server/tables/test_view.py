"""The view of a table has advice for the seat to move only."""

from functools import partial

from gridwright.content.table import TableSpec
from gridwright.table import commands
from gridwright.table.view import standing, view
from tests.server.tables.lone_table import LoneTable


def test_the_seat_to_move_alone_is_warned() -> None:
    lone = LoneTable(TableSpec("classic", "original", "usa", 2, order=(0, 1)))
    lone.seat_people("Ada", "Bob")
    table = lone.table
    n_warned = n_fuel = n_power = 0
    for _action in range(60):
        actor = table.state.actor
        for viewer in (0, 1, -3):
            told = standing(table, viewer)
            if viewer == actor:
                n_warned += bool(told["warnings"])
                n_fuel += told["fuel"] is not None
                n_power += told["power"] is not None
            else:
                assert (told["warnings"], told["fuel"], told["power"]) == ([], None, None)
            assert view(table, viewer)["warnings"] == told["warnings"]
        options = table.game.offers(table.state)
        action = options[0].actions()[0]
        lone.do(partial(commands.act, seat=actor, action=action))
        if table.game.is_over(table.state):
            break
    assert n_warned > 3
    assert n_fuel > 3
    assert n_power > 0

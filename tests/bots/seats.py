"""Bots at the tables of the kit."""

from gridwright.bots.registry import find_bot
from gridwright.bots.seated_bot import SeatedBot
from gridwright.fair.derive import Keys
from tests.kit.table import Table

KEYS = Keys(b"tests of bots")


def seated(table: Table, bot: str = "l1") -> SeatedBot:
    """A bot at the seat whose turn it is."""
    return SeatedBot(find_bot(bot), table.game, table.actor, KEYS)


def choice(table: Table, bot: str = "l1") -> str:
    """Return a bot's move at this table, as text."""
    return table.notation.text(seated(table, bot).act(table.state))


def play_turn(table: Table, bot: str = "l1") -> list[str]:
    """Let a bot play to another seat's turn or phase; return its moves, without chance."""
    actor = table.actor
    phase = table.phase
    playing = seated(table, bot)
    done: list[str] = []
    while (table.actor, table.phase) == (actor, phase):
        action = playing.act(table.state)
        done.append(table.notation.text(action))
        table.act(action)
        table.deal()
    return done

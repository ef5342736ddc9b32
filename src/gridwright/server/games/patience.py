"""How long a table waits for somebody: with no clock nothing may stand still for ever."""

from typing import Final

from gridwright.server.games.rests import MS_PER_DAY, MS_PER_MINUTE

LONGEST_WAIT: Final = 14 * MS_PER_DAY
"""So long a table waits for a person among bots, and for nobody longer."""
TAKE_OVER: Final = 3 * MS_PER_DAY
"""So long a table without a clock waits for somebody, unless it was made to wait otherwise."""
LAST_CALL: Final = 4
"""Whoever has the page open may take so many times as long, but a day at least: a page may be left
open for weeks."""
LEAST_LAST_CALL: Final = MS_PER_DAY
LEAST_TAKE_OVER: Final = 5 * MS_PER_MINUTE
AWAY_AFTER: Final = 3 * MS_PER_MINUTE
"""Somebody who is not there for so long in a live game is away, and the others may decide."""
MISSED_TURNS: Final = 2
"""Or, in a game by turns, somebody who let so many turns pass."""
WAIT_LONGER: Final = 5 * MS_PER_MINUTE
"""For so long nobody is asked again when the people present want to wait."""

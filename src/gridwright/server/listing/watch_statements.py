"""Statements about public games, in SQL that both databases accept.

Each set of criteria has its own statement. The indexes contain the columns after their order, so
rows that do not match are skipped without reading them.
"""

from collections.abc import Iterable
from typing import Final

DUE: Final = """\
SELECT game_id, is_live, at, told FROM shown_game
WHERE due_at IS NOT NULL AND due_at <= $1
ORDER BY due_at DESC LIMIT $2
"""
"""Newest first: games older than this feature come after today's."""

TELL: Final = """\
UPDATE shown_game
SET due_at = NULL, edition = $4, board = $5, seats = $6, has_people = $7, is_close = $8, told = $9
WHERE game_id = $1 AND is_live = $2 AND at = $3
RETURNING game_id
"""
"""Changes nothing if the game has ended meanwhile: then it is due again."""

SHOW: Final = """\
INSERT INTO shown_game (game_id, is_live, at, due_at, edition, board, seats, has_people, is_close,
                        told)
VALUES ($1, $2, $3, $3, '', '', 0, FALSE, FALSE, '')
ON CONFLICT (game_id) DO UPDATE SET
    is_live = excluded.is_live, at = excluded.at, due_at = excluded.due_at
WHERE shown_game.is_live AND NOT excluded.is_live
RETURNING game_id, is_live, at, told
"""
"""Has no effect, and returns no row, for a beginning or an end that is known already."""

HIDE: Final = "DELETE FROM shown_game WHERE game_id = $1"

FORGET_WORDS: Final = "DELETE FROM shown_word WHERE game_id = $1"

ADD_WORD: Final = """\
INSERT INTO shown_word (word, at, game_id, edition, board, seats, is_close)
VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
"""

PUT_OFF: Final = "UPDATE shown_game SET due_at = $4 WHERE game_id = $1 AND is_live = $2 AND at = $3"

_LIVE: Final = "is_live AND due_at IS NULL"
_OVER: Final = "NOT is_live AND due_at IS NULL"
_TOLD: Final = "game_id, edition, board, at, told"
_NEWEST: Final = "ORDER BY at DESC, game_id DESC LIMIT $4"
"""Newest first, also for counts: in this order the index alone is enough."""

MAX_COMPARED: Final = 3_000
"""Number of newest games with the rarest word that are checked for the other words."""


def live(columns: Iterable[str]) -> str:
    """Return the statement of the first $1 running games, with the column values from $2 on."""
    return f"""\
SELECT game_id, at, has_people FROM shown_game
WHERE {_LIVE}{_criteria(columns, 2)}
ORDER BY has_people DESC, at DESC, game_id DESC LIMIT $1
"""


ONE_LIVE: Final = f"""\
SELECT game_id, at, has_people, edition FROM shown_game WHERE game_id = $1 AND {_LIVE}
"""

COUNT_LIVE: Final = f"""\
SELECT edition, count(*), sum(CASE WHEN has_people THEN 1 ELSE 0 END)
FROM shown_game WHERE {_LIVE} GROUP BY edition
"""


def over(columns: Iterable[str], n_words: int) -> str:
    """Return the statement of a page of finished games.

    Before ($1, $2), after $3, $4 of them; then the criteria.
    """
    if not n_words:
        return f"SELECT {_TOLD} {_found(columns, 0)} {_NEWEST}"
    told = ", ".join([f"g.{name}" for name in _TOLD.split(", ")])
    return f"""\
SELECT {told} FROM (SELECT at, game_id {_found(columns, n_words)} {_NEWEST}) AS found
JOIN shown_game AS g ON g.game_id = found.game_id
ORDER BY found.at DESC, found.game_id DESC
"""


def count_over(columns: Iterable[str], n_words: int) -> str:
    """Return the statement that counts the matches, up to $4."""
    return f"SELECT count(*) FROM (SELECT 1 {_found(columns, n_words)} {_NEWEST}) AS found"


COUNT_WORD: Final = """\
SELECT count(*) FROM (
    SELECT 1 FROM shown_word WHERE word = $1 ORDER BY at DESC, game_id DESC LIMIT $2
) AS found
"""
"""Counts the games with a word, up to a limit: the rarest is searched first."""


def _found(columns: Iterable[str], n_words: int) -> str:
    """Return the selection of finished games, by a word if there is one.

    Running games have no words.
    """
    names = list(columns)
    first = 5
    where = f"(at, game_id) < ($1, $2) AND at >= $3{_criteria(names, first)}"
    if not n_words:
        return f"FROM shown_game WHERE {_OVER} AND {where}"
    word = first + len(names)
    found = f"FROM shown_word WHERE word = ${word} AND {where}"
    if n_words == 1:
        return found
    # With a limit it reads one row per game. With EXISTS the database would rather read every game
    # with the other word, and that may be all of them.
    look = "SELECT 1 FROM shown_word AS o WHERE o.game_id = w.game_id AND o.word = ${n} LIMIT 1"
    others = " AND ".join([f"({look.format(n=n)}) = 1" for n in range(word + 1, word + n_words)])
    newest = f"SELECT at, game_id {found} ORDER BY at DESC, game_id DESC LIMIT {MAX_COMPARED}"
    return f"FROM ({newest}) AS w WHERE {others}"


def _criteria(columns: Iterable[str], first: int) -> str:
    found = enumerate(columns, start=first)
    return "".join([f" AND {name} = ${place}" for place, name in found])

"""Statements of the outbox, in SQL that both databases accept.

The row of `outbox_reader` without a name has the last number that an event got; each other row is
the cursor of a reader.
"""

from typing import Final

HAS_NEW: Final = "SELECT 1 FROM outbox WHERE number IS NULL LIMIT 1"

NUMBER: Final = (
    "UPDATE outbox_reader SET position = position WHERE name = ''",
    """\
UPDATE outbox SET number = found.number
FROM (
    SELECT id, (SELECT position FROM outbox_reader WHERE name = '')
               + row_number() OVER (ORDER BY id) AS number
    FROM (SELECT id FROM outbox WHERE number IS NULL ORDER BY id LIMIT 1000) AS new
) AS found
WHERE outbox.id = found.id
""",
    """\
UPDATE outbox_reader SET position = (SELECT max(number) FROM outbox)
WHERE name = '' AND position < (SELECT max(number) FROM outbox)
""",
)
"""One transaction that numbers the events that are committed by now.

Its first statement locks a row, so that the numbers of two such transactions become visible in
their order. The ids do not: one of an append that commits late is below those already read.
"""

REGISTER: Final = """\
INSERT INTO outbox_reader (name, position, owner, until, seen_at) VALUES ($1, 0, '', 0, $2)
ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at
"""
RETIRE: Final = "DELETE FROM outbox_reader WHERE name <> '' AND seen_at < $1"
"""Cursors of readers that no node has had for long: they would keep all events forever."""

BEHIND: Final = """\
SELECT name FROM outbox_reader
WHERE (owner = $1 OR until <= $2)
AND position < (SELECT position FROM outbox_reader WHERE name = '')
ORDER BY name
"""
"""Readers with unread events that no other node reads for at the moment."""

CLAIM: Final = """\
UPDATE outbox_reader SET owner = $2, until = $3
WHERE name = $1 AND (owner = $2 OR until <= $4)
RETURNING position, (SELECT head.position FROM outbox_reader AS head WHERE head.name = '')
"""
"""Also returns the last number: a reader that finds no event up to it has passed them all."""

READ: Final = """\
SELECT number, game_id, version, kind, at, data FROM outbox
WHERE number > $1 ORDER BY number LIMIT $2
"""
ADVANCE: Final = """\
UPDATE outbox_reader SET position = $3, until = $4, owner = $5
WHERE name = $1 AND owner = $2 AND position <= $3
RETURNING position
"""
"""Returns no row if the lease was lost: then another node reads on from the stored position."""

PRUNE: Final = """\
DELETE FROM outbox WHERE number <= (SELECT min(position) FROM outbox_reader WHERE name <> '')
"""

"""Statements of analyses, in SQL that both databases accept."""

from typing import Final

_ASK: Final = """\
INSERT INTO analysis (game_id, state, reason, done, total, tries, asked_at, until, worker)
SELECT game_id, $2, $3, 0, 0, 0, $4, 0, '' FROM game WHERE game_id = $1
ON CONFLICT (game_id) DO"""
ASK_FIRST: Final = f"{_ASK} NOTHING RETURNING state"
ASK: Final = f"""\
{_ASK} UPDATE
SET state = excluded.state, reason = excluded.reason, done = 0, total = 0, tries = 0,
    asked_at = excluded.asked_at, until = 0, worker = ''
WHERE analysis.state IN ('failed', 'cancelled')
RETURNING state
"""
"""A running or finished analysis is not changed."""

READ: Final = "SELECT state, reason, done, total, record FROM analysis WHERE game_id = $1"

DISCARD: Final = """\
UPDATE analysis SET state = 'cancelled', record = NULL
WHERE game_id = $1 AND state = 'done'
RETURNING state
"""

_FREE: Final = "(state = 'queued' OR state = 'running' AND until < $1)"

CLAIM: Final = f"""\
UPDATE analysis SET state = 'running', until = $2, worker = $3, tries = tries + 1
WHERE game_id = (SELECT game_id FROM analysis WHERE {_FREE} ORDER BY asked_at, game_id LIMIT 1)
    AND {_FREE}
RETURNING game_id, tries
"""
"""The condition is repeated: of two workers that found the same row, one claims it."""

BEAT: Final = """\
UPDATE analysis SET done = $3, total = $4, until = $5
WHERE game_id = $1 AND worker = $2 AND state = 'running'
RETURNING state
"""

END: Final = """\
UPDATE analysis SET state = $3, reason = $4, record = $5, done = total, until = 0, worker = ''
WHERE game_id = $1 AND worker = $2 AND state = 'running'
RETURNING state
"""

RELEASE: Final = """\
UPDATE analysis SET state = 'queued', tries = tries - 1, until = 0, worker = ''
WHERE game_id = $1 AND worker = $2 AND state = 'running'
RETURNING state
"""

CANCEL: Final = """\
UPDATE analysis SET state = 'cancelled', until = 0, worker = ''
WHERE game_id = $1 AND state IN ('queued', 'running')
RETURNING state
"""

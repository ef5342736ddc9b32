"""Statements of the chat, in SQL that both databases accept."""

from typing import Final

_SAID_BY: Final = "SELECT count(*) FROM chat WHERE game_id = $1 AND voice = $3"
_LAST: Final = "SELECT coalesce(max(number), 0) FROM chat WHERE game_id = $1"

SAY: Final = f"""\
INSERT INTO chat (game_id, number, at, voice, name, text)
SELECT $1, ({_LAST}) + 1, $2, $3, $4, $5
WHERE EXISTS (SELECT 1 FROM game WHERE game_id = $1 AND status <> 'archived')
    AND NOT EXISTS (SELECT 1 FROM chat_hush WHERE game_id = $1 AND voice = $3)
    AND ({_SAID_BY} AND at > $6) < $7
    AND ({_SAID_BY} AND at > $8) < $9
    AND ({_LAST}) < $10
RETURNING number
"""
"""Concurrent statements choose the same number: one fails, reads again and takes the next."""

WHY_UNSAID: Final = f"""\
SELECT status, EXISTS (SELECT 1 FROM chat_hush WHERE game_id = $1 AND voice = $2), ({_LAST})
FROM game WHERE game_id = $1
"""

SAID_BEFORE: Final = """\
SELECT at FROM chat WHERE game_id = $1 AND voice = $2 ORDER BY at DESC LIMIT 1 OFFSET $3
"""
"""Time of an earlier message of a voice, counted back from its last."""

MESSAGES: Final = """\
SELECT number, at, voice, name, text FROM chat
WHERE game_id = $1 AND number > $2 ORDER BY number LIMIT $3
"""

LAST: Final = _LAST

HIDE: Final = """\
INSERT INTO chat_block (game_id, voice, hidden)
SELECT $1, $2, $3
WHERE EXISTS (SELECT 1 FROM game WHERE game_id = $1)
    AND (SELECT count(*) FROM chat_block WHERE game_id = $1 AND voice = $2) < $4
ON CONFLICT (game_id, voice, hidden) DO NOTHING
"""
SHOW: Final = "DELETE FROM chat_block WHERE game_id = $1 AND voice = $2 AND hidden = $3"
HIDDEN: Final = "SELECT hidden FROM chat_block WHERE game_id = $1 AND voice = $2"

REPORT: Final = """\
INSERT INTO chat_report (game_id, number, voice, at, reason)
SELECT game_id, number, $3, $4, $5 FROM chat WHERE game_id = $1 AND number = $2
ON CONFLICT (game_id, number, voice) DO NOTHING
"""
REPORTS: Final = """\
SELECT game_id, number, voice, at, reason FROM chat_report
WHERE (game_id, number, voice) > ($2, $3, $4) ORDER BY game_id, number, voice LIMIT $1
"""
SETTLE: Final = "DELETE FROM chat_report WHERE game_id = $1 AND number = $2 RETURNING voice"

HUSH: Final = """\
INSERT INTO chat_hush (game_id, voice) SELECT game_id, $2 FROM game WHERE game_id = $1
ON CONFLICT (game_id, voice) DO NOTHING
"""
UNHUSH: Final = "DELETE FROM chat_hush WHERE game_id = $1 AND voice = $2"
KNOWN: Final = "SELECT 1 FROM game WHERE game_id = $1"

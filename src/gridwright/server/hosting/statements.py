"""Statements of the host's page, in SQL that both databases accept."""

from typing import Final

# Tables

COUNT_TABLES: Final = """\
SELECT status, clock, count(*) FROM game WHERE status IN ('gathering', 'running', 'paused')
GROUP BY status, clock
"""
OPEN_TABLES: Final = """\
SELECT created_at, game_id FROM game
WHERE status IN ('gathering', 'running', 'paused') AND (created_at, game_id) < ($1, $2)
ORDER BY created_at DESC, game_id DESC LIMIT $3
"""
OLDEST_DUE: Final = "SELECT min(wake_at) FROM game WHERE wake_at IS NOT NULL"
MOVED_AT: Final = """\
SELECT at FROM event WHERE game_id = $1 ORDER BY version DESC LIMIT 1
"""

# Statistics of nodes

NOTE_PULSE: Final = """\
INSERT INTO pulse (minute, node_id, at, moves, players, watchers)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (minute, node_id) DO UPDATE SET
    at = excluded.at, moves = excluded.moves, players = excluded.players,
    watchers = excluded.watchers
"""
FORGET_PULSES: Final = "DELETE FROM pulse WHERE minute < $1"
MOVES: Final = "SELECT coalesce(sum(moves), 0) FROM pulse WHERE minute > $1 AND minute <= $2"
MOVES_BY_SPAN: Final = """\
SELECT (minute - $1) / $3, sum(moves) FROM pulse WHERE minute >= $1 AND minute < $2
GROUP BY (minute - $1) / $3
"""
HERE: Final = """\
SELECT node_id, at, players, watchers FROM pulse WHERE minute >= $1 ORDER BY minute, node_id
"""

# People

_PERSON: Final = """\
person.person_id, name, folded, created_at, host_role.person_id IS NOT NULL,
    account_closed.person_id IS NOT NULL
FROM person LEFT JOIN host_role ON host_role.person_id = person.person_id
    LEFT JOIN account_closed ON account_closed.person_id = person.person_id"""
NEWEST_PEOPLE: Final = f"""\
SELECT {_PERSON}
WHERE (created_at, person.person_id) < ($1, $2)
ORDER BY created_at DESC, person.person_id DESC LIMIT $3
"""
PEOPLE_BY_NAME: Final = f"""\
SELECT {_PERSON} WHERE folded > $1 AND folded >= $2 AND folded < $3 ORDER BY folded LIMIT $4
"""
ONE_PERSON: Final = f"SELECT {_PERSON} WHERE person.person_id = $1"
MAKE_HOST: Final = """\
INSERT INTO host_role (person_id, since) VALUES ($1, $2) ON CONFLICT (person_id) DO NOTHING
"""
UNMAKE_HOST: Final = """\
DELETE FROM host_role WHERE person_id = $1
    AND EXISTS (SELECT 1 FROM host_role AS other WHERE other.person_id <> $1
        AND NOT EXISTS (SELECT 1 FROM account_closed AS gone
            WHERE gone.person_id = other.person_id))
RETURNING person_id
"""
"""Keeps the last host: only the command line could appoint another one."""
REMOVE_HOST: Final = "DELETE FROM host_role WHERE person_id = $1"
CLOSE_ACCOUNT: Final = """\
INSERT INTO account_closed (person_id, at) VALUES ($1, $2) ON CONFLICT (person_id) DO NOTHING
"""
OPEN_ACCOUNT: Final = "DELETE FROM account_closed WHERE person_id = $1"

# Reports

REPORT_SEAT: Final = """\
INSERT INTO seat_report
    (game_id, seat, reporter, person_id, name, reporter_name, at, reason)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (game_id, seat, reporter) DO NOTHING
"""
SEAT_REPORTS: Final = """\
SELECT game_id, seat, person_id, name, reporter_name, at, reason FROM seat_report
ORDER BY at LIMIT $1
"""
SETTLE_SEAT: Final = """\
DELETE FROM seat_report WHERE game_id = $1 AND seat = $2 RETURNING name
"""
COUNT_SEAT_REPORTS: Final = """\
SELECT count(*) FROM (SELECT DISTINCT game_id, seat FROM seat_report) AS each
"""
COUNT_MESSAGE_REPORTS: Final = """\
SELECT count(*) FROM (SELECT DISTINCT game_id, number FROM chat_report) AS each
"""

# Audit log

NOTE_DEED: Final = """\
INSERT INTO host_deed (deed_id, at, kind, host, about, figure) VALUES ($1, $2, $3, $4, $5, $6)
"""
DEEDS: Final = """\
SELECT at, kind, host, about, figure FROM host_deed WHERE at >= $1 ORDER BY at DESC LIMIT $2
"""
LAST_DEED: Final = """\
SELECT at, figure FROM host_deed WHERE kind = $1 ORDER BY at DESC LIMIT 1
"""
FORGET_DEEDS: Final = "DELETE FROM host_deed WHERE at < $1 AND kind <> 'backup'"

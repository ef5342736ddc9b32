"""Statements about notices, in SQL that both databases accept."""

from typing import Final

CLAIM: Final = """\
UPDATE notice SET due_at = $2
WHERE game_id IN (SELECT game_id FROM notice WHERE due_at <= $1 ORDER BY due_at LIMIT $3)
    AND due_at <= $1
RETURNING game_id, version, seat, person_id, at, due_at, tries, told
"""
"""Lease a notice by moving its due time.

The condition is repeated: of two workers that found the same notice, one claims it.
"""

KEEP: Final = """\
UPDATE notice SET due_at = $4, tries = $5, told = $6
WHERE game_id = $1 AND version = $2 AND due_at = $3
RETURNING version
"""
"""The end of the lease distinguishes this claim from a later one."""

BEGIN_TURN: Final = """\
INSERT INTO notice (game_id, version, seat, person_id, at, due_at, tries, told)
SELECT $1, $2, $3, $4, $5, $6, 0, '' WHERE NOT EXISTS (
    SELECT 1 FROM outbox
    WHERE outbox.game_id = $1 AND outbox.version > $2 AND outbox.kind = 'turn'
)
ON CONFLICT (game_id) DO UPDATE SET
    version = excluded.version, seat = excluded.seat, person_id = excluded.person_id,
    at = excluded.at, due_at = excluded.due_at, tries = 0, told = ''
WHERE notice.version < excluded.version
"""
"""Has no effect for a turn that is known already, or over: then its end is still in the outbox."""
END_TURN: Final = "DELETE FROM notice WHERE game_id = $1 AND version < $2"

STANDING: Final = """\
SELECT version FROM notice WHERE game_id = $1 AND NOT EXISTS (
    SELECT 1 FROM outbox
    WHERE outbox.game_id = notice.game_id AND outbox.version > notice.version
    AND outbox.kind = 'turn'
)
"""
"""The append that ends a turn writes its event, so an unread one already counts."""

_CHANNEL: Final = (
    "channel_id, person_id, kind, box, label, is_confirmed, every, created_at, told_at, failures, "
    "failed_at, answer"
)

CHANNELS: Final = f"""\
SELECT {_CHANNEL} FROM notice_channel WHERE person_id = $1 ORDER BY created_at, channel_id
"""

WALK_CHANNELS: Final = f"""\
SELECT {_CHANNEL} FROM notice_channel WHERE channel_id > $1 ORDER BY channel_id LIMIT $2
"""

ADD_CHANNEL: Final = f"""\
INSERT INTO notice_channel ({_CHANNEL})
SELECT $1, person_id, $3, $4, $5, $6, $7, $8, 0, 0, 0, '' FROM person
WHERE person_id = $2
    AND (SELECT count(*) FROM notice_channel AS own WHERE own.person_id = $2) < $9
RETURNING channel_id
"""

RESEAL_CHANNEL: Final = "UPDATE notice_channel SET box = $3 WHERE channel_id = $1 AND box = $2"

REMOVE_CHANNEL: Final = """\
DELETE FROM notice_channel WHERE person_id = $1 AND channel_id = $2 RETURNING kind
"""

CONFIRM_CHANNEL: Final = """\
UPDATE notice_channel SET is_confirmed = true
WHERE person_id = $1 AND channel_id = $2 RETURNING kind
"""

TAKE_SLOT: Final = """\
UPDATE notice_channel SET told_at = $2 WHERE channel_id = $1 AND told_at <= $3 RETURNING told_at
"""
"""Claim the channel's send slot; return no row if it was used after $3."""

REACHED: Final = """\
UPDATE notice_channel SET failures = 0, failed_at = 0, answer = '' WHERE channel_id = $1
"""

FAILED: Final = """\
UPDATE notice_channel SET failures = failures + 1, failed_at = $2, answer = $3, told_at = $4
WHERE channel_id = $1
"""

TURN: Final = "SELECT version, person_id, told FROM notice WHERE game_id = $1"
LATER: Final = """\
UPDATE notice SET due_at = $4, told = $5
WHERE game_id = $1 AND version = $2 AND person_id = $3 RETURNING version
"""
"""Postpone a notice; a worker that has claimed it finds it changed and skips it."""

MUTED: Final = "SELECT kind FROM notice_muted WHERE person_id = $1 AND what = $2 ORDER BY kind"
UNMUTE: Final = "DELETE FROM notice_muted WHERE person_id = $1 AND what = $2"
MUTE: Final = "INSERT INTO notice_muted (person_id, what, kind) VALUES ($1, $2, $3)"

CHOICE: Final = (
    "SELECT quiet_from, quiet_to, zone, language FROM notice_choice WHERE person_id = $1"
)

CHOOSE: Final = """\
INSERT INTO notice_choice (person_id, quiet_from, quiet_to, zone, language)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (person_id) DO UPDATE SET
    quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
    zone = excluded.zone, language = excluded.language
"""

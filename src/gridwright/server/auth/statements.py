"""Statements about sessions, tokens, passkeys and attempts, in SQL that both databases accept."""

from typing import Final

_SESSION: Final = "session_id, person.person_id, name, session.created_at, seen_at, device"
_TOKEN: Final = "token_id, person_id, label, scopes, is_program, created_at, used_at"
_PASSKEY: Final = "credential_id, person_id, public_key, sign_count, label, created_at"

_IS_OPEN: Final = """\
NOT EXISTS (SELECT 1 FROM account_closed WHERE account_closed.person_id = person.person_id)"""
"""If a host has closed an account, no credential opens a session."""

OPEN_SESSION: Final = f"""\
INSERT INTO session (session_id, person_id, created_at, seen_at, device)
SELECT $1, person_id, $3, $3, $4 FROM person WHERE person_id = $2 AND {_IS_OPEN}
RETURNING session_id
"""
SESSION: Final = f"""\
SELECT {_SESSION} FROM session JOIN person ON person.person_id = session.person_id
WHERE session_id = $1 AND {_IS_OPEN}
"""
SESSIONS: Final = f"""\
SELECT {_SESSION} FROM session JOIN person ON person.person_id = session.person_id
WHERE session.person_id = $1
ORDER BY seen_at DESC, session_id
"""
SEE_SESSION: Final = "UPDATE session SET seen_at = $2 WHERE session_id = $1 AND seen_at < $2"
END_SESSION: Final = """\
DELETE FROM session WHERE person_id = $1 AND session_id = $2 RETURNING session_id
"""
END_SESSIONS: Final = """\
DELETE FROM session WHERE person_id = $1 AND session_id <> $2 RETURNING session_id
"""
END_UNSEEN: Final = """\
DELETE FROM session WHERE person_id = $1 AND (seen_at < $2 OR created_at < $3)
"""

ADD_TOKEN: Final = f"INSERT INTO personal_token ({_TOKEN}) VALUES ($1, $2, $3, $4, $5, $6, NULL)"
TOKEN: Final = f"""\
SELECT token_id, person.person_id, name, label, scopes, is_program, personal_token.created_at,
    used_at
FROM personal_token JOIN person ON person.person_id = personal_token.person_id
WHERE token_id = $1 AND {_IS_OPEN}
"""
TOKENS: Final = f"""\
SELECT {_TOKEN} FROM personal_token WHERE person_id = $1 ORDER BY created_at, token_id
"""
USE_TOKEN: Final = "UPDATE personal_token SET used_at = $2 WHERE token_id = $1"
REMOVE_TOKEN: Final = """\
DELETE FROM personal_token WHERE person_id = $1 AND token_id = $2 RETURNING token_id
"""
REMOVE_TOKENS: Final = "DELETE FROM personal_token WHERE person_id = $1"

ADD_PASSKEY: Final = f"INSERT INTO passkey ({_PASSKEY}) VALUES ($1, $2, $3, $4, $5, $6)"
PASSKEY: Final = f"SELECT {_PASSKEY} FROM passkey WHERE credential_id = $1"
PASSKEYS: Final = f"SELECT {_PASSKEY} FROM passkey WHERE person_id = $1 ORDER BY created_at, 1"
USE_PASSKEY: Final = """\
UPDATE passkey SET sign_count = $2
WHERE credential_id = $1 AND (sign_count < $2 OR sign_count = 0) RETURNING sign_count
"""
"""A count that does not grow belongs to a copied key; zero to a key that does not count."""
REMOVE_PASSKEY: Final = """\
DELETE FROM passkey WHERE person_id = $1 AND credential_id = $2 RETURNING credential_id
"""
REMOVE_PASSKEYS: Final = "DELETE FROM passkey WHERE person_id = $1"

COUNT_TRY: Final = """\
INSERT INTO tally (key, since, n) VALUES ($1, $2, 1)
ON CONFLICT (key) DO UPDATE SET
    n = CASE WHEN tally.since + $3 > excluded.since THEN tally.n + 1 ELSE 1 END,
    since = CASE WHEN tally.since + $3 > excluded.since AND tally.since < excluded.since
        THEN tally.since ELSE excluded.since END
RETURNING n, since
"""
"""A count from the future, of a clock that was set back since, starts again now.

So no subject is refused for longer than its span.
"""
FORGET_TRIES: Final = "DELETE FROM tally WHERE key = $1"
FORGET_TALLIES: Final = "DELETE FROM tally WHERE since < $1"

"""Statements about people, in SQL that both databases accept."""

from typing import Final

_PERSON: Final = "person.person_id, name, folded, person.created_at"

ADD_PERSON: Final = (
    "INSERT INTO person (person_id, name, folded, created_at) VALUES ($1, $2, $3, $4)"
)
USE_INVITATION: Final = """\
UPDATE invitation SET uses = uses + 1, last_person = $2
WHERE code_hash = $1 AND uses < most_uses AND (expires_at IS NULL OR expires_at > $3)
"""
"""Locks the row: of several concurrent requests for the last use, one succeeds."""
ADD_INVITED: Final = """\
INSERT INTO person (person_id, name, folded, created_at)
SELECT $1, $2, $3, $4 FROM invitation WHERE code_hash = $5 AND last_person = $1
"""
"""Adds no row unless the use before it in the transaction was this person's.

The password then violates its foreign key, and the transaction is rolled back.
"""
INVITES: Final = """\
SELECT 1 FROM invitation
WHERE code_hash = $1 AND uses < most_uses AND (expires_at IS NULL OR expires_at > $2)
"""
IS_HOST: Final = "SELECT 1 FROM host_role WHERE person_id = $1"
IS_CLOSED: Final = "SELECT 1 FROM account_closed WHERE person_id = $1"
KEEP_PASSWORD: Final = """\
INSERT INTO password (person_id, hash, changed_at) VALUES ($1, $2, $3)
ON CONFLICT (person_id) DO UPDATE SET hash = excluded.hash, changed_at = excluded.changed_at
"""
PERSON: Final = f"SELECT {_PERSON} FROM person WHERE person_id = $1"
BY_NAME: Final = f"""\
SELECT {_PERSON}, hash FROM person LEFT JOIN password ON password.person_id = person.person_id
WHERE folded = $1
"""
PASSWORD: Final = "SELECT hash FROM password WHERE person_id = $1"
RENAME: Final = "UPDATE person SET name = $2, folded = $3 WHERE person_id = $1"
ERASE: Final = "DELETE FROM person WHERE person_id = $1"
WALK: Final = f"SELECT {_PERSON} FROM person WHERE person_id > $2 ORDER BY person_id LIMIT $1"
COUNT: Final = "SELECT count(*) FROM person"

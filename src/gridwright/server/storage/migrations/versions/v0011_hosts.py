"""Hosts: their accounts, invitations and audit log, and statistics of the server."""

import sqlalchemy as sa
from alembic import op

revision: str = "0011"
down_revision: str | None = "0010"
branch_labels: None = None
depends_on: None = None

_ID = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_OPEN = sa.text("status IN ('gathering', 'running', 'paused')")


def _of_person(name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["person_id"], ["person.person_id"], name, ondelete="CASCADE")


def _number(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger, nullable=False)


def _text(name: str) -> "sa.Column[str]":
    return sa.Column(name, sa.Text, nullable=False)


def _id(name: str) -> "sa.Column[str]":
    return sa.Column(name, _ID, nullable=False)


def upgrade() -> None:
    op.create_index(
        "game_open",
        "game",
        ["created_at", "game_id", "status", "clock"],
        postgresql_where=_OPEN,
        sqlite_where=_OPEN,
    )
    op.create_index("person_newest", "person", ["created_at", "person_id"])
    op.create_table(
        "host_role",
        _id("person_id"),
        _number("since"),
        sa.PrimaryKeyConstraint("person_id", name="host_role_key"),
        _of_person("host_role_person"),
    )
    op.create_table(
        "account_closed",
        _id("person_id"),
        _number("at"),
        sa.PrimaryKeyConstraint("person_id", name="account_closed_key"),
        _of_person("account_closed_person"),
    )
    op.create_table(
        "club",
        sa.Column("number", sa.SmallInteger, nullable=False, autoincrement=False),
        _text("name"),
        _text("welcome"),
        _text("registration"),
        sa.PrimaryKeyConstraint("number", name="club_key"),
        sa.CheckConstraint("number = 1", name="club_number"),
    )
    op.create_table(
        "invitation",
        _id("invitation_id"),
        _id("code_hash"),
        _text("label"),
        _number("uses"),
        _number("most_uses"),
        sa.Column("expires_at", sa.BigInteger),
        _number("created_at"),
        _id("last_person"),
        sa.PrimaryKeyConstraint("invitation_id", name="invitation_key"),
        sa.UniqueConstraint("code_hash", name="invitation_code"),
        sa.CheckConstraint("uses <= most_uses", name="invitation_uses"),
    )
    op.create_index("invitation_newest", "invitation", ["created_at"])
    op.create_table(
        "seat_report",
        _id("game_id"),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("reporter", sa.SmallInteger, nullable=False),
        _id("person_id"),
        _text("name"),
        _text("reporter_name"),
        _number("at"),
        _text("reason"),
        sa.PrimaryKeyConstraint("game_id", "seat", "reporter", name="seat_report_key"),
        sqlite_with_rowid=False,
    )
    op.create_index("seat_report_newest", "seat_report", ["at"])
    op.create_table(
        "host_deed",
        _id("deed_id"),
        _number("at"),
        _text("kind"),
        _text("host"),
        _text("about"),
        _number("figure"),
        sa.PrimaryKeyConstraint("deed_id", name="host_deed_key"),
    )
    op.create_index("host_deed_newest", "host_deed", ["at"])
    op.create_index("host_deed_kind", "host_deed", ["kind", "at"])
    op.create_table(
        "pulse",
        _number("minute"),
        _id("node_id"),
        _number("at"),
        _number("moves"),
        _number("players"),
        _number("watchers"),
        sa.PrimaryKeyConstraint("minute", "node_id", name="pulse_key"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "notice_muted",
        _id("person_id"),
        _text("what"),
        _text("kind"),
        sa.PrimaryKeyConstraint("person_id", "what", "kind", name="notice_muted_key"),
        _of_person("notice_muted_person"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    # Closed accounts are open again, and registration is open.
    for name in (
        *("notice_muted", "pulse", "host_deed", "seat_report", "invitation", "club"),
        *("account_closed", "host_role"),
    ):
        op.drop_table(name)
    op.drop_index("person_newest", "person")
    op.drop_index("game_open", "game")

"""Alembic environment: runs on a given connection, or writes SQL for PostgreSQL."""

from alembic import context


def run() -> None:
    connection = context.config.attributes.get("connection")
    if connection is None:
        # No BEGIN and COMMIT in the text: it runs within a transaction that holds a lock.
        context.configure(
            dialect_name="postgresql",
            literal_binds=True,
            transactional_ddl=False,
        )
    else:
        context.configure(
            connection=connection,
            render_as_batch=True,
            transactional_ddl=True,
        )
    with context.begin_transaction():
        context.run_migrations()


run()

"""The tables of a database, and the steps from one revision to the next, as Alembic runs them.

A step in ``versions`` is self-contained and does not import ``schema``: it must do the same in ten
years. Each is plain SQL or Alembic operations that do not read data, because PostgreSQL receives it
as text. A table is altered by ``op.batch_alter_table``, which on SQLite copies it. A copy of
``event`` has lost its trigger, so a step that alters it creates the trigger again.
"""

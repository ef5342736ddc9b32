"""Clauses of the resolved rule book compared with random games."""

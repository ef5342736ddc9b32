"""The table, its log and its choices as text for a terminal."""

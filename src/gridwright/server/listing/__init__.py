"""Lists of tables: one person's, the lobby, and public games to watch."""

"""Background jobs at tables: bots' turns, clocks, reveals, the archive."""

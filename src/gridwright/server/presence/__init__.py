"""Who is at a table."""

"""Events of tables, read by features: each at least once, at a cursor of its own."""

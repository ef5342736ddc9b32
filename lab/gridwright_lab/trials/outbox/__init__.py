"""Events of tables reach every reader while workers are killed, and take effect once."""

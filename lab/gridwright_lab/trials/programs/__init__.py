"""Programs that play by tokens and streams."""

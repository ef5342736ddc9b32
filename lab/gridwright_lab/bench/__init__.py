"""Speed of the engine, and its thresholds."""

"""The rules engine: pure, deterministic, and importing nothing but itself and the typing basics."""

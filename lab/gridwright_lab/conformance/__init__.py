"""Proofs by exhaustion: walks, near misses, counts and replays that hold for every table."""

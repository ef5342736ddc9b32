"""Proofs by exhaustion: random walks, near misses, counts and replays for every table."""

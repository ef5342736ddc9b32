"""What the proofs run on: tables, random players, positions, and the coverage of a game."""

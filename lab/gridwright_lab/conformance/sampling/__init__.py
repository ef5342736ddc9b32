"""Inputs of the checks: tables, random players, positions, and the coverage of a game."""

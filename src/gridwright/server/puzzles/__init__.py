"""Puzzles and lessons: asked, answered, rated."""

"""Puzzles and lessons: questions, answers, ratings."""

"""Whether an analysis tells the truth: against endings that were solved, and against itself."""

"""What proves and measures Gridwright: laws, trials of the server, benchmarks, tuning of bots."""

__version__ = "0.1.0"

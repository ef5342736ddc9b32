"""Proofs and measurements of Gridwright: laws, experiments, benchmarks, tuning of bots."""

__version__ = "0.1.0"

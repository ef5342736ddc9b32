"""Reinforcement-learning environments: actions are integers, observations are vectors."""

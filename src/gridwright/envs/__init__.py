"""Reinforcement-learning environments: actions are integers, observations are vectors.

Importing this package registers ``gridwright/Table-v1`` with Gymnasium, where it is installed.
"""

try:
    from gridwright.envs import registration
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] != "gymnasium":
        raise
else:
    TABLE = registration.TABLE
    """Environment id for ``gymnasium.make``."""

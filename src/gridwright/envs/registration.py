"""Registers the games with Gymnasium: one id, the table by its options.

Gymnasium finds it by an entry point once Gridwright is installed; ``import
gridwright.envs.registration`` does the same by hand.
"""

from typing import Final

from gymnasium.envs.registration import register, registry

TABLE: Final = "gridwright/Table-v1"


def register_tables() -> None:
    """Make the id known; once is enough."""
    if TABLE not in registry:
        register(
            TABLE,
            entry_point="gridwright.envs.seat_env:SeatEnv",
            vector_entry_point="gridwright.envs.vector_env:TableVectorEnv",
        )


register_tables()

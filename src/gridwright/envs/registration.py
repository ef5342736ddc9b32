"""Registers the games with Gymnasium when it is imported: one id, the table by its options.

``gymnasium.make("gridwright.envs.registration:gridwright/Table-v1")`` imports it on the way.
"""

from typing import Final

from gymnasium.envs.registration import register, registry

TABLE: Final = "gridwright/Table-v1"

if TABLE not in registry:
    register(
        TABLE,
        entry_point="gridwright.envs.seat_env:SeatEnv",
        vector_entry_point="gridwright.envs.vector_env:TableVectorEnv",
    )

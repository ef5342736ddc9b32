"""Registers the games with Gymnasium on import: one id, with the table as options.

Gymnasium 1.0 dropped plugins by entry point, so this package has to be imported first: by ``import
gridwright.envs``, or by ``gymnasium.make("gridwright.envs:gridwright/Table-v1")``.
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

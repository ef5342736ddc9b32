"""The trained network as a bot that any command can seat.

    GRIDWRIGHT_PPO=ppo.npz gridwright arena match --bot ppo_bot:learned --against l0 --cell card:2

It sees what every bot sees, encodes it as the environments do, and takes the likeliest choice.
"""

import hashlib
import os
from pathlib import Path
from typing import Final

import numpy as np
from ppo_network import Network, load_network

import gridwright
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Action, Offer
from gridwright.envs.action_builder import ActionBuilder
from gridwright.envs.env_table import EnvTable, build_spec, table_for
from gridwright.envs.families import BIDS
from gridwright.fair.draw import Stream

EDITION: Final = "card"
SEATS: Final = 2
WEIGHTS: Final = "GRIDWRIGHT_PPO"
"""The variable that names the file of weights."""


class Learner(gridwright.Bot):
    """Plays by a network, at the one kind of table that it was trained for."""

    def __init__(self, network: Network, digest: str) -> None:
        super().__init__("learner", 1, "Learned by playing itself.", digest)
        self._network: Final = network
        self._table: Final = table_of(network)

    def sit(self, rules: Rules, seat: int, stream: Stream) -> gridwright.Brain:
        if rules is not self._table.game.rules:
            raise ValueError(f"expected the table it was trained for: {EDITION}, {SEATS} seats")
        return LearnerBrain(self._network, self._table, seat)


class LearnerBrain(gridwright.Brain):
    """Builds an action choice by choice, as the environments ask for it."""

    def __init__(self, network: Network, table: EnvTable, seat: int) -> None:
        self._network: Final = network
        self._table: Final = table
        self._seat: Final = seat

    def choose(self, seen: Observation, offers: list[Offer]) -> Action:
        table = self._table
        builder = ActionBuilder(table.lookup)
        builder.ask(offers, self._seat, seen.plants[self._seat])
        action: Action | None = None
        while action is None:
            marks = bytearray(table.lookup.size)
            builder.mark(marks)
            mask = np.frombuffer(marks, np.int8)[None, :]
            features = np.array(table.writer.write(seen, builder), dtype=np.int64)
            vector = table.encoder.encode(features, self._seat)[None, :]
            logs, _values = self._network.forward(vector, mask)
            action = builder.take(int(logs[0].argmax()))
        return action


def table_of(network: Network) -> EnvTable:
    """The table with the options under which a network of that size was trained."""
    n_in, n_out = network.parameters["w1"].shape[0], network.parameters["wp"].shape[1]
    spec = build_spec(edition=EDITION, seats=SEATS)
    for bids in BIDS:
        for reach in (False, True):
            table = table_for(spec, bids, reach)
            if (table.layout.size, table.index.size) == (n_in, n_out):
                return table
    raise ValueError(f"expected weights for {EDITION}, {SEATS} seats, got {n_in} to {n_out}")


def learned() -> Learner:
    """The bot of the weights in the file that ``GRIDWRIGHT_PPO`` names."""
    path = Path(os.environ.get(WEIGHTS, "ppo.npz"))
    return Learner(load_network(path), hashlib.sha256(path.read_bytes()).hexdigest())

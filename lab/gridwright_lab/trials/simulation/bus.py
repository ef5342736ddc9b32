"""Hints between nodes: late, twice or never, as the seed has it."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from gridwright.server.live.bus import Bus, Listener
from gridwright_lab.trials.simulation.faults import Weather
from gridwright_lab.trials.simulation.loop import Process
from gridwright_lab.trials.simulation.plan import Kind

MAX_DELAY_S: Final = 3.0


class Messenger:
    """Carries hints to all nodes that are up. It keeps none."""

    def __init__(self, loop: asyncio.AbstractEventLoop, weather: Weather) -> None:
        self._loop: Final = loop
        self._weather: Final = weather
        self._buses: list[SimulatedBus] = []

    def join(self, bus: "SimulatedBus") -> None:
        self._buses = [each for each in self._buses if each.process.is_alive]
        self._buses.append(bus)

    def carry(self, key: str, version: int) -> None:
        for bus in self._buses:
            if self._weather.strikes(Kind.DROPPED_HINTS, bus.node):
                continue
            n_copies = 1 + self._weather.strikes(Kind.DOUBLED_HINTS, bus.node)
            for _copy in range(n_copies):
                seconds = self._weather.line_seconds()
                if self._weather.strikes(Kind.LATE_HINTS, bus.node):
                    seconds = self._weather.dice.uniform(0, MAX_DELAY_S)
                context = bus.process.context
                self._loop.call_later(seconds, bus.tell, key, version, context=context)


class SimulatedBus(Bus):
    """The bus of one node."""

    def __init__(self, messenger: Messenger, process: Process, node: int) -> None:
        self._messenger: Final = messenger
        self.process: Final = process
        self.node: Final = node
        self._listeners: Final[defaultdict[str, list[Listener]]] = defaultdict(list)
        messenger.join(self)

    async def publish(self, game_id: str, version: int) -> None:
        self._messenger.carry(game_id, version)

    def tell(self, key: str, version: int) -> None:
        for listener in self._listeners.get(key, ()):
            listener.tell(version)

    @asynccontextmanager
    async def listen(self, game_id: str) -> AsyncIterator[Listener]:
        listener = Listener()
        self._listeners[game_id].append(listener)
        try:
            yield listener
        finally:
            self._listeners[game_id].remove(listener)

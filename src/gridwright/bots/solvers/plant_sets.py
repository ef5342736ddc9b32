"""Every set of some plants, with its output and the fuel that it burns."""

from typing import Final

from gridwright.engine.fuel import FuelRules


class PlantSets:
    """One set at a time, from the empty one on. Each differs from the one before by one plant.

    Its numbers are changed in place, so that no set needs lists and sums of its own.

        while sets.move():
            ...
    """

    def __init__(self, fuel: FuelRules, plants: list[int]) -> None:
        self._fuel: Final = fuel
        self._plants: Final = plants
        self._n_sets: Final = 1 << len(plants)
        self._number = -1
        self._held = 0
        """Places of the plants of the set, as bits: a Gray code."""
        self.output = 0
        self.needs: Final = [0] * (fuel.n_kinds + 1)
        """Fuel that one run of the set burns, as by ``FuelRules.needs``."""

    def move(self) -> bool:
        """Move to the next set; return False after the last."""
        self._number += 1
        number = self._number
        if number == 0:
            return True
        if number >= self._n_sets:
            return False
        place = 0
        while not number >> place & 1:
            place += 1
        self._held ^= 1 << place
        sign = 1 if self._held >> place & 1 else -1
        fuel = self._fuel
        plant = self._plants[place]
        self.output += sign * fuel.output_of[plant]
        kind = fuel.kind_of[plant]
        if kind <= fuel.n_kinds:
            self.needs[kind] += sign * fuel.need_of[plant]
        return True

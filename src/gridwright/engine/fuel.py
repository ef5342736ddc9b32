"""What a set of plants can hold and run.

Fuel may be moved between own plants at any time (c5.5), so a holding is a count per kind and every
question is whether *some* arrangement exists. An edition has at most one pair of kinds that hybrids
mix; with it each question has a closed answer. Counts per kind come first in each list; in a
capacity the room on hybrids stands last.
"""

from typing import Final

from gridwright.engine.plants import Plant


class FuelRules:
    """Storage and production for one edition's plants."""

    def __init__(self, plants: list[Plant], n_kinds: int, first: int, second: int) -> None:
        self.plants: Final = plants
        self.n_kinds: Final = n_kinds
        self.first: Final = first
        """The kind that hybrids name first; with ``second`` the one pair that is ever mixed."""
        self.second: Final = second
        self.kind_of: Final = [self._kind(plant) for plant in plants]
        """The one kind a plant burns; ``n_kinds`` for hybrids, one more for plants without fuel."""
        self.need_of: Final = [plant.need for plant in plants]
        self.output_of: Final = [plant.output for plant in plants]

    def _kind(self, plant: Plant) -> int:
        if not plant.kinds:
            return self.n_kinds + 1
        return plant.kinds[0] if len(plant.kinds) == 1 else self.n_kinds

    def capacity(self, plants: list[int]) -> list[int]:
        """How many tokens the plants hold, per kind and then on hybrids (c5.3)."""
        rooms = [0] * (self.n_kinds + 1)
        for plant in plants:
            kind = self.kind_of[plant]
            if kind <= self.n_kinds:
                rooms[kind] += self.plants[plant].storage
        return rooms

    def room(self, capacity: list[int], held: list[int], kind: int) -> int:
        """How many more tokens of a kind fit (c5.3, c5.4, c5.5)."""
        room = capacity[kind] - held[kind]
        if kind == self.first:
            return room + self._hybrid_left(capacity, held, self.second)
        if kind == self.second:
            return room + self._hybrid_left(capacity, held, self.first)
        return room

    def _hybrid_left(self, capacity: list[int], held: list[int], other: int) -> int:
        spilled = held[other] - capacity[other]
        return capacity[self.n_kinds] - (spilled if spilled > 0 else 0)

    def fits(self, capacity: list[int], held: list[int]) -> bool:
        """Whether some arrangement of the holding exists (c5.5)."""
        shared = capacity[self.n_kinds]
        for kind in range(self.n_kinds):
            spilled = held[kind] - capacity[kind]
            if spilled > 0:
                if kind not in (self.first, self.second):
                    return False
                shared -= spilled
        return shared >= 0

    def overflow(self, capacity: list[int], held: list[int]) -> list[int]:
        """Tokens that must go, per kind; the pair's joint surplus stands last (c3.14)."""
        surplus = [0] * (self.n_kinds + 1)
        pair = 0
        for kind in range(self.n_kinds):
            spilled = held[kind] - capacity[kind]
            if spilled > 0:
                if kind in (self.first, self.second):
                    pair += spilled
                else:
                    surplus[kind] = spilled
        excess = pair - capacity[self.n_kinds]
        surplus[self.n_kinds] = excess if excess > 0 else 0
        return surplus

    def first_lost_range(
        self, capacity: list[int], held: list[int], scrapped: int
    ) -> tuple[int, int]:
        """How many of the pair's lost tokens may be of the first kind (c3.14).

        Only tokens that can lie on the scrapped plant are lost: one kind leaves no choice.
        """
        excess = self.overflow(capacity, held)[self.n_kinds]
        kind = self.kind_of[scrapped]
        if excess == 0 or kind == self.second:
            return (0, 0)
        if kind == self.first:
            return (excess, excess)
        spilled_first = max(0, held[self.first] - capacity[self.first])
        spilled_second = max(0, held[self.second] - capacity[self.second])
        return (max(0, excess - spilled_second), min(excess, spilled_first))

    def hybrid_range(
        self, capacity: list[int], held: list[int], burned: list[int]
    ) -> tuple[int, int]:
        """Tokens of the first kind that running hybrids may burn; none if low > high (c7.2).

        ``burned`` counts per kind what single-kind plants burn and, last, what hybrids burn in all.
        """
        total = burned[self.n_kinds]
        free = capacity[self.n_kinds] - total
        low = 1
        high = 0
        for first in range(total + 1):
            second = total - first
            if first + burned[self.first] > held[self.first]:
                break
            if second + burned[self.second] > held[self.second]:
                continue
            spilled_first = held[self.first] - first - capacity[self.first]
            spilled_second = held[self.second] - second - capacity[self.second]
            spilled = max(0, spilled_first) + max(0, spilled_second)
            if spilled <= free:
                if low > high:
                    low = first
                high = first
        return (low, high)

    def runs(self, plants: list[int], capacity: list[int], held: list[int]) -> "list[Run]":
        """Every set of plants that can run at once, the empty set first (c7.1, c7.2)."""
        n_plants = len(plants)
        found = [Run(0, 0, 0, 0, 0)]
        for subset in range(1, 1 << n_plants):
            burned = [0] * (self.n_kinds + 2)
            output = 0
            mask = 0
            for place in range(n_plants):
                if subset >> place & 1:
                    plant = plants[place]
                    burned[self.kind_of[plant]] += self.need_of[plant]
                    output += self.output_of[plant]
                    mask |= 1 << plant
            enough = True
            tokens = 0
            for kind in range(self.n_kinds):
                tokens += burned[kind]
                if burned[kind] > held[kind]:
                    enough = False
                    break
            if not enough:
                continue
            hybrids = burned[self.n_kinds]
            low = 0
            high = 0
            if hybrids:
                tokens += hybrids
                if tokens > sum(held):
                    continue
                low, high = self.hybrid_range(capacity, held, burned)
                if low > high:
                    continue
            found.append(Run(mask, low, high, output, tokens))
        return found

    def best_run(self, runs: "list[Run]", n_cities: int) -> "Run":
        """The run that supplies most; among equals the one that burns least (c9.3)."""
        best = runs[0]
        most = 0
        for run in runs:
            supplied = run.output if run.output < n_cities else n_cities
            if supplied > most or (supplied == most and run.tokens < best.tokens):
                best = run
                most = supplied
        return best

    def burned(self, plants: list[int], mask: int, first: int) -> list[int]:
        """Tokens burned per kind when plants run and hybrids burn ``first`` of the first kind."""
        burned = [0] * self.n_kinds
        hybrids = 0
        for plant in plants:
            if mask >> plant & 1:
                kind = self.kind_of[plant]
                if kind < self.n_kinds:
                    burned[kind] += self.need_of[plant]
                elif kind == self.n_kinds:
                    hybrids += self.need_of[plant]
        if hybrids:
            burned[self.first] += first
            burned[self.second] += hybrids - first
        return burned

    def arrange(self, plants: list[int], held: list[int]) -> list[list[int]]:
        """One way to lay the holding on the plants: single-kind plants first, then hybrids."""
        left = held[:]
        stored = [[0] * self.n_kinds for plant in plants]
        for place in range(len(plants)):
            kind = self.kind_of[plants[place]]
            if kind < self.n_kinds:
                amount = min(left[kind], self.plants[plants[place]].storage)
                stored[place][kind] = amount
                left[kind] -= amount
        for place in range(len(plants)):
            if self.kind_of[plants[place]] == self.n_kinds:
                room = self.plants[plants[place]].storage
                for kind in (self.first, self.second):
                    amount = min(left[kind], room)
                    stored[place][kind] = amount
                    left[kind] -= amount
                    room -= amount
        return stored


class Run:
    """A set of plants that can run, and between which bounds its hybrids burn the first kind."""

    def __init__(self, plants: int, low: int, high: int, output: int, tokens: int) -> None:
        self.plants: Final = plants
        self.low: Final = low
        self.high: Final = high
        self.output: Final = output
        self.tokens: Final = tokens

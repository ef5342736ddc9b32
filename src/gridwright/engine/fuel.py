"""Fuel that a set of plants can store, and the sets that can run.

A seat may move fuel between its plants at any time (c5.5), so a holding is a count per kind and
every question is whether *some* arrangement exists. An edition has at most one pair of kinds that
hybrids mix; with it each question has a closed-form answer. A capacity lists the room per kind,
then the room on hybrids, then the mask of the kinds that some plant burns.
"""

from typing import ClassVar, Final

from gridwright.engine.masks import mask_of, members, total


class Plant:
    """One plant card. Without kinds it burns nothing; with two kinds it is a hybrid."""

    ROW: ClassVar = ("number", "kinds", "need", "storage", "output", "back")

    def __init__(
        self, number: int, kinds: list[int], need: int, storage: int, output: int, back: int
    ) -> None:
        self.number: Final = number
        self.kinds: Final = kinds
        self.need: Final = need
        self.storage: Final = storage
        self.output: Final = output
        self.back: Final = back


class FuelRules:
    """Storage and production of one edition's plants."""

    ROW: ClassVar = ("first", "second")
    DERIVED: ClassVar = ("plants", "n_kinds", "kind_of", "need_of", "output_of")

    def __init__(self, plants: list[Plant], n_kinds: int, first: int, second: int) -> None:
        self.plants: Final = plants
        self.n_kinds: Final = n_kinds
        self.first: Final = first
        """Kind that hybrids name first; with ``second``, the only pair that is ever mixed."""
        self.second: Final = second
        self.kind_of: Final = [self._kind(plant) for plant in plants]
        """Kind that a plant burns; ``n_kinds`` for hybrids, one more for plants without fuel."""
        self._kinds_in: Final = [members(mask) for mask in range(1 << n_kinds)]
        self.need_of: Final = [plant.need for plant in plants]
        self.output_of: Final = [plant.output for plant in plants]
        self._storage_of: Final = [plant.storage for plant in plants]
        self._burned_kinds: Final = [mask_of(plant.kinds) for plant in plants]

    def _kind(self, plant: Plant) -> int:
        if not plant.kinds:
            return self.n_kinds + 1
        return plant.kinds[0] if len(plant.kinds) == 1 else self.n_kinds

    def capacity(self, plants: list[int]) -> list[int]:
        """Return the tokens the plants hold, per kind and on hybrids, and which kinds (c5.3)."""
        rooms = [0] * (self.n_kinds + 2)
        kinds = 0
        for plant in plants:
            kind = self.kind_of[plant]
            if kind <= self.n_kinds:
                rooms[kind] += self._storage_of[plant]
                kinds |= self._burned_kinds[plant]
        rooms[self.n_kinds + 1] = kinds
        return rooms

    def needs(self, plants: list[int]) -> list[int]:
        """Return the fuel for one run of all plants, per kind and for hybrids."""
        needs = [0] * (self.n_kinds + 1)
        for plant in plants:
            if self.kind_of[plant] <= self.n_kinds:
                needs[self.kind_of[plant]] += self.need_of[plant]
        return needs

    def burnable(self, capacity: list[int]) -> list[int]:
        """Return the kinds that some plant burns."""
        return self._kinds_in[capacity[self.n_kinds + 1]]

    def burned_mask(self, capacity: list[int]) -> int:
        """Return the mask of the kinds that some plant burns."""
        return capacity[self.n_kinds + 1]

    def joint_kinds(self, capacity: list[int]) -> list[int]:
        """Return the kinds that share room beyond their own."""
        return [self.first, self.second] if capacity[self.n_kinds] else []

    def room(self, capacity: list[int], held: list[int], kind: int) -> int:
        """Return the number of further tokens of a kind that fit (c5.3, c5.4, c5.5)."""
        room = capacity[kind] - held[kind]
        if kind == self.first:
            return room + self._hybrid_left(capacity, held, self.second)
        if kind == self.second:
            return room + self._hybrid_left(capacity, held, self.first)
        return room

    def _hybrid_left(self, capacity: list[int], held: list[int], other: int) -> int:
        spilled = held[other] - capacity[other]
        left = capacity[self.n_kinds] - (spilled if spilled > 0 else 0)
        return left if left > 0 else 0

    def fits(self, capacity: list[int], held: list[int]) -> bool:
        """Return whether some arrangement of the holding exists (c5.5)."""
        shared = capacity[self.n_kinds]
        for kind in range(self.n_kinds):
            spilled = held[kind] - capacity[kind]
            if spilled > 0:
                if kind not in (self.first, self.second):
                    return False
                shared -= spilled
        return shared >= 0

    def overflow(self, capacity: list[int], held: list[int]) -> list[int]:
        """Return the tokens that must go, per kind; the pair's joint surplus is last (c3.14)."""
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

    def must_go(self, capacity: list[int], held: list[int], scrapped: int) -> list[int]:
        """Return the tokens that must go with a plant, in the form of ``overflow``."""
        return self.overflow(capacity, held)

    def kept(self, capacity: list[int], held: list[int]) -> list[int]:
        """Return the fuel that fits, shared room going to the first kind first (k3.12)."""
        shared = capacity[self.n_kinds]
        kept: list[int] = []
        for kind in range(self.n_kinds):
            stays = min(held[kind], capacity[kind])
            if kind in (self.first, self.second):
                more = min(held[kind] - stays, shared)
                shared -= more
                stays += more
            kept.append(stays)
        return kept

    def first_lost_range(
        self, capacity: list[int], held: list[int], scrapped: int
    ) -> tuple[int, int]:
        """Return the fewest and most lost tokens of the pair's first kind (c3.14).

        Only tokens that can be on the scrapped plant are lost: one kind leaves no choice.
        """
        excess = self.must_go(capacity, held, scrapped)[self.n_kinds]
        kind = self.kind_of[scrapped]
        if excess == 0 or kind == self.second:
            return (0, 0)
        if kind == self.first:
            return (excess, excess)
        return self.spilled_range(capacity, held)

    def spilled_range(self, capacity: list[int], held: list[int]) -> tuple[int, int]:
        """Return the fewest and most tokens of the first kind in the pair's joint surplus."""
        excess = self.overflow(capacity, held)[self.n_kinds]
        spilled_first = max(0, held[self.first] - capacity[self.first])
        spilled_second = max(0, held[self.second] - capacity[self.second])
        return (max(0, excess - spilled_second), min(excess, spilled_first))

    def mores(
        self, capacity: list[int], held: list[int], scrapped: int, low: int, high: int
    ) -> list[int]:
        """Return the tokens of a scrapped plant that may go beyond those that must (c3.23).

        There is a number for each amount of the first kind that may be lost, from ``low`` on. It
        counts tokens of the plant's other kind, and only as many as fit on the plant.
        """
        storage = self.plants[scrapped].storage
        kind = self.kind_of[scrapped]
        top = high
        if kind in (self.first, self.n_kinds):
            # Lost tokens of the second kind also take room on the plant.
            while top < held[self.first] and (
                top + 1 + self.second_lost(capacity, held, scrapped, top + 1) <= storage
            ):
                top += 1
        if kind < self.n_kinds and kind not in (self.first, self.second):
            must = self.must_go(capacity, held, scrapped)[kind]
            return [max(0, min(held[kind], storage) - must)] * (top - low + 1)
        if kind not in (self.second, self.n_kinds):
            return [0] * (top - low + 1)
        return [
            max(
                0,
                min(held[self.second], storage - lost)
                - self.second_lost(capacity, held, scrapped, lost),
            )
            for lost in range(low, top + 1)
        ]

    def second_lost(self, capacity: list[int], held: list[int], scrapped: int, lost: int) -> int:
        """Return the loss of the second kind after ``lost`` tokens of the first (c3.14)."""
        spilled_first = max(0, held[self.first] - lost - capacity[self.first])
        spilled_second = max(0, held[self.second] - capacity[self.second])
        return max(0, spilled_first + spilled_second - capacity[self.n_kinds])

    def scrapped_fuel(
        self, capacity: list[int], held: list[int], scrapped: int, lost: int, more: int
    ) -> list[int]:
        """Return the fuel lost with a plant, per kind; ``capacity`` is that of the plants kept."""
        gone = self.must_go(capacity, held, scrapped)[: self.n_kinds]
        gone[self.first] = lost
        gone[self.second] = self.second_lost(capacity, held, scrapped, lost)
        if more:
            kind = self.kind_of[scrapped]
            gone[kind if kind < self.n_kinds else self.second] += more
        return gone

    def hybrid_range(
        self, capacity: list[int], held: list[int], first: int, second: int, total: int
    ) -> tuple[int, int]:
        """Return the bounds of the first kind burned by hybrids; impossible if low > high (c7.2).

        ``first`` and ``second`` are burned by single-kind plants, ``total`` by hybrids in all.
        """
        free = capacity[self.n_kinds] - total
        surplus_first = held[self.first] - capacity[self.first]
        surplus_second = held[self.second] - capacity[self.second]
        low = max(0, total - held[self.second] + second)
        high = min(total, held[self.first] - first)
        while low <= high and (
            max(0, surplus_first - low) + max(0, surplus_second - total + low) > free
        ):
            low += 1
        while low <= high and (
            max(0, surplus_first - high) + max(0, surplus_second - total + high) > free
        ):
            high -= 1
        return (low, high)

    def can_run(self, plants: list[int], capacity: list[int], held: list[int]) -> bool:
        """Return whether any plant can run; if a set can, so can each of its plants alone."""
        for plant in plants:
            kind = self.kind_of[plant]
            if kind > self.n_kinds:
                return True
            if kind < self.n_kinds:
                if held[kind] >= self.need_of[plant]:
                    return True
            elif held[self.first] + held[self.second] >= self.need_of[plant]:
                low, high = self.hybrid_range(capacity, held, 0, 0, self.need_of[plant])
                if low <= high:
                    return True
        return False

    def runs(self, plants: list[int], capacity: list[int], held: list[int]) -> "list[Run]":
        """Return every set of plants that can run together, the empty set first (c7.1, c7.2).

        Sets grow plant by plant: a set that cannot run cannot be part of one that can.
        """
        found = [Run(0, 0, 0, 0, 0, [0] * (self.n_kinds + 1))]
        for plant in plants:
            kind = self.kind_of[plant]
            need = self.need_of[plant]
            for place in range(len(found)):
                smaller = found[place]
                low = smaller.low
                high = smaller.high
                burned = smaller.burned
                if kind <= self.n_kinds:
                    burned = burned[:]
                    burned[kind] += need
                    if kind < self.n_kinds and burned[kind] > held[kind]:
                        continue
                    hybrids = burned[self.n_kinds]
                    if hybrids:
                        low, high = self.hybrid_range(
                            capacity, held, burned[self.first], burned[self.second], hybrids
                        )
                        if low > high:
                            continue
                found.append(
                    Run(
                        smaller.plants | 1 << plant,
                        low,
                        high,
                        smaller.output + self.output_of[plant],
                        smaller.tokens + need,
                        burned,
                    )
                )
        return found

    def burned(self, plants: list[int], mask: int, first: int) -> list[int]:
        """Return the tokens burned per kind if hybrids burn ``first`` of the first kind."""
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

    def burned_by(self, run: "Run", first: int) -> list[int]:
        """Return the same for a run that was computed before."""
        burned = run.burned[: self.n_kinds]
        if run.burned[self.n_kinds]:
            burned[self.first] += first
            burned[self.second] += run.burned[self.n_kinds] - first
        return burned

    def arrange(self, plants: list[int], held: list[int]) -> list[list[int]]:
        """Return one arrangement of the holding on the plants: single-kind plants first."""
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


class PooledFuelRules(FuelRules):
    """Fuel in one storage and not on plants, so any plant burns any of it (k5.3)."""

    def first_lost_range(
        self, capacity: list[int], held: list[int], scrapped: int
    ) -> tuple[int, int]:
        return self.spilled_range(capacity, held)

    def hybrid_range(
        self, capacity: list[int], held: list[int], first: int, second: int, total: int
    ) -> tuple[int, int]:
        low = max(0, total - held[self.second] + second)
        return (low, min(total, held[self.first] - first))

    def arrange(self, plants: list[int], held: list[int]) -> list[list[int]]:
        return []


class SummedFuelRules(PooledFuelRules):
    """One limit for the sum of all fuel, of the kinds that some plant burns (k13.8).

    All room of such a capacity is shared, and its mask of kinds has one more bit. A list of needs
    has not: it limits each kind as elsewhere.
    """

    def capacity(self, plants: list[int]) -> list[int]:
        rooms = super().capacity(plants)
        kinds = rooms.pop()
        return [*[0] * self.n_kinds, total(rooms), kinds | 1 << self.n_kinds]

    def _is_summed(self, capacity: list[int]) -> bool:
        last = self.n_kinds + 1
        return len(capacity) > last and capacity[last] >> self.n_kinds & 1 == 1

    def burned_mask(self, capacity: list[int]) -> int:
        return capacity[self.n_kinds + 1] & ~(1 << self.n_kinds)

    def burnable(self, capacity: list[int]) -> list[int]:
        return self._kinds_in[self.burned_mask(capacity)]

    def joint_kinds(self, capacity: list[int]) -> list[int]:
        if self._is_summed(capacity):
            return self.burnable(capacity)
        return super().joint_kinds(capacity)

    def room(self, capacity: list[int], held: list[int], kind: int) -> int:
        if self._is_summed(capacity):
            return capacity[self.n_kinds] - total(held)
        return super().room(capacity, held, kind)

    def fits(self, capacity: list[int], held: list[int]) -> bool:
        if self._is_summed(capacity):
            return total(self._surplus(capacity, held, 0)) == 0
        return super().fits(capacity, held)

    def overflow(self, capacity: list[int], held: list[int]) -> list[int]:
        if self._is_summed(capacity):
            return self._by_pair(self._surplus(capacity, held, 0))
        return super().overflow(capacity, held)

    def kept(self, capacity: list[int], held: list[int]) -> list[int]:
        gone = self._surplus(capacity, held, 0)
        return [held[kind] - gone[kind] for kind in range(self.n_kinds)]

    def must_go(self, capacity: list[int], held: list[int], scrapped: int) -> list[int]:
        return self._by_pair(self._surplus(capacity, held, self._burned_kinds[scrapped]))

    def _surplus(self, capacity: list[int], held: list[int], sooner: int) -> list[int]:
        """Return what must go by kind: what no plant burns, then kinds in ``sooner``, then any."""
        kinds = self.burned_mask(capacity)
        gone = [0 if kinds >> kind & 1 else held[kind] for kind in range(self.n_kinds)]
        left = total(held) - total(gone) - capacity[self.n_kinds]
        for mask in (kinds & sooner, kinds & ~sooner):
            for kind in self._kinds_in[mask]:
                if left > 0:
                    gone[kind] = min(left, held[kind])
                    left -= gone[kind]
        return gone

    def _by_pair(self, gone: list[int]) -> list[int]:
        """Return losses in the form of ``overflow``: those of the pair as one number, last."""
        pair = gone[self.first] + gone[self.second]
        gone[self.first] = 0
        gone[self.second] = 0
        return [*gone, pair]

    def _unburned(self, capacity: list[int], held: list[int], kind: int) -> int:
        """Return the fuel of a kind if no plant burns it, else 0."""
        return 0 if self.burned_mask(capacity) >> kind & 1 else held[kind]

    def first_lost_range(
        self, capacity: list[int], held: list[int], scrapped: int
    ) -> tuple[int, int]:
        pair = self.must_go(capacity, held, scrapped)[self.n_kinds]
        low = max(self._unburned(capacity, held, self.first), pair - held[self.second])
        high = min(held[self.first], pair - self._unburned(capacity, held, self.second))
        return (low, high)

    def second_lost(self, capacity: list[int], held: list[int], scrapped: int, lost: int) -> int:
        pair = self.must_go(capacity, held, scrapped)[self.n_kinds]
        return max(self._unburned(capacity, held, self.second), pair - lost)


class Run:
    """A set of plants that can run, with the range of the first kind that its hybrids burn."""

    def __init__(
        self, plants: int, low: int, high: int, output: int, tokens: int, burned: list[int]
    ) -> None:
        self.plants: Final = plants
        self.low: Final = low
        self.high: Final = high
        self.output: Final = output
        self.tokens: Final = tokens
        self.burned: Final = burned
        """Tokens per kind burned by single-kind plants; the last number is for hybrids."""


def best_run(runs: list[Run], n_cities: int) -> Run:
    """Return the run that supplies most; among equals the one that burns least (c9.3)."""
    best = runs[0]
    most = 0
    for run in runs:
        supplied = run.output if run.output < n_cities else n_cities
        if supplied > most or (supplied == most and run.tokens < best.tokens):
            best = run
            most = supplied
    return best

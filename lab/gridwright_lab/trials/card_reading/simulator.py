"""The whole game by this reading, fed line by line. Imports nothing of the engine."""

from collections.abc import Iterable
from itertools import permutations
from typing import Final

from gridwright_lab.trials.card_reading.auctions import Auctions
from gridwright_lab.trials.card_reading.bureaucracy import deal_fuel, play_bureaucracy
from gridwright_lab.trials.card_reading.buying import buy_fuel
from gridwright_lab.trials.card_reading.figures import SWITCHES, Plant, plants
from gridwright_lab.trials.card_reading.position import CHANCE, MisreadError, Position, Steps, Wait
from gridwright_lab.trials.card_reading.storage import best_income

PRESETS: Final[dict[str, set[str]]] = {"standard": set(), "reference": set(SWITCHES)}


def play_game(now: Position) -> Steps:
    """Play from the lot for the order to the last purchase of fuel."""
    seats = [str(seat) for seat in range(now.n_seats)]
    words = yield Wait(CHANCE, {f"order {'+'.join(each)}" for each in permutations(seats)})
    now.order = [int(seat) for seat in words[2].split("+")]
    now.phase = "opening-market"
    for _place in range(8):
        plant = yield from now.draw()
        assert isinstance(plant, Plant)
        now.place(plant)
    now.phase = "opening-fuel"
    for column in (2, 3, 4):
        for _slot in range(now.column_size):
            yield from deal_fuel(now, column)
    while True:
        now.round += 1
        yield from Auctions(now).play()
        yield from buy_fuel(now)
        if now.round == now.last_round:
            break
        yield from play_bureaucracy(now)
    now.phase = "over"


class Simulator:
    """One game: ``wait`` is what it waits for, None after the end; ``play`` feeds it a line."""

    def __init__(
        self,
        n_seats: int,
        switches: Iterable[str],
        deck: dict[str, Plant] | None = None,
        *,
        contractor: bool = False,
    ) -> None:
        self.position: Final = Position(
            n_seats, set(switches), plants() if deck is None else deck, contractor=contractor
        )
        self._steps: Final = play_game(self.position)
        self.wait: Wait | None = next(self._steps)

    def play(self, line: str) -> None:
        """Play a line with its actor, as in ``0 offer 4a 4``. Raises MisreadError."""
        words = line.split()
        if self.wait is None or words[0] != str(self.wait.actor):
            raise MisreadError(f"expected an action of {self.wait and self.wait.actor}")
        try:
            self.wait = self._steps.send(words)
        except StopIteration:
            self.wait = None
        except (AssertionError, KeyError, ValueError, IndexError) as error:
            raise MisreadError(f"{type(error).__name__}: {error}") from error

    def points(self, seat: int) -> int:
        now = self.position
        return best_income(now.stores[seat], now.plants[seat]) + now.money[seat] // 10

    def ranking(self) -> list[int]:
        """Return the place of each seat, from 1; equal seats share one."""
        now = self.position
        keys = [
            (self.points(seat), now.money[seat] % 10, now.largest(seat))
            for seat in range(now.n_seats)
        ]
        return [1 + len([other for other in keys if other > key]) for key in keys]

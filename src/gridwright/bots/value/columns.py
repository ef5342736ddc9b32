"""The columns of the features: the same for every edition, board and number of seats."""

from typing import Final

REVISION: Final = 1
"""Increased whenever a column is added, removed or changes its meaning."""

PHASES: Final = ["auction", "resources", "building", "bureaucracy"]
STEPS: Final = [1, 2, 3]
SEATS: Final = [2, 3, 4, 5, 6]

TABLE_COLUMNS: Final = [
    *[f"{n_seats} seats" for n_seats in SEATS],
    *["board", "discount token", "obsolete plants", "step 2 replaces"],
    "round",
    *[f"step {step}" for step in STEPS],
    *[f"phase {phase}" for phase in PHASES],
    *["cities to the end", "seats that can end", "largest prospect"],
    *["cards above the step card", "step card drawn", "last round", "cards in the stack"],
    *["best output current", "best output shown", "mean output current", "output of the lot"],
]
"""Columns that are the same for all seats; an edition is described by its rules alone."""

SEAT_COLUMNS: Final = [
    *["money", "root of money", "cities", "output", "best plant", "second plant", "third plant"],
    *["plants", "supply now", "supply now useful", "fuel to buy", "price of a run", "fuel held"],
    *["place", "next city", "two cities", "three cities", "five cities", "cities in reach"],
    *["income now", "income in full", "useful output", "prospect", "output above cities"],
    *["money after fuel", "points", "largest number", "better plant", "cities to go"],
    *["can end", "acted", "acts", "leads the lot", "its bid", "in the lot"],
]
"""Columns of a seat."""

COMPARED: Final = [
    *["money", "cities", "output", "best plant", "supply now useful", "income in full"],
    *["useful output", "prospect", "money after fuel", "points", "cities in reach"],
    *["price of a run", "largest number"],
]
"""Columns that also appear as the difference to the best rival, and as a rank."""

COMPARED_PLACES: Final = [SEAT_COLUMNS.index(name) for name in COMPARED]

COLUMNS: Final = [
    *TABLE_COLUMNS,
    *SEAT_COLUMNS,
    *[f"{name}: lead" for name in COMPARED],
    *[f"{name}: rank" for name in COMPARED],
]
N_TABLE_COLUMNS: Final = len(TABLE_COLUMNS)
N_COLUMNS: Final = len(COLUMNS)

"""Everything on the table, in lists and dicts, and the market and stack of plants."""

from collections import Counter
from collections.abc import Generator
from typing import Any, Final

from gridwright_lab.trials.card_reading.figures import (
    BIG_REMOVED,
    COLUMN_SIZES,
    KINDS,
    SMALL_REMOVED,
    START_MONEY,
    SWITCHES,
    Plant,
    card_rank,
    fuel_piles,
    is_single,
)
from gridwright_lab.trials.card_reading.storage import Face

END: Final = "end-card"
CHANCE: Final = "chance"

Steps = Generator["Wait", list[str], Any]
"""A part of the game: yields what it waits for, is sent the words of the next line."""


class Wait:
    """The actor that the game waits for, and the lines it may give, without the actor."""

    def __init__(self, actor: int | str, lines: set[str]) -> None:
        self.actor: Final = actor
        self.lines: Final = lines


class MisreadError(Exception):
    """A line is not possible by this reading."""


class Position:
    """The state of one game."""

    def __init__(
        self,
        n_seats: int,
        switches: set[str],
        deck: dict[str, Plant],
        *,
        contractor: bool,
    ) -> None:
        assert switches <= set(SWITCHES), switches
        self.n_seats: Final = n_seats
        self.on: Final = switches
        self.deck: Final = deck
        """All plants by name."""
        self.with_contractor: Final = contractor
        self.seen: Final[Counter[str]] = Counter()
        """How often things happened."""
        self.phase = "order-lot"
        self.round = 0
        self.order: list[int] = []
        self.money = [START_MONEY] * n_seats
        self.plants: list[list[Plant]] = [[] for _seat in range(n_seats)]
        self.stores: list[list[Face]] = [[] for _seat in range(n_seats)]
        self.incomes = [0] * n_seats
        self.trust_plants: list[Plant] = []
        self.trust_store: list[Face] = []
        self.contractor = 0
        self.takebacks = 0
        # Auctions
        self.token: Plant | None = None
        self.closed: set[int] = set()
        """Seats that bought or passed in this phase."""
        self.lot: Plant | None = None
        self.bid = 0
        self.leader: int | None = None
        # Plant market and stack
        self.market: list[Plant] = []
        self.end_card_lies = False
        self.current_size = 4
        self.last_round = 0
        self.end_card_waited = False
        self.top_back: str | None = "small"
        removal = "reference-removal" in switches
        self.unseen = {
            back: {name for name, plant in deck.items() if plant.back == back}
            for back in ("small", "big")
        }
        """Plants that are in the stack, or were removed unseen."""
        self.n_mixed: dict[str, int] = {
            "small": 13 - 8 - 1 - SMALL_REMOVED[removal][n_seats - 2],
            "big": 29 - BIG_REMOVED[removal][n_seats - 2],
        }
        """Cards between the top card and the end card, by back."""
        self.n_tops = 9
        """Opening market and the small plant on top of the stack."""
        self.under: list[str] = []
        """Plants under the end card, the first to come first; or all, if shuffled."""
        self.is_end_card_in_stack = True
        self.is_shuffled = False
        # Fuel
        piles = fuel_piles(n_seats)
        self.fuel_stack = Counter(piles["stack"])
        self.discard = Counter(piles["plus"])
        self.aside = Counter(piles["aside"])
        self.n_reshuffles = 0
        self.column_size: Final = COLUMN_SIZES["fewer-fuel-cards" in switches][n_seats - 2]
        self.columns: dict[int, list[str]] = {1: [], 2: [], 3: [], 4: []}
        if "opening-singles" in switches:
            self.columns[1] = [f"{kind}-single" for kind in KINDS]

    def happened(self, what: str) -> None:
        self.seen[what] += 1

    # Plants

    def current(self) -> list[Plant]:
        return self.market[: self.current_size]

    def place(self, plant: Plant) -> None:
        """Sort a plant in: of one number the later drawn is the larger (k4.4)."""
        at = len([each for each in self.market if each.number <= plant.number])
        self.market.insert(at, plant)

    def n_stack(self) -> int:
        """Return the number of cards in the stack."""
        n_top = max(0, self.n_tops)
        return n_top + sum(self.n_mixed.values()) + int(self.is_end_card_in_stack) + len(self.under)

    def _is_in_tops(self) -> bool:
        return self.n_tops > 0

    def reveal_lines(self) -> set[str]:
        """Return every line of chance that turns the top card up, with the next back."""
        cards: set[str]
        if self._is_in_tops():
            cards = self.unseen["small"]
        elif sum(self.n_mixed.values()):
            assert self.top_back is not None
            cards = self.unseen[self.top_back]
        elif self.is_end_card_in_stack:
            cards = {END}
        else:
            cards = {
                card
                for card in (self.under if self.is_shuffled else self.under[:1])
                if self.deck[card].back == self.top_back
            }
        lines = set()
        for card in cards:
            lines |= {f"reveal {card} {back}" for back in self._backs_after(card)}
        return lines

    def _backs_after(self, card: str) -> set[str]:
        if self.n_tops > 1:
            return {"small"}
        mixed: dict[str, int] = dict(self.n_mixed)
        if self.n_tops <= 0 and sum(mixed.values()) > 0:
            assert self.top_back is not None
            mixed[self.top_back] -= 1
        if sum(mixed.values()):
            return {back for back in mixed if mixed[back]}
        if self.is_end_card_in_stack and card != END:
            return {"end"}
        return self.backs_of_under(card)

    def backs_of_under(self, without: str = "") -> set[str]:
        """Return the backs that the next plant under the end card may have."""
        left = [each for each in self.under if each != without]
        if not left:
            return {"nothing"}
        return {self.deck[card].back for card in (left if self.is_shuffled else left[:1])}

    def draw(self) -> Generator[Wait, list[str], Plant | str | None]:
        """Turn up the top card: a plant, the end card, or nothing if the stack is empty."""
        if not self.n_stack():
            self.happened("draw from an empty stack")
            return None
        words = yield Wait(CHANCE, self.reveal_lines())
        card, back = words[2], words[3]
        if self._is_in_tops():
            self.n_tops -= 1
        elif sum(self.n_mixed.values()):
            assert self.top_back is not None
            self.n_mixed[self.top_back] -= 1
        elif card == END:
            self.is_end_card_in_stack = False
        else:
            self.under.remove(card)
        self.top_back = None if back == "nothing" else back
        if card == END:
            return END
        plant = self.deck[card]
        self.unseen[plant.back].discard(card)
        return plant

    def shuffle(self) -> Steps:
        """Shuffle the stack, of which every card is known."""
        self.is_shuffled = True
        if not self.under:
            return
        words = yield Wait(CHANCE, {f"shuffle {back}" for back in self.backs_of_under()})
        self.top_back = words[2]

    def end_card_leaves(self) -> None:
        """Take the end card and the smallest plant out; the next round is the last."""
        self.end_card_waited = self.end_card_lies
        self.end_card_lies = False
        del self.market[:1]
        self.last_round = self.round + 1
        self.current_size = 3 if "three-current-in-last-round" in self.on else 6

    # Fuel

    def sort_columns(self) -> None:
        for cards in self.columns.values():
            cards.sort(key=card_rank)

    def throw(self, cards: list[str]) -> None:
        """Put cards at 0 away: to the discard pile, singles to the supply."""
        self.discard.update(card for card in cards if not is_single(card))

    def reorder(self, keys: dict[int, tuple[int, ...]]) -> None:
        """Set the order, the largest key first; tied groups change places (k2.4, k13.7)."""
        order: list[int] = []
        for key in sorted(set(keys.values()), reverse=True):
            group = [seat for seat in self.order if keys[seat] == key]
            if len(group) > 1:
                self.happened(f"{min(len(group), 4)} tied in the order")
            if "third-swaps-with-first" not in self.on or len(group) == 2:
                group.reverse()
            elif len(group) > 2:
                group[0], group[2] = group[2], group[0]
            order += group
        self.order = order

    def largest(self, seat: int) -> int:
        return max((plant.number for plant in self.plants[seat]), default=0)

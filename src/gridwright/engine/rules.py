"""The numbers of one table: an edition's data with preset, board, seats and options applied.

A field of a class here is in the rules identity and on the rules sheet unless its class marks it:

- ``DERIVED``: it follows from other fields;
- ``NEUTRAL``: it affects no decision;
- ``LATER``: games were recorded before it was added, so it is left out where it is empty;
- ``ROW``: the fields are written as a list, in this order, and not by name;
- ``INLINE``: the fields of this part are written among those of the whole;
- ``SPELLED``: another name in the identity.
"""

from typing import ClassVar, Final, NamedTuple

from gridwright.engine.fuel import FuelRules, Plant
from gridwright.engine.fuel_cards import NO_FUEL_CARDS, FuelCards
from gridwright.engine.ids import FAR, NONE
from gridwright.engine.network import Board
from gridwright.engine.resources import Ladder, PricePolicy
from gridwright.engine.second_market import SecondMarket

REGIONS_BY_LOT: Final = 0
REGIONS_DRAFTED: Final = 1
REGIONS_GIVEN: Final = 2


class Settings(NamedTuple):
    """Rules that a preset sets, each by a line of TOML with the name of the field.

    A number is never below its default. Fields with a default keep it in games without a board.
    """

    discount_token: bool
    obsolete_plants: bool = False
    n_idle_removed: int = 0
    """Number of plants that leave if no seat bought one (c3.16)."""
    step_two_replaces: bool = False
    """True if a card is drawn for the plant that leaves when step 2 begins (c8.2)."""
    scrapped_under_stack: bool = False
    first_building_round: int = 1
    network_within_capacity: bool = False
    dry_stack_ends: bool = False
    cities_break_ties: bool = False
    # A field below this line was added after games were recorded: a preset may omit it, and the
    # identity omits it at its default.
    opens_at_minimum: bool = False
    """True if plants are always opened at their minimum (c3.22)."""
    fuel_may_go: bool = False
    """True if fuel of a scrapped plant may be discarded although it would fit (c3.23)."""
    step_three_at_once: bool = False
    """True if a Step 3 card drawn in the auctions takes effect before they continue (d8.8)."""
    discount_buys_again: bool = False
    """True if the buyer of the discounted plant may buy one more in the same phase."""
    idle_round_ends: bool = False
    """True if the game ends where no plant is left and no seat builds in a round (c9.7)."""
    opening_singles: int = 0
    """Number of single fuel units of each kind on sale at the start (k13.3)."""
    unsold_always_leaves: bool = False
    """True if the smallest plant leaves after each auction phase, discount or not (k13.4)."""
    shuffles_after_phase: bool = False
    """True if an end card drawn in the auctions shuffles the stack when the phase ends (k13.5)."""
    trust_follows_first: bool = False
    """True if the Trust takes its plant after the first player in order (k13.6)."""
    third_swaps_with_first: bool = False
    """True if of three or more tied seats the first and the third change places (k13.7)."""
    summed_storage: bool = False
    """True if one limit holds for the sum of all stored fuel (k13.8)."""
    surplus_bars_buying: bool = False
    """True if surplus fuel bars all buying in the last round (k13.9)."""
    fuel_slides_one_step: bool = False
    """True if a fuel card slides only into the next cheaper column (k13.10)."""
    second_pile_waits: bool = False
    """True if the second pile joins the stack at the second reshuffle (k13.11)."""
    last_round_current: int = 0
    """Size of the current market in the last round; 0 if the deck gives it (k13.12)."""


LATER_SETTINGS: Final = Settings._fields[Settings._fields.index("cities_break_ties") + 1 :]


class Limits(NamedTuple):
    """Limits that depend on the number of seats alone (c1.4, c1.11); 0 means no limit."""

    n_regions: int
    plant_limit: int
    step_two_cities: int
    end_cities: int


class Options:
    """Options that a host chooses on top of a preset (c11)."""

    def __init__(
        self,
        contractor: bool,
        hidden_money: bool,
        region_choice: int,
        given_regions: int,
        given_order: list[int],
    ) -> None:
        self.contractor: Final = contractor
        self.hidden_money: Final = hidden_money
        self.region_choice: Final = region_choice
        self.given_regions: Final = given_regions
        """Mask of the regions in play; 0 unless they are given."""
        self.given_order: Final = given_order
        """Seats in the order of round 1; empty if it is drawn by lot."""


class DeckRules:
    """The plant cards: opening market, stack and number of face-up cards."""

    DERIVED: ClassVar = ("step_card", "n_cards", "n_backs", "back_of", "numbers", "back_masks")
    NEUTRAL: ClassVar = ("step_card_name",)
    LATER: ClassVar = ("kept", "n_mixed")

    def __init__(
        self,
        plants: list[Plant],
        backs: list[str],
        step_card_back: int,
        opening_market: list[int],
        n_opening_drawn: int,
        pools: list[int],
        counts: list[int],
        market_sizes: list[int],
        current_sizes: list[int],
        step_card_name: str = "step-3",
        kept: int = 0,
        n_mixed: int = 0,
    ) -> None:
        self.plants: Final = plants
        self.step_card: Final = len(plants)
        """The Step 3 card, or the one that announces the last round; its id follows the plants'."""
        self.step_card_name: Final = step_card_name
        self.n_cards: Final = len(plants) + 1
        self.backs: Final = backs
        """Names of the card backs."""
        self.n_backs: Final = len(backs)
        self.step_card_back: Final = step_card_back
        self.back_of: Final = [plant.back for plant in plants] + [step_card_back]
        self.numbers: Final = [plant.number for plant in plants] + [FAR]
        """Sort keys of the cards; the Step 3 card has the largest."""
        self.back_masks: Final = [
            sum([1 << card for card in range(len(plants) + 1) if self.back_of[card] == back])
            for back in range(len(backs))
        ]
        self.opening_market: Final = opening_market
        self.n_opening_drawn: Final = n_opening_drawn
        """Number of cards of the opening market that are drawn from the stack."""
        self.pools: Final = pools
        """Layers of the stack, top first: the possible cards of each."""
        self.counts: Final = counts
        """Number of cards in each layer, by back: ``counts[layer * n_backs + back]``."""
        self.n_mixed: Final = n_mixed
        """Number of layers mixed together on top; 0 if each is separate."""
        self.market_sizes: Final = market_sizes
        """Cards on the market in step 1, 2, 3."""
        self.current_sizes: Final = current_sizes
        """Cards of the current market in step 1, 2, 3."""
        self.kept: Final = kept
        """Mask of the cards that are never among those removed unseen at the start."""

    def lay_in_row(self, row: list[int], card: int) -> None:
        """Insert a card into a row by its number; among equals the newest is the dearest (k4.4)."""
        place = len(row)
        while place > 0 and self.numbers[row[place - 1]] > self.numbers[card]:
            place -= 1
        row.insert(place, card)


class MarketRules:
    """Fuel tokens and their prices."""

    DERIVED: ClassVar = ("n_kinds",)
    LATER: ClassVar = ("second",)

    def __init__(
        self,
        kinds: list[str],
        ladders: list[Ladder],
        token_totals: list[int],
        opening_tokens: list[int],
        refills: list[list[int]],
        closing_plants: list[int],
        second: SecondMarket | None = None,
    ) -> None:
        self.kinds: Final = kinds
        self.n_kinds: Final = len(kinds)
        self.ladders: Final = ladders
        self.token_totals: Final = token_totals
        self.opening_tokens: Final = opening_tokens
        self.refills: Final = refills
        """``refills[step - 1][kind]``."""
        self.closing_plants: Final = closing_plants
        """``closing_plants[plant]``: kinds not refilled after a player bought it (c13.3)."""
        self.second: Final = second
        """Second market of a board that has two."""


class TrustRules:
    """The Trust's houses. Where it does not play, they may still block spaces."""

    LATER: ClassVar = ("blocked",)

    def __init__(
        self,
        plays: bool,
        n_houses: int,
        placements: list[int],
        plant_limit: int,
        blocked: list[int] | None = None,
    ) -> None:
        self.plays: Final = plays
        self.n_houses: Final = n_houses
        self.placements: Final = placements
        """Places in the first player order that place one house each, in sequence (c10.3)."""
        self.plant_limit: Final = plant_limit
        self.blocked: Final = blocked or []
        """Costs of the spaces that its houses block from the start, in order."""


class PartRules:
    """A public part of a board's own rules: its name, and its numbers at the start."""

    ROW: ClassVar = ("name", "opening", "holds_tokens")

    def __init__(self, name: str, opening: list[int], holds_tokens: bool) -> None:
        self.name: Final = name
        self.opening: Final = opening
        self.holds_tokens: Final = holds_tokens
        """True if the numbers are fuel tokens by kind."""


class Rules:
    """Everything that is fixed before the first card is drawn.

    Numbers of the board are zero without one, as are those of fuel cards if fuel is tokens.
    """

    # The meaning of the prices follows from the names under ``brings`` and the board's numbers.
    DERIVED: ClassVar = ("prices",)
    NEUTRAL: ClassVar = ("clauses",)
    LATER: ClassVar = ("cards", "money_per_point", "brings", "parts", "figures", "uncounted")
    INLINE: ClassVar = ("limits", "settings")
    SPELLED: ClassVar = {"fuel": "hybrid"}

    def __init__(
        self,
        edition: str,
        preset: str,
        version: int,
        n_seats: int,
        board: Board,
        deck: DeckRules,
        market: MarketRules,
        fuel: FuelRules,
        trust: TrustRules,
        options: Options,
        clauses: dict[str, str],
        start_money: int,
        limits: Limits,
        income: list[int],
        settings: Settings,
        contractor_first: list[int],
        contractor_later: list[int],
        cards: FuelCards = NO_FUEL_CARDS,
        money_per_point: int = 0,
        brings: dict[str, str] | None = None,
        parts: list[PartRules] | None = None,
        figures: dict[str, list[int]] | None = None,
        prices: PricePolicy | None = None,
        uncounted: int = 0,
    ) -> None:
        self.edition: Final = edition
        self.preset: Final = preset
        self.version: Final = version
        self.n_seats: Final = n_seats
        self.board: Final = board
        self.deck: Final = deck
        self.market: Final = market
        self.fuel: Final = fuel
        self.trust: Final = trust
        self.options: Final = options
        self.clauses: Final = clauses
        """Clause of each refusal code."""
        self.start_money: Final = start_money
        self.limits: Final = limits
        self.income: Final = income
        self.settings: Final = settings
        self.contractor_first: Final = contractor_first
        self.contractor_later: Final = contractor_later
        self.cards: Final = cards
        self.money_per_point: Final = money_per_point
        """Money per victory point at the end; 0 if there are no points."""
        self.brings: Final = brings or {}
        """Names of the board's own classes, by the shared class that they replace."""
        self.parts: Final = parts or []
        """Public parts of the board."""
        self.figures: Final = figures or {}
        """Numbers of the board's own rules, by name."""
        self.prices: Final = prices or PricePolicy(market.ladders, board, {})

        self.uncounted: Final = uncounted
        """Mask of the plants that do not count against the limit."""

    def n_counted(self, plants: list[int]) -> int:
        """Return the number of plants that count against the limit (c3.12)."""
        if self.uncounted == 0:
            return len(plants)
        return len([plant for plant in plants if not self.uncounted >> plant & 1])

    def useful(self, output: int, n_cities: int) -> int:
        """Return the output that counts: on a board, at most the number of the seat's cities."""
        if self.board.n_cities == 0:
            return output
        return output if output < n_cities else n_cities

    def payment(self, n_cities: int) -> int:
        """Return the income for a number of supplied cities (c7.3)."""
        last = len(self.income) - 1
        return self.income[n_cities if n_cities < last else last]

    def plant_called(self, number: int) -> int:
        """Return the first plant with a number, or NONE."""
        for plant in range(len(self.deck.plants)):
            if self.deck.plants[plant].number == number:
                return plant
        return NONE

"""The numbers of one table: an edition's data with preset, board, seats and options applied."""

from typing import Final

from gridwright.engine.fuel import FuelRules
from gridwright.engine.fuel_cards import NO_FUEL_CARDS, FuelCards
from gridwright.engine.ids import FAR, NONE
from gridwright.engine.network import Board
from gridwright.engine.plants import Plant
from gridwright.engine.resources import Ladder

REGIONS_BY_LOT: Final = 0
REGIONS_DRAFTED: Final = 1
REGIONS_GIVEN: Final = 2


class Options:
    """What a host chooses on top of a preset (c11)."""

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
    """The plant cards: opening market, stack and how many lie open."""

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
    ) -> None:
        self.plants: Final = plants
        self.step_card: Final = len(plants)
        """The Step 3 card, or the one that announces the last round; it follows the plants."""
        self.step_card_name: Final = step_card_name
        self.n_cards: Final = len(plants) + 1
        self.backs: Final = backs
        """Names of the card backs."""
        self.n_backs: Final = len(backs)
        self.back_of: Final = [plant.back for plant in plants] + [step_card_back]
        self.numbers: Final = [plant.number for plant in plants] + [FAR]
        """By which cards are sorted; the Step 3 card is the largest."""
        self.back_masks: Final = [
            sum([1 << card for card in range(len(plants) + 1) if self.back_of[card] == back])
            for back in range(len(backs))
        ]
        self.opening_market: Final = opening_market
        self.n_opening_drawn: Final = n_opening_drawn
        """How many cards of the opening market are drawn from the stack."""
        self.pools: Final = pools
        """Layers of the stack, top first: the cards that may be in each."""
        self.counts: Final = counts
        """How many cards each layer holds, by back: ``counts[layer * n_backs + back]``."""
        self.market_sizes: Final = market_sizes
        """Cards on the market in step 1, 2, 3."""
        self.current_sizes: Final = current_sizes
        """Cards of the current market in step 1, 2, 3."""


class MarketRules:
    """Fuel tokens and their prices."""

    def __init__(
        self,
        kinds: list[str],
        ladders: list[Ladder],
        token_totals: list[int],
        opening_tokens: list[int],
        refills: list[list[int]],
        closing_plants: list[int],
    ) -> None:
        self.kinds: Final = kinds
        self.n_kinds: Final = len(kinds)
        self.ladders: Final = ladders
        self.token_totals: Final = token_totals
        self.opening_tokens: Final = opening_tokens
        self.refills: Final = refills
        """``refills[step - 1][kind]``."""
        self.closing_plants: Final = closing_plants
        """``closing_plants[plant]``: kinds never refilled once a player bought it (c13.3)."""


class TrustRules:
    """The Trust's houses; no houses at all means that the Trust does not play."""

    def __init__(self, plays: bool, n_houses: int, placements: list[int], plant_limit: int) -> None:
        self.plays: Final = plays
        self.n_houses: Final = n_houses
        self.placements: Final = placements
        """Places in the first player order that place a house each, in sequence (c10.3)."""
        self.plant_limit: Final = plant_limit


class Rules:
    """Everything that is fixed before the first card is drawn.

    Figures of a board are zero where there is none, those of fuel cards where fuel is tokens.
    """

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
        n_regions: int,
        plant_limit: int,
        step_two_cities: int,
        end_cities: int,
        income: list[int],
        obsolete_plants: bool,
        discount_token: bool,
        n_idle_removed: int,
        step_two_replaces: bool,
        scrapped_under_stack: bool,
        first_building_round: int,
        network_within_capacity: bool,
        dry_stack_ends: bool,
        cities_break_ties: bool,
        contractor_first: list[int],
        contractor_later: list[int],
        cards: FuelCards = NO_FUEL_CARDS,
        money_per_point: int = 0,
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
        """The clause behind each refusal code."""
        self.start_money: Final = start_money
        self.n_regions: Final = n_regions
        self.plant_limit: Final = plant_limit
        self.step_two_cities: Final = step_two_cities
        self.end_cities: Final = end_cities
        self.income: Final = income
        self.obsolete_plants: Final = obsolete_plants
        self.discount_token: Final = discount_token
        self.n_idle_removed: Final = n_idle_removed
        """Plants that leave when no seat bought one (c3.16)."""
        self.step_two_replaces: Final = step_two_replaces
        """Whether a card is drawn for the plant that leaves when step 2 begins (c8.2)."""
        self.scrapped_under_stack: Final = scrapped_under_stack
        self.first_building_round: Final = first_building_round
        self.network_within_capacity: Final = network_within_capacity
        self.dry_stack_ends: Final = dry_stack_ends
        self.cities_break_ties: Final = cities_break_ties
        self.contractor_first: Final = contractor_first
        self.contractor_later: Final = contractor_later
        self.cards: Final = cards
        self.money_per_point: Final = money_per_point
        """How much money is worth a victory point at the end; 0: there are no points."""

    def payment(self, n_cities: int) -> int:
        """The income for a number of cities supplied (c7.3)."""
        last = len(self.income) - 1
        return self.income[n_cities if n_cities < last else last]

    def plant_called(self, number: int) -> int:
        """The first plant with a number, or NONE."""
        for plant in range(len(self.deck.plants)):
            if self.deck.plants[plant].number == number:
                return plant
        return NONE

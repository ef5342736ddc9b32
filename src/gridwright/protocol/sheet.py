"""The printed parts of a table: names and numbers that never change during a game.

Observations, offers and events refer to cards, cities and kinds by their index in these lists.
"""

from typing import Any, Final

import msgspec

from gridwright.protocol.observation import Observation


class PlantFace(msgspec.Struct, frozen=True):
    """One plant card. Without kinds it burns nothing; with two kinds it is a hybrid."""

    name: str
    """Name as in an order: the number, with a letter where two plants share one."""
    number: int
    kinds: list[int]
    need: int
    storage: int
    output: int
    back: int
    is_rebuilt: bool = False
    """Its numbers are a reconstruction: they were not found in print."""


class CityFace(msgspec.Struct, frozen=True):
    """A city of the board."""

    id: str
    name: str
    region: int


class RegionFace(msgspec.Struct, frozen=True):
    """A region of the board."""

    id: str
    name: str


class LadderFace(msgspec.Struct, frozen=True):
    """The spaces of one kind of fuel, cheapest first."""

    prices: list[int]
    """Empty if the board has no such fuel."""
    store_price: int
    """Price of a token from the supply once the market is empty; 0 if not for sale."""
    n_closed: int
    """Number of the dearest spaces that are closed: tokens on them are not sold."""


class SecondMarketFace(msgspec.Struct, frozen=True):
    """A second fuel market; the table's other ladders are those of the first one."""

    part: str
    """The part of an observation with its tokens, by kind."""
    sides: str
    """The part with the market at which each seat buys: 0 undecided, 1 first, 2 second."""
    ladders: list[LadderFace]
    """Ladders by kind; a kind without prices is not sold here."""
    refills: list[list[int]]
    """Refills by step, then by kind."""


class FuelCardFace(msgspec.Struct, frozen=True):
    """A fuel card of the card game."""

    name: str
    kind: int
    units: int
    is_single: bool


class TableSheet(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is fixed before the first card is drawn."""

    spec: dict[str, Any]
    rules: dict[str, Any]
    """The rules identity is computed from spec and rules, so a client can verify it."""
    opening: Observation
    """A spectator's view before anything is drawn: the first event is applied to it."""
    board_name: str
    preset_name: str
    phases: list[str]
    """Phases by their number in an observation."""
    first_of_round: int
    """Index of the first phase of a round; earlier ones are set-up."""
    kinds: list[str]
    hybrid_kinds: list[int]
    """The pair that hybrids burn; "first" in an order is the first of them."""
    plants: list[PlantFace]
    step_card: str
    """The card that follows the plants."""
    backs: list[str]
    regions: list[RegionFace]
    cities: list[CityFace]
    links: list[tuple[int, int, int]]
    """Pairs of cities and the cost between them."""
    space_costs: list[int]
    ladders: list[LadderFace]
    step_ladders: list[list[LadderFace]]
    """Ladders by step, then by kind, where prices change with the step; else empty."""
    refills: list[list[int]]
    """Refills by step, then by kind."""
    second_market: SecondMarketFace | None
    """Second fuel market; null on boards with one."""
    fuel_cards: list[FuelCardFace]
    columns: list[int]
    """Prices of the columns of fuel cards; the singles are in the first."""
    n_slots: int
    income: list[int]
    n_regions: int
    plant_limit: int
    step_two_cities: int
    end_cities: int
    trust_plays: bool


class RegionSets(msgspec.Struct, frozen=True):
    """The allowed sets of regions for a number of seats, as masks of the board's regions."""

    seats: int
    masks: list[int]


class HouseRuleChoice(msgspec.Struct, frozen=True):
    """A house rule, and the numbers of seats for which it has an effect."""

    id: str
    seats: list[int]


class BoardWords(msgspec.Struct, frozen=True):
    """The name of a board in a language, and its difference in one sentence."""

    language: str
    name: str
    about: str


class BoardChoice(msgspec.Struct, frozen=True):
    """A board that can be chosen for a table, with the rules of one preset."""

    id: str
    name: str
    regions: list[RegionFace]
    region_sets: list[RegionSets]
    house_rules: list[HouseRuleChoice]
    """House rules that have an effect here."""
    words: list[BoardWords]
    n_own_rules: int
    """Number of its own clauses."""
    n_cities: int
    end_cities: list[int]
    """Number of cities that ends the game, by number of seats."""
    content: str = ""
    """Digest of a board of the host's own, by which its drawing is requested; else empty."""


class PresetChoice(msgspec.Struct, frozen=True):
    """A set of rules and its boards, the default one first."""

    id: str
    name: str
    boards: list[BoardChoice]


class EditionChoice(msgspec.Struct, frozen=True):
    """A game, its sets of rules, the default one first, and its numbers of players."""

    id: str
    seats: list[int]
    presets: list[PresetChoice]
    n_plants: int = 0
    n_rebuilt: int = 0
    """Number of plants whose values are a reconstruction."""


class OptionChoice(msgspec.Struct, frozen=True):
    """Another option of a host: a field of the table's spec or of its terms.

    ``values`` are the possible words; empty for other types, such as numbers or lists.
    """

    name: str
    values: list[str]


class ClockChoice(msgspec.Struct, frozen=True):
    """A clock, and its parameters."""

    type: str
    fields: list[str]


class Choices(msgspec.Struct, frozen=True):
    """The choices of a host."""

    editions: list[EditionChoice]
    options: list[OptionChoice]
    """Options of the rules, other than edition, preset, board and seats."""
    terms: list[OptionChoice]
    """Terms of a table, other than the clock."""
    clocks: list[ClockChoice]


ENCODER: Final = msgspec.json.Encoder(order="deterministic")

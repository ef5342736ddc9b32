"""The printed parts of a table: names and numbers that never change during a game.

Observations, offers and events speak of cards, cities and kinds by their place in these lists.
"""

from typing import Any, Final

import msgspec

from gridwright.protocol.observation import Observation


class PlantFace(msgspec.Struct, frozen=True):
    """One plant card. No kinds: it burns nothing. Two kinds: a hybrid."""

    name: str
    """Name as in an order: the number, with a letter where two plants share one."""
    number: int
    kinds: list[int]
    need: int
    storage: int
    output: int
    back: int


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
    """None where the board has no such fuel."""
    store_price: int
    """The price of a token of the supply once the market is empty; 0: it is not sold."""
    n_closed: int
    """Number of the dearest spaces that are closed: tokens are there and are not sold."""


class SecondMarketFace(msgspec.Struct, frozen=True):
    """A second fuel market; the ladders beside it are the first one's."""

    part: str
    """The part of an observation with its tokens, by kind."""
    sides: str
    """The part that says for each seat where it buys: 0 undecided, 1 first, 2 second market."""
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
    """A spectator's view before anything is drawn: the first event is folded into it."""
    board_name: str
    preset_name: str
    phases: list[str]
    """Phases by their number in an observation."""
    first_of_round: int
    """The phases from this one on make a round."""
    kinds: list[str]
    hybrid_kinds: list[int]
    """The pair that hybrids burn; what an order calls "first" is the first of it."""
    plants: list[PlantFace]
    step_card: str
    """The card that follows the plants."""
    backs: list[str]
    regions: list[RegionFace]
    cities: list[CityFace]
    links: list[tuple[int, int, int]]
    """Two cities and the cost between them."""
    space_costs: list[int]
    ladders: list[LadderFace]
    step_ladders: list[list[LadderFace]]
    """Ladders by step, then by kind, where prices change with the step; else empty."""
    refills: list[list[int]]
    """Refills by step, then by kind."""
    second_market: SecondMarketFace | None
    """The second fuel market; null on boards with one."""
    fuel_cards: list[FuelCardFace]
    columns: list[int]
    """The prices of the columns of fuel cards; the singles are in the first."""
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
    """A house rule, and the numbers of seats with which it changes something."""

    id: str
    seats: list[int]


class BoardWords(msgspec.Struct, frozen=True):
    """The name of a board in a language, and its difference in one sentence."""

    language: str
    name: str
    about: str


class BoardChoice(msgspec.Struct, frozen=True):
    """A board that a table may be played on, with the rules of one preset."""

    id: str
    name: str
    regions: list[RegionFace]
    region_sets: list[RegionSets]
    house_rules: list[HouseRuleChoice]
    """House rules that change something here."""
    words: list[BoardWords]
    n_own_rules: int
    """The number of its own clauses."""
    n_cities: int
    end_cities: list[int]
    """The number of cities that ends the game, by the numbers of seats that the edition lists."""
    content: str = ""
    """The digest of a board of the host's own, by which its drawing is requested; else empty."""


class PresetChoice(msgspec.Struct, frozen=True):
    """A set of rules, and its boards, the default one first."""

    id: str
    name: str
    boards: list[BoardChoice]


class EditionChoice(msgspec.Struct, frozen=True):
    """A game, its sets of rules, the default one first, and how many may play."""

    id: str
    seats: list[int]
    presets: list[PresetChoice]


class OptionChoice(msgspec.Struct, frozen=True):
    """Something else that a host decides: a field of the table's spec or of its terms.

    ``values`` are the words that it may be; empty where it is anything else, as a number or a list.
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

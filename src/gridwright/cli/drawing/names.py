"""Words for the numbers of one table."""

from typing import Final

from rich.text import Text

from gridwright.cli.drawing.table_style import style_of
from gridwright.content.board_texts import board_words
from gridwright.content.cards import PlantCards
from gridwright.content.library import load_library
from gridwright.content.shelf import CONTENT_ROOT, Root
from gridwright.content.table import TableSpec, board_layout
from gridwright.engine.fields import CITY, REGION, Kind
from gridwright.engine.fuel_cards import FuelCards
from gridwright.engine.game import Game
from gridwright.engine.ids import OVER
from gridwright.engine.masks import members
from gridwright.engine.notation import Notation, plant_names
from gridwright.engine.observation import Observation

LANGUAGE: Final = "en"

PHASES: Final = {
    "order-lot": "set-up",
    "regions": "choice of regions",
    "opening-market": "opening market",
    "opening-fuel": "opening fuel",
    "trust-houses": "houses of the Trust",
    "trust-region": "region of the Trust",
    "blocked-spaces": "blocked spaces",
    "player-order": "player order",
    "auction": "auctions",
    "resources": "fuel",
    "building": "building",
    "bureaucracy": "bureaucracy",
}
"""Names of phases at the table; a phase that is not here keeps its own name."""

SPECIAL_CARDS: Final = {
    "step-3": ("the Step 3 card", "Step 3", "begins next"),
    "end-card": ("the end card", "End card", "one more round"),
}
"""The card among the plants that is none: in a sentence, and the two lines on it."""

REBUILT_MARK: Final = "*"
"""Behind the number of a plant whose numbers were not found in print."""

KIND_STYLES: Final = ("yellow", "cyan", "green", "red", "magenta", "blue")
"""Colours of the kinds of fuel, by their place; words and letters say the same."""


class Names:
    """Names of seats, cards, cities, regions, kinds and phases as they are printed.

    It also has what there is at this table: its style, fuel cards, victory points.
    """

    def __init__(self, spec: TableSpec, game: Game, root: Root = CONTENT_ROOT) -> None:
        """``root`` is where the game has its figures from."""
        layout = board_layout(spec.board, spec.edition, root, spec.content)
        rules = game.rules
        self.spec: Final = spec
        self.game: Final = game
        self.cities: Final = [city.name for city in layout.cities]
        self.regions: Final = [region.label for region in layout.regions]
        self.kinds: Final = rules.market.kinds
        self.letters: Final = _letters(self.kinds)
        self.cards: Final = plant_names(rules)
        name = rules.deck.step_card_name
        self.special: Final = SPECIAL_CARDS.get(name, (f"the card {name}", name, ""))
        self.style: Final = style_of(self.cities)
        self.fuel_cards: Final[FuelCards] = rules.cards
        self.has_fuel_cards: Final = rules.cards.n_cards > 0
        self.has_points: Final = rules.money_per_point > 0
        words = board_words(spec, LANGUAGE) if rules.market.second is not None else {}
        plants = load_library(spec.edition, root, spec.content).plants
        self.rebuilt: Final = frozenset(plants.rebuilt())
        """Names of the plants whose numbers were not found in print."""
        self.rebuilt_line: Final = rebuilt_line(plants)
        self.markets: Final = [
            words.get("market.first", "first market"),
            words.get("market.second", "second market"),
        ]
        """Names of the fuel markets, where there are two."""

    def of(self, kind: Kind) -> list[str]:
        """The names of what a kind counts."""
        printed = {CITY.noun: self.cities, REGION.noun: self.regions}
        return printed.get(kind.noun) or Notation(self.game.rules).choices(kind)

    def seats(self, mask: int) -> str:
        """Some seats, as in ``0, 2 and 3``."""
        return joined([str(seat) for seat in members(mask)])

    def phase(self, phase: int) -> str:
        if phase == OVER:
            return "game over"
        name = self.game.phases[phase].NAME
        return PHASES.get(name, name)

    def card(self, card: int) -> str:
        if card == self.game.rules.deck.step_card:
            return self.special[0]
        return f"plant {self.cards[card]}"

    def marked_plant(self, card: int) -> str:
        """The number of a plant, with the mark of one that is rebuilt."""
        name = self.cards[card]
        return name + REBUILT_MARK if name in self.rebuilt else name

    def is_mine(self, card: int) -> bool:
        """Return True for a plant that sells and supplies no city (b-australia.2)."""
        return bool(self.game.rules.uncounted >> card & 1)

    def plants(self, mask: int) -> str:
        return joined([self.cards[plant] for plant in members(mask)])

    def region_list(self, mask: int) -> str:
        return joined([self.regions[region] for region in members(mask)])

    def back(self, back: int) -> str:
        return self.game.rules.deck.backs[back]

    def fuel(self, amounts: list[int]) -> str:
        """Tokens of several kinds, as in ``2 coal and 1 oil``."""
        parts = [f"{amounts[kind]} {self.kinds[kind]}" for kind in range(len(amounts))]
        return joined([part for kind, part in enumerate(parts) if amounts[kind]])

    def fuel_card(self, card: int) -> str:
        """A fuel card by its print, as in ``coal-3``; ``a single coal`` has none."""
        if card >= self.fuel_cards.n_printed:
            return f"a single {self.kinds[self.fuel_cards.kind_of[card]]}"
        return self.fuel_cards.names[card]

    def turns(self, turns: list[int]) -> str:
        """Cards that are turned down, as in ``coal-3 from 3 to 1 and a single gas``."""
        cards = self.fuel_cards
        parts: list[str] = []
        for turn in turns:
            face = cards.turn_face[turn]
            card, shown = cards.face_card[face], cards.face_units[face]
            name = self.fuel_card(card)
            left = shown - cards.turn_units[turn]
            parts.append(name if card >= cards.n_printed else f"{name} from {shown} to {left}")
        return joined(parts)


def rebuilt_line(plants: PlantCards) -> str:
    """How many plants are from print; empty if no plant is rebuilt."""
    n_rebuilt, n_plants = len(plants.rebuilt()), len(plants.cards)
    if not n_rebuilt:
        return ""
    return f"Figures partly rebuilt: {n_plants - n_rebuilt} of {n_plants} plants from print"


def joined(parts: list[str]) -> str:
    """A list in words; ``nothing`` if it is empty."""
    if not parts:
        return "nothing"
    if len(parts) == 1:
        return parts[0]
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def counted(number: int, singular: str, plural: str = "") -> str:
    """A number with its noun."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def _letters(kinds: list[str]) -> list[str]:
    """The shortest beginnings that tell the kinds apart, most often one letter."""
    for length in range(1, max(len(kind) for kind in kinds) + 1):
        letters = [kind[:length].capitalize() for kind in kinds]
        if len(set(letters)) == len(kinds):
            return letters
    return kinds


LONGEST: Final = 12
"""Rows with a number for each city are for the board's own rules, not for reading."""


def part_name(place: int, names: Names) -> str:
    """Return a board's name of one of its parts."""
    part = names.game.rules.parts[place].name
    return board_words(names.spec, LANGUAGE).get(f"part.{part}", part)


def draw_parts(seen: Observation, names: Names) -> Text | None:
    """One line for each part; a second fuel market is drawn as a market, so not here."""
    second = names.game.rules.market.second
    drawn = () if second is None else (second.part, second.sides)
    lines = [
        f"{part_name(place, names)}: {' '.join(map(str, row))}"
        for place, row in enumerate(seen.parts.rows()[: len(names.game.rules.parts)])
        if place not in drawn and len(row) <= LONGEST
    ]
    return Text("\n".join(lines)) if lines else None

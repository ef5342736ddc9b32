"""The figures of one table in words, in each language of the rules."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from gridwright.content.clauses import ENGLISH
from gridwright.engine.masks import members
from gridwright.engine.rules import DeckRules, Rules

_REPLACED: Final = {
    ENGLISH: ("no card is drawn for it", "one card is drawn"),
    "de": ("dafür wird keine Karte gezogen", "eine Karte wird gezogen"),
}
_COLUMN_ONE: Final = {
    ENGLISH: ("Column 1 opens empty.", "Single units in column 1 at the start, of each kind: {}."),
    "de": ("Spalte 1 ist zu Beginn leer.", "Einzelne zu Beginn in Spalte 1, von jeder Art: {}."),
}
_KINDS: Final = {
    "de": {"coal": "Kohle", "oil": "Öl", "garbage": "Müll", "uranium": "Uran", "gas": "Gas"}
}
_AND: Final = {ENGLISH: "and", "de": "und"}
_STEPS: Final = {ENGLISH: "step {}", "de": "Stufe {}"}
_TIMES: Final = {ENGLISH: "{n} at {price}", "de": "{n} zu {price}"}
_LIMITS: Final = {
    ENGLISH: (
        "A seat owns at most {plants} plants.",
        "Step 2 begins at {step_two} cities.",
        "The game ends at {end} cities.",
    ),
    "de": (
        "Ein Spieler hat höchstens {plants} Kraftwerke.",
        "Stufe 2 beginnt bei {step_two} Städten.",
        "Das Spiel endet bei {end} Städten.",
    ),
}
_PLANT: Final = {ENGLISH: "plant {}", "de": "Kraftwerk {}"}
_PLANTS: Final = {ENGLISH: "plants {}", "de": "Kraftwerke {}"}
_TO: Final = {ENGLISH: "{} to {}", "de": "{} bis {}"}
_BACKS: Final = {
    ENGLISH: {"card": ("plant", "plants")},
    "de": {
        "card": ("Kraftwerk", "Kraftwerke"),
        "plug": ("Steckerkarte", "Steckerkarten"),
        "socket": ("Steckdosenkarte", "Steckdosenkarten"),
        "dark": ("dunkle Karte", "dunkle Karten"),
        "light": ("helle Karte", "helle Karten"),
    },
}
_REMOVED: Final = {
    ENGLISH: " Plants that leave the game before it begins: {}.",
    "de": " Kraftwerke, die das Spiel verlassen, bevor es beginnt: {}.",
}
_LAST_CARD: Final = {ENGLISH: "the Step 3 card", "de": "die Karte „Stufe 3“"}
_SHUFFLED: Final = {ENGLISH: "{}, shuffled", "de": "{}, gemischt"}
_STACK: Final = {ENGLISH: "The stack, from the top: {}.", "de": "Der Stapel, von oben: {}."}
_OPENING: Final = {ENGLISH: "The opening market: {}.", "de": "Der erste Markt: {}."}
_DRAWN: Final = {
    ENGLISH: "{} plants drawn from those with the numbers {}",
    "de": "{} Kraftwerke, gezogen aus denen mit den Nummern {}",
}
_ALL: Final = {ENGLISH: "all of them current", "de": "alle aktuell"}
_SOME: Final = {
    ENGLISH: "the {} smallest are the current market, the others the future market",
    "de": "die {} kleinsten sind der aktuelle Markt, die anderen der zukünftige",
}
_HOLDS: Final = {
    ENGLISH: ("In step 1 it holds {} cards: {}.", "In steps 1 and 2 it holds {} cards: {}."),
    "de": ("In Stufe 1 enthält er {} Karten: {}.", "In Stufe 1 und 2 enthält er {} Karten: {}."),
}
_THEN: Final = {ENGLISH: " In step 2 it holds {}.", "de": " In Stufe 2 enthält er {}."}


def figures_in_words(rules: Rules, language: str) -> dict[str, str]:
    """Return what a sentence of the rules may contain about a table, by name."""
    words = _Words(rules, language)
    return {
        "seats": str(rules.n_seats),
        "money": str(rules.start_money),
        "regions": str(rules.limits.n_regions),
        "plants": str(rules.limits.plant_limit),
        "step_two": str(rules.limits.step_two_cities),
        "end": str(rules.limits.end_cities),
        "limits": words.limits(),
        "opening": words.amounts(rules.market.opening_tokens),
        "tokens": words.amounts(rules.market.token_totals),
        "spaces": words.spaces(),
        "refill": words.refill(),
        "market_opening": words.market_opening(),
        "stack": words.stack(),
        "deck": words.deck(),
        "market": words.market(),
        "last_market": str(rules.deck.market_sizes[-1]),
        "replaced": words.replaced(),
        "slots": str(rules.cards.n_slots),
        "column_one": words.column_one(),
        "houses": words.listed([str(cost) for cost in rules.board.space_costs]),
        "income": ", ".join(map(str, rules.income)),
        "top_income": str(rules.income[-1] if rules.income else 0),
    }


class _Words:
    def __init__(self, rules: Rules, language: str) -> None:
        self._rules: Final = rules
        self._language: Final = language
        kinds = _KINDS.get(language, {})
        self._kinds: Final = [kinds.get(kind, kind) for kind in rules.market.kinds]

    def listed(self, words: Sequence[str]) -> str:
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {_AND[self._language]} {words[-1]}"

    def amounts(self, numbers: Sequence[int]) -> str:
        """Return ``12 coal, 12 oil and 6 garbage``, without kinds of which there is nothing."""
        named = zip(numbers, self._kinds, strict=False)
        return self.listed([f"{number} {kind}" for number, kind in named if number])

    def limits(self) -> str:
        limits = self._rules.limits
        plants, step_two, end = _LIMITS[self._language]
        parts = [plants, step_two if limits.step_two_cities else "", end]
        said = " ".join(part for part in parts if part)
        return said.format(
            plants=limits.plant_limit, step_two=limits.step_two_cities, end=limits.end_cities
        )

    def spaces(self) -> str:
        """Return the number of spaces at each price, by kind."""
        rules = self._rules
        named = zip(rules.market.ladders, rules.market.token_totals, self._kinds, strict=False)
        rows = [
            f"| {kind} | {', '.join(self._counted(ladder.prices))} |"
            for ladder, total, kind in named
            if total
        ]
        return "\n".join(["|  |  |", "| --- | --- |", *rows])

    def _counted(self, prices: Sequence[int]) -> Iterator[str]:
        for price in sorted(set(prices)):
            yield _TIMES[self._language].format(n=prices.count(price), price=price)

    def refill(self) -> str:
        """Return a table: a row for each kind, a column for each step."""
        market = self._rules.market
        steps = [_STEPS[self._language].format(each + 1) for each in range(len(market.refills))]
        named = zip(
            *(self._kinds, market.token_totals, zip(*market.refills, strict=True)), strict=True
        )
        rows = [f"| {kind} | {' | '.join(map(str, row))} |" for kind, total, row in named if total]
        head = f"|  | {' | '.join(steps)} |"
        return "\n".join([head, "| --- " * (len(steps) + 1) + "|", *rows])

    def column_one(self) -> str:
        n_singles = self._rules.settings.opening_singles
        empty, filled = _COLUMN_ONE[self._language]
        return filled.format(n_singles) if n_singles else empty

    def replaced(self) -> str:
        """Return whether a card is drawn for the plant that leaves when step 2 begins."""
        return _REPLACED[self._language][self._rules.settings.step_two_replaces]

    def market(self) -> str:
        """Return the sizes of the market in steps 1 and 2."""
        deck = self._rules.deck
        first, second, *_ = deck.market_sizes
        shown = deck.current_sizes[0]
        some = _ALL[self._language] if shown == first else _SOME[self._language].format(shown)
        in_one, in_both = _HOLDS[self._language]
        if first == second:
            return in_both.format(first, some)
        return in_one.format(first, some) + _THEN[self._language].format(second)

    def market_opening(self) -> str:
        deck = self._rules.deck
        parts = [self._plants(deck.opening_market)] if deck.opening_market else []
        if deck.n_opening_drawn:
            pool = [card for card in members(deck.pools[0]) if card != deck.step_card]
            drawn = _DRAWN[self._language].format(deck.n_opening_drawn, self._numbers(pool))
            parts.append(drawn)
        return _OPENING[self._language].format(self.listed(parts))

    def stack(self) -> str:
        """Return the layers of the stack behind the opening market, top first."""
        deck = self._rules.deck
        parts = [self._layer(deck, cards, counts) for cards, counts in _layers(deck)]
        said = _STACK[self._language].format("; ".join(part for part in parts if part))
        n_removed = _n_removed(deck)
        return said + (_REMOVED[self._language].format(n_removed) if n_removed else "")

    def _layer(self, deck: DeckRules, cards: Sequence[int], counts: Sequence[int]) -> str:
        language = self._language
        if len(cards) == 1 and any(counts):
            is_last = cards[0] == deck.step_card
            return _LAST_CARD[language] if is_last else self._plants(cards)
        has_last = deck.step_card in cards
        n_plants = list(counts)
        if has_last and sum(n_plants) == len(cards):
            n_plants[deck.step_card_back] -= 1
        parts = [self._counted_back(deck.backs[back], n) for back, n in enumerate(n_plants) if n]
        if n_plants != list(counts):
            parts.append(_LAST_CARD[language])
        said = self.listed(parts)
        return _SHUFFLED[language].format(said) if sum(n_plants) > 1 else said

    def _plants(self, cards: Sequence[int]) -> str:
        """Return ``plant 13``, ``plants 3 to 10`` or ``plants 3, 5 and 8``."""
        one_or_more = _PLANT if len(cards) == 1 else _PLANTS
        return one_or_more[self._language].format(self._numbers(cards))

    def _numbers(self, cards: Sequence[int]) -> str:
        numbers = [self._rules.deck.numbers[card] for card in cards]
        if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
            return _TO[self._language].format(numbers[0], numbers[-1])
        return self.listed([str(number) for number in numbers])

    def deck(self) -> str:
        """Return the number of plants in the game by their backs."""
        deck = self._rules.deck
        cards = {*deck.opening_market, *(card for pool in deck.pools for card in members(pool))}
        counts = Counter(deck.backs[deck.back_of[card]] for card in cards - {deck.step_card})
        return self.listed([self._counted_back(back, number) for back, number in counts.items()])

    def _counted_back(self, name: str, number: int) -> str:
        one, more = _BACKS[self._language].get(name, (f"{name} card", f"{name} cards"))
        return f"{number} {one if number == 1 else more}"


def _layers(deck: DeckRules) -> list[tuple[list[int], list[int]]]:
    """Return the possible cards and the number of each back by layer, without those drawn.

    Layers that are mixed together are one, but for a card on top that everyone knows.
    """
    drawn = deck.n_opening_drawn
    found: list[tuple[list[int], list[int]]] = []
    for place, pool in enumerate(deck.pools):
        counts = deck.counts[place * deck.n_backs : (place + 1) * deck.n_backs]
        taken = min(drawn, sum(counts))
        drawn -= taken
        if taken and taken == sum(counts):
            continue
        found.append((members(pool), [max(0, number - taken) for number in counts]))
    n_alone = int(bool(found) and len(found[0][0]) == 1)
    n_mixed = max(deck.n_mixed, 1)
    mixed = found[n_alone:n_mixed]
    if len(mixed) < 2:
        return found
    cards = sorted({card for pool, _ in mixed for card in pool})
    together = [sum(each) for each in zip(*(counts for _, counts in mixed), strict=True)]
    return [*found[:n_alone], (cards, together), *found[n_mixed:]]


def _n_removed(deck: DeckRules) -> int:
    """Return the number of plants that leave the game before it begins."""
    cards = {*deck.opening_market, *(card for pool in deck.pools for card in members(pool))}
    return len(cards) - len(deck.opening_market) - sum(deck.counts)

"""Aids as dictionaries with names instead of numbers."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from gridwright.aids.outlook import find_outlook
from gridwright.aids.plans import plan_cities
from gridwright.aids.quotes import quote_auction, quote_cities, quote_fuel
from gridwright.aids.warnings import build_advice, has_built
from gridwright.engine.history import History
from gridwright.engine.ids import NONE
from gridwright.engine.notation import Notation
from gridwright.engine.rules import Rules

Naming: TypeAlias = Callable[[Any], Any]

LEFT_OUT: Final = frozenset({"version", "offers", "limit", "drops", "passes", "ahead"})
"""Fields of tables on a server: version, choices (as in ``Table.legal``) and sealed bid limits."""


class Readable:
    """Translates the records of one table. Field names stay as they are on the server."""

    def __init__(self, rules: Rules) -> None:
        notation = Notation(rules)
        cities, plants, kinds = notation.cities, notation.cards, rules.market.kinds

        def by_kind(amounts: Sequence[int]) -> dict[str, int]:
            return dict(zip(kinds, amounts, strict=False))

        def by_city(costs: Sequence[int]) -> dict[str, int]:
            return {cities[city]: cost for city, cost in enumerate(costs) if cost >= 0}

        self._single: Final[dict[str, Naming]] = {
            "city": cities.__getitem__,
            "plant": plants.__getitem__,
            "gives_up": lambda plant: None if plant == NONE else plants[plant],
            "card": lambda card: rules.cards.names[card],
        }
        self._listed: Final[dict[str, Naming]] = {
            "path": lambda found: [cities[city] for city in found],
            "plants": lambda found: [plants[plant] for plant in found],
            "kinds": lambda found: [kinds[kind] for kind in found],
            "amounts": by_kind,
            "kept": by_kind,
            "refill": by_kind,
            "prices": by_kind,
            "cities": lambda costs: by_city(costs) if costs else [],
        }
        """Fields with lists of numbers; a single number there is a count."""

    def of(self, record: msgspec.Struct) -> dict[str, Any]:
        """Return a record with its fields, and with its tag if it has one."""
        config = record.__struct_config__
        tag = {} if config.tag is None else {str(config.tag_field): config.tag}
        return {**tag, **self._named(msgspec.structs.asdict(record))}

    def _named(self, values: dict[str, Any]) -> dict[str, Any]:
        named: dict[str, Any] = {}
        for name, value in values.items():
            naming: Naming = self._plain
            if isinstance(value, int):
                naming = self._single.get(name, naming)
            elif isinstance(value, list) and all(isinstance(each, int) for each in value):
                naming = self._listed.get(name, naming)
            if name not in LEFT_OUT:
                named[name] = naming(value)
        return named

    def _plain(self, value: Any) -> Any:
        if isinstance(value, msgspec.Struct):
            return self.of(value)
        if isinstance(value, dict):
            return self._named(value)
        return [self._plain(each) for each in value] if isinstance(value, list) else value


class ReadableAids:
    """What a seat of one table may want to know, at its current position."""

    def __init__(self, history: History) -> None:
        self._history: Final = history
        self._readable: Final = Readable(history.game.rules)

    def quote(self, seat: int, city: int) -> dict[str, Any] | None:
        quotes = quote_cities(self._history.game, self._history.state, seat)
        return self._readable.of(quotes[city]) if quotes else None

    def plan(self, seat: int, cities: Sequence[int], *, keeps_order: bool) -> dict[str, Any]:
        game, state = self._history.game, self._history.state
        return self._readable.of(plan_cities(game, state, seat, cities, is_chosen=keeps_order))

    def fuel(self, seat: int) -> dict[str, Any] | None:
        choices = quote_fuel(self._history.game, self._history.state, seat).choices
        return None if choices is None else self._readable.of(choices)

    def auction(self, seat: int) -> dict[str, Any] | None:
        quotes = quote_auction(self._history.game, self._history.state, seat)
        return None if quotes is None else self._readable.of(quotes)

    def warnings(self) -> list[dict[str, Any]]:
        game, state = self._history.game, self._history.state
        built = has_built(self._history, state.actor)
        advice = build_advice(game, state, state.actor, game.offers(state), has_built=built)
        return [self._readable.of(each) for each in advice.warnings]

    def outlook(self) -> dict[str, Any]:
        return self._readable.of(find_outlook(self._history.game, self._history.state))

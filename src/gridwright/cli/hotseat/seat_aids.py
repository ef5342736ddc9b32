"""Prices, plans, outlook and warnings for the seat at the keyboard."""

from typing import Final

from gridwright.aids.outlook import find_outlook
from gridwright.aids.plans import plan_cities
from gridwright.aids.quotes import quote_auction, quote_cities, quote_fuel
from gridwright.aids.warnings import build_advice, has_built, warning_about
from gridwright.cli.drawing.aids import (
    tell_auction,
    tell_fuel,
    tell_outlook,
    tell_plan,
    tell_prices,
    tell_quote,
    tell_warning,
)
from gridwright.cli.drawing.names import Names
from gridwright.cli.hotseat.answers import Answers
from gridwright.engine.history import History
from gridwright.engine.vocabulary.base import Action
from gridwright.protocol.warnings import AnyWarning, BidLeavesLittle

FUEL_WORD: Final = "fuel"


class SeatAids:
    """Sentences for the seat to act. What they say is that seat's to know."""

    def __init__(self, names: Names, answers: Answers) -> None:
        self._names: Final = names
        self._answers: Final = answers
        self._warned: Action | None = None
        """The action that was warned about last and not carried out since."""

    def quote(self, history: History, words: str) -> list[str]:
        """Return the price of a city, a plant or fuel; without words, everything for sale.

        Raises NotationError if nothing is called so.
        """
        game, state, names = history.game, history.state, self._names
        seat = state.actor
        fuel = quote_fuel(game, state, seat).choices
        auction = quote_auction(game, state, seat)
        plants = [] if auction is None else tell_auction(auction, names)
        if not words:
            cities = tell_prices(quote_cities(game, state, seat), names)
            return [*plants, *([] if fuel is None else tell_fuel(fuel, names)), *cities]
        if words.casefold() == FUEL_WORD:
            return [] if fuel is None else tell_fuel(fuel, names)
        if words.casefold() in names.cards:
            quoted = [] if auction is None else [each.plant for each in auction.plants]
            place = names.cards.index(words.casefold())
            return [plants[quoted.index(place)]] if place in quoted else []
        quotes = quote_cities(game, state, seat)
        return [tell_quote(quotes[city], names) for city in self._answers.cities(words) if quotes]

    def plan(self, history: History, words: str) -> list[str]:
        """Return several cities as one plan; raise NotationError if one is not on the board."""
        cities = self._answers.cities(words)
        plan = plan_cities(history.game, history.state, history.state.actor, cities)
        return tell_plan(plan, self._names)

    def outlook(self, history: History) -> list[str]:
        """Return the near future of the table."""
        return tell_outlook(find_outlook(history.game, history.state), self._names)

    def bid_warnings(self, history: History) -> list[str]:
        """Return warnings about the bid that is due; the list of choices shows them."""
        state = history.state
        return [
            tell_warning(each, self._names)
            for each in _warnings(history)
            if isinstance(each, BidLeavesLittle) and each.plant == state.auction.lot
        ]

    def warn(self, history: History, action: Action) -> str:
        """Return the warning about an action; empty if there is none or it was given just now."""
        if action == self._warned:
            return ""
        offers = history.game.offers(history.state)
        warning = warning_about(action, offers, _warnings(history))
        if warning is None:
            return ""
        self._warned = action
        return tell_warning(warning, self._names)

    def forget(self) -> None:
        """Forget the last warning: an action was carried out."""
        self._warned = None


def _warnings(history: History) -> list[AnyWarning]:
    game, state = history.game, history.state
    built = has_built(history, state.actor)
    return build_advice(game, state, state.actor, game.offers(state), has_built=built).warnings

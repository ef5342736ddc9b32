"""A position that is played on in the words of the table."""

from collections.abc import Sequence
from typing import Final, TypeVar

import pytest

from gridwright.engine import invariants
from gridwright.engine.digest import digest
from gridwright.engine.errors import IllegalAction
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.ids import CHANCE, NONE, OVER
from gridwright.engine.masks import members
from gridwright.engine.notation import Notation
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, Event, Offer
from gridwright.engine.vocabulary.market import RevealCard, ShuffleStack
from gridwright.engine.vocabulary.turn import TakeBack

STEP_3: Final = "step-3"
"""The Step 3 card where a plant's number could stand."""

Card = int | str
"""A plant by its printed number, or STEP_3."""

SomeAction = TypeVar("SomeAction", bound=Action)
SomeEvent = TypeVar("SomeEvent", bound=Event)


def only(events: Sequence[Event], kind: type[SomeEvent]) -> list[SomeEvent]:
    """The events of one class, in order."""
    return [event for event in events if isinstance(event, kind)]


def facts(refusal: IllegalAction) -> tuple[str, str, dict[str, int]]:
    """The clause, the code and the numbers of a refusal."""
    return refusal.clause, refusal.code, refusal.numbers


class Table:
    """A position that is played on, read in printed numbers and names."""

    def __init__(self, game: Game, state: State, began: list[Event]) -> None:
        self.game: Final = game
        self.notation: Final = Notation(game.rules)
        self.began: Final = began
        """Events between entering the phase and the first actor."""
        self._history: Final = History(game)
        self._history.state = state
        invariants.check(game, state)

    @property
    def state(self) -> State:
        return self._history.state

    def clause(self, *numbers: str) -> str:
        """The number of a law in this edition, from those of several editions."""
        letter = self.game.rules.clauses["wrong_phase"][0]
        (number,) = [each for each in numbers if each[0] == letter]
        return number

    # Playing

    def do(self, *lines: str) -> list[Event]:
        """Carry out actions in text form; returns what happened in all of them."""
        return [event for line in lines for event in self.act(self.notation.parse(line))]

    def act(self, action: Action) -> list[Event]:
        """Carry out an action, which must also be among the offers."""
        self.game.verify(self.state, action)
        assert isinstance(action, TakeBack) or self.is_offered(action), f"{action} is not offered"
        events = self._history.play_watched(action)
        invariants.check(self.game, self.state)
        return events

    def buy(self, seat: int, plant: Card, price: int) -> list[Event]:
        """Put a plant up at a price that no one tops; from a fixed opening all others drop out."""
        if not self.game.rules.settings.opens_at_minimum:
            return self.do(f"{seat} offer {plant} {price}")
        low = self.game.market.minimum(self.state, self._card(plant))
        events = self.do(f"{seat} offer {plant} {low}")
        while self.state.auction.lot != NONE and self.state.auction.scrapper == NONE:
            events += self.do(f"{self.state.actor} drop")
        return events

    def refused(self, line: str) -> IllegalAction:
        """Return the refusal of an action in text form."""
        return self.refused_action(self.notation.parse(line))

    def refused_action(self, action: Action) -> IllegalAction:
        """Return the refusal of an action, which must change nothing and not be on offer."""
        before = digest(self.state)
        with pytest.raises(IllegalAction) as caught:
            self._history.play(action)
        assert digest(self.state) == before
        assert not (self.state.actor == action.seat and self.is_offered(action))
        return caught.value

    def reveal(self, card: Card, next_back: str = "") -> list[Event]:
        """Turn up the top card; the next back is the first possible one unless named."""
        backs = [action.next_back for action in self._choices(RevealCard)]
        return self.act(RevealCard(self._card(card), self._back(next_back, backs)))

    def shuffle(self, next_back: str = "") -> list[Event]:
        """Shuffle the stack; the next back is the first possible one unless named."""
        backs = [action.next_back for action in self._choices(ShuffleStack)]
        return self.act(ShuffleStack(self._back(next_back, backs)))

    def _back(self, name: str, possible: list[int]) -> int:
        if name:
            return self.notation.backs.index(name)
        return possible[0] if possible else NONE

    def back(self, card: Card) -> str:
        """The name of a card's back."""
        return self.notation.backs[self.game.rules.deck.back_of[self._card(card)]]

    def deal(self) -> list[Event]:
        """Let chance take its first possible outcome until a seat must act."""
        events: list[Event] = []
        while self.state.actor == CHANCE:
            events.extend(self.act(self.game.legal(self.state)[0]))
        return events

    # What may be done

    def offers(self) -> list[Offer]:
        return self.game.offers(self.state)

    def is_offered(self, action: Action) -> bool:
        return any(offer.holds(action) for offer in self.offers())

    def legal(self) -> list[str]:
        """The actor's choices as text; a range of money stands for its two ends."""
        return [self.notation.text(action) for action in self.game.legal(self.state)]

    def possible_cards(self) -> list[Card]:
        """Return what chance may turn up now."""
        cards = {action.card for action in self._choices(RevealCard)}
        return self._names(sorted(cards))

    def _choices(self, kind: type[SomeAction]) -> list[SomeAction]:
        return [action for action in self.game.legal(self.state) if isinstance(action, kind)]

    # Reading

    @property
    def actor(self) -> int:
        return self.state.actor

    @property
    def phase(self) -> str:
        return "over" if self.state.phase == OVER else self.game.phases[self.state.phase].NAME

    @property
    def discount(self) -> Card | None:
        """The plant under the discount token."""
        card = self.state.discount
        return None if card == NONE else self._names([card])[0]

    def money(self, seat: int) -> int:
        return self.state.money[seat]

    def plants(self, seat: int) -> list[Card]:
        return self._names(self.state.plants[seat])

    def fuel(self, seat: int) -> dict[str, int]:
        """The kinds a seat holds."""
        return self._kinds(self.state.fuel[seat])

    def cities(self, seat: int) -> list[str]:
        network = self.state.grid.networks[seat]
        return [self.notation.cities[city] for city in members(network)]

    def houses(self, city: str) -> list[int]:
        """The owners of the houses in a city, cheapest space first."""
        n_spaces = self.game.rules.board.n_spaces
        start = self.notation.cities.index(city) * n_spaces
        owners = self.state.grid.spaces[start : start + n_spaces]
        return [owner for owner in owners if owner != NONE]

    def market(self) -> list[Card]:
        return self._names(self.state.market)

    def current(self) -> list[Card]:
        """The plants that may be offered."""
        return self._names(self.game.market.current(self.state))

    def gone(self) -> list[Card]:
        return self._names(members(self.state.gone))

    def layers(self) -> list[list[Card]]:
        """The cards that each layer of the stack may hold, top first."""
        return [self._names(members(pool)) for pool in self.state.stack.pools]

    def tokens(self) -> dict[str, int]:
        """The kinds on the market."""
        return self._kinds(self.state.tokens)

    def supply(self) -> dict[str, int]:
        return self._kinds(self.state.supply)

    def trust_plants(self) -> list[Card]:
        return self._names(self.state.trust.plants)

    def trust_fuel(self) -> dict[str, int]:
        return self._kinds(self.state.trust.fuel)

    def _card(self, card: Card) -> int:
        return self.notation.cards.index(str(card))

    def _names(self, cards: Sequence[int]) -> list[Card]:
        plants = self.game.rules.deck.plants
        return [plants[card].number if card < len(plants) else STEP_3 for card in cards]

    def _kinds(self, amounts: list[int]) -> dict[str, int]:
        return {kind: n for kind, n in zip(self.notation.kinds, amounts, strict=True) if n}

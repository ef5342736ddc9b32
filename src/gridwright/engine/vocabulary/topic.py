"""Topics, and the vocabulary they form."""

from typing import Final

from gridwright.engine.vocabulary.base import Action, ChanceAction, Event, Offer


class Topic:
    """The actions, offers and events of one part of the game."""

    def __init__(
        self,
        actions: list[type[Action]],
        offers: list[type[Offer]],
        events: list[type[Event]],
        said: list[type[Action]],
    ) -> None:
        self.actions: Final = actions
        self.offers: Final = offers
        self.events: Final = events
        self.said: Final = said
        """Actions without arguments, which ``MayDo`` offers."""


class Vocabulary:
    """Every action, offer and event by its word. Words and numbers are never reused."""

    def __init__(self, topics: list[Topic]) -> None:
        self.actions: Final[dict[str, type[Action]]] = {}
        self.offers: Final[dict[str, type[Offer]]] = {}
        self.events: Final[dict[str, type[Event]]] = {}
        self.said: Final[list[type[Action]]] = []
        numbers: set[int] = set()
        for topic in topics:
            for action in topic.actions:
                if action.WORD in self.actions or action.KIND in numbers:
                    raise ValueError(f"expected a new word and number, got {action.__name__}")
                self.actions[action.WORD] = action
                numbers.add(action.KIND)
            for offer in topic.offers:
                if offer.ACTION.WORD in self.offers:
                    raise ValueError(f"expected one offer of an action, got {offer.__name__}")
                self.offers[offer.ACTION.WORD] = offer
            for event in topic.events:
                if event.WORD in self.events:
                    raise ValueError(f"expected a new word, got {event.__name__}")
                self.events[event.WORD] = event
            self.said.extend(topic.said)
        self.verbs: Final = sorted(self.actions)
        """Words of all actions."""
        self._chance: Final = {
            word for word, kind in self.actions.items() if issubclass(kind, ChanceAction)
        }

    def is_chance(self, word: str) -> bool:
        """Return whether an action is one of chance."""
        return word in self._chance

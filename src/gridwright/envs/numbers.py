"""Lookups between the numbers of an index and what actions are made of, shared by all games."""

from typing import Final

from gridwright.engine.actions import Action
from gridwright.engine.rules import Rules
from gridwright.envs import families
from gridwright.envs.action_index import ActionIndex, build_index
from gridwright.envs.families import SAID, card_purchases


class Numbers:
    """Tables of one table's rules and index."""

    def __init__(self, rules: Rules) -> None:
        index = build_index(rules)
        self.index: Final[ActionIndex] = index
        self.size: Final = index.size
        self.family_of: Final = index.family_of
        self.starts: Final = index.starts
        self.fuel: Final = rules.fuel
        self.cards: Final = rules.cards

        self.said: Final[list[list[Action]]] = [
            [say(seat) for say in SAID] for seat in range(rules.n_seats)
        ]
        """``said[seat][place]``: the orders without a choice in them."""
        self.say_numbers: Final[dict[type[Action], int]] = {
            say: index.starts[families.SAY] + place for place, say in enumerate(SAID)
        }

        self.buy_starts: Final[list[int]] = []
        """``buy_starts[kind]``: where buying no token would be; one token comes next."""
        self.bought: Final[list[tuple[int, int]]] = []
        """``bought[place]``: kind and amount."""
        start = index.starts[families.BUY] - 1
        for kind, total in enumerate(rules.market.token_totals):
            self.buy_starts.append(start)
            start += total
            self.bought.extend((kind, amount) for amount in range(1, total + 1))

        self.cards_bought: Final = card_purchases(rules)
        """``cards_bought[place]``: card and price."""
        self.card_numbers: Final = {
            pair: index.starts[families.BUY_CARD] + place
            for place, pair in enumerate(self.cards_bought)
        }

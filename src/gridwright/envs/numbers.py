"""Lookups between the numbers of an index and what actions are made of, shared by all games."""

from typing import Final

from gridwright.engine.actions import Action
from gridwright.engine.ids import NONE
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
        self.bought_kind: Final[list[int]] = []
        """``bought_kind[place]``, and how much of it in ``bought_amount[place]``."""
        self.bought_amount: Final[list[int]] = []
        start = index.starts[families.BUY] - 1
        for kind, total in enumerate(rules.market.token_totals):
            self.buy_starts.append(start)
            start += total
            self.bought_kind.extend([kind] * total)
            self.bought_amount.extend(range(1, total + 1))

        self.card_bought: Final[list[int]] = []
        """``card_bought[place]``, and for how much in ``price_paid[place]``."""
        self.price_paid: Final[list[int]] = []
        dearest = max(rules.cards.prices, default=0)
        self.card_numbers: Final = [[NONE] * (dearest + 1) for card in range(rules.cards.n_cards)]
        """``card_numbers[card][price]``; NONE where a card never has that price."""
        for place, (card, price) in enumerate(card_purchases(rules)):
            self.card_bought.append(card)
            self.price_paid.append(price)
            self.card_numbers[card][price] = index.starts[families.BUY_CARD] + place

"""Lookup tables between the action index and the fields of actions, shared by all games."""

from typing import Final

from gridwright.engine.editions.card.vocabulary import BuyCard
from gridwright.engine.ids import NONE
from gridwright.engine.rules import Rules
from gridwright.engine.topics import VOCABULARY
from gridwright.engine.vocabulary.auction import Bid, OfferPlant, ScrapPlant
from gridwright.engine.vocabulary.base import Action, Offer, build_action
from gridwright.engine.vocabulary.fuel import BuyResources
from gridwright.engine.vocabulary.topic import Vocabulary
from gridwright.envs import families
from gridwright.envs.action_index import ActionIndex, build_index
from gridwright.envs.families import (
    AMOUNT,
    ANY,
    BUY,
    BUY_CARD,
    LEAST,
    NAMED,
    SAID,
    SAY,
    card_purchases,
    further_actions,
)


class ActionLookup:
    """Lookup tables of one set of rules."""

    def __init__(self, rules: Rules, vocabulary: Vocabulary = VOCABULARY, bids: str = ANY) -> None:
        index = build_index(rules, vocabulary, bids)
        self.least: Final = bids == LEAST
        """True if the lowest bid is the only one with a choice."""
        self.index: Final[ActionIndex] = index
        self.size: Final = index.size
        self.family_of: Final = index.family_of
        self.starts: Final = index.starts
        self.fuel: Final = rules.fuel
        self.uncounted: Final = rules.uncounted
        self.cards: Final = rules.cards

        self.said: Final[list[list[Action]]] = [
            [say(seat) for say in SAID] for seat in range(rules.n_seats)
        ]
        """``said[seat][place]``: actions without arguments."""
        self.say_choices: Final[dict[type[Action], int]] = {
            say: index.starts[families.SAY] + place for place, say in enumerate(SAID)
        }

        self.kind_of: Final[list[type[Action] | None]] = [None] * len(index.families)
        """``kind_of[family]``: action that a single choice completes; None for actions in parts."""
        self.first_of: Final[dict[type[Action], int]] = {
            OfferPlant: index.starts[families.OFFER],
            ScrapPlant: index.starts[families.SCRAP],
        }
        """First choice for the names of an action's first field."""
        self.offered_first: Final[dict[type[Offer], int]] = {}
        """First choice by the type of the offer."""
        named = [(vocabulary.actions[word], family) for word, family in NAMED.items()]
        further = further_actions(vocabulary)
        for place, action in enumerate(further):
            named.append((action, len(index.families) - len(further) + place))
        for action, family in named:
            self.kind_of[family] = action
            if action in vocabulary.said:
                self.say_choices[action] = index.starts[family]
                continue
            self.first_of[action] = index.starts[family]
            self.offered_first[vocabulary.offers[action.WORD]] = index.starts[family]

        self.buy_starts: Final[list[int]] = []
        """``buy_starts[kind]``: number of the choice before the one that buys one token."""
        self.bought_kind: Final[list[int]] = []
        """``bought_kind[place]``; the amount is in ``bought_amount[place]``."""
        self.bought_amount: Final[list[int]] = []
        start = index.starts[families.BUY] - 1
        for kind, total in enumerate(rules.market.token_totals):
            self.buy_starts.append(start)
            start += total
            self.bought_kind.extend([kind] * total)
            self.bought_amount.extend(range(1, total + 1))

        self.card_bought: Final[list[int]] = []
        """``card_bought[place]``; the price is in ``price_paid[place]``."""
        self.price_paid: Final[list[int]] = []
        dearest = max(rules.cards.prices, default=0)
        self.card_choices: Final = [[NONE] * (dearest + 1) for card in range(rules.cards.n_cards)]
        """``card_choices[card][price]``; NONE where a card never has that price."""
        for place, (card, price) in enumerate(card_purchases(rules)):
            self.card_bought.append(card)
            self.price_paid.append(price)
            self.card_choices[card][price] = index.starts[families.BUY_CARD] + place


def single_choice_action(lookup: ActionLookup, seat: int, family: int, value: int) -> Action | None:
    """Return the action; None if the choice is only a part of one. Frequent families come first."""
    if family == SAY:
        return lookup.said[seat][value]
    if family == AMOUNT:
        return None if lookup.least else Bid(seat, value)
    kind = lookup.kind_of[family]
    if kind is not None:
        return build_action(kind, seat, [value] if kind.FIELDS else [])
    if family == BUY:
        return BuyResources(seat, lookup.bought_kind[value], lookup.bought_amount[value])
    if family == BUY_CARD:
        return BuyCard(seat, lookup.card_bought[value], lookup.price_paid[value])
    return None

"""The outcomes of chance with their probabilities, from the public position alone.

No seat sees a card before it is drawn, so drawing each card when it is due gives the same
distribution as shuffling first: every hidden stack consistent with the position is equally likely.
"""

import random
from collections.abc import Iterator
from itertools import permutations
from math import factorial
from typing import Final

from gridwright.engine.editions.card.vocabulary import DealFuel, MayDealFuel
from gridwright.engine.game import Game
from gridwright.engine.ids import NONE
from gridwright.engine.masks import members
from gridwright.engine.network import region_choices
from gridwright.engine.rules import DeckRules
from gridwright.engine.stack import Stack
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import ChanceAction
from gridwright.engine.vocabulary.market import MayReveal, MayShuffle, RevealCard, ShuffleStack
from gridwright.engine.vocabulary.setup import (
    DrawOrder,
    DrawRegions,
    DrawTrustCity,
    DrawTrustRegion,
    MayChooseRegions,
    MayDrawTrustCity,
    MayDrawTrustRegion,
    MayOrder,
)

Outcome = tuple[ChanceAction, float]


def most_outcomes(game: Game) -> int:
    """Return an upper bound on the number of outcomes of one draw."""
    rules = game.rules
    reveals = rules.deck.n_cards * rules.deck.n_backs
    regions = len(region_choices(rules.board, rules.limits.n_regions)) if rules.board.regions else 0
    cities = rules.board.n_cities if rules.trust.blocked else 0
    return max(factorial(rules.n_seats), reveals, regions, rules.cards.n_cards, cities)


def chance_outcomes(game: Game, state: State) -> list[Outcome]:
    """Return every outcome with its probability, in a fixed order."""
    offer = game.offers(state)[0]
    if isinstance(offer, MayReveal):
        return list(_reveals(offer, state.stack, game.rules.deck))
    if isinstance(offer, MayShuffle):
        return [(ShuffleStack(back), share) for back, share in _shares(offer.next_counts)]
    if isinstance(offer, MayDealFuel):
        return [(DealFuel(card), share) for card, share in _shares(offer.counts)]
    if isinstance(offer, MayOrder):
        return _even([DrawOrder(list(order)) for order in permutations(range(offer.n_seats))])
    if isinstance(offer, MayChooseRegions):
        return _even([DrawRegions(regions) for regions in offer.choices])
    if isinstance(offer, MayDrawTrustCity):
        return _even([DrawTrustCity(city) for city in offer.cities])
    assert isinstance(offer, MayDrawTrustRegion)
    return _even([DrawTrustRegion(region) for region in offer.regions])


def draw(game: Game, state: State, dice: random.Random) -> ChanceAction:
    """Draw one of the outcomes by its probability."""
    offer = game.offers(state)[0]
    if isinstance(offer, MayDealFuel):
        return DealFuel(_draw_counted(offer.counts, dice))
    if isinstance(offer, MayReveal):
        card = _draw_card(offer, state.stack, game.rules.deck, dice)
        return RevealCard(card, _draw_counted(offer.next_counts, dice))
    if isinstance(offer, MayShuffle):
        return ShuffleStack(_draw_counted(offer.next_counts, dice))
    if isinstance(offer, MayOrder):
        order = list(range(offer.n_seats))
        dice.shuffle(order)
        return DrawOrder(order)
    if isinstance(offer, MayChooseRegions):
        return DrawRegions(dice.choice(offer.choices))
    if isinstance(offer, MayDrawTrustCity):
        return DrawTrustCity(dice.choice(offer.cities))
    assert isinstance(offer, MayDrawTrustRegion)
    return DrawTrustRegion(dice.choice(offer.regions))


def _even(
    actions: "list[DrawOrder] | list[DrawRegions] | list[DrawTrustRegion] | list[DrawTrustCity]",
) -> list[Outcome]:
    return [(action, 1 / len(actions)) for action in actions]


def _shares(counts: list[int]) -> Iterator[tuple[int, float]]:
    """Yield each place with a count and its share; NONE alone if there is none."""
    total = sum(counts)
    if total == 0:
        yield NONE, 1.0
    for place, counted in enumerate(counts):
        if counted:
            yield place, counted / total


def _reveals(offer: MayReveal, stack: Stack, deck: DeckRules) -> Iterator[Outcome]:
    """Yield the top card by layer, with the next back: any of those left, whichever the card."""
    chances: dict[int, float] = {}
    layers = _top_layers(stack, deck)
    total = sum(n_cards for _pool, n_cards in layers)
    for pool, n_cards in layers:
        cards = members(pool)
        for card in cards:
            chances[card] = chances.get(card, 0.0) + n_cards / total / len(cards)
    for card in sorted(chances):
        for back, share in _shares(offer.next_counts):
            yield RevealCard(card, back), chances[card] * share


def _top_layers(stack: Stack, deck: DeckRules) -> list[tuple[int, float]]:
    """Return the layers that may contain the top card, with the number of possible cards.

    A layer counts as two if only some of its cards are certain to be in the stack.
    """
    shown: Final = deck.back_masks[stack.top_back]
    layers: list[tuple[int, float]] = []
    for layer in range(stack.n_mixed):
        n_cards = stack.counts[layer * stack.n_backs + stack.top_back]
        if n_cards:
            pool = stack.pools[layer] & shown
            sure = pool & deck.kept
            n_places = stack.n_of_pool(pool, shown) if sure else 0
            n_sure = sure.bit_count()
            if sure:
                layers.append((sure, n_cards * n_sure / n_places))
            if n_places > n_sure or not sure:
                share = (n_places - n_sure) / n_places if sure else 1
                layers.append((pool & ~sure, n_cards * share))
    return layers


def _draw_card(offer: MayReveal, stack: Stack, deck: DeckRules, dice: random.Random) -> int:
    pool = offer.cards
    if stack.n_mixed > 1 or pool & deck.kept:
        layers = _top_layers(stack, deck)
        pools = [layer for layer, _n_cards in layers]
        pool = dice.choices(pools, [n_cards for _layer, n_cards in layers])[0]
    n_cards = pool.bit_count()
    if n_cards > 1:
        for _lower in range(int(dice.random() * n_cards)):
            pool &= pool - 1
    return (pool & -pool).bit_length() - 1


def _draw_counted(counts: list[int], dice: random.Random) -> int:
    total = sum(counts)
    if total == 0:
        return NONE
    pick = int(dice.random() * total)
    place = 0
    while pick >= counts[place]:
        pick -= counts[place]
        place += 1
    return place

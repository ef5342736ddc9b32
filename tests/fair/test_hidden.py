"""A hidden stack is uniform over all stacks that fit public data: every branch is counted."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations

import pytest

from gridwright.content.table import build_game, default_spec
from gridwright.engine.ids import NONE
from gridwright.engine.masks import mask_of, members
from gridwright.engine.stack import Stack
from gridwright.fair.draw import Stream
from gridwright.fair.hidden import draw_hidden, fits, resample
from tests.fair import chi

# Ten cards: 0 to 5 have back 0, 6 to 8 back 1, 9 is alone with back 2.
BACK_OF = [0] * 6 + [1] * 3 + [2]
BACK_MASKS = [mask_of([card for card in range(10) if BACK_OF[card] == back]) for back in range(3)]


class Branching(Stream):
    """Follows one branch of all draws and notes how many there are at each fork."""

    def __init__(self, branch: list[int]) -> None:
        super().__init__(b"")
        self.branch = branch
        self.bounds: list[int] = []

    def below(self, bound: int) -> int:
        place = len(self.bounds)
        self.bounds.append(bound)
        return self.branch[place] if place < len(self.branch) else 0


Draw = Callable[[Stream], list[int]]


def likelihoods(draw: Draw) -> dict[tuple[int, ...], Fraction]:
    """The exact chance of every result, by walking through all branches."""
    chances: dict[tuple[int, ...], Fraction] = {}
    branch: list[int] | None = []
    while branch is not None:
        stream = Branching(branch)
        result = tuple(draw(stream))
        chance = Fraction(1)
        for bound in stream.bounds:
            chance /= bound
        chances[result] = chances.get(result, Fraction(0)) + chance
        taken = branch + [0] * (len(stream.bounds) - len(branch))
        branch = next_branch(taken, stream.bounds)
    return chances


def next_branch(taken: list[int], bounds: list[int]) -> list[int] | None:
    for place in range(len(taken) - 1, -1, -1):
        if taken[place] + 1 < bounds[place]:
            return [*taken[:place], taken[place] + 1]
    return None


def layered(top_back: int, *layers: tuple[list[int], list[int]], n_mixed: int = 1) -> Stack:
    pools = [mask_of(cards) for cards, _counts in layers]
    counts = [count for _cards, counts in layers for count in counts]
    return Stack(3, pools, counts, top_back, n_mixed)


STACKS = {
    "one card": layered(2, ([9], [0, 0, 1])),
    "one layer": layered(0, ([0, 1, 2, 3], [4, 0, 0])),
    "removed unseen": layered(0, ([0, 1, 2, 3, 4], [2, 0, 0]), ([9], [0, 0, 1])),
    "equal pools": layered(0, ([0, 1, 2, 3], [1, 0, 0]), ([0, 1, 2, 3], [2, 0, 0])),
    "mixed below": layered(0, ([0, 1, 2], [1, 0, 0]), ([0, 1, 2, 6, 7], [1, 1, 0])),
    "mixed top": layered(1, ([0, 1, 6, 7], [1, 2, 0])),
    "mixed top, other back": layered(0, ([0, 1, 2, 6, 7], [2, 1, 0])),
    "shuffled": layered(1, ([4, 6, 9], [1, 1, 1]), ([0, 1, 7, 8], [1, 1, 0]), n_mixed=2),
    "shuffled, with one below": layered(
        0, ([0, 1, 2], [1, 0, 0]), ([0, 1, 2, 6], [1, 1, 0]), ([4], [1, 0, 0]), n_mixed=2
    ),
    "known below": layered(1, ([0, 1, 6], [1, 1, 0]), ([9], [0, 0, 1]), ([4], [1, 0, 0])),
}


KEPT = {
    "removed unseen": [4],
    "equal pools": [0, 2],
    "mixed below": [1],
    "mixed top, other back": [0, 6],
    "shuffled, with one below": [2],
}
"""Stacks of which some cards are known to be still there."""


@pytest.mark.parametrize("name", KEPT)
def test_kept_cards_are_in_every_stack_and_all_fitting_ones_are_equally_likely(name: str) -> None:
    stack = STACKS[name]
    kept = mask_of(KEPT[name])
    cards = members(mask_of([card for pool in stack.pools for card in members(pool)]))
    fitting = {
        order
        for order in permutations(cards, stack.size())
        if fits(list(order), stack, BACK_MASKS) and set(KEPT[name]) <= set(order)
    }
    assert all(fits(list(order), stack, BACK_MASKS, kept) for order in fitting)
    chances = likelihoods(lambda stream: draw_hidden(stack, BACK_MASKS, stream, kept))
    assert set(chances) == fitting
    assert set(chances.values()) == {Fraction(1, len(fitting))}
    for order in permutations(cards, stack.size()):
        assert (order in fitting) == can_be_revealed(order, stack, kept)
        assert (order in fitting) == fits(list(order), stack, BACK_MASKS, kept)


@pytest.mark.parametrize("name", STACKS)
def test_every_stack_that_fits_is_equally_likely(name: str) -> None:
    stack = STACKS[name]
    cards = members(mask_of([card for pool in stack.pools for card in members(pool)]))
    fitting = {
        order for order in permutations(cards, stack.size()) if fits(list(order), stack, BACK_MASKS)
    }
    chances = likelihoods(lambda stream: draw_hidden(stack, BACK_MASKS, stream))
    assert set(chances) == fitting
    assert set(chances.values()) == {Fraction(1, len(fitting))}


def can_be_revealed(order: tuple[int, ...], stack: Stack, kept: int = 0) -> bool:
    """Return whether the engine allows these cards to come one after the other."""
    stack = stack.copy()
    for place, card in enumerate(order):
        if not stack.possible_cards(BACK_MASKS, kept) >> card & 1:
            return False
        backs = [BACK_OF[other] for other in order[place + 1 : place + 2]]
        next_back = backs[0] if backs else NONE
        if backs and stack.counts_after_draw()[next_back] == 0:
            return False
        stack.take(card, next_back)
    return stack.size() == 0


@pytest.mark.parametrize("name", STACKS)
def test_a_stack_fits_if_the_engine_allows_its_cards_in_turn(name: str) -> None:
    stack = STACKS[name]
    cards = members(mask_of([card for pool in stack.pools for card in members(pool)]))
    for order in permutations(cards, stack.size()):
        assert fits(list(order), stack, BACK_MASKS) == can_be_revealed(order, stack)


def test_a_variant_that_forgets_the_shown_back_is_noticed() -> None:
    """Moving the first fitting card to the top instead of a random one is not uniform."""
    stack = STACKS["mixed top, other back"]

    def careless(stream: Stream) -> list[int]:
        cards = stream.sample([0, 1, 2], 2) + stream.sample([6, 7], 1)
        stream.shuffle(cards)
        first = next(place for place, card in enumerate(cards) if BACK_OF[card] == 0)
        cards[0], cards[first] = cards[first], cards[0]
        return cards

    chances = likelihoods(careless)
    assert all(fits(list(order), stack, BACK_MASKS) for order in chances)
    assert len(set(chances.values())) > 1


def test_overlapping_layers_are_refused() -> None:
    stack = layered(0, ([0, 1], [1, 0, 0]), ([1, 2], [1, 0, 0]))
    with pytest.raises(ValueError, match=r"same or no common cards of back 0, got \[1, 2\]"):
        draw_hidden(stack, BACK_MASKS, Stream(b""))


def test_an_empty_stack_hides_nothing() -> None:
    stack = Stack(3, [], [], NONE)
    assert draw_hidden(stack, BACK_MASKS, Stream(b"")) == []
    assert fits([], stack, BACK_MASKS)


@pytest.mark.parametrize(
    "hidden",
    [
        [0, 6],  # Too few.
        [0, 6, 9, 4, 5],  # Too many.
        [0, 0, 9, 4],  # One twice.
        [0, 6, 9, 4],  # The wrong back on top.
        [6, 2, 9, 4],  # A card of no pool.
        [6, 0, 4, 9],  # Layers in the wrong order.
    ],
)
def test_another_stack_does_not_fit(hidden: list[int]) -> None:
    assert fits([6, 0, 9, 4], STACKS["known below"], BACK_MASKS)
    assert not fits(hidden, STACKS["known below"], BACK_MASKS)


def test_too_many_of_a_back_do_not_fit() -> None:
    assert not fits([6, 0, 1], STACKS["mixed top"], BACK_MASKS)


def test_every_unseen_plant_reaches_every_place_of_a_real_stack() -> None:
    """Three seats: 8 of 33 plants are removed unseen."""
    game = build_game(default_spec(preset="original", board="usa", seats=3))
    state = game.new_state()
    stream = Stream(b"real stack")
    n_stacks = 3300
    pool = members(state.stack.pools[1])
    assert len(pool) == 33
    third = Counter[int]()
    in_stack = Counter[int]()
    for _stack in range(n_stacks):
        hidden = resample(game, state, stream)
        assert fits(hidden, state.stack, game.rules.deck.back_masks)
        third[hidden[3]] += 1
        in_stack.update(hidden[1:26])
    assert sorted(third) == pool
    assert chi.statistic(third.values(), n_stacks / 33) < chi.limit(32)
    expected = n_stacks * 25 / 33
    # Drawing without replacement narrows the counts; the factor allows for it.
    assert chi.statistic(in_stack.values(), expected) * 32 / 8 < chi.limit(32)

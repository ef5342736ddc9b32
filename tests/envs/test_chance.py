"""Chance nodes: complete, fair, and the same as shuffling first."""

import random
from collections import Counter

import pytest

from gridwright.content.table import build_game, default_spec
from gridwright.engine.dice import Dice
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.market import CARD_DUE
from gridwright.engine.masks import mask_of, members
from gridwright.engine.stack import Stack
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.engine.vocabulary.market import RevealCard
from gridwright.envs.chance import chance_outcomes, draw, most_outcomes
from gridwright.fair.draw import Stream
from gridwright.fair.hidden import resample
from gridwright_lab.conformance.sampling.tables import spread_tables
from tests.kit.spread import Pick, picks


@pytest.mark.parametrize("pick", picks(16), ids=str)
def test_outcomes_are_the_legal_ones_and_add_up_to_one(pick: Pick) -> None:
    game = build_game(pick.spec())
    dice = Dice(11)
    chance = random.Random(11)
    state = game.new_state()
    silence = EventLog(False)
    n_nodes = 0
    while not game.is_over(state):
        if state.actor == CHANCE:
            n_nodes += 1
            outcomes = chance_outcomes(game, state)
            assert len(outcomes) <= most_outcomes(game)
            assert abs(sum(share for _action, share in outcomes) - 1) < 1e-9
            assert min(share for _action, share in outcomes) > 0
            assert sorted(action for action, _share in outcomes) == game.legal(state)
            drawn = draw(game, state, chance)
            assert drawn in [action for action, _share in outcomes]
            game.apply(state, drawn, silence)
        else:
            offers = game.offers(state)
            game.apply(state, offers[dice.below(len(offers))].sample(dice), silence)
    assert n_nodes > 5


def test_cards_come_as_often_as_from_a_stack_that_was_shuffled_first() -> None:
    n_cards = n_compared = 0
    for spec in spread_tables()[:12]:
        game = build_game(spec)
        dice = Dice(4)
        chance = random.Random(4)
        state = game.new_state()
        silence = EventLog(False)
        while not game.is_over(state):
            if state.actor == CHANCE:
                n_cards += state.due == CARD_DUE
                if state.due == CARD_DUE and n_cards % 40 == 0:
                    n_compared += 1
                    _compare(game, state)
                game.apply(state, draw(game, state, chance), silence)
            else:
                offers = game.offers(state)
                game.apply(state, offers[dice.below(len(offers))].sample(dice), silence)
    assert n_compared > 5


def test_layers_that_lie_mixed_together_count_by_their_cards() -> None:
    """Three cards of a pool of five were removed unseen; the rest lies mixed with two others."""
    game = build_game(default_spec("classic", "recharged"))
    state = game.new_state()
    back = state.stack.top_back
    cards = members(game.rules.deck.back_masks[back])
    assert len(cards) >= 7
    counts = [0] * (2 * state.stack.n_backs)
    counts[back] = 2
    counts[state.stack.n_backs + back] = 2
    pools = [mask_of(cards[:2]), mask_of(cards[2:7])]
    state.stack = Stack(state.stack.n_backs, pools, counts, back, n_mixed=2)
    state.due = CARD_DUE
    state.actor = CHANCE
    shares = {}
    for action, share in chance_outcomes(game, state):
        assert isinstance(action, RevealCard)
        shares[action.card] = share
    assert shares == pytest.approx({card: 0.25 if card in cards[:2] else 0.1 for card in cards[:7]})
    _compare(game, state)


def _compare(game: Game, state: State) -> None:
    n_draws = 1500
    back_of = game.rules.deck.back_of
    stream = Stream(b"compare")
    dealt: Counter[tuple[int, int]] = Counter()
    for _draw in range(n_draws):
        hidden = resample(game, state, stream)
        below = back_of[hidden[1]] if len(hidden) > 1 else -1
        dealt[hidden[0], below] += 1
    drawn: Counter[tuple[int, int]] = Counter()
    chance = random.Random(1)
    for _draw in range(n_draws):
        action = draw(game, state, chance)
        assert isinstance(action, RevealCard)
        drawn[action.card, action.next_back] += 1
    for action, share in chance_outcomes(game, state):
        assert isinstance(action, RevealCard)
        pair = (action.card, action.next_back)
        # Five standard deviations: a fair comparison fails once in a million.
        slack = 5 * (n_draws * share * (1 - share)) ** 0.5
        assert abs(dealt[pair] - n_draws * share) <= slack
        assert abs(drawn[pair] - n_draws * share) <= slack

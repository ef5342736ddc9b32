"""Options of environments: the least bid alone, what can be reached, rewards on the way."""

import pickle

import numpy as np
import pytest
from numpy.typing import NDArray

from gridwright.bots.registry import find_bot
from gridwright.bots.seated_bot import SeatedBot
from gridwright.content.table import list_editions
from gridwright.engine.vocabulary.auction import Bid, MayBid, MayOffer, OfferPlant
from gridwright.engine.vocabulary.building import MayConnect
from gridwright.envs.action_builder import ActionBuilder, NotMarkedError
from gridwright.envs.batch import BatchEnv
from gridwright.envs.env_table import build_spec, table_for
from gridwright.envs.layout import REACH
from gridwright.envs.reach import DEAR, N_NEXT
from gridwright.envs.seat_env import SeatEnv
from gridwright.envs.turn_env import TurnEnv
from gridwright.fair.derive import Keys


def drawn(mask: NDArray[np.int8], dice: np.random.Generator) -> int:
    return int(dice.choice(np.flatnonzero(mask)))


@pytest.mark.parametrize("edition", list_editions())
def test_with_the_least_bid_alone_there_are_two_hundred_choices_less(edition: str) -> None:
    spec = build_spec(edition=edition, seats=3)
    plain, least = table_for(spec), table_for(spec, "least")
    assert least.index.size == plain.index.size - 200
    names = {least.index.name(choice) for choice in range(least.index.size)}
    assert "amount least" in names
    assert len(names) == least.index.size
    with pytest.raises(ValueError, match="any, least"):
        table_for(spec, "most")


@pytest.mark.parametrize("edition", list_editions())
def test_every_bid_is_the_least_one(edition: str) -> None:
    """Batch and single games agree number by number when every bid is the least one."""
    batch = BatchEnv(1, edition=edition, seats=3, bids="least", reach=True, auto_reset=False)
    env = TurnEnv(edition=edition, seats=3, bids="least", reach=True)
    env.reset(0)
    dice = np.random.default_rng(8)
    n_bids = 0
    while env.actor >= 0:
        assert (batch.masks[0] == env.mask()).all()
        assert (batch.observations[0] == env.observe()).all()
        offers = env.table.game.offers(env.episode.state)
        n_before = len(env.episode.log)
        choice = drawn(env.mask(), dice)
        batch.step([choice])
        env.step(choice)
        for action in env.episode.log[n_before : n_before + 1]:
            if isinstance(action, Bid):
                lows = [offer.low for offer in offers if isinstance(offer, MayBid)]
                assert lows == [action.amount]
                n_bids += 1
            elif isinstance(action, OfferPlant):
                offer = next(each for each in offers if isinstance(each, MayOffer))
                assert action.bid == offer.lows[offer.plants.index(action.plant)]
                n_bids += 1
    assert batch.dones[0]
    assert n_bids > 10
    copied = pickle.loads(pickle.dumps(env.episode))
    assert copied.table is env.table


def test_a_bid_above_the_least_has_no_choices() -> None:
    table = table_for(build_spec(edition="card", seats=2), "least")
    env = TurnEnv(edition="card", seats=2, bids="least")
    env.reset(1)
    state = env.episode.state
    offers = table.game.offers(state)
    builder = ActionBuilder(table.lookup)
    builder.ask(offers, env.actor, state.plants[env.actor])
    offer = next(each for each in offers if isinstance(each, MayOffer))
    low = offer.lows[0]
    action = OfferPlant(env.actor, offer.plants[0], low)
    assert len(builder.choices_for(action)) == 1
    with pytest.raises(NotMarkedError):
        builder.choices_for(OfferPlant(env.actor, offer.plants[0], low + 1))
    env.play(action)
    offers = table.game.offers(state)
    builder.ask(offers, env.actor, state.plants[env.actor])
    bid = next(each for each in offers if isinstance(each, MayBid))
    assert builder.choices_for(Bid(env.actor, bid.low)) == [table.index.number("amount least")]
    with pytest.raises(NotMarkedError):
        builder.choices_for(Bid(env.actor, bid.low + 1))


@pytest.mark.parametrize("edition", list_editions())
def test_what_can_be_reached_comes_last_and_is_what_the_engine_says(edition: str) -> None:
    spec = build_spec(edition=edition, seats=3)
    plain, told = table_for(spec).layout, table_for(spec, reach=True).layout
    assert told.fields[: len(plain.fields)] == plain.fields
    env = TurnEnv(spec, reach=True)
    env.reset(3)
    game = env.table.game
    keys = Keys(bytes(32))
    bots = [SeatedBot(find_bot("l1"), game, seat, keys) for seat in range(3)]
    n_checked = 0
    while env.actor >= 0:
        seat, state = env.actor, env.episode.state
        vector = env.observe()
        supplies = np.rint(20 * vector[told["reach_supply"]]).astype(int)
        outputs = np.rint(20 * vector[told[REACH]]).astype(int)
        assert (supplies <= outputs).all()
        if game.rules.board.n_cities:
            costs = np.rint(100 * vector[told["reach_cost"]].reshape(3, N_NEXT)).astype(int)
            for offer in game.offers(state):
                if isinstance(offer, MayConnect):
                    assert costs[0, 0] == min(offer.costs)
                    n_checked += 1
            assert costs.max() <= DEAR
        env.play(bots[seat].act(state))
    scores = game.scoring.scores(env.episode.state)
    last = env.observe(0)
    supplies = np.rint(20 * last[told["reach_supply"]]).astype(int)
    if game.rules.board.n_cities:
        cities = env.episode.state.grid.n_cities
        assert [min(each, cities[seat]) for seat, each in enumerate(supplies)] == scores
        assert n_checked > 30
    else:
        per_point = game.rules.money_per_point
        money = env.episode.state.money
        assert [each + money[seat] // per_point for seat, each in enumerate(supplies)] == scores


@pytest.mark.parametrize("edition", list_editions())
def test_shaping_adds_nothing_up_over_a_game(edition: str) -> None:
    """The rewards with shaping and a discount of 1 sum to the reward of the end alone."""
    batch = BatchEnv(2, edition=edition, seats=3, shaping=0.8, auto_reset=False)
    dice = np.random.default_rng(3)
    paid = np.zeros((2, 3))
    n_paid = 0
    while (batch.actors >= 0).any():
        batch.step([drawn(row, dice) if row.any() else 0 for row in batch.masks])
        paid += batch.rewards
        n_paid += int(batch.rewards[~batch.dones].any())
    assert n_paid > 10
    ends = [(rank == 1) / (rank == 1).sum() for rank in batch.ranks]
    assert paid == pytest.approx(np.array(ends), abs=1e-4)


def test_shaping_of_one_seat_among_bots_adds_nothing_up_either() -> None:
    env = SeatEnv(edition="card", seats=2, opponents="l1", seat=0, shaping=0.8)
    plain = SeatEnv(edition="card", seats=2, opponents="l1", seat=0)
    dice = np.random.default_rng(3)
    _seen, info = env.reset(seed=2)
    plain.reset(seed=2)
    total = end = 0.0
    over = False
    first = env._potential
    while not over:
        choice = drawn(info["action_mask"], dice)
        _seen, reward, over, _broken, info = env.step(choice)
        end += float(plain.step(choice)[1])
        total += float(reward)
    assert total == pytest.approx(end - first)
    with pytest.raises(ValueError, match="discount"):
        SeatEnv(edition="card", seats=2, shaping=0.5, discount=0)

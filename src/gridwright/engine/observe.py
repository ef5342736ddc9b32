"""Builds the view of a seat or a spectator, and reads fuel prices from such a view."""

from gridwright.engine.game import Game
from gridwright.engine.ids import OVER
from gridwright.engine.observation import HIDDEN, Observation
from gridwright.engine.resources import Ladder
from gridwright.engine.rules import Rules
from gridwright.engine.state import State


def observe(game: Game, state: State, viewer: int) -> Observation:
    """Return the observation of a seat, or of SPECTATOR, in a position."""
    rules = game.rules
    n_seats = rules.n_seats
    seen = Observation()
    seen.viewer = viewer
    seen.phase = state.phase
    seen.round = state.round
    seen.step = state.step
    seen.actor = state.actor
    seen.takebacks = state.takebacks
    seen.order = state.order[:]
    seen.money = state.money[:]
    if rules.options.hidden_money and state.phase != OVER:
        seen.money = [state.money[seat] if seat == viewer else HIDDEN for seat in range(n_seats)]
    seen.plants = [owned[:] for owned in state.plants]
    seen.stored = [
        rules.fuel.arrange(state.plants[seat], state.fuel[seat]) for seat in range(n_seats)
    ]
    seen.n_cities = state.grid.n_cities[:]
    seen.market = state.market[:]
    seen.market_size = state.market_size
    seen.current_size = state.current_size
    seen.discount = state.discount
    seen.gone = state.gone
    seen.contractor = state.contractor
    seen.is_dry = state.is_dry
    seen.stack = state.stack.copy()
    auction = state.auction
    seen.lot = auction.lot
    seen.bid = auction.bid
    seen.leader = auction.leader
    seen.contenders = auction.contenders
    seen.out = auction.out
    seen.scrapper = auction.scrapper
    seen.tokens = state.tokens[:]
    seen.supply = state.supply[:]
    seen.closed = state.closed
    seen.regions = state.grid.area.regions
    seen.spaces = state.grid.spaces[:]
    seen.trust_plants = state.trust.plants[:]
    seen.trust_fuel = state.trust.fuel[:]
    seen.trust_houses = state.trust.n_houses
    seen.scores = game.scoring.scores(state) if state.phase == OVER else []
    seen.ranking = state.ranking[:]
    seen.parts = state.parts.copy()
    return seen


def network_seen(rules: Rules, seen: Observation, seat: int) -> int:
    """Return the mask of a seat's cities."""
    network = 0
    for space in range(len(seen.spaces)):
        if seen.spaces[space] == seat:
            network |= 1 << space // rules.board.n_spaces
    return network


def stock_seen(rules: Rules, seen: Observation, seat: int) -> list[int]:
    """Return the tokens that are for sale to a seat on those ladders, by kind."""
    if not 0 <= seat < rules.n_seats:
        return seen.tokens
    return rules.prices.stock(seat, seen.tokens, seen.parts)


def behind_seen(rules: Rules, seen: Observation) -> list[int]:
    """Return the tokens that are sold at the store price, by kind."""
    return rules.prices.behind(seen.supply, seen.parts)


def ladders_seen(rules: Rules, seen: Observation, seat: int) -> list[Ladder]:
    """Return the prices a seat pays, by kind; for a spectator those of a seat without a city."""
    network = network_seen(rules, seen, seat) if 0 <= seat < rules.n_seats else 0
    return [
        rules.prices.ladder(seat, kind, seen.step, network, seen.parts)
        for kind in range(len(rules.market.ladders))
    ]

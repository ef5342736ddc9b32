"""What a seat or a spectator sees of a position."""

from gridwright.engine.game import Game
from gridwright.engine.ids import OVER
from gridwright.engine.observation import HIDDEN, Observation
from gridwright.engine.state import State


def observe(game: Game, state: State, viewer: int) -> Observation:
    """What a seat, or SPECTATOR, sees now."""
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

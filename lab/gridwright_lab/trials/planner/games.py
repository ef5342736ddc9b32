"""Games of one planner at every seat, and what was forecast, paid and wasted in them."""

from dataclasses import dataclass, field
from typing import Final

from gridwright.arena.cells import Cell
from gridwright.arena.deals import DEVELOPMENT, deal_keys
from gridwright.bots.planner import PlannerBot
from gridwright.bots.planner.board_position import BoardFacts, Position
from gridwright.bots.planner.forecast import Forecast
from gridwright.bots.seated_bot import seat_bots
from gridwright.bots.solvers.best_run import best_run
from gridwright.content.table import build_game
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.observe import observe
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import PlantBought
from gridwright.engine.vocabulary.base import Action, EventLog
from gridwright.engine.vocabulary.fuel import ResourcesBought
from gridwright.fair.dealer import Dealer

FIRST_DEAL: Final = 10_000
"""Far from the deals of matches, so that none is looked at twice."""


@dataclass(frozen=True)
class Sale:
    """A plant that was bought."""

    round: int
    plant: int
    price: int
    lowest: int


@dataclass
class PlayedGame:
    """One game as the experiment sees it."""

    forecasts: list[tuple[int, int]] = field(default_factory=list)
    """Round and forecast rounds to go, at the first choice of each round's auctions."""
    sales: list[Sale] = field(default_factory=list)
    n_rounds: int = 0
    n_cities: int = 0
    n_unsupplied: int = 0
    """Cities at the end without power, over all seats."""
    fuel: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Money and units that were bought, by kind."""
    fuel_wasted: float = 0.0
    """Return the cost of the units left at the end, at the mean price of their kind."""


def play_observed(bot: PlannerBot, cell: Cell, number: int) -> PlayedGame:
    """Play one deal with the bot at every seat."""
    game = build_game(cell.spec)
    keys = deal_keys(cell, DEVELOPMENT, FIRST_DEAL + number)
    seats = seat_bots(game, keys, [bot] * cell.spec.seats)
    dealer = Dealer(game, keys)
    state = game.new_state()
    silence = EventLog(False)
    facts = BoardFacts(game.rules)
    found = PlayedGame()
    while not game.is_over(state):
        if state.actor == CHANCE:
            game.apply(state, dealer.deal(state), silence)
            continue
        is_auction = isinstance(game.phases[state.phase], AuctionPhase)
        if is_auction and (not found.forecasts or found.forecasts[-1][0] != state.round):
            weights = bot.profile.boards[cell.spec.seats]
            seen = observe(game, state, state.actor)
            end = Forecast(Position(facts, weights, seen, state.actor)).end
            found.forecasts.append((state.round, end))
        action = seats[state.actor].act(state)
        _apply(game, state, action, found)
    _count_end(game, state, found)
    return found


def _apply(game: Game, state: State, action: Action, found: PlayedGame) -> None:
    """Do what a seat chose, and note what it paid for."""
    round_, discount = state.round, state.discount
    log = EventLog(True)
    game.apply(state, action, log)
    for event in log.events:
        if isinstance(event, PlantBought):
            number = game.rules.deck.numbers[event.plant]
            lowest = 1 if event.plant == discount else number
            found.sales.append(Sale(round_, event.plant, event.price, lowest))
        elif isinstance(event, ResourcesBought):
            money, amount = found.fuel.get(event.resource, (0, 0))
            found.fuel[event.resource] = (money + event.cost, amount + event.amount)


def _count_end(game: Game, state: State, found: PlayedGame) -> None:
    seen = observe(game, state, 0)
    supplied = game.scoring.scores(state)
    found.n_rounds = state.round
    found.n_cities = sum(seen.n_cities)
    found.n_unsupplied = found.n_cities - sum(supplied)
    for seat, held in enumerate(state.fuel):
        # The last run is counted as cities supplied, but its fuel is not removed.
        fuel = game.rules.fuel
        capacity = fuel.capacity(state.plants[seat])
        worths = [1] * fuel.n_kinds
        run = best_run(fuel, state.plants[seat], capacity, held, supplied[seat], worths)
        for kind, (money, amount) in found.fuel.items():
            found.fuel_wasted += money * (held[kind] - run.burned[kind]) / amount

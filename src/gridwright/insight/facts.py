"""Numbers of a position that explain a finding."""

from collections.abc import Sequence

from gridwright.engine.editions.card.vocabulary import Produce
from gridwright.engine.game import Game
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import Bid, OfferPlant, ScrapPlant
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.building import CONNECTING
from gridwright.engine.vocabulary.production import RunPlants
from gridwright.insight.decisions import Decision
from gridwright.insight.turns import played_out

Facts = dict[str, int]


def find_facts(game: Game, decision: Decision, better: Sequence[Action], is_exact: bool) -> Facts:
    """Return the numbers that distinguish the better line from the played one, where they hold."""
    state, seat = decision.state, decision.seat
    facts: Facts = {"money": state.money[seat], "step": state.step}
    if game.rules.board.n_cities:
        facts["cities"] = state.grid.n_cities[seat]
        facts["end_cities"] = game.rules.limits.end_cities
    if is_exact:
        facts["last_turns"] = 1
    if decision.kind == "auction":
        return facts | _lot(game, decision, better)
    if decision.kind == "purchase":
        return facts | _plants(game, decision, better)
    if decision.kind == "power":
        return facts | _runs(game, decision, better)
    for name, actions in (("played", decision.played), ("better", better)):
        after = played_out(game, state, actions)
        if after is not None:
            left = after.money[seat]
            facts[f"cost_{name}"] = state.money[seat] - left
            facts[f"left_{name}"] = left
            facts[f"powers_{name}"] = most_supplied(game, after, seat)
            if decision.kind == "building":
                facts[f"built_{name}"] = sum(isinstance(each, CONNECTING) for each in actions)
    return facts


def most_supplied(game: Game, state: State, seat: int) -> int:
    """Return the most cities that a seat's plants supply with the fuel it has."""
    runs = game.rules.fuel.runs(state.plants[seat], state.capacity[seat], state.fuel[seat])
    return max(run.output for run in runs)


def fleet_output(game: Game, plants: Sequence[int]) -> int:
    """Return the output of plants with all their fuel, without the smallest of too many."""
    output_of = game.rules.fuel.output_of
    outputs = sorted([output_of[plant] for plant in plants], reverse=True)
    n_uncounted = len(plants) - game.rules.n_counted(list(plants))
    return sum(outputs[: game.rules.limits.plant_limit + n_uncounted])


def _lot(game: Game, decision: Decision, better: Sequence[Action]) -> Facts:
    state, seat = decision.state, decision.seat
    lot = state.auction.lot
    played = decision.played[0]
    bid = next((each.amount for each in (*better, played) if isinstance(each, Bid)), 0)
    plants = state.plants[seat]
    return {
        "lot": game.rules.deck.numbers[lot],
        "standing": state.auction.bid,
        "bid": bid,
        "price": decision.price,
        "left_after": state.money[seat] - bid,
        "output": game.rules.fuel.output_of[lot],
        "powers_without": fleet_output(game, plants),
        "powers_with": fleet_output(game, [*plants, lot]),
    }


def _plants(game: Game, decision: Decision, better: Sequence[Action]) -> Facts:
    state, seat = decision.state, decision.seat
    facts: Facts = {"powers_without": fleet_output(game, state.plants[seat])}
    for name, action in (("played", decision.played[0]), ("better", better[0])):
        if isinstance(action, OfferPlant | ScrapPlant):
            facts[f"plant_{name}"] = game.rules.deck.numbers[action.plant]
            facts[f"output_{name}"] = game.rules.fuel.output_of[action.plant]
        if isinstance(action, OfferPlant):
            facts[f"bid_{name}"] = action.bid
            fleet = [*state.plants[seat], action.plant]
            facts[f"powers_{name}"] = fleet_output(game, fleet)
        elif isinstance(action, ScrapPlant):
            kept = [plant for plant in state.plants[seat] if plant != action.plant]
            facts[f"powers_{name}"] = fleet_output(game, kept)
            facts["gives_up"] = 1
        else:
            facts[f"passed_{name}"] = 1
    return facts


def _runs(game: Game, decision: Decision, better: Sequence[Action]) -> Facts:
    state, seat = decision.state, decision.seat
    facts: Facts = {}
    for name, action in (("played", decision.played[0]), ("better", better[0])):
        assert isinstance(action, RunPlants | Produce)
        output = sum(
            [
                game.rules.fuel.output_of[plant]
                for plant in state.plants[seat]
                if action.plants >> plant & 1
            ]
        )
        output = game.rules.useful(output, state.grid.n_cities[seat])
        facts[f"powers_{name}"] = output
        facts[f"income_{name}"] = game.rules.payment(output)
    return facts

"""The public view of a game, in names: of the engine, and of the simulator."""

from collections import Counter
from typing import Any, Final

from gridwright.engine.codec import observation_values
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE as CHANCE_ID
from gridwright.engine.ids import NONE, SPECTATOR
from gridwright.engine.notation import Notation
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright_lab.trials.card_reading.position import CHANCE, END
from gridwright_lab.trials.card_reading.simulator import Simulator
from gridwright_lab.trials.card_reading.storage import Face

OVER: Final = "over"

View = dict[str, Any]


def engine_view(game: Game, state: State, notation: Notation) -> View:
    """Return the observation of a spectator, with names for the engine's numbers."""
    seen: Any = observation_values(observe(game, state, SPECTATOR))
    parts = seen["parts"]
    cards = notation.cards
    market = [cards[card] for card in seen["market"]]
    fuel = notation.fuel_cards
    is_over = game.is_over(state)
    n_seats = notation.n_seats
    return {
        "phase": OVER if is_over else game.phases[seen["phase"]].NAME,
        "round": seen["round"],
        "actor": CHANCE if seen["actor"] == CHANCE_ID else None if is_over else seen["actor"],
        "order": seen["order"],
        "money": seen["money"],
        "plants": [sorted(cards[plant] for plant in owned) for owned in seen["plants"]],
        "stored": [_faces(parts[f"stored_{seat}"], notation) for seat in range(n_seats)],
        "market": [card for card in market if card != END],
        "end card lies": END in market,
        "current": [card for card in market if card != END][: seen["current_size"]],
        "token": NONE if seen["discount"] == NONE else cards[seen["discount"]],
        "contractor": seen["contractor"],
        "stack": sum(seen["stack"]["counts"]),
        "top": "nothing"
        if seen["stack"]["top_back"] == NONE
        else notation.backs[seen["stack"]["top_back"]],
        "auction": [
            NONE if seen["auction"]["lot"] == NONE else cards[seen["auction"]["lot"]],
            seen["auction"]["bid"],
            seen["auction"]["leader"],
        ],
        "takebacks": seen["takebacks"],
        "columns": [_cards(parts[f"column_{price}"], fuel) for price in (1, 2, 3, 4)],
        "fuel stack": _cards(parts["stack"], fuel),
        "discard": _cards(parts["discard"], fuel),
        "aside": _cards(parts["aside"], fuel),
        "incomes": parts["incomes"],
        "course": parts["course"],
        "trust plants": [cards[plant] for plant in seen["trust"]["plants"]],
        "trust stored": _faces(parts["stored_trust"], notation) if n_seats == 2 else [],
        "scores": seen["scores"],
        "ranking": seen["ranking"],
    }


def _cards(counts: list[int], names: list[str]) -> list[str]:
    return sorted(
        name for place, name in enumerate(names[: len(counts)]) for _ in range(counts[place])
    )


def _faces(counts: list[int], notation: Notation) -> list[Face]:
    """Return the stored cards: a number for each card and each amount that it may show."""
    faces: list[Face] = []
    for name in notation.fuel_cards:
        units = name.split("-")[1]
        faces += [(name, shown) for shown in range(1, 2 if units == "single" else int(units) + 1)]
    return sorted(face for place, face in enumerate(faces) for _ in range(counts[place]))


def simulator_view(simulator: Simulator) -> View:
    """Return the same view of the simulator."""
    now = simulator.position
    wait = simulator.wait
    seats = range(now.n_seats)
    is_over = wait is None
    return {
        "phase": now.phase,
        "round": now.round,
        "actor": wait and wait.actor,
        "order": now.order,
        "money": now.money,
        "plants": [sorted(plant.name for plant in owned) for owned in now.plants],
        "stored": [sorted(store) for store in now.stores],
        "market": [plant.name for plant in now.market],
        "end card lies": now.end_card_lies,
        "current": [plant.name for plant in now.current()],
        "token": now.token.name if now.token else NONE,
        "contractor": now.contractor,
        "stack": now.n_stack(),
        "top": now.top_back or "nothing",
        "auction": [
            now.lot.name if now.lot else NONE,
            now.bid,
            NONE if now.leader is None else now.leader,
        ],
        "takebacks": now.takebacks,
        "columns": [sorted(cards) for cards in now.columns.values()],
        "fuel stack": _sorted(now.fuel_stack),
        "discard": _sorted(now.discard),
        "aside": _sorted(now.aside),
        "incomes": now.incomes,
        "course": [now.n_reshuffles, now.last_round, int(now.end_card_waited)],
        "trust plants": [plant.name for plant in now.trust_plants],
        "trust stored": sorted(now.trust_store),
        "scores": [simulator.points(seat) for seat in seats] if is_over else [],
        "ranking": simulator.ranking() if is_over else [],
    }


def _sorted(cards: Counter[str]) -> list[str]:
    return sorted(cards.elements())


def engine_lines(game: Game, state: State, notation: Notation) -> set[str]:
    """Return the legal lines without the actor; chosen turns of cards are left out."""
    lines = [notation.text(action).split()[1:] for action in game.legal(state)]
    return {" ".join(words) for words in lines if words[0] != "produce" or len(words) < 4}

"""The ladder of a seat as everybody can work it out."""

from gridwright.engine.observation import Observation
from gridwright.engine.resources import Ladder
from gridwright.engine.rules import Rules


def network_seen(rules: Rules, seen: Observation, seat: int) -> int:
    """The mask of a seat's cities."""
    network = 0
    for space in range(len(seen.spaces)):
        if seen.spaces[space] == seat:
            network |= 1 << space // rules.board.n_spaces
    return network


def stock_seen(rules: Rules, seen: Observation, seat: int) -> list[int]:
    """The tokens that a seat finds on those ladders, by kind."""
    if not 0 <= seat < rules.n_seats:
        return seen.tokens
    return rules.prices.stock(seat, seen.tokens, seen.parts)


def behind_seen(rules: Rules, seen: Observation) -> list[int]:
    """The tokens that are sold at the store price, by kind."""
    return rules.prices.behind(seen.supply, seen.parts)


def ladders_seen(rules: Rules, seen: Observation, seat: int) -> list[Ladder]:
    """What a seat pays now, by kind; a spectator is shown what a seat without a city pays."""
    network = network_seen(rules, seen, seat) if 0 <= seat < rules.n_seats else 0
    return [
        rules.prices.ladder(seat, kind, seen.step, network, seen.parts)
        for kind in range(len(rules.market.ladders))
    ]

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


def ladders_seen(rules: Rules, seen: Observation, seat: int) -> list[Ladder]:
    """What a seat pays now, by kind; a spectator is shown the printed prices."""
    if not 0 <= seat < rules.n_seats:
        return rules.market.ladders
    network = network_seen(rules, seen, seat)
    return [
        rules.prices.ladder(seat, kind, seen.step, network, seen.parts)
        for kind in range(len(rules.market.ladders))
    ]

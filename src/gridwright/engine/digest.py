"""A fingerprint of a position: equal for equal positions on every machine and Python."""

from typing import Final

from gridwright.engine.state import State

NO_LEDGER: Final[list[int]] = []
"""Placeholder of a row that was always empty and was removed; older digests include its length."""

_PRIME: Final = (1 << 61) - 1
_BASES: Final = (1_000_003, 998_244_353)


def state_key(state: State) -> list[int]:
    """Return everything that makes up the position as one list, without derived values."""
    key = [
        state.phase,
        state.actor,
        state.due,
        state.turn,
        state.takebacks,
        state.round,
        state.step,
        state.next_step,
        state.market_size,
        state.current_size,
        state.gone,
        state.discount,
        state.contractor,
        int(state.is_dry),
        state.closed,
        state.stack.top_back,
        state.stack.n_mixed,
        state.grid.area.regions,
        state.trust.n_houses,
        int(state.trust.acted),
    ]
    auction = state.auction
    key.extend([auction.out, auction.lot, auction.bid, auction.leader, auction.contenders])
    key.extend([auction.asked, auction.scrapper, auction.n_sold, auction.n_scrapped])
    key.append(int(auction.closing))
    rows = [
        state.tasks,
        state.order,
        state.money,
        state.market,
        state.stack.pools,
        state.stack.counts,
        state.tokens,
        state.supply,
        state.grid.networks,
        state.grid.spaces,
        state.trust.plants,
        state.trust.fuel,
        NO_LEDGER,
        state.ranking,
    ]
    rows.extend(state.plants)
    rows.extend(state.fuel)
    rows.extend(state.parts.rows())
    for row in rows:
        key.append(len(row))
        key.extend(row)
    if state.is_idle:  # Only later versions of the rules know it.
        key.append(1)
    return key


def digest(state: State) -> str:
    """Return thirty hexadecimal digits, for comparison only: not a secret and not a signature."""
    parts: list[str] = []
    key = state_key(state)
    for base in _BASES:
        value = 1
        for number in key:
            value = (value * base + number + 5) % _PRIME
        parts.append(f"{value:016x}"[-15:])
    return "".join(parts)

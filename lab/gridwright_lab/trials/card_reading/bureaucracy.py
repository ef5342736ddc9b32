"""Production, the new order, resupply and the update of the plant market."""

from gridwright_lab.trials.card_reading.figures import Plant, card_rank
from gridwright_lab.trials.card_reading.position import CHANCE, END, Position, Steps, Wait
from gridwright_lab.trials.card_reading.storage import burned, runs, spend_fewest, spend_turns


def play_bureaucracy(now: Position) -> Steps:
    """Play the third phase of a round."""
    now.phase = "bureaucracy"
    for seat in now.order:
        yield from _produce(now, seat)
    now.throw([card for card, _shown in now.trust_store])
    now.trust_store = []
    now.reorder({seat: (now.incomes[seat], now.largest(seat)) for seat in now.order})
    yield from _resupply(now)
    yield from _update(now)


def _name(now: Position, chosen: list[Plant]) -> str:
    ranks = list(now.deck)
    return "+".join(sorted([plant.name for plant in chosen], key=ranks.index)) or "nothing"


def _produce(now: Position, seat: int) -> Steps:
    store = now.stores[seat]
    owned = now.plants[seat]
    found = {_name(now, chosen): (chosen, low, high) for chosen, low, high in runs(store, owned)}
    income = 0
    if len(found) > 1:
        lines = set()
        for name, (_chosen, low, high) in found.items():
            lines |= {
                f"produce {name}" + (f" {gas}" if gas else "") for gas in range(low, high + 1)
            }
        words = yield Wait(seat, lines)
        chosen, low, high = found[words[2]]
        gas = int(words[3]) if len(words) > 3 else 0
        assert low <= gas <= high, words
        spent = burned(chosen, gas)
        if len(words) > 4:
            now.throw(spend_turns(store, spent, words[4]))
            now.happened("chosen turns")
        else:
            now.throw(spend_fewest(store, spent))
        income = sum(plant.income for plant in chosen)
    now.incomes[seat] = max(1, income)
    now.money[seat] += now.incomes[seat]


def _resupply(now: Position) -> Steps:
    moves = [(3, 2), (4, 2), (4, 3)]
    if "fuel-slides-one-step" in now.on:
        moves = [(3, 2), (4, 3)]
    for source, target in moves:
        _slide(now, source, target)
    for column in (2, 3, 4):
        while len(now.columns[column]) < now.column_size:
            if not now.fuel_stack.total():
                if not now.discard.total():
                    now.happened("fuel ran out")
                    return
                yield from _reshuffle(now)
            yield from deal_fuel(now, column)


def _slide(now: Position, source: int, target: int) -> None:
    cards = sorted(now.columns[source], key=card_rank)
    n_moved = min(len(cards), now.column_size - len(now.columns[target]))
    now.columns[target] += cards[:n_moved]
    now.columns[source] = cards[n_moved:]
    now.sort_columns()


def deal_fuel(now: Position, column: int) -> Steps:
    """Lay the top card of the fuel stack into a column."""
    words = yield Wait(CHANCE, {f"fuel {card}" for card in +now.fuel_stack})
    now.fuel_stack[words[2]] -= 1
    now.columns[column].append(words[2])
    now.sort_columns()


def _reshuffle(now: Position) -> Steps:
    now.n_reshuffles += 1
    now.happened(f"reshuffle {min(now.n_reshuffles, 3)}")
    waits = "second-pile-waits" in now.on
    now.fuel_stack, now.discard = now.discard, type(now.discard)()
    if now.n_reshuffles == (2 if waits else 1):
        if waits:
            now.fuel_stack = now.fuel_stack + now.aside
        else:
            now.discard = now.aside
        now.aside = type(now.aside)()
    if not now.market:
        return
    del now.market[0]
    card = yield from now.draw()
    if card == END:
        now.happened("end card at a reshuffle")
        yield from _end_card_out(now)
    elif isinstance(card, Plant):
        now.place(card)


def _update(now: Position) -> Steps:
    if now.last_round == now.round + 1:
        # The end card came in this round: in the auctions (k8.5), or at a reshuffle (k8.6).
        if not now.end_card_waited:
            return
        del now.market[:1]
    else:
        now.under.append(now.market.pop().name)
    card = yield from now.draw()
    if card == END:
        now.happened("end card in the update")
        yield from _end_card_out(now)
    elif isinstance(card, Plant):
        now.place(card)


def _end_card_out(now: Position) -> Steps:
    """Shuffle the stack and take the end card and the smallest plant out (k8.6, k8.7).

    The shuffle needs neither of them, so it may come first, as in the engine.
    """
    yield from now.shuffle()
    now.end_card_leaves()

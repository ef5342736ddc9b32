"""The auction phase, with the Trust's plant and the contractor."""

from gridwright_lab.trials.card_reading.figures import (
    FIRST_PAID,
    KINDS,
    LATER_PAID,
    PLANT_LIMIT,
    Plant,
)
from gridwright_lab.trials.card_reading.position import END, Position, Steps, Wait
from gridwright_lab.trials.card_reading.storage import losses, spend_fewest, units


class Auctions:
    """One auction phase."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.trust_is_due = position.n_seats == 2
        self.n_scrapped = 0

    def play(self) -> Steps:
        now = self.position
        now.phase = "auction"
        now.closed = set()
        now.token = now.market[0] if now.market else None
        first = now.order[0]
        while len(now.closed) < now.n_seats and now.market:
            seat = next(each for each in now.order if each not in now.closed)
            winner = yield from self._offer(seat)
            if winner is not None:
                yield from self._refill()
            if self.trust_is_due and self._is_trust_called(first, winner):
                yield from self._trust_takes()
        yield from self._end()

    def _is_trust_called(self, first: int, winner: int | None) -> bool:
        closed = self.position.closed
        if "trust-follows-first" in self.position.on:
            return first in closed
        return winner is not None or first in closed

    def _minimum(self, plant: Plant) -> int:
        return 1 if plant is self.position.token else plant.number

    def _offer(self, seat: int) -> Steps:
        """Let a seat offer a plant or pass; return the seat that bought, or None."""
        now = self.position
        money = now.money[seat]
        is_alone = len(now.closed) == now.n_seats - 1
        on_offer = [plant for plant in now.current() if self._minimum(plant) <= money]
        lines = set()
        for plant in on_offer:
            low = self._minimum(plant)
            lines |= {f"offer {plant.name} {bid}" for bid in (low, low if is_alone else money)}
        if now.round > 1 or not on_offer:
            lines.add("pass")
        words = yield Wait(seat, lines)
        if words[1] == "pass":
            now.closed.add(seat)
            return None
        plant = next(each for each in on_offer if each.name == words[2])
        winner, price = yield from self._bidding(seat, plant, int(words[3]))
        now.money[winner] -= price
        now.closed.add(winner)
        now.market.remove(plant)
        now.plants[winner].append(plant)
        if plant is now.token:
            now.token = None
        if len(now.plants[winner]) > PLANT_LIMIT:
            yield from self._scrap(winner)
        now.lot, now.bid, now.leader = None, 0, None
        return winner

    def _bidding(self, seat: int, plant: Plant, bid: int) -> Steps:
        """Bid clockwise until one is left; return the winner and the price."""
        now = self.position
        now.lot, now.bid, now.leader = plant, bid, seat
        n = now.n_seats
        inside = [each % n for each in range(seat, seat + n) if each % n not in now.closed]
        turn = seat
        while True:
            inside = [each for each in inside if each == now.leader or now.money[each] > now.bid]
            if len(inside) == 1:
                break
            turn = next(each % n for each in range(turn + 1, turn + n + 1) if each % n in inside)
            money = now.money[turn]
            words = yield Wait(turn, {f"bid {now.bid + 1}", f"bid {money}", "drop"})
            if words[1] == "drop":
                inside.remove(turn)
            else:
                now.bid, now.leader = int(words[2]), turn
        return inside[0], now.bid

    def _scrap(self, seat: int) -> Steps:
        """Give up one of four plants, and the fuel that no longer fits."""
        now = self.position
        owned = now.plants[seat]
        held = units(now.stores[seat])
        choices: dict[str, tuple[Plant, dict[str, int]]] = {}
        for plant in owned:
            left = [each for each in owned if each is not plant]
            ways = losses(held, left, plant, summed="summed-storage" in now.on)
            other = next((kind for kind in reversed(plant.kinds) if kind != "gas"), "")
            for lost in ways:
                same = [each[other] for each in ways if other and each["gas"] == lost["gas"]]
                more = lost[other] - min(same) if other else 0
                line = f"scrap {plant.name}"
                if lost["gas"] or more:
                    line += f" {lost['gas']}" + (f" {more}" if more else "")
                choices[line] = plant, lost
        words = yield Wait(seat, set(choices))
        plant, lost = choices[" ".join(words[1:])]
        owned.remove(plant)
        now.throw(spend_fewest(now.stores[seat], lost))
        if any(lost[kind] for kind in KINDS):
            now.happened("fuel lost with a plant")
        if now.with_contractor:
            paid = LATER_PAID if self.n_scrapped else FIRST_PAID
            now.money[seat] += paid[now.contractor]
        self.n_scrapped += 1

    def _refill(self) -> Steps:
        """Draw a card for a plant that was taken (k3.13, k3.19)."""
        now = self.position
        card = yield from now.draw()
        if isinstance(card, Plant) and now.token and card.number < now.token.number:
            now.happened("low draw")
            now.token = None
            card = yield from now.draw()
        yield from self._lay(card)

    def _lay(self, card: Plant | str | None) -> Steps:
        now = self.position
        if card == END:
            now.happened("end card in the auctions")
            now.end_card_lies = True
            if "shuffle-after-phase" not in now.on:
                yield from now.shuffle()
        elif isinstance(card, Plant):
            now.place(card)

    def _trust_takes(self) -> Steps:
        """Give the Trust its plant (k10.4, k13.6)."""
        now = self.position
        self.trust_is_due = False
        if not now.market:
            return
        is_last = now.round == now.last_round
        plant = now.current()[-1]
        if is_last and "trust-follows-first" in now.on:
            plant = now.market[-1]
        if plant is now.token:
            now.token = None
        now.market.remove(plant)
        now.trust_plants.append(plant)
        if len(now.trust_plants) > PLANT_LIMIT:
            del now.trust_plants[0]
        yield from self._refill()

    def _end(self) -> Steps:
        """Replace what was not sold, then take the end card out (k3.23)."""
        now = self.position
        always = "unsold-always-leaves" in now.on
        if now.market and (now.token is not None or always):
            now.happened("unsold plant leaves")
            del now.market[0]
            now.token = None
            card = yield from now.draw()
            yield from self._lay(card)
        now.token = None
        if now.end_card_lies:
            now.end_card_leaves()
            if "shuffle-after-phase" in now.on:
                yield from now.shuffle()
        if now.with_contractor and self.n_scrapped:
            now.contractor = min(now.contractor + 1, len(FIRST_PAID) - 1)
        if now.round == 1:
            now.reorder({seat: (now.largest(seat),) for seat in now.order})

"""Policies of editions and options. Each base class stands for the absence of the rule."""

from typing import ClassVar, Final

from gridwright.engine.houses import place_house
from gridwright.engine.ids import NONE, TRUST
from gridwright.engine.masks import largest
from gridwright.engine.network import Board
from gridwright.engine.rules import Rules
from gridwright.engine.state import State, Trust
from gridwright.engine.vocabulary.base import EventLog
from gridwright.engine.vocabulary.market import DiscountMoved
from gridwright.engine.vocabulary.trust import (
    TrustBuilt,
    TrustBurnedFuel,
    TrustTookFuel,
    TrustTookPlant,
)


class AccessPolicy:
    """Decides which seat may offer and bid for which plant.

    By default every seat for all (c3.1).
    """

    CODE: ClassVar[str] = "not_on_offer"
    """Code of the refusal of an offer that a seat may not make."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules

    def may_bid(self, state: State, seat: int, plant: int) -> bool:
        return True


class ObsoletePolicy:
    """Decides which market plants are obsolete. By default none."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules

    def is_obsolete(self, state: State, plant: int) -> bool:
        return False


class ObsoleteByCities(ObsoletePolicy):
    """A plant is obsolete unless its number is above every seat's city count (c4.4)."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.numbers: Final = rules.deck.numbers

    def is_obsolete(self, state: State, plant: int) -> bool:
        return self.numbers[plant] <= largest(state.grid.n_cities)


class DiscountPolicy:
    """Discount on an opening bid. By default none: the plant's number is the minimum (c3.3)."""

    def begin(self, state: State, log: EventLog) -> None:
        """Prepare an auction phase, when it begins."""

    def undercuts(self, state: State, card: int) -> bool:
        """Return whether a drawn card removes the discount token."""
        return False

    def set_aside(self, state: State, log: EventLog) -> None:
        """Remove the token from the market."""
        if state.discount != NONE:
            state.discount = NONE
            if log.wanted:
                log.add(DiscountMoved(NONE))


class DiscountToken(DiscountPolicy):
    """The smallest current plant may be opened at 1 (c3.18)."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers: Final = numbers

    def begin(self, state: State, log: EventLog) -> None:
        if state.market:
            state.discount = state.market[0]
            if log.wanted:
                log.add(DiscountMoved(state.discount))

    def undercuts(self, state: State, card: int) -> bool:
        return state.discount != NONE and self.numbers[card] < self.numbers[state.discount]  # c3.21


def choose_discount(rules: Rules) -> DiscountPolicy:
    """Return the policy of a table's rules for the discount token."""
    return DiscountToken(rules.deck.numbers) if rules.settings.discount_token else DiscountPolicy()


class ContractorPolicy:
    """Decides the payment for a scrapped plant. By default nothing."""

    def payment(self, state: State) -> int:
        return 0

    def next_card(self, state: State) -> int:
        """Return the contractor card on top after this auction phase."""
        return state.contractor


class Contractor(ContractorPolicy):
    """Pays the first seat that scraps in a phase more than later ones (c11.1)."""

    def __init__(self, first: list[int], later: list[int]) -> None:
        self.first: Final = first
        self.later: Final = later

    def payment(self, state: State) -> int:
        amounts = self.later if state.auction.n_scrapped else self.first
        return amounts[state.contractor]

    def next_card(self, state: State) -> int:
        last = len(self.first) - 1
        if state.auction.n_scrapped and state.contractor < last:
            return state.contractor + 1  # c11.2
        return state.contractor


def choose_contractor(rules: Rules) -> ContractorPolicy:
    """Return the contractor policy of a table's options."""
    if rules.options.contractor:
        return Contractor(rules.contractor_first, rules.contractor_later)
    return ContractorPolicy()


class TrustPolicy:
    """A third party at the table. By default there is none."""

    def wants_plant(self, state: State) -> bool:
        """Return whether it acts after the first sale or the first player's pass."""
        return False

    def take_plant(self, state: State, current: list[int], log: EventLog) -> int:
        """Take one of the current plants off the market; returns it, or NONE."""
        return NONE

    def take_fuel(self, state: State, log: EventLog) -> None:
        """Buy fuel, in its turn."""

    def follow(self, state: State, seat: int, city: int, log: EventLog) -> None:
        """React to a seat that connected a city without houses."""

    def burn(self, state: State, log: EventLog) -> None:
        """Run its part of the bureaucracy."""


class PlantTrust(TrustPolicy):
    """A Trust that takes plants. By default the largest, and its oldest leaves (d10.4)."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules

    def row_with(self, plants: list[int], taken: int) -> list[int]:
        """Return the Trust's plants with another one: one too many if one must go; [] declines."""
        return [*plants, taken]

    def wants_plant(self, state: State) -> bool:
        return not state.trust.acted

    def take_plant(self, state: State, current: list[int], log: EventLog) -> int:
        old = state.trust
        row = self.row_with(old.plants, current[-1]) if current else []
        if not row:
            state.trust = Trust(old.plants, old.fuel, old.n_houses, True)
            return NONE
        taken = current[-1]
        scrapped = NONE
        if len(row) > self.rules.trust.plant_limit:
            scrapped = row.pop(0)
            state.gone |= 1 << scrapped
        state.market.remove(taken)
        state.trust = Trust(row, old.fuel, old.n_houses, True)
        if log.wanted:
            log.add(TrustTookPlant(taken, scrapped, row))
        return taken


def build_for_trust(board: Board, state: State, seat: int, city: int, log: EventLog) -> None:
    """Put a house of the Trust into a city; ``seat`` placed or caused it, or NONE."""
    space = place_house(board, state, TRUST, city)
    old = state.trust
    state.trust = Trust(old.plants, old.fuel, old.n_houses - 1, old.acted)
    if log.wanted:
        log.add(TrustBuilt(seat, city, space))


class BoardTrust(PlantTrust):
    """Base class of the board games' Trusts. Each edition overrides the choices."""

    def fuelled_order(self, plants: list[int]) -> list[int]:
        """Return its plants in the order in which they take fuel."""
        raise NotImplementedError

    def hybrid_kind(self, state: State, wanted: list[int], place: int) -> int:
        """Return the kind that a hybrid prefers as its token number ``place``."""
        raise NotImplementedError

    def take_fuel(self, state: State, log: EventLog) -> None:
        old = state.trust
        fuel = self.rules.fuel
        wanted = [0] * fuel.n_kinds
        for plant in self.fuelled_order(old.plants):
            kind = fuel.kind_of[plant]
            if kind < fuel.n_kinds:
                wanted[kind] += min(fuel.need_of[plant], state.tokens[kind] - wanted[kind])
            elif kind == fuel.n_kinds:
                for place in range(fuel.need_of[plant]):
                    rather = self.hybrid_kind(state, wanted, place)
                    other = fuel.second if rather == fuel.first else fuel.first
                    if state.tokens[rather] > wanted[rather]:
                        wanted[rather] += 1
                    elif state.tokens[other] > wanted[other]:
                        wanted[other] += 1
        if sum(wanted) == 0:
            return
        held = old.fuel[:]
        for kind in range(fuel.n_kinds):
            state.tokens[kind] -= wanted[kind]
            held[kind] += wanted[kind]
        state.trust = Trust(old.plants, held, old.n_houses, old.acted)
        if log.wanted:
            log.add(TrustTookFuel(wanted))

    def build(self, state: State, seat: int, city: int, log: EventLog) -> None:
        """Put a house of the Trust into a city; ``seat`` placed or caused it, or NONE."""
        build_for_trust(self.rules.board, state, seat, city, log)

    def burn(self, state: State, log: EventLog) -> None:
        old = state.trust
        if sum(old.fuel) == 0:
            return
        for kind in range(len(old.fuel)):
            state.supply[kind] += old.fuel[kind]
        state.trust = Trust(old.plants, [0] * len(old.fuel), old.n_houses, old.acted)
        if log.wanted:
            log.add(TrustBurnedFuel(old.fuel))

"""Auction phase (c3): seats offer plants and bid for them."""

from typing import ClassVar, Final

from gridwright.engine.houses import begin_step
from gridwright.engine.ids import NONE
from gridwright.engine.market import (
    CLOSE_DISCOUNT,
    CLOSE_IDLE,
    CLOSE_STEP_CARD,
    TRUST_TAKES,
    PlantMarket,
)
from gridwright.engine.phases.base import AGAIN, DONE, NO_NUMBERS, Phase
from gridwright.engine.phases.setup import set_order
from gridwright.engine.policies import AccessPolicy, ContractorPolicy, DiscountPolicy, TrustPolicy
from gridwright.engine.rules import Rules
from gridwright.engine.state import State, Trust, fresh_auction
from gridwright.engine.vocabulary.auction import (
    AuctionClosed,
    AuctionPassed,
    AuctionsBegan,
    Bid,
    BidMade,
    ContractorAdvanced,
    DropOut,
    MayBid,
    MayOffer,
    MayScrap,
    OfferPlant,
    PassAuction,
    PlantBought,
    PlantOffered,
    PlantScrapped,
    ScrapAsked,
    ScrapPlant,
    SeatDroppedOut,
)
from gridwright.engine.vocabulary.base import Action, EventLog, MayDo, Offer
from gridwright.engine.vocabulary.fuel import KindsClosed
from gridwright.engine.vocabulary.market import LEFT_SCRAPPED, CardLeft, CardWentUnder


class AuctionPhase(Phase):
    """Seats offer plants, bid, and scrap old ones (c3)."""

    NAME: ClassVar[str] = "auction"

    def __init__(
        self,
        rules: Rules,
        market: PlantMarket,
        access: AccessPolicy,
        discount: DiscountPolicy,
        contractor: ContractorPolicy,
        trust: TrustPolicy,
    ) -> None:
        super().__init__(rules)
        self.market: Final = market
        self.access: Final = access
        self.discount: Final = discount
        self.contractor: Final = contractor
        self.trust: Final = trust
        self._pass_offers: Final = [MayDo(PassAuction(seat)) for seat in range(rules.n_seats)]
        self._drop_offers: Final = [MayDo(DropOut(seat)) for seat in range(rules.n_seats)]
        self.all_seats: Final = (1 << rules.n_seats) - 1
        self.skips_the_poor: Final = not rules.options.hidden_money
        self.opens_at_minimum: Final = rules.settings.opens_at_minimum
        self.fuel_may_go: Final = rules.settings.fuel_may_go
        self.step_three_at_once: Final = rules.settings.step_three_at_once
        self.buys_again: Final = rules.settings.discount_buys_again

    def step_card_waits(self) -> bool:
        return not self.step_three_at_once

    def enter(self, state: State, log: EventLog) -> None:
        state.auction = fresh_auction()
        if log.wanted:
            log.add(AuctionsBegan())
        if state.trust.acted:
            old = state.trust
            state.trust = Trust(old.plants, old.fuel, old.n_houses, False)
        self.discount.begin(state, log)

    def proceed(self, state: State, log: EventLog) -> int:
        auction = state.auction
        if self.step_three_at_once and state.next_step:
            begin_step(self.rules.board, state, state.next_step, log)  # d8.8
        if auction.scrapper != NONE:
            return auction.scrapper
        if auction.lot != NONE:
            return auction.asked
        if auction.out != self.all_seats and self.market.current(state):
            return self._chooser(state)
        if not auction.closing:
            auction.closing = True
            state.tasks = [CLOSE_DISCOUNT, CLOSE_IDLE, CLOSE_STEP_CARD]
            return AGAIN
        card = self.contractor.next_card(state)
        if card != state.contractor:
            state.contractor = card
            if log.wanted:
                log.add(ContractorAdvanced(card))
        if state.round == 1:
            self.set_first_order(state, log)
        return DONE

    def set_first_order(self, state: State, log: EventLog) -> None:
        """Set the order once every seat has its first plant (c2.2)."""
        set_order(state, log)

    def _chooser(self, state: State) -> int:
        """Return the first seat in order that neither bought nor passed (c3.1)."""
        for seat in state.order:
            if not state.auction.out >> seat & 1:
                return seat
        return NONE

    # Bounds shared by offers and verify

    def _highest_opening(self, state: State, seat: int, low: int) -> int:
        """Return the highest opening bid; the minimum for a seat that is alone (c3.4, c3.11)."""
        if self.opens_at_minimum or state.auction.out | 1 << seat == self.all_seats:
            return low
        return state.money[seat]

    def _openable(self, state: State, seat: int) -> list[int]:
        """Return the plants that a seat may and can offer, ascending."""
        money = state.money[seat]
        return [
            plant
            for plant in self.market.current(state)
            if self.market.minimum(state, plant) <= money
            and self.access.may_bid(state, seat, plant)
        ]

    def _may_pass(self, state: State, seat: int) -> bool:
        """Return whether a seat may pass instead of offering (c3.9)."""
        if self._is_free(state, seat):
            return True
        return not self._openable(state, seat)

    def _is_free(self, state: State, seat: int) -> bool:
        """Return whether a seat need not buy: after round 1, or if it buys again."""
        return state.round > 1 or (self.buys_again and len(state.plants[seat]) > 0)

    def _room_without(self, state: State, seat: int, plant: int) -> list[int]:
        """Return the capacity of a seat's plants without one of them."""
        return self.rules.fuel.capacity([each for each in state.plants[seat] if each != plant])

    def _mores(
        self, capacity: list[int], held: list[int], plant: int, low: int, high: int
    ) -> list[int]:
        """Return the further loss allowed, by amount of the first kind from ``low`` on (c3.23)."""
        if not self.fuel_may_go:
            return [0] * (high - low + 1)
        return self.rules.fuel.mores(capacity, held, plant, low, high)

    def offers(self, state: State) -> list[Offer]:
        auction = state.auction
        seat = state.actor
        if auction.scrapper != NONE:
            return [self._scrap_offer(state, seat)]
        if auction.lot != NONE:
            if state.money[seat] <= auction.bid:
                return [self._drop_offers[seat]]
            return [MayBid(seat, auction.bid + 1, state.money[seat]), self._drop_offers[seat]]
        plants = self._openable(state, seat)
        if not plants:
            return [self._pass_offers[seat]]
        lows = [self.market.minimum(state, plant) for plant in plants]
        highs = [self._highest_opening(state, seat, low) for low in lows]
        offer: Offer = MayOffer(seat, plants, lows, highs)
        if self._is_free(state, seat):
            return [offer, self._pass_offers[seat]]
        return [offer]

    def may_scrap(self, state: State, plant: int) -> bool:
        """Return whether an owned plant may be scrapped (c3.12)."""
        return plant != state.auction.lot and not self.rules.uncounted >> plant & 1

    def _scrap_offer(self, state: State, seat: int) -> Offer:
        plants: list[int] = []
        lows: list[int] = []
        highs: list[int] = []
        mores: list[list[int]] = []
        held = state.fuel[seat]
        for plant in state.plants[seat]:
            if self.may_scrap(state, plant):
                capacity = self._room_without(state, seat, plant)
                low, high = self.rules.fuel.first_lost_range(capacity, held, plant)  # c3.14
                plants.append(plant)
                lows.append(low)
                highs.append(high)
                mores.append(self._mores(capacity, held, plant, low, high))
        return MayScrap(seat, plants, lows, highs, mores)

    def verify(self, state: State, action: Action) -> None:
        auction = state.auction
        if auction.scrapper != NONE:
            if not isinstance(action, ScrapPlant):
                raise self.refuse("wrong_phase", NO_NUMBERS)
            self._verify_scrap(state, action)
        elif auction.lot != NONE:
            if isinstance(action, Bid):
                self._verify_bid(state, action)
            elif not isinstance(action, DropOut):
                raise self.refuse("wrong_phase", NO_NUMBERS)
        elif isinstance(action, OfferPlant):
            self._verify_offer(state, action)
        elif isinstance(action, PassAuction):
            if not self._may_pass(state, action.seat):
                raise self.refuse("must_buy", {"round": state.round})
        else:
            raise self.refuse("wrong_phase", NO_NUMBERS)

    def _verify_offer(self, state: State, action: OfferPlant) -> None:
        if action.plant not in self.market.current(state):
            raise self.refuse("not_on_offer", {"plant": action.plant})
        if not self.access.may_bid(state, action.seat, action.plant):
            raise self.refuse(self.access.CODE, {"plant": action.plant})
        low = self.market.minimum(state, action.plant)
        if action.bid < low:
            raise self.refuse("opening_too_low", {"bid": action.bid, "minimum": low})
        money = state.money[action.seat]
        if action.bid > money:
            raise self.refuse("bid_above_money", {"bid": action.bid, "money": money})
        if self.opens_at_minimum and action.bid > low:
            raise self.refuse("opening_too_high", {"bid": action.bid, "minimum": low})
        if action.bid > self._highest_opening(state, action.seat, low):
            raise self.refuse("bid_above_minimum", {"bid": action.bid, "minimum": low})

    def _verify_bid(self, state: State, action: Bid) -> None:
        low = state.auction.bid + 1
        money = state.money[action.seat]
        if action.amount < low:
            raise self.refuse("raise_too_low", {"bid": action.amount, "minimum": low})
        if action.amount > money:
            raise self.refuse("bid_above_money", {"bid": action.amount, "money": money})

    def _verify_scrap(self, state: State, action: ScrapPlant) -> None:
        if action.plant not in state.plants[action.seat]:
            raise self.refuse("cannot_scrap", {"plant": action.plant})
        if not self.may_scrap(state, action.plant):
            raise self.refuse("must_keep_new_plant", {"plant": action.plant})
        held = state.fuel[action.seat]
        capacity = self._room_without(state, action.seat, action.plant)
        low, high = self.rules.fuel.first_lost_range(capacity, held, action.plant)  # c3.14
        mores = self._mores(capacity, held, action.plant, low, high)
        most = low + len(mores) - 1
        if not low <= action.lost <= most:
            raise self.refuse("wrong_fuel_lost", {"lost": action.lost, "least": low, "most": most})
        most = mores[action.lost - low]
        if not 0 <= action.more <= most:
            raise self.refuse("wrong_fuel_lost", {"lost": action.more, "least": 0, "most": most})

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        if isinstance(action, Bid):
            self._bid(state, action, log)
        elif isinstance(action, DropOut):
            self._drop_out(state, action.seat, log)
        elif isinstance(action, OfferPlant):
            self._offer(state, action, log)
        elif isinstance(action, PassAuction):
            self.pass_out(state, action.seat, log)
        elif isinstance(action, ScrapPlant):
            self._scrap(state, action, log)

    def _offer(self, state: State, action: OfferPlant, log: EventLog) -> None:
        auction = state.auction
        auction.lot = action.plant
        auction.bid = action.bid
        auction.leader = action.seat
        auction.contenders = self.all_seats & ~auction.out  # c3.6
        for seat in range(self.rules.n_seats):
            if not self.access.may_bid(state, seat, action.plant):
                auction.contenders &= ~(1 << seat)
        self._drop_the_poor(state)
        if log.wanted:
            log.add(PlantOffered(action.seat, action.plant, action.bid, auction.contenders))
        self._ask_next(state, action.seat, log)

    def _bid(self, state: State, action: Bid, log: EventLog) -> None:
        auction = state.auction
        auction.bid = action.amount
        auction.leader = action.seat
        self._drop_the_poor(state)
        if log.wanted:
            log.add(BidMade(action.seat, action.amount, auction.contenders))
        self._ask_next(state, action.seat, log)

    def _drop_the_poor(self, state: State) -> None:
        """Drop seats that cannot pay more than the bid, if money is open (c3.7)."""
        if not self.skips_the_poor:
            return
        auction = state.auction
        for seat in range(self.rules.n_seats):
            if seat != auction.leader and state.money[seat] <= auction.bid:
                auction.contenders &= ~(1 << seat)

    def _drop_out(self, state: State, seat: int, log: EventLog) -> None:
        state.auction.contenders &= ~(1 << seat)
        if log.wanted:
            log.add(SeatDroppedOut(seat))
        self._ask_next(state, seat, log)

    def _ask_next(self, state: State, seat: int, log: EventLog) -> None:
        """Advance to the next seat clockwise still in; a leader left alone buys (c3.5, c3.8)."""
        auction = state.auction
        if auction.contenders == 1 << auction.leader:
            self._sell(state, log)
            return
        n_seats = self.rules.n_seats
        asked = (seat + 1) % n_seats
        while not auction.contenders >> asked & 1:
            asked = (asked + 1) % n_seats
        auction.asked = asked

    def pass_out(self, state: State, seat: int, log: EventLog) -> None:
        """Remove a seat from the phase without an offer (c3.9)."""
        auction = state.auction
        first = seat == state.order[0]
        auction.out |= 1 << seat
        if log.wanted:
            log.add(AuctionPassed(seat))
        if first and self.trust.wants_plant(state):  # c10.4
            state.tasks.append(TRUST_TAKES)

    def _sell(self, state: State, log: EventLog) -> None:
        auction = state.auction
        seat = auction.leader
        plant = auction.lot
        state.money[seat] -= auction.bid
        owned = [*state.plants[seat], plant]
        owned.sort()
        state.plants[seat] = owned
        state.capacity[seat] = self.rules.fuel.capacity(owned)
        state.market.remove(plant)
        if not self.buys_again or state.discount != plant:
            auction.out |= 1 << seat
        auction.n_sold += 1
        if log.wanted:
            stored = self.rules.fuel.arrange(owned, state.fuel[seat])
            log.add(PlantBought(seat, plant, auction.bid, stored))
        if state.discount == plant:
            self.discount.set_aside(state, log)  # c3.19
        closing = self.rules.market.closing_plants[plant]
        if closing & ~state.closed:
            state.closed |= closing  # c13.3
            if log.wanted:
                log.add(KindsClosed(state.closed))
        if self.is_over_limit(state, seat):
            auction.scrapper = seat  # c3.12
            if log.wanted:
                log.add(ScrapAsked(seat))
        else:
            self._conclude(state, log)

    def is_over_limit(self, state: State, seat: int) -> bool:
        """Return whether a seat must scrap a plant (c3.12)."""
        return self.rules.n_counted(state.plants[seat]) > self.rules.limits.plant_limit

    def _scrap(self, state: State, action: ScrapPlant, log: EventLog) -> None:
        seat = action.seat
        fuel = self.rules.fuel
        kept = [plant for plant in state.plants[seat] if plant != action.plant]
        capacity = fuel.capacity(kept)
        held = state.fuel[seat][:]
        lost = fuel.scrapped_fuel(capacity, held, action.plant, action.lost, action.more)
        for kind in range(fuel.n_kinds):
            held[kind] -= lost[kind]
        state.fuel[seat] = held
        state.plants[seat] = kept
        state.capacity[seat] = capacity
        to_supply = self.put_away(state, seat, lost, log)
        paid = self.contractor.payment(state)
        state.money[seat] += paid
        state.auction.n_scrapped += 1
        if log.wanted:
            stored = fuel.arrange(kept, held)
            log.add(PlantScrapped(seat, action.plant, to_supply, paid, stored))
        if self.rules.settings.scrapped_under_stack:  # c3.13
            state.stack.put_under(action.plant, self.rules.deck.back_of[action.plant])
            if log.wanted:
                log.add(CardWentUnder(action.plant))
        else:
            state.gone |= 1 << action.plant
            if log.wanted:
                log.add(CardLeft(action.plant, LEFT_SCRAPPED))
        self._conclude(state, log)

    def put_away(self, state: State, seat: int, lost: list[int], log: EventLog) -> list[int]:
        """Take lost fuel; returns what goes to the supply of it: by default everything (c3.14)."""
        for kind in range(len(lost)):
            state.supply[kind] += lost[kind]
        return lost

    def _conclude(self, state: State, log: EventLog) -> None:
        """Complete the sale: the market is filled, and the Trust may act (c3.15, c10.4)."""
        auction = state.auction
        auction.lot = NONE
        auction.bid = 0
        auction.leader = NONE
        auction.contenders = 0
        auction.asked = NONE
        auction.scrapper = NONE
        if log.wanted:
            log.add(AuctionClosed())
        self.market.replace(state)
        if self.trust.wants_plant(state):
            state.tasks.append(TRUST_TAKES)

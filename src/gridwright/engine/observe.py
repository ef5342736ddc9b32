"""What a seat or a spectator sees, listed field by field, and how events keep it up to date."""

from gridwright.engine.events import (
    AuctionClosed,
    AuctionPassed,
    AuctionsBegan,
    BidMade,
    CardJoined,
    CardLeft,
    CardRevealed,
    CardWentUnder,
    CitiesSupplied,
    CityConnected,
    ContractorAdvanced,
    DiscountMoved,
    Event,
    GameEnded,
    KindsClosed,
    MarketRefilled,
    MarketResized,
    OrderSet,
    PartsEvent,
    PhaseBegan,
    PlantBought,
    PlantOffered,
    PlantScrapped,
    RegionsChosen,
    ResourcesBought,
    ScrapAsked,
    SeatDroppedOut,
    StackRanDry,
    StackShuffled,
    StepBegan,
    TakenBack,
    TrustBuilt,
    TrustBurnedFuel,
    TrustTookFuel,
    TrustTookPlant,
    TurnPassed,
)
from gridwright.engine.game import OVER, Game
from gridwright.engine.ids import NONE, TRUST
from gridwright.engine.market import lay_in_row
from gridwright.engine.parts import Parts
from gridwright.engine.rules import Rules
from gridwright.engine.stack import Stack
from gridwright.engine.state import State

HIDDEN = -1
"""An amount of money that the viewer may not see."""


class Observation:
    """One viewer's table. A field that is not named here is not seen."""

    def __init__(
        self,
        viewer: int,
        phase: int,
        round: int,
        step: int,
        actor: int,
        takebacks: int,
        order: list[int],
        money: list[int],
        plants: list[list[int]],
        stored: list[list[list[int]]],
        n_cities: list[int],
        market: list[int],
        market_size: int,
        current_size: int,
        discount: int,
        gone: int,
        contractor: int,
        is_dry: bool,
        stack: Stack,
        lot: int,
        bid: int,
        leader: int,
        contenders: int,
        out: int,
        scrapper: int,
        tokens: list[int],
        supply: list[int],
        closed: int,
        regions: int,
        spaces: list[int],
        trust_plants: list[int],
        trust_fuel: list[int],
        trust_houses: int,
        scores: list[int],
        ranking: list[int],
        parts: Parts,
    ) -> None:
        self.viewer = viewer
        self.phase = phase
        self.round = round
        self.step = step
        self.actor = actor
        self.takebacks = takebacks
        self.order = order
        self.money = money
        """``money[seat]``, HIDDEN where the viewer may not see it (c11.3)."""
        self.plants = plants
        self.stored = stored
        """``stored[seat][place][kind]``: fuel on the seat's plants, in one possible arrangement."""
        self.n_cities = n_cities
        self.market = market
        self.market_size = market_size
        self.current_size = current_size
        self.discount = discount
        self.gone = gone
        self.contractor = contractor
        self.is_dry = is_dry
        self.stack = stack
        """What everybody knows of the stack: possible cards, counts and the visible back."""
        self.lot = lot
        self.bid = bid
        self.leader = leader
        self.contenders = contenders
        self.out = out
        self.scrapper = scrapper
        self.tokens = tokens
        self.supply = supply
        self.closed = closed
        self.regions = regions
        self.spaces = spaces
        self.trust_plants = trust_plants
        self.trust_fuel = trust_fuel
        self.trust_houses = trust_houses
        self.scores = scores
        self.ranking = ranking
        self.parts = parts


def observe(game: Game, state: State, viewer: int) -> Observation:
    """What a seat, or SPECTATOR, sees now."""
    rules = game.rules
    n_seats = rules.n_seats
    money = state.money[:]
    if rules.options.hidden_money and state.phase != OVER:
        money = [state.money[seat] if seat == viewer else HIDDEN for seat in range(n_seats)]
    return Observation(
        viewer=viewer,
        phase=state.phase,
        round=state.round,
        step=state.step,
        actor=state.actor,
        takebacks=state.takebacks,
        order=state.order[:],
        money=money,
        plants=[owned[:] for owned in state.plants],
        stored=[
            rules.fuel.arrange(state.plants[seat], state.fuel[seat]) for seat in range(n_seats)
        ],
        n_cities=state.grid.n_cities[:],
        market=state.market[:],
        market_size=state.market_size,
        current_size=state.current_size,
        discount=state.discount,
        gone=state.gone,
        contractor=state.contractor,
        is_dry=state.is_dry,
        stack=state.stack.copy(),
        lot=state.auction.lot,
        bid=state.auction.bid,
        leader=state.auction.leader,
        contenders=state.auction.contenders,
        out=state.auction.out,
        scrapper=state.auction.scrapper,
        tokens=state.tokens[:],
        supply=state.supply[:],
        closed=state.closed,
        regions=state.grid.area.regions,
        spaces=state.grid.spaces[:],
        trust_plants=state.trust.plants[:],
        trust_fuel=state.trust.fuel[:],
        trust_houses=state.trust.n_houses,
        scores=game.scoring.scores(state) if state.phase == OVER else [],
        ranking=state.ranking[:],
        parts=state.parts.copy(),
    )


def fold(rules: Rules, seen: Observation, event: Event) -> None:
    """Bring an observation up to date with one event."""
    if isinstance(event, TurnPassed):
        seen.actor = event.actor
        seen.takebacks = event.takebacks
    elif isinstance(event, PhaseBegan):
        seen.phase = event.phase
        seen.round = event.round
    elif isinstance(event, StepBegan):
        seen.step = event.step
    elif isinstance(event, OrderSet):
        seen.order = event.order[:]
    elif isinstance(event, RegionsChosen):
        seen.regions = event.regions
    elif isinstance(event, PartsEvent):
        if event.gained:
            _pay(seen, event.seat, event.gained)
        seen.parts.fold(event)
    elif isinstance(event, GameEnded):
        seen.phase = OVER
        seen.scores = event.scores[:]
        seen.ranking = event.ranking[:]
        seen.money = event.money[:]
    elif not (
        _fold_cards(rules, seen, event) or _fold_auction(seen, event) or _fold_seats(seen, event)
    ):
        _fold_table(rules, seen, event)


def _fold_cards(rules: Rules, seen: Observation, event: Event) -> bool:
    if isinstance(event, CardRevealed):
        seen.stack.take(event.card, event.next_back)
    elif isinstance(event, StackShuffled):
        seen.stack.shuffle(event.next_back)
    elif isinstance(event, StackRanDry):
        seen.is_dry = True
    elif isinstance(event, CardJoined):
        lay_in_row(rules.deck, seen.market, event.card)
    elif isinstance(event, CardLeft):
        _lift(seen, event.card)
        seen.gone |= 1 << event.card
    elif isinstance(event, CardWentUnder):
        _lift(seen, event.card)
        seen.stack.put_under(event.card, rules.deck.back_of[event.card])
    elif isinstance(event, MarketResized):
        seen.market_size = event.size
        seen.current_size = event.current
    elif isinstance(event, DiscountMoved):
        seen.discount = event.card
    else:
        return False
    return True


def _lift(seen: Observation, card: int) -> None:
    seen.market = [each for each in seen.market if each != card]


def _fold_auction(seen: Observation, event: Event) -> bool:
    if isinstance(event, AuctionsBegan):
        seen.out = 0
    elif isinstance(event, PlantOffered):
        seen.lot = event.plant
        seen.bid = event.bid
        seen.leader = event.seat
        seen.contenders = event.contenders
    elif isinstance(event, BidMade):
        seen.bid = event.amount
        seen.leader = event.seat
        seen.contenders = event.contenders
    elif isinstance(event, SeatDroppedOut):
        seen.contenders &= ~(1 << event.seat)
    elif isinstance(event, AuctionPassed):
        seen.out |= 1 << event.seat
    elif isinstance(event, ScrapAsked):
        seen.scrapper = event.seat
    elif isinstance(event, AuctionClosed):
        seen.lot = NONE
        seen.bid = 0
        seen.leader = NONE
        seen.contenders = 0
        seen.scrapper = NONE
    else:
        return False
    return True


def _pay(seen: Observation, seat: int, amount: int) -> None:
    if seen.money[seat] != HIDDEN:
        seen.money[seat] += amount


def _fold_seats(seen: Observation, event: Event) -> bool:
    if isinstance(event, PlantBought):
        _pay(seen, event.seat, -event.price)
        _lift(seen, event.plant)
        seen.plants[event.seat] = sorted([*seen.plants[event.seat], event.plant])
        seen.stored[event.seat] = event.stored
        seen.out |= 1 << event.seat
    elif isinstance(event, PlantScrapped):
        _pay(seen, event.seat, event.paid)
        seen.plants[event.seat] = [
            plant for plant in seen.plants[event.seat] if plant != event.plant
        ]
        seen.stored[event.seat] = event.stored
        _move(seen.supply, event.lost, 1)
    elif isinstance(event, ResourcesBought):
        _pay(seen, event.seat, -event.cost)
        seen.tokens[event.resource] -= event.amount - event.from_supply
        seen.supply[event.resource] -= event.from_supply
        seen.stored[event.seat] = event.stored
    elif isinstance(event, TakenBack):
        _pay(seen, event.seat, event.money)
        _move(seen.tokens, event.tokens, 1)
        _move(seen.supply, event.supply, 1)
        seen.stored[event.seat] = event.stored
        for space in event.spaces:
            _clear_space(seen, space)
        seen.market = event.market[:]
        seen.gone = event.gone
        seen.is_dry = event.is_dry
    elif isinstance(event, CitiesSupplied):
        _pay(seen, event.seat, event.income)
        _move(seen.supply, event.burned, 1)
        seen.stored[event.seat] = event.stored
    else:
        return False
    return True


def _clear_space(seen: Observation, space: int) -> None:
    owner = seen.spaces[space]
    seen.spaces[space] = NONE
    if owner == TRUST:
        seen.trust_houses += 1
    else:
        seen.n_cities[owner] -= 1


def _move(counts: list[int], amounts: list[int], sign: int) -> None:
    for kind in range(len(amounts)):
        counts[kind] += sign * amounts[kind]


def _fold_table(rules: Rules, seen: Observation, event: Event) -> None:
    if isinstance(event, CityConnected):
        _pay(seen, event.seat, -event.house - event.connection)
        seen.spaces[event.city * rules.board.n_spaces + event.space] = event.seat
        seen.n_cities[event.seat] += 1
    elif isinstance(event, MarketRefilled):
        _move(seen.tokens, event.amounts, 1)
        _move(seen.supply, event.amounts, -1)
    elif isinstance(event, ContractorAdvanced):
        seen.contractor = event.card
    elif isinstance(event, KindsClosed):
        seen.closed = event.kinds
    elif isinstance(event, TrustTookPlant):
        _lift(seen, event.plant)
        seen.trust_plants = event.plants[:]
        if event.scrapped != NONE:
            seen.gone |= 1 << event.scrapped
    elif isinstance(event, TrustTookFuel):
        _move(seen.tokens, event.amounts, -1)
        _move(seen.trust_fuel, event.amounts, 1)
    elif isinstance(event, TrustBurnedFuel):
        _move(seen.trust_fuel, event.amounts, -1)
        _move(seen.supply, event.amounts, 1)
    elif isinstance(event, TrustBuilt):
        seen.spaces[event.city * rules.board.n_spaces + event.space] = TRUST
        seen.trust_houses -= 1

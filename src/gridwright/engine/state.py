"""The position: all public state, without hidden information."""

from gridwright.engine.ids import NONE
from gridwright.engine.network import Area
from gridwright.engine.parts import Parts
from gridwright.engine.stack import Stack


class Auction:
    """The auction phase in progress."""

    def __init__(
        self,
        out: int,
        lot: int,
        bid: int,
        leader: int,
        contenders: int,
        asked: int,
        scrapper: int,
        n_sold: int,
        n_scrapped: int,
        closing: bool,
    ) -> None:
        self.out = out
        """Mask of the seats that bought or passed in this phase."""
        self.lot = lot
        """Plant being auctioned, NONE between auctions."""
        self.bid = bid
        """Highest bid so far; 0 between auctions."""
        self.leader = leader
        """Seat with the highest bid, or NONE."""
        self.contenders = contenders
        """Mask of the seats still in the bidding."""
        self.asked = asked
        """Contender whose turn it is to bid, or NONE."""
        self.scrapper = scrapper
        """Seat that must scrap a plant, or NONE."""
        self.n_sold = n_sold
        """Number of plants sold in this phase."""
        self.n_scrapped = n_scrapped
        """Number of plants scrapped in this phase."""
        self.closing = closing
        """True once no seat may offer a plant: the phase runs its last tasks."""

    def copy(self) -> "Auction":
        return Auction(
            self.out,
            self.lot,
            self.bid,
            self.leader,
            self.contenders,
            self.asked,
            self.scrapper,
            self.n_sold,
            self.n_scrapped,
            self.closing,
        )


def fresh_auction() -> Auction:
    """Return an auction phase at its beginning."""
    return Auction(0, NONE, 0, NONE, 0, NONE, NONE, 0, 0, False)


class Grid:
    """Houses on the board."""

    def __init__(
        self,
        area: Area,
        networks: list[int],
        n_cities: list[int],
        spaces: list[int],
        n_houses: list[int],
        sites: list[int],
        reach: list[list[int]],
    ) -> None:
        self.area = area
        """Cities in play; replaced, never mutated, so copies share it."""
        self.networks = networks
        """``networks[seat]``: mask of the seat's cities."""
        self.n_cities = n_cities
        """``n_cities[seat]``: derived from ``networks``."""
        self.spaces = spaces
        """``spaces[city * n_spaces + space]``: owner of the house, or NONE."""
        self.n_houses = n_houses
        """``n_houses[city]``: derived from ``spaces``."""
        self.sites = sites
        """``sites[city]``: cost of the next house, FAR if no space is open; derived."""
        self.reach = reach
        """``reach[seat][city]``: cost of the cheapest connection; derived.

        Rows are never mutated.
        """

    def copy(self) -> "Grid":
        return Grid(
            self.area,
            self.networks[:],
            self.n_cities[:],
            self.spaces[:],
            self.n_houses[:],
            self.sites[:],
            self.reach[:],
        )


class Trust:
    """The third party of a two-player game. Replaced, never mutated, so copies share it."""

    def __init__(self, plants: list[int], fuel: list[int], n_houses: int, acted: bool) -> None:
        self.plants = plants
        self.fuel = fuel
        self.n_houses = n_houses
        """Number of houses left to place."""
        self.acted = acted
        """True if it took its plant in this auction phase."""


class State:
    """One position. Small ints and lists; ``copy()`` is cheap and the copy is independent."""

    def __init__(
        self,
        phase: int,
        actor: int,
        due: int,
        tasks: list[int],
        turn: int,
        takebacks: int,
        round: int,
        step: int,
        next_step: int,
        order: list[int],
        money: list[int],
        plants: list[list[int]],
        capacity: list[list[int]],
        fuel: list[list[int]],
        market: list[int],
        market_size: int,
        current_size: int,
        gone: int,
        discount: int,
        contractor: int,
        is_dry: bool,
        stack: Stack,
        auction: Auction,
        tokens: list[int],
        supply: list[int],
        closed: int,
        grid: Grid,
        trust: Trust,
        ranking: list[int],
        parts: Parts,
        is_idle: bool = False,
    ) -> None:
        self.phase = phase
        """Index into the game's phases; OVER after the end."""
        self.actor = actor
        """Actor: a seat, CHANCE, or NO_ACTOR after the end."""
        self.due = due
        """Decision that chance has to make, if chance is the actor."""
        self.tasks = tasks
        """Pending tasks of the plant market, in order; they run before any seat acts."""
        self.turn = turn
        """Index in the order of the seat whose turn it is, in phases with turns."""
        self.takebacks = takebacks
        """Number of actions that the acting seat may take back (c12.1)."""
        self.round = round
        self.step = step
        self.next_step = next_step
        """Step that begins with the next phase, 0 if none does."""
        self.order = order
        """Seats from first to last; replaced, never mutated."""
        self.money = money
        self.plants = plants
        """``plants[seat]``: ascending; rows are replaced, never mutated."""
        self.capacity = capacity
        """``capacity[seat]``: derived from ``plants``; rows are replaced, never mutated."""
        self.fuel = fuel
        """``fuel[seat][kind]``; rows are replaced, never mutated."""
        self.market = market
        """Cards on the plant market, ascending."""
        self.market_size = market_size
        self.current_size = current_size
        self.gone = gone
        """Mask of the cards that left the game face up."""
        self.discount = discount
        """Card under the discount token, or NONE."""
        self.contractor = contractor
        """Index of the top contractor card."""
        self.is_dry = is_dry
        """True if a card was due and the stack was empty."""
        self.stack = stack
        self.auction = auction
        self.tokens = tokens
        """``tokens[kind]`` on the market."""
        self.supply = supply
        self.closed = closed
        """Mask of the kinds that are never refilled again."""
        self.grid = grid
        self.trust = trust
        self.ranking = ranking
        """``ranking[seat]``: place from 1, shared places equal; empty before the end."""
        self.parts = parts
        """Public parts of this edition or board."""
        self.is_idle = is_idle
        """True while no seat has built in a round that began its building without a plant left."""

    def copy(self) -> "State":
        return State(
            self.phase,
            self.actor,
            self.due,
            self.tasks[:],
            self.turn,
            self.takebacks,
            self.round,
            self.step,
            self.next_step,
            self.order,
            self.money[:],
            self.plants[:],
            self.capacity[:],
            self.fuel[:],
            self.market[:],
            self.market_size,
            self.current_size,
            self.gone,
            self.discount,
            self.contractor,
            self.is_dry,
            self.stack.copy(),
            self.auction.copy(),
            self.tokens[:],
            self.supply[:],
            self.closed,
            self.grid.copy(),
            self.trust,
            self.ranking,
            self.parts.copy(),
            self.is_idle,
        )

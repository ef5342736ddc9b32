"""Invariants of every position."""

from gridwright.engine.game import Game
from gridwright.engine.ids import FAR, NO_ACTOR, NONE, OVER, TRUST
from gridwright.engine.masks import count, mask_of, members
from gridwright.engine.state import State


class BrokenInvariant(Exception):
    """A position that the rules cannot produce."""


def check(game: Game, state: State) -> None:
    """Raise BrokenInvariant unless the position is consistent."""
    _check_tokens(game, state)
    _check_cards(game, state)
    _check_houses(game, state)
    _check_derived(game, state)
    for problem in state.parts.problems(state.fuel):
        _require(False, problem)
    _require((state.phase == OVER) == (state.actor == NO_ACTOR), "only after the end no one acts")
    _require(min(state.money) >= 0, f"money is never negative: {state.money}")
    _require(state.phase == OVER or not state.tasks or state.due > 0, "tasks wait for chance only")


def _require(holds: bool, law: str) -> None:
    if not holds:
        raise BrokenInvariant(law)


def _check_tokens(game: Game, state: State) -> None:
    market = game.rules.market
    for kind in range(len(market.ladders)):
        total = state.tokens[kind] + state.supply[kind] + state.trust.fuel[kind]
        total += sum([held[kind] for held in state.fuel]) + state.parts.tokens(kind)
        _require(total == market.token_totals[kind], f"{market.kinds[kind]}: {total} tokens")
        _require(
            0 <= state.tokens[kind] <= market.ladders[kind].n_spaces,
            f"{market.kinds[kind]}: {state.tokens[kind]} on the market",
        )
        if market.second is not None:
            beyond = market.second.tokens(state.parts)[kind]
            _require(
                0 <= beyond <= market.second.ladders[kind].n_spaces,
                f"{market.kinds[kind]}: {beyond} on the second market",
            )
        _require(state.supply[kind] >= 0, f"{market.kinds[kind]}: supply {state.supply[kind]}")
    for seat in range(game.rules.n_seats):
        _require(
            game.rules.fuel.fits(state.capacity[seat], state.fuel[seat]),
            f"seat {seat} holds {state.fuel[seat]} in {state.capacity[seat]}",
        )
        _require(min(state.fuel[seat]) >= 0, f"seat {seat} holds {state.fuel[seat]}")


def _check_cards(game: Game, state: State) -> None:
    """Check that every card is in exactly one place; unseen ones in the pools of the stack."""
    places = [mask_of(state.market), mask_of(state.trust.plants), state.gone]
    places.extend([mask_of(owned) for owned in state.plants])
    unseen = 0
    for pool in state.stack.pools:
        unseen |= pool
    seen = 0
    n_seen = 0
    for mask in places:
        seen |= mask
        n_seen += count(mask)
    _require(count(seen) == n_seen, "a card is in two places")
    _require(seen & unseen == 0, "a seen card may still be in the stack")
    numbers = [game.rules.deck.numbers[card] for card in state.market]
    _require(numbers == sorted(numbers), f"market {state.market}")
    _require(len(set(state.market)) == len(state.market), f"market {state.market}")
    _require(len(state.market) <= state.market_size, f"market {state.market}")
    size = state.stack.size()
    _require(size <= count(unseen), f"{size} cards in the stack, {count(unseen)} unseen")
    _require((size == 0) == (state.stack.top_back == NONE), "a back shows while there are cards")
    _require(min([*state.stack.counts, 0]) == 0, "layers hold no negative counts")
    if state.stack.top_back != NONE:
        _require(
            state.stack.possible_cards(game.rules.deck.back_masks, game.rules.deck.kept) != 0,
            "some card can be on top",
        )
    for seat in range(game.rules.n_seats):
        owned = state.plants[seat]
        _require(owned == sorted(owned), f"plants {owned}")
        limit = game.rules.limits.plant_limit + (1 if state.auction.scrapper == seat else 0)
        _require(game.rules.n_counted(owned) <= limit, f"seat {seat} owns {owned}")


def _check_houses(game: Game, state: State) -> None:
    board = game.rules.board
    grid = state.grid
    n_trust = 0
    for city in range(board.n_cities):
        owners = grid.spaces[city * board.n_spaces : (city + 1) * board.n_spaces]
        built = [owner for owner in owners if owner != NONE]
        _require(owners[: len(built)] == built, f"{board.cities[city]}: spaces fill in order")
        _require(len(set(built)) == len(built), f"{board.cities[city]}: one house each")
        _require(not built or grid.area.holds(city), f"{board.cities[city]} is out of play")
        n_trust += built.count(TRUST)
        for seat in range(game.rules.n_seats):
            _require(
                (seat in built) == (grid.networks[seat] >> city & 1 == 1),
                f"{board.cities[city]}: network of seat {seat}",
            )
    _require(n_trust + state.trust.n_houses == game.rules.trust.n_houses, f"{n_trust} Trust houses")


def _check_derived(game: Game, state: State) -> None:
    """Check that cached values equal recomputed ones."""
    grid = state.grid
    board = game.rules.board
    for seat in range(game.rules.n_seats):
        owned = members(grid.networks[seat])
        _require(grid.n_cities[seat] == len(owned), f"seat {seat}: number of cities")
        _require(
            state.capacity[seat] == game.rules.fuel.capacity(state.plants[seat]),
            f"seat {seat}: capacity",
        )
        reach = grid.area.reach_of(grid.networks[seat], seat, state.parts)
        _require(grid.reach[seat] == reach, f"seat {seat}: costs of connections")
    for city in range(board.n_cities):
        owners = grid.spaces[city * board.n_spaces : (city + 1) * board.n_spaces]
        n_houses = board.n_spaces - owners.count(NONE)
        _require(grid.n_houses[city] == n_houses, f"{board.cities[city]}: number of houses")
        cost = board.site_cost(city, n_houses, state.step) if grid.area.holds(city) else FAR
        _require(grid.sites[city] == cost, f"{board.cities[city]}: next house costs {cost}")

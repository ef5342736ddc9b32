"""The order of unseen cards, drawn from public knowledge of the stack."""

from gridwright.engine.game import Game
from gridwright.engine.masks import count, mask_of, members
from gridwright.engine.stack import Stack
from gridwright.engine.state import State
from gridwright.fair.draw import Stream


def resample(game: Game, state: State, stream: Stream) -> list[int]:
    """Draw a hidden stack, top first; each that fits the public position is equally likely."""
    deck = game.rules.deck
    return draw_hidden(state.stack, deck.back_masks, stream, deck.kept)


def draw_hidden(stack: Stack, back_masks: list[int], stream: Stream, kept: int = 0) -> list[int]:
    """Draw the cards of each back from the top layer down, then mix the layers that are mixed.

    Cards of a pool that no layer draws were removed unseen. Where ``kept`` cards of a pool cannot
    be among them, those removed are drawn first, from the others.
    """
    verify_layers(stack, back_masks)
    hidden: list[int] = []
    used = _removed(stack, back_masks, stream, kept) if kept else 0
    for layers in _parts(stack):
        cards: list[int] = []
        for layer in layers:
            for back in range(stack.n_backs):
                left = members(stack.pools[layer] & back_masks[back] & ~used)
                drawn = stream.sample(left, stack.counts[layer * stack.n_backs + back])
                used |= mask_of(drawn)
                cards += drawn
        if hidden:
            stream.shuffle(cards)
        else:
            _mix_top(cards, back_masks[stack.top_back], stream)
        hidden += cards
    return hidden


def _removed(stack: Stack, back_masks: list[int], stream: Stream, kept: int) -> int:
    """Draw the cards that were removed unseen from the pools in which some were kept."""
    removed = 0
    for pool, n_cards in _wanted(stack, list(range(len(stack.pools))), back_masks).items():
        n_removed = count(pool) - n_cards
        if pool & kept and n_removed:
            removed |= mask_of(stream.sample(members(pool & ~kept), n_removed))
    return removed


def _parts(stack: Stack) -> list[list[int]]:
    """Return the layers that are mixed together on top, then each other layer alone."""
    n_layers = len(stack.pools)
    parts = [list(range(min(stack.n_mixed, n_layers)))]
    parts += [[layer] for layer in range(stack.n_mixed, n_layers)]
    return parts if n_layers else []


def _mix_top(cards: list[int], shown: int, stream: Stream) -> None:
    """Mix the top of the stack. A back that is already visible limits the first card."""
    tops = [card for card in cards if shown >> card & 1]
    if len(tops) == len(cards):
        stream.shuffle(cards)
        return
    top = tops[stream.below(len(tops))]
    cards.remove(top)
    stream.shuffle(cards)
    cards.insert(0, top)


def verify_layers(stack: Stack, back_masks: list[int]) -> None:
    """Raise ValueError if drawing layer by layer would favour some stacks.

    Any two layers must have the same or entirely different cards of a back. Otherwise the cards
    drawn for one layer would change the number of ways to fill another.
    """
    for back in range(stack.n_backs):
        pools = [
            stack.pools[layer] & back_masks[back]
            for layer in range(len(stack.pools))
            if stack.counts[layer * stack.n_backs + back]
        ]
        for place, pool in enumerate(pools):
            for other in pools[:place]:
                if pool & other and pool != other:
                    raise ValueError(
                        f"expected layers with the same or no common cards of back {back}, "
                        f"got {members(pool)} and {members(other)}"
                    )


def fits(hidden: list[int], stack: Stack, back_masks: list[int], kept: int = 0) -> bool:
    """Return whether a hidden stack agrees with everything that is public about it."""
    if len(hidden) != stack.size() or len(set(hidden)) != len(hidden):
        return False
    if hidden and not back_masks[stack.top_back] >> hidden[0] & 1:
        return False
    unseen = 0
    for pool in stack.pools:
        unseen |= pool
    if unseen & kept & ~mask_of(hidden):
        return False
    first = 0
    for layers in _parts(stack):
        wanted = _wanted(stack, layers, back_masks)
        size = sum(wanted.values())
        part = mask_of(hidden[first : first + size])
        first += size
        if any(count(part & pool) != n_cards for pool, n_cards in wanted.items()):
            return False
    return True


def _wanted(stack: Stack, layers: list[int], back_masks: list[int]) -> dict[int, int]:
    """Return the number of cards of each pool and back in these layers."""
    wanted: dict[int, int] = {}
    for layer in layers:
        for back in range(stack.n_backs):
            n_cards = stack.counts[layer * stack.n_backs + back]
            if n_cards:
                pool = stack.pools[layer] & back_masks[back]
                wanted[pool] = wanted.get(pool, 0) + n_cards
    return wanted

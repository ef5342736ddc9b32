"""The face-down stack: public knowledge of it, and nothing else."""

from gridwright.engine.ids import NONE
from gridwright.engine.masks import count, total


class Stack:
    """Layers, top first. A layer is a pool of possible cards, and the number of its cards by back.

    The order of unseen cards is not part of it: a card drawn from a layer may be any of its pool
    with the visible back. A card that is seen leaves every pool. After a shuffle the first
    ``n_mixed`` layers are mixed together. They remain separate if a pool also contains cards that
    were removed unseen, so that the cards certain to be in the stack remain known.
    """

    def __init__(
        self, n_backs: int, pools: list[int], counts: list[int], top_back: int, n_mixed: int = 1
    ) -> None:
        self.n_backs = n_backs
        self.pools = pools
        self.counts = counts
        """``counts[layer * n_backs + back]``."""
        self.top_back = top_back
        """Visible back, NONE on an empty stack."""
        self.n_mixed = n_mixed

    def copy(self) -> "Stack":
        return Stack(self.n_backs, self.pools[:], self.counts[:], self.top_back, self.n_mixed)

    def size(self) -> int:
        return total(self.counts)

    def _layer_counts(self, layer: int) -> list[int]:
        return self.counts[layer * self.n_backs : (layer + 1) * self.n_backs]

    def possible_cards(self, back_masks: list[int], kept: int = 0) -> int:
        """Return the possible top cards. ``kept``: cards that were not removed unseen."""
        if self.top_back == NONE:
            return 0
        shown = back_masks[self.top_back]
        cards = 0
        for layer in range(self.n_mixed):
            if self.counts[layer * self.n_backs + self.top_back] > 0:
                pool = self.pools[layer] & shown
                sure = pool & kept
                if sure and self.n_of_pool(pool, shown) == count(sure):
                    pool = sure
                cards |= pool
        return cards

    def n_of_pool(self, pool: int, shown: int) -> int:
        """Count the cards with the visible back in all layers with the same possible cards."""
        n_cards = 0
        for layer in range(len(self.pools)):
            if self.pools[layer] & shown == pool:
                n_cards += self.counts[layer * self.n_backs + self.top_back]
        return n_cards

    def counts_after_draw(self) -> list[int]:
        """Return the number of cards of each back that a draw may show; empty if none is left."""
        counts = [0] * self.n_backs
        counts[self.top_back] -= 1
        for place in range(self.n_mixed * self.n_backs):
            counts[place % self.n_backs] += self.counts[place]
        if total(counts) > 0:
            return counts
        return self._layer_counts(self.n_mixed)

    def counts_after_shuffle(self) -> list[int]:
        """Return the number of cards of each back in the whole stack."""
        counts = [0] * self.n_backs
        for place in range(len(self.counts)):
            counts[place % self.n_backs] += self.counts[place]
        return counts

    def take(self, card: int, next_back: int) -> None:
        """Remove the top card, which turned out to be ``card``."""
        layer = 0
        while not self.pools[layer] >> card & 1:
            layer += 1
        self.counts[layer * self.n_backs + self.top_back] -= 1
        seen = ~(1 << card)
        for each in range(len(self.pools)):
            self.pools[each] &= seen
        if total(self._layer_counts(layer)) == 0:
            del self.pools[layer]
            del self.counts[layer * self.n_backs : (layer + 1) * self.n_backs]
            if self.n_mixed > 1:
                self.n_mixed -= 1
        self.top_back = next_back

    def put_under(self, card: int, back: int) -> None:
        """Put a card that everyone saw at the bottom (c4.7)."""
        self.pools.append(1 << card)
        for each in range(self.n_backs):
            self.counts.append(1 if each == back else 0)
        if self.top_back == NONE:
            self.top_back = back

    def shuffle(self, next_back: int) -> None:
        """Mix all layers; those with only certain cards become one."""
        pools = [0]
        counts = [0] * self.n_backs
        for layer in range(len(self.pools)):
            held = self._layer_counts(layer)
            if total(held) == count(self.pools[layer]):
                pools[0] |= self.pools[layer]
                for back in range(self.n_backs):
                    counts[back] += held[back]
            else:
                pools.append(self.pools[layer])
                counts.extend(held)
        if pools[0] == 0:
            del pools[0]
            del counts[: self.n_backs]
        self.pools = pools
        self.counts = counts
        self.n_mixed = len(pools)
        self.top_back = next_back


def shown_backs(counts: list[int]) -> list[int]:
    """Return the backs that may show; NONE alone if no card is left."""
    backs = [back for back in range(len(counts)) if counts[back] > 0]
    return backs if backs else [NONE]

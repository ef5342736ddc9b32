"""The face-down stack: what everybody knows of it, and nothing else."""

from gridwright.engine.ids import NONE


class Stack:
    """Layers, top first. A layer is a pool of cards it may hold and how many it holds of each back.

    The order of unseen cards is not here: a card drawn from a layer may be any of its pool with the
    visible back. A card that is seen leaves every pool.
    """

    def __init__(self, n_backs: int, pools: list[int], counts: list[int], top_back: int) -> None:
        self.n_backs = n_backs
        self.pools = pools
        self.counts = counts
        self.top_back = top_back

    def copy(self) -> "Stack":
        return Stack(self.n_backs, self.pools[:], self.counts[:], self.top_back)

    def size(self) -> int:
        return sum(self.counts)

    def possible_cards(self, back_masks: list[int]) -> int:
        """The cards that the top card may be."""
        return self.pools[0] & back_masks[self.top_back] if self.pools else 0

    def counts_after_draw(self) -> list[int]:
        """How many cards of each back the top layer holds after a draw; empty if none."""
        n_backs = self.n_backs
        counts = self.counts[:n_backs]
        counts[self.top_back] -= 1
        if sum(counts) > 0:
            return counts
        return self.counts[n_backs : 2 * n_backs]

    def counts_after_shuffle(self) -> list[int]:
        """How many cards of each back the whole stack holds."""
        counts = [0] * self.n_backs
        for place in range(len(self.counts)):
            counts[place % self.n_backs] += self.counts[place]
        return counts

    def take(self, card: int, next_back: int) -> None:
        """Remove the top card, which turned out to be ``card``."""
        self.counts[self.top_back] -= 1
        seen = ~(1 << card)
        for layer in range(len(self.pools)):
            self.pools[layer] &= seen
        if sum(self.counts[: self.n_backs]) == 0:
            del self.pools[0]
            del self.counts[: self.n_backs]
        self.top_back = next_back

    def put_under(self, card: int, back: int) -> None:
        """Lay a card that everybody saw at the bottom (c4.7)."""
        self.pools.append(1 << card)
        for each in range(self.n_backs):
            self.counts.append(1 if each == back else 0)
        if self.top_back == NONE:
            self.top_back = back

    def shuffle(self, next_back: int) -> None:
        """Mix all layers into one."""
        pool = 0
        for each in self.pools:
            pool |= each
        self.counts = self.counts_after_shuffle()
        self.pools = [pool]
        self.top_back = next_back

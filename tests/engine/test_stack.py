"""Public knowledge of the stack, compared with every deck that could be there."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from gridwright.engine.ids import NONE
from gridwright.engine.masks import mask_of, members
from gridwright.engine.stack import Stack, shown_backs

N_CARDS = 6
N_BACKS = 2

Deck = tuple[int, ...]


class Table:
    """A real deck, what the engine knows of it, and every deck that no one can rule out."""

    def __init__(
        self, backs: list[int], pools: list[set[int]], layers: list[Deck], shared: bool
    ) -> None:
        self.backs = backs
        self.shared = shared
        self.back_masks = [
            mask_of([card for card in range(N_CARDS) if backs[card] == back])
            for back in range(N_BACKS)
        ]
        self.layers = [list(layer) for layer in layers if layer]
        self.drawn: list[int] = []
        used = [pool for pool, layer in zip(pools, layers, strict=True) if layer]
        counts = [n for layer in self.layers for n in self.count_backs(layer)]
        self.stack = Stack(N_BACKS, [mask_of(list(pool)) for pool in used], counts, self.top_back())
        self.worlds: set[Deck] = {()}
        for pool, layer in zip(used, self.layers, strict=True):
            shown = self.count_backs(layer)
            self.worlds = {
                (*deck, *more)
                for deck in self.worlds
                for more in permutations(pool - set(deck), len(layer))
                if self.count_backs(list(more)) == shown
            }
        self.keep_worlds_with_this_top()

    def count_backs(self, cards: list[int]) -> list[int]:
        return [sum(self.backs[card] == back for card in cards) for back in range(N_BACKS)]

    def deck(self) -> list[int]:
        return [card for layer in self.layers for card in layer]

    def top_back(self) -> int:
        return self.backs[self.deck()[0]] if self.deck() else NONE

    def keep_worlds_with_this_top(self) -> None:
        back = self.top_back()
        self.worlds = {deck for deck in self.worlds if not deck or self.backs[deck[0]] == back}

    def draw(self) -> None:
        card = self.layers[0].pop(0)
        if not self.layers[0]:
            self.layers.pop(0)
        self.drawn.append(card)
        self.worlds = {deck[1:] for deck in self.worlds if deck[0] == card}
        self.keep_worlds_with_this_top()
        self.stack.take(card, self.top_back())

    def put_under(self, card: int) -> None:
        self.drawn.remove(card)
        self.layers.append([card])
        self.worlds = {(*deck, card) for deck in self.worlds}
        self.stack.put_under(card, self.backs[card])

    def shuffle(self, order: list[int]) -> None:
        self.layers = [order]
        self.worlds = {
            shuffled
            for deck in {tuple(sorted(deck)) for deck in self.worlds}
            for shuffled in permutations(deck)
        }
        self.keep_worlds_with_this_top()
        self.stack.shuffle(self.top_back())

    def can_shuffle(self) -> bool:
        """Layers out of one pool are drawn before the Step 3 card, so they are never mixed."""
        return bool(self.layers) and (not self.shared or len(self.layers) == 1)

    def check(self) -> None:
        """The engine must know exactly what every possible deck has in common, and nothing else."""
        stack = self.stack
        deck = self.deck()
        assert stack.size() == len(deck)
        assert stack.top_back == self.top_back()
        assert stack.counts_after_shuffle() == self.count_backs(deck)
        possible = members(stack.possible_cards(self.back_masks))
        assert possible == sorted({deck[0] for deck in self.worlds if deck})
        if deck:
            after = self.layers[0][1:] or (self.layers[1] if len(self.layers) > 1 else [])
            expected = self.count_backs(after)
            assert shown_backs(stack.counts_after_draw()) == shown_backs(expected)
            if after:
                assert stack.counts_after_draw() == expected


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Up to three layers out of six cards; some cards may have been removed unseen."""
    backs = draw(st.lists(st.integers(0, N_BACKS - 1), min_size=N_CARDS, max_size=N_CARDS))
    cards = draw(st.permutations(range(N_CARDS)))
    shared = draw(st.booleans())
    cuts = sorted(draw(st.lists(st.integers(0, N_CARDS), min_size=2, max_size=2)))
    groups = [cards[: cuts[0]], cards[cuts[0] : cuts[1]], cards[cuts[1] :]]
    pools: list[set[int]] = []
    layers: list[Deck] = []
    for group in groups:
        layers.append(tuple(group[: draw(st.integers(0, len(group)))]))
        pools.append(set(cards if shared else group))
    return Table(backs, pools, layers, shared)


@given(tables(), st.data())
def test_draws_shuffles_and_cards_put_under(table: Table, data: st.DataObject) -> None:
    table.check()
    for turn in range(data.draw(st.integers(0, 7))):
        moves = ["draw"] if table.layers else []
        moves += ["put under"] if table.drawn else []
        moves += ["shuffle"] if table.can_shuffle() else []
        if not moves:
            break
        move = data.draw(st.sampled_from(moves), label=f"move {turn}")
        if move == "draw":
            table.draw()
        elif move == "put under":
            table.put_under(data.draw(st.sampled_from(table.drawn), label="card"))
        else:
            table.shuffle(data.draw(st.permutations(table.deck()), label="order"))
        table.check()


def test_a_copy_is_independent() -> None:
    stack = Stack(1, [0b111, 0b1000], [2, 1], 0)
    copy = stack.copy()
    copy.take(0, 0)
    copy.put_under(0, 0)
    copy.shuffle(0)
    assert (stack.pools, stack.counts, stack.top_back, stack.n_mixed) == (
        *([0b111, 0b1000], [2, 1], 0, 1),
    )
    assert copy.size() == 3
    assert copy.possible_cards([0b1111]) == 0b1111


def test_a_seen_card_leaves_every_pool() -> None:
    stack = Stack(1, [0b011, 0b011], [1, 1], 0)
    stack.take(0, 0)
    assert (stack.pools, stack.counts) == ([0b010], [1])


def test_c4_7_cards_put_under_come_last_and_in_order() -> None:
    stack = Stack(1, [0b1], [1], 0)
    stack.put_under(5, 0)
    stack.put_under(4, 0)
    drawn = []
    for card in (0, 5, 4):
        drawn.append(members(stack.possible_cards([0b111111])))
        stack.take(card, 0 if stack.size() > 1 else NONE)
    assert drawn == [[0], [5], [4]]
    assert (stack.pools, stack.counts, stack.top_back) == ([], [], NONE)


def test_c4_7_a_card_under_an_empty_stack_shows_its_back() -> None:
    stack = Stack(2, [], [], NONE)
    assert stack.possible_cards([0b01, 0b10]) == 0
    stack.put_under(1, 1)
    assert stack.top_back == 1
    assert stack.possible_cards([0b01, 0b10]) == 0b10


def test_c12_2_a_card_known_to_be_in_the_stack_must_come_out() -> None:
    """Either card 0 or card 1 was removed unseen; card 2 is in the stack for certain.

    Once 0 came up, the only card left is 2: card 1 is the one that was removed.
    """
    stack = Stack(1, [0b011], [1], 0)
    stack.put_under(2, 0)
    stack.shuffle(0)
    assert members(stack.possible_cards([0b111])) == [0, 1, 2]
    stack.take(0, 0)
    assert stack.size() == 1
    assert members(stack.possible_cards([0b111])) == [2]

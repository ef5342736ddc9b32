"""A position as a row of integer features, written from an observation."""

from typing import Final

from gridwright.engine.game import Game
from gridwright.engine.ids import NONE, TRUST
from gridwright.engine.masks import mask_of
from gridwright.engine.observation import HIDDEN, Observation
from gridwright.envs.action_builder import ActionBuilder
from gridwright.envs.layout import n_words_of, words_of
from gridwright.envs.reach import Reach

BITS: Final = [*[1 << place for place in range(62)], 0, 0, 0]
"""The mask of one place; empty for the negative numbers of no plant, seat or chance."""


class FeatureWriter:
    """Writes the observations of one table as features, in the order of the layout."""

    def __init__(self, game: Game, reach: Reach | None = None) -> None:
        rules = game.rules
        self._over: Final = len(game.phases)
        self._n_kinds: Final = rules.market.n_kinds
        self._n_spaces: Final = rules.board.n_spaces
        self._n_words: Final = n_words_of(rules.board.n_cities)
        self._has_tokens: Final = rules.cards.n_cards == 0
        self._reach: Final = reach

    def write(self, seen: Observation, builder: ActionBuilder | None) -> list[int]:
        """Return the row; ``builder`` has the viewer's unfinished action, if the viewer acts."""
        stack = seen.stack
        unseen = 0
        for pool in stack.pools:
            unseen |= pool
        places = [0] * len(seen.money)
        for place, seat in enumerate(seen.order):
            places[seat] = 1 << place
        row = [
            1 << (seen.phase if seen.phase >= 0 else self._over),
            BITS[seen.step - 1],
            1 << builder.question if builder is not None else 0,
            BITS[seen.actor],
            seen.out,
            seen.contenders,
            BITS[seen.leader],
            BITS[seen.scrapper],
            sum(1 << seat for seat, money in enumerate(seen.money) if money != HIDDEN),
            BITS[stack.top_back],
            int(seen.is_dry),
            seen.closed,
            seen.regions,
            builder.plants if builder is not None else 0,
            mask_of(seen.market),
            mask_of(seen.market[: seen.current_size]),
            BITS[seen.lot],
            BITS[seen.discount],
            seen.gone,
            unseen,
            stack.pools[0] if stack.pools else 0,
            mask_of(seen.trust_plants),
            *places,
            *[mask_of(owned) for owned in seen.plants],
            *self._houses(seen),
            *[max(money, 0) for money in seen.money],
            *seen.n_cities,
            seen.round,
            seen.bid,
            seen.contractor,
            seen.trust_houses,
            *stack.counts_after_shuffle(),
            *seen.tokens,
            *seen.supply,
            *seen.trust_fuel,
            *self.unfinished(builder),
        ]
        if self._has_tokens:
            for stored in seen.stored:
                row.extend(self._fuel(stored))
        for part in seen.parts.rows():
            row.extend(part)
        if self._reach is not None:
            row.extend(self._reach.write(seen))
        return row

    def unfinished(self, builder: ActionBuilder | None) -> list[int]:
        """Return the viewer's choices so far for an unfinished action."""
        if builder is None:
            return [0] * (self._n_kinds + 2)
        card_turns = builder.card_turns
        left = card_turns.left if card_turns is not None else [0] * self._n_kinds
        return [builder.base, builder.first, *left]

    def _fuel(self, stored: list[list[int]]) -> list[int]:
        return [sum(plant[kind] for plant in stored) for kind in range(self._n_kinds)]

    def _houses(self, seen: Observation) -> list[int]:
        """Return the cities of each seat, then those of the Trust."""
        n_seats = len(seen.plants)
        houses = [0] * (n_seats + 1)
        for space, owner in enumerate(seen.spaces):
            if owner != NONE:
                houses[n_seats if owner == TRUST else owner] |= 1 << space // self._n_spaces
        return [word for mask in houses for word in words_of(mask, self._n_words)]

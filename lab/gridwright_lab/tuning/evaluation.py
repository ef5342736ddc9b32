"""Scores a set of weights by play."""

import hashlib
from dataclasses import asdict, dataclass, fields, replace
from types import MappingProxyType
from typing import Final

from gridwright.bots.bot_games import play_game
from gridwright.bots.contract import Bot
from gridwright.bots.planner import PlannerBot
from gridwright.bots.profiles import BOARD, CARDS, Profile
from gridwright.bots.profiles.weights import CardWeights, Weights
from gridwright.bots.registry import find_bot
from gridwright.content.table import TableSpec, build_game
from gridwright.fair.derive import derive_keys

MARGIN_SHARE: Final = 0.01
"""A city of lead counts as much as this share of a win: it shows what wins are too rare to show."""
FIXED: Final = {"noise"}
NAMES: Final = {
    kind: [each.name for each in fields(sheet) if each.name not in FIXED]
    for kind, sheet in ((BOARD, Weights), (CARDS, CardWeights))
}
"""The weights that are tuned, in order, for boards and for cards."""
SHARES: Final = {"growth", "rival_sure", "patience"}
"""Weights that are never above 1."""


def read_point(profile: Profile, kind: str, n_seats: int) -> list[float]:
    """The weights of a table as a point."""
    sheet = profile.boards[n_seats] if kind == BOARD else profile.cards[n_seats]
    known = asdict(sheet)
    return [known[name] for name in NAMES[kind]]


def with_point(profile: Profile, kind: str, n_seats: int, point: list[float]) -> Profile:
    """The profile with other weights for a table; none of them is negative."""
    changed = {name: max(0.0, number) for name, number in zip(NAMES[kind], point, strict=True)}
    for name in SHARES & set(changed):
        changed[name] = min(1.0, changed[name])
    if kind == BOARD:
        board = replace(profile.boards[n_seats], **changed)
        return replace(profile, boards=MappingProxyType({**profile.boards, n_seats: board}))
    cards = replace(profile.cards[n_seats], **changed)
    return replace(profile, cards=MappingProxyType({**profile.cards, n_seats: cards}))


@dataclass(frozen=True)
class Evaluation:
    """One table, one reference and a series of deals that all candidates play alike."""

    spec: TableSpec
    against: str
    n_deals: int

    @property
    def kind(self) -> str:
        return BOARD if build_game(self.spec).rules.board.n_cities else CARDS

    def score(self, profile: Profile, generation: int) -> float:
        """Share of wins and a little of the lead, over every seat of every deal."""
        candidate: Bot = PlannerBot(profile)
        game = build_game(self.spec)
        n_seats = self.spec.seats
        total = 0.0
        for number in range(self.n_deals):
            label = f"tuning {self.spec.edition} {n_seats} {generation} {number}"
            keys = derive_keys(hashlib.sha256(label.encode()).digest(), f"deal-{number}", {})
            for seat in range(n_seats):
                bots = [
                    candidate if each == seat else find_bot(self.against) for each in range(n_seats)
                ]
                state = play_game(game, keys, bots)
                if not state.ranking:
                    continue
                scores = game.scoring.scores(state)
                best = max([scores[each] for each in range(n_seats) if each != seat])
                total += (state.ranking[seat] == 1) / state.ranking.count(1)
                total += MARGIN_SHARE * (scores[seat] - best)
        return total / (self.n_deals * n_seats)

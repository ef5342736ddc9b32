"""L2: plans the coming rounds, and values its options by the resulting positions.

Each kind of decision is a separate skill. On a board all skills use the same forecast, in card
games the same outlook. Decisions follow from the offers and the rules, so one bot plays every
edition.
"""

from typing import Final

from gridwright.bots.contract import Bot, Brain
from gridwright.bots.planner.board_brain import BoardBrain
from gridwright.bots.planner.cards import CardBrain
from gridwright.bots.planner.next_sites import NextSites
from gridwright.bots.profiles import Profile
from gridwright.bots.profiles.outlook import load_outlooks
from gridwright.engine.rules import Rules
from gridwright.fair.draw import Stream


class PlannerBot(Bot):
    """Plays by a profile."""

    def __init__(self, profile: Profile) -> None:
        super().__init__(profile.name, profile.level, profile.description, profile.digest)
        self.profile: Final = profile
        self._next_sites: NextSites | None = None
        """Shared by the brains that sit down at one table, and at others with the same rules."""

    def sit(self, rules: Rules, seat: int, stream: Stream) -> Brain:
        n_seats = rules.n_seats
        if rules.board.n_cities == 0:
            outlook = load_outlooks()[n_seats]
            return CardBrain(
                self.profile.cards[n_seats],
                outlook,
                rules,
                seat,
                stream,
                self.profile.card_tastes[n_seats],
            )
        if self._next_sites is None or self._next_sites.board is not rules.board:
            self._next_sites = NextSites(rules.board)
        return BoardBrain(
            self.profile.boards[n_seats],
            self.profile.nodes,
            rules,
            seat,
            stream,
            self.profile.board_tastes[n_seats],
            self._next_sites,
        )

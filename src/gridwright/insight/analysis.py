"""The analysis of a finished game as a record of plain values."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from gridwright.bots.search.lines import Line
from gridwright.bots.search.worlds import Worlds
from gridwright.bots.value.loading import load_model
from gridwright.bots.value.network import WinChance
from gridwright.engine.game import Game
from gridwright.engine.ids import NONE, OVER
from gridwright.engine.masks import members
from gridwright.engine.notation import Notation
from gridwright.engine.vocabulary.auction import Bid
from gridwright.engine.vocabulary.base import Action
from gridwright.insight.course import CARDS, Account, Course
from gridwright.insight.decisions import split
from gridwright.insight.estimator import ANY_SEAT, Estimator, Policy, Values
from gridwright.insight.facts import find_facts
from gridwright.insight.findings import Costly, Finder
from gridwright.insight.futures import Future, find_reasons, typical_futures
from gridwright.insight.moves import Walk, walk
from gridwright.insight.options import Advisers
from gridwright.insight.plain_numbers import count_game
from gridwright.insight.settings import InsightSettings

REVISION: Final = 2
"""Revision of the record. Records of another revision are made again."""
N_FUTURES: Final = 5
"""Costliest decisions of each seat whose futures are shown."""
N_DIGITS: Final = 6
FUTURE_SEED: Final = 0x3A7B9C11

Progress = Callable[[int, int], None]
"""Called with the work done and the total; an exception that it raises stops the analysis."""
Record = dict[str, Any]


class UnfinishedGameError(ValueError):
    """The game is not over. It is not analysed, because an analysis shows hidden information."""

    def __init__(self) -> None:
        super().__init__("expected a finished game, got one that is still played")


def analyse(
    game: Game,
    actions: Sequence[Action],
    settings: InsightSettings | None = None,
    names: Sequence[str] = (),
    progress: Progress | None = None,
) -> Record:
    """Return the analysis of a game, by all its actions, including those of chance.

    Raises UnfinishedGameError while the game is not over, IllegalAction for invalid actions.
    """
    return Analysis(game, walk(game, actions), settings or InsightSettings(), progress).record(
        names
    )


class Analysis:
    """The analysis of one game."""

    def __init__(
        self, game: Game, walked: Walk, settings: InsightSettings, progress: Progress | None
    ) -> None:
        if walked.last.phase != OVER:
            raise UnfinishedGameError
        self._game: Final = game
        self._walk: Final = walked
        self._settings: Final = settings
        self._model: Final[WinChance] = load_model()
        self._notation: Final = Notation(game.rules)
        self._policy: Final = Policy(game)
        self._advisers: Final = Advisers(game, self._policy)
        self._progress: Final = progress
        self._done = 0
        decisions = split(game, walked.moments)
        self._total = len(decisions)
        estimator = Estimator(self._policy, self._model, settings.seed, settings.n_worlds(game))
        self.course: Final = Course(estimator, walked, self._tell)
        self._total = len(self.course.points) + len(decisions)
        finder = Finder(self._policy, self._model, settings)
        self.costly: Final[list[Costly]] = []
        """Decisions with a better line, the costliest first."""
        places = {point.stretch.move: place for place, point in enumerate(self.course.points)}
        for decision in decisions:
            self._tell()
            place = places.get(decision.move)
            if place is None:
                continue
            before, after = self.course.points[place].values, self.course.after(place)
            if self.course.caused(place) is not after:
                continue  # The last run of a round; the change is not its effect.
            found = finder.measure(decision, before, after)
            if found is not None:
                self.costly.append(found)
        self.costly.sort(key=lambda each: (-each.loss, each.decision.move))
        self._tell(self._total)

    def _tell(self, done: int | None = None) -> None:
        if self._progress is not None:
            self._progress(self._done if done is None else done, max(self._total, self._done + 1))
        self._done += 1

    # The record

    def record(self, names: Sequence[str]) -> Record:
        """Return the whole analysis."""
        rules, last = self._game.rules, self._walk.last
        seats = [names[seat] if seat < len(names) else "" for seat in range(rules.n_seats)]
        return {
            "revision": REVISION,
            "judge": self._model.name,
            "worlds": self.course.n_worlds,
            "noise": round(self.course.noise(), N_DIGITS),
            "seed": self._settings.seed,
            "edition": rules.edition,
            "board": rules.board.name,
            "rounds": last.round,
            "seats": [{"name": name} for name in seats],
            "marks": self._marks(),
            "course": self._course(),
            "account": _told(self.course.accounts()),
            "findings": self._findings(),
            "statistics": count_game(self._game, self._walk.moments, last),
        }

    def _course(self) -> list[Record]:
        found: list[Record] = []
        for point in self.course.points:
            state = point.stretch.state
            values = point.values
            found.append(
                {
                    "move": point.stretch.move,
                    "round": state.round,
                    "phase": self._game.phases[state.phase].NAME,
                    "actor": point.stretch.actor,
                    "chances": _rounded(values),
                    "error": round(
                        max(values.error(seat) for seat in range(len(values.means))), N_DIGITS
                    ),
                    "in_lot": state.auction.lot != NONE,
                }
            )
        last = self._walk.last
        shares = [round(share, N_DIGITS) for share in self.course.result]
        ended = {"move": self._walk.n_moves, "round": last.round, "phase": "over", "actor": CARDS}
        return [*found, {**ended, "chances": shares, "error": 0.0, "in_lot": False}]

    def _marks(self) -> list[Record]:
        found: list[Record] = []
        round_, step = 0, 1
        for moment in self._walk.moments:
            state = moment.state
            place = {"move": moment.move, "round": state.round}
            if state.round != round_:
                round_ = state.round
                found.append({**place, "what": "round"})
            if state.step != step:
                step = state.step
                found.append({**place, "what": "step", "step": step})
        return found

    def _findings(self) -> list[Record]:
        n_shown = [0] * self._game.rules.n_seats
        found: list[Record] = []
        for costly in self.costly:
            n_shown[costly.decision.seat] += 1
            found.append(self._finding(costly, n_shown[costly.decision.seat] <= N_FUTURES))
        return found

    def _finding(self, costly: Costly, with_futures: bool) -> Record:
        decision = costly.decision
        futures: list[Future] = []
        if with_futures and not costly.is_exact:
            futures = typical_futures(
                self._policy,
                decision.state,
                [costly.better, Line(decision.played)],
                Worlds(self._game, decision.state, ANY_SEAT, self._settings.seed ^ FUTURE_SEED),
                self._settings.n_futures,
            )
        reasons = find_reasons(*futures) if futures else []
        return {
            "seat": decision.seat,
            "move": decision.move,
            "round": decision.state.round,
            "phase": self._game.phases[decision.state.phase].NAME,
            "kind": decision.kind,
            "better": self._better(costly),
            "played": self._option(decision.played, costly.played, decision.seat),
            "loss": round(costly.loss, N_DIGITS),
            "error": round(costly.error, N_DIGITS),
            "future_better": self._future(futures[0], decision.seat) if futures else None,
            "future_played": self._future(futures[1], decision.seat) if futures else None,
            "reasons": [
                {"kind": each.kind, "better": each.better, "played": each.played}
                for each in reasons
            ],
            "facts": find_facts(self._game, decision, costly.better.actions, costly.is_exact),
        }

    def _option(self, actions: Sequence[Action], values: Values, seat: int) -> Record:
        return {
            "actions": self.records(actions),
            "chance": round(values.means[seat], N_DIGITS),
            "error": round(values.error(seat), N_DIGITS),
        }

    def _better(self, costly: Costly) -> Record:
        decision, actions = costly.decision, costly.better.actions
        found = self._option(actions, costly.expected, decision.seat)
        first = actions[0]
        if isinstance(first, Bid):
            found["up_to"] = max(first.amount, self._advisers.limit(decision.state))
        return found

    def _future(self, future: Future, seat: int) -> Record:
        state, numbers = future.state, self._game.rules.deck.numbers
        return {
            "round": state.round,
            "is_over": state.phase == OVER,
            "plants": sorted(numbers[plant] for plant in state.plants[seat]),
            "cities": future.cities,
            "supplied": future.supplied,
            "money": future.money,
            "place": future.place,
            "networks": [
                [self._notation.cities[city] for city in members(network)]
                for network in state.grid.networks
                if self._game.rules.board.n_cities
            ],
        }

    def records(self, actions: Sequence[Action]) -> list[Record]:
        """Return actions as records of an order, without the seat."""
        found: list[Record] = []
        for action in actions:
            values = self._notation.to_values(action)
            del values["seat"]
            found.append(values)
        return found


def _rounded(values: Values) -> list[float]:
    return [round(chance, N_DIGITS) for chance in values.means]


def _told(accounts: Sequence[Account]) -> list[Record]:
    """Return rounded accounts that still add up: along each seat, and over the seats."""
    lucks = _balanced([account.luck for account in accounts])
    found: list[Record] = []
    for account, luck in zip(accounts, lucks, strict=True):
        start, own, result = (
            round(part, N_DIGITS) for part in (account.start, account.own, account.result)
        )
        found.append(
            {
                "seat": account.seat,
                "start": start,
                "luck": luck,
                "own": own,
                "others": round(result - start - luck - own, N_DIGITS),
                "result": result,
                "luck_error": round(account.luck_error, N_DIGITS),
                "own_error": round(account.own_error, N_DIGITS),
                "others_error": round(account.others_error, N_DIGITS),
                "decisions": account.n_decisions,
            }
        )
    return found


def _balanced(parts: Sequence[float]) -> list[float]:
    """Return rounded parts; the last one absorbs the rounding error."""
    found = [round(part, N_DIGITS) for part in parts]
    found[-1] = round(-sum(found[:-1]), N_DIGITS)
    return found

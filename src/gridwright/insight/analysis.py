"""The analysis of a finished game as a record of plain values."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from gridwright.bots.value.loading import load_model
from gridwright.bots.value.network import WinChance, won_shares
from gridwright.engine.game import Game
from gridwright.engine.ids import OVER
from gridwright.engine.notation import Notation
from gridwright.engine.vocabulary.auction import Bid
from gridwright.engine.vocabulary.base import Action
from gridwright.insight.account import CARDS, Account, Node, draw_up
from gridwright.insight.decisions import Draw, split
from gridwright.insight.facts import find_facts
from gridwright.insight.judged import PLAYED, Judge, Judged
from gridwright.insight.moves import Walk, walk
from gridwright.insight.plain_numbers import count_game
from gridwright.insight.settings import LEAST_ERRORS, LEAST_LOSS, InsightSettings

REVISION: Final = 1
"""Revision of the record."""
N_COSTLY: Final = 3
"""Number of decisions of each seat that are compared again."""
N_DIGITS: Final = 6

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
        self._judge: Final = Judge(game, self._model, settings)
        self._progress: Final = progress
        decisions, draws = split(game, walked.moments, walked.last)
        self._n_seats: Final = game.rules.n_seats
        self._total: Final = len(decisions) + len(draws) + N_COSTLY * self._n_seats
        self._done = 0
        self.judged: Final[list[Judged]] = []
        for decision in decisions:
            self._tell()
            self.judged.append(self._judge.first_look(decision))
        self._look_again()
        self.nodes: Final[list[tuple[Node, float]]] = []
        """Decisions and cards by move, with the error of the chances."""
        for judged in self.judged:
            self._add_decision(judged)
        for draw in draws:
            self._tell()
            self._add_draw(draw)
        self.nodes.sort(key=lambda each: each[0].move)
        self._tell(self._total)

    def _tell(self, done: int | None = None) -> None:
        if self._progress is not None:
            self._progress(self._done if done is None else done, self._total)
        self._done += 1

    def _look_again(self) -> None:
        for seat in range(self._n_seats):
            own = [each for each in self.judged if each.decision.seat == seat]
            own = [each for each in own if each.promising()]
            own.sort(key=lambda each: -each.lead(each.promising()[0])[0])
            for place in range(N_COSTLY):
                self._tell()
                if place < len(own):
                    self._judge.look_again(own[place])

    def _add_decision(self, judged: Judged) -> None:
        decision = judged.decision
        chances, error = self._judge.position(decision.state)
        node = Node(decision.move, decision.seat, chances, judged.given())
        self.nodes.append((node, error))

    def _add_draw(self, draw: Draw) -> None:
        before, error = self._judge.position(draw.before)
        after, _error = self._judge.position(draw.after)
        given = [after[seat] - before[seat] for seat in range(self._n_seats)]
        self.nodes.append((Node(draw.move, CARDS, before, given), error))

    # The record

    def record(self, names: Sequence[str]) -> Record:
        """Return the whole analysis."""
        rules, last = self._game.rules, self._walk.last
        accounts = draw_up([node for node, _error in self.nodes], won_shares(last.ranking))
        seats = [names[seat] if seat < len(names) else "" for seat in range(self._n_seats)]
        return {
            "revision": REVISION,
            "judge": self._model.name,
            "rollouts": self._settings.rollouts,
            "seed": self._settings.seed,
            "edition": rules.edition,
            "board": rules.board.name,
            "rounds": last.round,
            "seats": [{"name": name} for name in seats],
            "marks": self._marks(),
            "course": self._course(),
            "account": _told(accounts),
            "findings": self._findings(),
            "statistics": count_game(self._game, self._walk.moments, last),
        }

    def _course(self) -> list[Record]:
        states = {moment.move: moment.state for moment in self._walk.moments}
        found: list[Record] = []
        for node, error in self.nodes:
            state = states[node.move]
            found.append(
                {
                    "move": node.move,
                    "round": state.round,
                    "phase": self._game.phases[state.phase].NAME,
                    "actor": node.actor,
                    "chances": [round(chance, N_DIGITS) for chance in node.chances],
                    "error": round(error, N_DIGITS),
                }
            )
        last = self._walk.last
        shares = [round(share, N_DIGITS) for share in won_shares(last.ranking)]
        ended = {"move": self._walk.n_moves, "round": last.round, "phase": "over", "actor": CARDS}
        return [*found, {**ended, "chances": shares, "error": 0.0}]

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
        """Return the decisions with a significant loss, the costliest first."""
        costly = [
            judged
            for judged in self.judged
            if judged.loss >= LEAST_LOSS and judged.loss >= LEAST_ERRORS * judged.loss_error
        ]
        costly.sort(key=lambda judged: (-judged.loss, judged.decision.move))
        return [self._finding(judged) for judged in costly]

    def _finding(self, judged: Judged) -> Record:
        decision = judged.decision
        better = self._option(judged, judged.best)
        if decision.kind == "auction":
            better["up_to"] = self._limit(judged)
        facts = find_facts(self._game, decision, judged.lines[judged.best].actions, judged.is_exact)
        return {
            "seat": decision.seat,
            "move": decision.move,
            "round": decision.state.round,
            "phase": self._game.phases[decision.state.phase].NAME,
            "kind": decision.kind,
            "played": self._option(judged, PLAYED),
            "better": better,
            "loss": round(judged.loss, N_DIGITS),
            "error": round(judged.loss_error, N_DIGITS),
            "options": [self._option(judged, line) for line in self._ranked(judged)],
            "facts": facts,
        }

    def _limit(self, judged: Judged) -> int:
        """Return the limit to bid, consistent with the better line."""
        decision = judged.decision
        found = self._judge.limit(decision)
        better = judged.lines[judged.best].actions[0]
        if isinstance(better, Bid):
            return max(found, better.amount)
        return max(decision.state.auction.bid, min(found, decision.price - 1))

    def _option(self, judged: Judged, line: int) -> Record:
        return {
            "actions": self.records(judged.lines[line].actions),
            "chance": round(judged.chances(line)[judged.decision.seat], N_DIGITS),
            "error": round(judged.error(line), N_DIGITS),
        }

    def _ranked(self, judged: Judged) -> list[int]:
        seat = judged.decision.seat
        others = [line for line in range(len(judged.lines)) if line != judged.best]
        return [judged.best, *sorted(others, key=lambda line: -judged.chances(line)[seat])]

    def records(self, actions: Sequence[Action]) -> list[Record]:
        """Return actions as records of an order, without the seat."""
        found: list[Record] = []
        for action in actions:
            values = self._notation.to_values(action)
            del values["seat"]
            found.append(values)
        return found


def _told(accounts: Sequence[Account]) -> list[Record]:
    """Return rounded accounts that still add up: along each seat, and over the seats."""
    lucks = _balanced([account.luck for account in accounts])
    results = [round(account.result, N_DIGITS) for account in accounts]
    found: list[Record] = []
    for account, luck, result in zip(accounts, lucks, results, strict=True):
        start, own, others = (
            round(part, N_DIGITS) for part in (account.start, account.own, account.others)
        )
        rest = round(result - start - luck - own - others, N_DIGITS)
        found.append(
            {
                "seat": account.seat,
                "start": start,
                "luck": luck,
                "own": own,
                "others": others,
                "rest": rest,
                "result": result,
                "less_luck": round(result - luck, N_DIGITS),
                "decisions": account.n_decisions,
                "each": round(abs(own) / max(1, account.n_decisions), N_DIGITS),
            }
        )
    return found


def _balanced(parts: Sequence[float]) -> list[float]:
    """Return rounded parts; the last one absorbs the rounding error."""
    found = [round(part, N_DIGITS) for part in parts]
    found[-1] = round(-sum(found[:-1]), N_DIGITS)
    return found

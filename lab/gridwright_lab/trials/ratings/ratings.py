"""Ratings equal those that the logs give: ``gridwright-lab trial ratings --games 10000``.

People of hidden skill play games that are written to a real store, entry by entry. Who comes first
follows from the hidden skills by the model's own law, so the ratings have something to find. One
game in twenty is helped, in one in twenty a bot replaces a person for a while, and some are
friendly or have a guest. Workers rate the games as they end; now and then one is stopped between
the games and the notes. In the end all is recomputed from the logs and must be the same, and the
chances before each of the last fifth of the games are compared with who won.

With ``--played`` bots also play real games, each bot under several names, and the same
is compared for them.

With ``--forged`` one stored rating is changed by a thousandth of a point, and the experiment fails.
"""

import asyncio
import random
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from math import exp, sqrt
from pathlib import Path
from typing import Final

from gridwright.ratings.bots import load_bots
from gridwright.ratings.plackett_luce import BETA, FIRST, GRAIN, Skill, chances
from gridwright.server.accounts.store import AccountStore
from gridwright.server.auth.records import Person
from gridwright.server.live.bus import LocalBus
from gridwright.server.outbox.pump import BoundReader, OutboxPump
from gridwright.server.people.finished import WHOLE, Kind, Unrated
from gridwright.server.people.rater import Rater
from gridwright.server.people.rating import Rated, Standing, key_of
from gridwright.server.people.rating_store import RatingStore
from gridwright.server.people.recomputing import Recomputing
from gridwright.server.storage import open_store
from gridwright.server.storage.append import EventKind
from gridwright.server.storage.migrations.migrate import migrate
from gridwright.server.storage.sharded import ShardedStore
from gridwright.table.terms import Terms
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.ratings.calibration import Calibration
from gridwright_lab.trials.ratings.finished_games import GameCopy, Pattern, Sitter, play_pattern
from gridwright_lab.trials.ratings.played_games import predict_played
from gridwright_lab.trials.thresholds import Threshold, Verdict

TABLES: Final = [("card", 2)] * 88 + [("card", 3)] * 8 + [("card", 4)] * 3 + [("classic", 2)]
"""Editions by their share in percent: mostly short games."""
N_PATTERNS: Final = 6
"""Games that are played for each kind of table."""
SPREAD: Final = 250.0
"""Points: the deviation of hidden skills."""
BEGAN: Final = 1_790_000_000_000
CONCURRENCY: Final = 100
HELD_OUT: Final = 5
"""The last game in this many is predicted."""
LEAST_HELD_OUT: Final = 500
"""Fewer games say nothing about chances."""
MAX_OFFSET_PLAYED: Final = 50
"""Thousandths: bots are no people, and know nothing of the law of the model."""
WRONG: Final = "UPDATE rating SET mu = mu + 1 WHERE person_id = $1"


class RatingTrial:
    """Games of many people on one store."""

    def __init__(self, store: ShardedStore, n_games: int, n_people: int, seed: int) -> None:
        self._store: Final = store
        self._ratings: Final = RatingStore(store)
        self._n_games: Final = n_games
        self._dice: Final = random.Random(seed)
        self._hidden: Final = {
            f"p{n}": self._dice.gauss(FIRST / GRAIN, SPREAD) for n in range(n_people)
        }
        self.calibration: Final = Calibration()
        self.kinds: Final[Counter[str]] = Counter()
        self.n_stopped = 0
        self._now = BEGAN + n_games * 60_000
        self.n_moved_wrongly = 0
        self.n_twice = 0

    async def run(self) -> None:
        accounts = AccountStore(self._store.home)
        for person in self._hidden:
            await accounts.add(Person(person, person, person, BEGAN), "hash")
        for first in range(0, self._n_games, CONCURRENCY):
            some = range(first, min(first + CONCURRENCY, self._n_games))
            await asyncio.gather(*[self._copy(number).write(self._store) for number in some])
            await self._rate()

    def _copy(self, number: int) -> GameCopy:
        dice = self._dice
        edition, n_seats = dice.choice(TABLES)
        pattern = play_pattern(edition, n_seats, dice.randrange(N_PATTERNS))
        n_bots = dice.choice([0, 0, 0, 1]) if n_seats > 2 else 0
        bots = dice.choices(["easy", "normal", "hard"], k=n_bots)
        people = dice.sample(sorted(self._hidden), n_seats - n_bots)
        guest = dice.random() < 0.03
        sitters = [Sitter(name, name) for name in people] + [Sitter(bot, bot=bot) for bot in bots]
        order = self._by_skill(edition, sitters)
        seated = _seated(pattern, order)
        if guest:
            seated[0] = Sitter("Guest")
        copy = GameCopy(f"game-{number:06}", pattern, seated, BEGAN + number * 60_000)
        seats = [seat for seat, sitter in enumerate(seated) if not sitter.bot]
        drawn = dice.random()
        if drawn < 0.05:
            copy.helped = dice.choice(seats)
        elif drawn < 0.10:
            copy.left = dice.choice(seats)
        elif drawn < 0.13:
            copy.terms = Terms(hold=0, friendly=True)
        return copy

    def _by_skill(self, edition: str, sitters: Sequence[Sitter]) -> list[Sitter]:
        """The sitters from first to last, drawn by their hidden skills."""
        spread = BETA / GRAIN * sqrt(len(sitters))
        bots = load_bots()[edition]
        left = {
            sitter: exp(
                (
                    (bots[sitter.bot].mu / GRAIN if sitter.bot else self._hidden[sitter.person])
                    - FIRST / GRAIN
                )
                / spread
            )
            for sitter in dict.fromkeys(sitters)
        }
        pool = list(sitters)
        order: list[Sitter] = []
        while pool:
            (best,) = self._dice.choices(pool, [left[each] for each in pool])
            pool.remove(best)
            order.append(best)
        return order

    async def _rate(self) -> None:
        """Rate ended games. Now and then a worker dies meanwhile, or two run in parallel."""
        if self._dice.random() < 0.2:
            reading = asyncio.ensure_future(self._pump().drain())
            await asyncio.sleep(self._dice.random() / 5)
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
            self.n_stopped += 1
        if self._dice.random() < 0.1:
            await asyncio.gather(self._pump().drain(), self._pump().drain())
        await self._pump().drain()

    def _pump(self) -> OutboxPump:
        """A worker that starts when the leases of those before it have expired."""
        self._now += 60_000
        now = self._now
        rater = Rater(self._store, self._ratings, lambda: now)
        ended = BoundReader("ratings", frozenset({EventKind.ENDED}), rater.read_event)
        return OutboxPump(self._store, [ended], LocalBus(), lambda: now)

    async def look_back(self) -> None:
        """The order once more: what each game moved, and what was predicted before it."""
        stands: dict[str, dict[Rated, Standing]] = {}
        seen: set[str] = set()
        last = 0
        held_out = self._n_games - self._n_games // HELD_OUT
        while page := await self._ratings.walk(last, 500):
            for stored in page:
                game = stored.game
                self.n_twice += game.game_id in seen
                seen.add(game.game_id)
                self.kinds[game.unrated.value or "rated"] += 1
                known = stands.setdefault(game.edition, {})
                if game.unrated is not Unrated.NOT:
                    self.n_moved_wrongly += any(move is not None for move in stored.moved)
                    continue
                if stored.number > held_out:
                    bots = load_bots()[game.edition]
                    skills: list[Skill] = [
                        bots[seat.bot]
                        if seat.kind is Kind.BOT
                        else known.get(key_of(seat), Standing()).skill
                        for seat in game.seats
                    ]
                    self.calibration.add(chances(skills), [s.share / WHOLE for s in game.seats])
                for seat, move in zip(game.seats, stored.moved, strict=True):
                    assert move is not None
                    if seat.person:
                        known[key_of(seat)] = Standing(move.skill)
            last = page[-1].number
        await self._verify_still(stands)

    async def _verify_still(self, stands: dict[str, dict[Rated, Standing]]) -> None:
        """Every stored rating is the one after the last game that counted: no other moved it."""
        for (person, kind, edition), standing in (await self._ratings.ratings()).items():
            known = stands.get(edition, {}).get((person, kind), Standing())
            self.n_moved_wrongly += known.skill != standing.skill

    async def forge(self) -> None:
        (person, _kind, _edition), *_others = await self._ratings.ratings()
        await self._store.home.change_one(WRONG, person)


def _seated(pattern: Pattern, order: Sequence[Sitter]) -> list[Sitter]:
    """The first player has the seat that came first."""
    found = list(order)
    for seat, sitter in zip(pattern.seats_by_place, order, strict=True):
        found[seat] = sitter
    return found


async def try_ratings(
    database: str,
    n_games: int,
    n_people: int,
    seed: int,
    is_forged: bool = False,
    svg: str = "",
    n_played: int = 0,
) -> Verdict:
    async with _opened(database) as store:
        trial = RatingTrial(store, n_games, n_people, seed)
        await trial.run()
        await trial.look_back()
        if is_forged:
            await trial.forge()
        found = await Recomputing(store).run()
    calibration = trial.calibration
    played = predict_played(n_played, seed)
    if svg:
        plot = played if n_played else calibration
        Path(svg).write_text(plot.svg(), "utf-8")
    thresholds = [
        Threshold("games in the order of rating", found.games, n_games),
        Threshold("games or ratings stored otherwise than the logs give them", found.differing),
        Threshold(
            "ratings moved by helped, left, friendly or guests' games", trial.n_moved_wrongly
        ),
        Threshold("games rated twice", trial.n_twice),
        Threshold("finished games that were forgotten", found.waiting),
        Threshold("helped games", trial.kinds["helped"], n_games // 40),
        Threshold("games that a person left", trial.kinds["left"], n_games // 40),
    ]
    if calibration.n_games >= LEAST_HELD_OUT:
        error = round(1_000 * calibration.error())
        thresholds.append(Threshold("error of the chances, in thousandths", error, most=30))
    if played.n_games >= LEAST_HELD_OUT:
        error = round(1_000 * played.error())
        thresholds.append(
            Threshold("the same in games that bots played", error, most=MAX_OFFSET_PLAYED)
        )
    figures = {
        "games": dict(trial.kinds),
        "ratings": found.ratings,
        "workers stopped": trial.n_stopped,
        **calibration.figures(),
        "played": played.figures(),
    }
    print(calibration.text(), file=sys.stderr)
    print(played.text(), file=sys.stderr)
    return Verdict(thresholds, figures, found.differences)


@asynccontextmanager
async def _opened(database: str) -> AsyncIterator[ShardedStore]:
    with tempfile.TemporaryDirectory() as folder:
        address = database or f"sqlite:///{Path(folder) / 'games.db'}"
        await migrate(address)
        async with await open_store(address) as store:
            yield store


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, seeded=True, on_database=True)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--played", type=int, default=0, help="additional games that bots play")
    parser.add_argument("--svg", default="", help="a file for the plot of the calibration")
    parser.add_argument("--forged", action="store_true", help="change one rating, and fail")
    told = parser.parse_args(arguments)
    trial = try_ratings(
        *(told.database, told.games, told.people, told.seed, told.forged, told.svg, told.played)
    )
    return asyncio.run(trial).print(told.json)

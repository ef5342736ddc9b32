"""A game in progress, played by text moves. Chance is drawn automatically."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from gridwright.bots.contract import Bot
from gridwright.bots.registry import find_bot
from gridwright.bots.seated_bot import decide_at, seat_bots
from gridwright.content.table import TableSpec, find_figures, load_game, rules_identity
from gridwright.content.table_rules import TableRules, resolve_rules
from gridwright.engine.history import History, Kept
from gridwright.engine.ids import CHANCE, SPECTATOR
from gridwright.engine.notation import CHANCE_WORD, Notation, NotationError
from gridwright.engine.observation import Observation
from gridwright.engine.observe import observe
from gridwright.engine.vocabulary.auction import MayOffer, OfferPlant
from gridwright.engine.vocabulary.base import Action, Offer
from gridwright.fair.commit import commitment
from gridwright.fair.dealer import Dealer
from gridwright.fair.derive import Keys, derive_keys
from gridwright.fair.record import MAX_ACTIONS
from gridwright.fair.replay import mark_after
from gridwright.fair.transcript import Closing, Mark, Move, Transcript, sealed
from gridwright.study.decisions import list_decisions
from gridwright.study.drawing import draw_html, tell_table

if TYPE_CHECKING:
    from pandas import DataFrame

    from gridwright.study.readable import ReadableAids


class Table:
    """A table at which one game is played. ``gridwright.new`` and ``load`` return one.

    Moves are lines such as ``offer 4 4``, ``connect essen`` or ``buy coal 3``, as in ``legal`` and
    in transcripts. A line may begin with the seat, else the acting seat is meant.

    >>> table = gridwright.new("classic", board="germany", seats=3, seed=7)
    >>> table.legal[:2]
    ['offer 3 3', 'offer 3 50']
    >>> table.play("offer 4")  # Opens with the least bid.
    >>> table.moves[-1], table.actor
    ('0 offer 4 4', 1)
    >>> table.ask("l1")
    'bid 5'
    >>> quote = table.quote("essen")
    >>> quote["house"], quote["connection"], quote["path"]
    (10, 0, ['essen'])
    >>> plan = table.plan(["dortmund", "essen"])
    >>> plan["total"], plan["left"]
    (24, 26)
    >>> table.undo()
    >>> table
    <Table classic germany, 3 seats: round 1, auction, seat 0 acts>
    """

    def __init__(
        self,
        spec: TableSpec,
        game_id: str,
        seed: bytes | None,
        contributions: dict[int, bytes],
        committed: bytes,
        history: History,
        dealer: Dealer | None,
        notation: Notation,
        rules: str,
    ) -> None:
        self.spec: Final = spec
        self.rules: Final = rules
        """Identity of the rules under which the game began."""
        self.game_id: Final = game_id
        self.seed: Final = seed
        """Seed of all draws; None if the caller must play the draws of chance."""
        self.game: Final = history.game
        """The engine's game: its rules, phases and scoring."""
        self._contributions: Final = contributions
        self._committed: Final = committed
        self._history: Final = history
        self._dealer = dealer
        self._notation: Final = notation
        self._before: list[tuple[Kept, Dealer | None]] = []
        """States that ``undo`` restores, one for each decision."""

    # Reading the position

    @property
    def rulebook(self) -> TableRules:
        """The clauses that are played at this table, with its figures."""
        return resolve_rules(self.spec, find_figures(self.spec, self.rules))

    @property
    def legal(self) -> list[str]:
        """Legal actions of the acting seat, as lines for ``play``; empty after the end.

        A range of amounts is listed by its two ends; ``play`` accepts every amount between them.
        """
        actions = self.game.legal(self._history.state)
        return [self._notation.text(action).split(" ", 1)[1] for action in actions]

    @property
    def actor(self) -> int | None:
        """Seat to act; None after the end, or if the caller must play a draw of chance."""
        actor = self._history.state.actor
        return actor if actor >= 0 else None

    @property
    def is_over(self) -> bool:
        return self.game.is_over(self._history.state)

    @property
    def ranking(self) -> list[int]:
        """``ranking[seat]``: place of the seat, from 1; empty before the end."""
        return list(self._history.state.ranking)

    @property
    def scores(self) -> list[int]:
        """``scores[seat]`` by the rules, as if the game ended now."""
        return self.game.scoring.scores(self._history.state)

    @property
    def round(self) -> int:
        return self._history.state.round

    @property
    def phase(self) -> str:
        """Name of the phase; ``over`` after the end."""
        return "over" if self.is_over else self.game.phases[self._history.state.phase].NAME

    @property
    def moves(self) -> list[str]:
        """All moves so far with their seats, as in ``0 offer 4 4``, including those of chance."""
        return [self._notation.text(action) for action in self._history.log]

    def observe(self, seat: int | None = None) -> Observation:
        """Return the observation of a seat, by default that of a spectator."""
        return observe(self.game, self._history.state, SPECTATOR if seat is None else seat)

    # Playing

    def play(self, move: str | Action) -> None:
        """Apply a move, and the draws of chance that follow it.

        ``offer 13`` without an amount opens with the lowest bid. Raises NotationError if the line
        is not a move and IllegalAction if the rules refuse it; the table is then unchanged.
        """
        action = self._read(move) if isinstance(move, str) else move
        before = (self._history.keep(), None if self._dealer is None else self._dealer.copy())
        self._history.play(action)
        if action.seat != CHANCE:
            self._before.append(before)
        self.deal()

    def undo(self) -> None:
        """Undo the last decision, of any seat, and the draws of chance since.

        If it is played again, the same cards follow. Raises ValueError if there is no decision to
        undo. The undo of the rules is the move ``take-back``, which stays on record.
        """
        if not self._before:
            raise ValueError("expected a decision to take back, got a game without one")
        kept, dealer = self._before.pop()
        self._history.restore(kept)
        self._dealer = dealer

    def copy(self) -> "Table":
        """Return an independent table in the same position, for experiments."""
        history = History(self.game)
        history.log.extend(self._history.log)
        history.restore(self._history.keep())
        copied = Table(
            self.spec,
            self.game_id,
            self.seed,
            self._contributions,
            self._committed,
            history,
            None if self._dealer is None else self._dealer.copy(),
            self._notation,
            self.rules,
        )
        copied._before = self._before[:]
        return copied

    def __copy__(self) -> "Table":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Table":
        return self.copy()

    def ask(self, bot: "str | Bot") -> str:
        """Return the move that a bot chooses for the acting seat. Deterministic.

        A searching bot takes its time: ``expert`` needs about a second. The bot sits down for this
        move only; with ``play_out`` it keeps its seat. Raises ValueError after the end, or at a
        table without its seed.
        """
        state = self._history.state
        if state.actor < 0:
            raise ValueError("expected a seat to act, got none")
        key = self._require_keys().key(f"bot/{state.actor}/{len(self._history.log)}")
        action = decide_at(_bot(bot), self.game, state, key)
        return self._notation.text(action).split(" ", 1)[1]

    def play_out(self, *bots: "str | Bot", most_moves: int = MAX_ACTIONS) -> None:
        """Play with one bot for all seats, or one for each, up to the end or ``most_moves``."""
        n_seats = self.spec.seats
        if len(bots) not in (1, n_seats):
            raise ValueError(f"expected 1 or {n_seats} bots, got {len(bots)}")
        chosen = [_bot(each) for each in (bots if len(bots) == n_seats else bots * n_seats)]
        seats = seat_bots(self.game, self._require_keys(), chosen)
        while not self.is_over and len(self._history.log) < most_moves:
            state = self._history.state
            self.play(seats[state.actor].act(state))

    def _read(self, line: str) -> Action:
        word = line.split(maxsplit=1)[0] if line.strip() else ""
        if not (word.isdigit() or word == CHANCE_WORD):
            line = f"{max(self._history.state.actor, 0)} {line}"
        words = line.split()
        if len(words) == 3 and words[1] == OfferPlant.WORD:
            offers = self.game.offers(self._history.state)
            words.append(lowest_bid(words[2], self._notation.cards, offers))
        return self._notation.parse(" ".join(words))

    def deal(self) -> None:
        """Make the draws that are due. Not needed after ``new`` and ``load``, which deal."""
        while self._dealer is not None and self._history.state.actor == CHANCE:
            self._history.play(self._dealer.deal(self._history.state))

    def _require_keys(self) -> Keys:
        if self.seed is None:
            raise ValueError("expected a table with its seed: a bot draws from it")
        return derive_keys(self.seed, self.game_id, self._contributions)

    # Prices, plans and warnings, as the server shows them

    def quote(self, city: str, seat: int | None = None) -> dict[str, Any]:
        """Return the price of a city for a seat, by default the one to act, also out of turn.

        ``house`` and ``connection`` are its cost, ``path`` the cities of the connection, and
        ``refusal`` the clause that forbids it. Raises NotationError if the board has no such city,
        and ValueError before the first round and after the end.
        """
        place = self._city(city)
        quote = self._aids.quote(self._require_seat(seat), place)
        if quote is None:
            raise ValueError("expected a game with its regions chosen that is not over")
        return quote

    def plan(
        self, cities: Sequence[str], seat: int | None = None, *, keeps_order: bool = False
    ) -> dict[str, Any]:
        """Return several cities of a seat, priced and built together.

        ``cities`` is the cheapest order, or with ``keeps_order`` the given one; ``total``, ``left``
        (money), ``powers``, ``income``, ``triggers``, ``refused`` are the results, and ``others``
        the prices of all other cities after it. Raises NotationError for an unknown city.
        """
        places = [self._city(city) for city in cities]
        return self._aids.plan(self._require_seat(seat), places, keeps_order=keeps_order)

    def fuel(self, seat: int | None = None) -> dict[str, Any] | None:
        """Return the purchases of fuel that may be useful to a seat, also out of turn.

        ``one_run`` supplies its cities at the lowest price, ``fill`` the most that fits, and
        ``levels`` has the cities and the income by purchase. None if it can buy no fuel.
        """
        return self._aids.fuel(self._require_seat(seat))

    def auction(self, seat: int | None = None) -> dict[str, Any] | None:
        """Return the auction for a seat: possible bids, and the effects of winning each plant.

        None if the seat is out of the auctions of this round, or there are none now.
        """
        return self._aids.auction(self._require_seat(seat))

    @property
    def warnings(self) -> list[dict[str, Any]]:
        """Plainly bad moves of the seat to act, each with its loss in numbers."""
        return [] if self._history.state.actor < 0 or self.is_over else self._aids.warnings()

    @property
    def outlook(self) -> dict[str, Any]:
        """The next seats, the refill and the prices after it, and the options of each seat."""
        return self._aids.outlook()

    @cached_property
    def _aids(self) -> "ReadableAids":
        # Only aids need another package, msgspec.
        from gridwright.study.readable import ReadableAids

        return ReadableAids(self._history)

    def _city(self, word: str) -> int:
        cities = self._notation.cities
        if word not in cities:
            raise NotationError(f"expected a city of the board, got {word!r}")
        return cities.index(word)

    def _require_seat(self, seat: int | None) -> int:
        if seat is None:
            seat = self._history.state.actor
        if not 0 <= seat < self.spec.seats:
            raise ValueError(f"expected a seat from 0 to {self.spec.seats - 1}, got {seat}")
        return seat

    # Saving and exporting

    def transcript(self) -> Transcript:
        """Return the game so far as a transcript; that of a finished game includes the seed."""
        again = History(self.game)
        body: list[Move | Mark] = []
        for action in self._history.log:
            round_before = again.state.round
            again.play(action)
            body.append(Move(self._notation.text(action)))
            mark = mark_after(self.game, round_before, again.state)
            if mark is not None:
                body.append(mark)
        closing: Closing | None = None
        if self.is_over and self.seed is not None:
            reason = self.game.scoring.end_reason(self._history.state)
            closing = Closing(self.seed, tuple(self.ranking), reason)
        return sealed(
            Transcript(
                self.game_id,
                self.spec,
                self.rules,
                self._committed,
                tuple(sorted(self._contributions.items())),
                tuple(body),
                closing,
            )
        )

    def decisions(self) -> list[dict[str, Any]]:
        """Return a record of each decision: position, seat, possessions and the final place."""
        return list_decisions(self.game, self.game_id, self._history.log, self.ranking)

    def to_frame(self) -> "DataFrame":
        """Return the decisions as a pandas data frame. Needs the extra ``study``."""
        try:
            import pandas
        except ModuleNotFoundError as error:
            hint = "to_frame needs pandas: pip install 'gridwright[study]'"
            raise ModuleNotFoundError(hint, name=error.name) from error
        return pandas.DataFrame(self.decisions())

    # Display

    def __repr__(self) -> str:
        return f"<{tell_table(self.spec, self.game, self._history.state)}>"

    def _repr_html_(self) -> str:
        """Return the table as HTML for a notebook."""
        actor = self._history.state.actor
        seen = self.observe(actor if actor >= 0 else None)
        return draw_html(self.spec, self.game, self._history.state, seen)


def open_table(
    spec: TableSpec,
    game_id: str,
    seed: bytes | None,
    contributions: dict[int, bytes],
    committed: bytes | None = None,
    rules: str = "",
) -> Table:
    """Return a table at its first decision; without a seed, before the first draw.

    ``rules`` is the identity of the rules of a game that began earlier; by default today's.
    """
    rules = rules or rules_identity(spec)
    game = load_game(spec, rules)
    dealer: Dealer | None = None
    if seed is not None:
        committed = commitment(game_id, rules, seed)
        dealer = Dealer(game, derive_keys(seed, game_id, contributions))
    if committed is None:
        raise ValueError("expected a seed or the commitment to one")
    table = Table(
        spec,
        game_id,
        seed,
        contributions,
        committed,
        History(game),
        dealer,
        Notation(game.rules),
        rules,
    )
    table.deal()
    return table


def lowest_bid(card: str, cards: list[str], offers: Sequence[Offer]) -> str:
    """Return the lowest opening bid for a plant, or its number if the plant is not offered.

    With its number as the bid, the engine reports why that plant cannot be offered.
    """
    for offer in offers:
        if isinstance(offer, MayOffer):
            for plant, low in zip(offer.plants, offer.lows, strict=True):
                if cards[plant] == card:
                    return str(low)
    return card.rstrip("abcdef")


def _bot(bot: "str | Bot") -> Bot:
    return find_bot(bot) if isinstance(bot, str) else bot

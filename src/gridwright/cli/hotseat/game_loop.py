"""People, bots and random players around one terminal."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from gridwright.cli.drawing.board import draw_board, draw_links
from gridwright.cli.drawing.choices import draw_choices
from gridwright.cli.drawing.clauses import draw_clause, draw_found
from gridwright.cli.drawing.events import Teller
from gridwright.cli.drawing.game_view import draw_game, tell_turn, width_of
from gridwright.cli.drawing.glyphs import glyphs_of
from gridwright.cli.drawing.log import hanging
from gridwright.cli.drawing.names import Names
from gridwright.cli.drawing.refusal_sentences import table_sentence, tell_numbers
from gridwright.cli.hotseat.answers import Answers, NeedsAmount
from gridwright.cli.hotseat.bot_seats import Player
from gridwright.cli.hotseat.choices import Choice, list_choices
from gridwright.cli.hotseat.guide import draw_guide
from gridwright.cli.hotseat.seat_aids import SeatAids
from gridwright.cli.hotseat.table_file import TableFile
from gridwright.content.table import find_figures
from gridwright.content.table_rules import resolve_rules
from gridwright.engine.errors import IllegalAction
from gridwright.engine.history import History
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.notation import NotationError
from gridwright.engine.observation import Observation
from gridwright.engine.observe import observe
from gridwright.engine.vocabulary.base import Action

LOG_LENGTH: Final = 20


class GameLoop:
    """Asks people, lets the other players choose, shows what happened."""

    def __init__(
        self,
        table: TableFile,
        console: Console,
        read_line: Callable[[str], str],
        players: Mapping[int, Player],
        hands_over: bool = False,
        watched: Collection[int] = (),
    ) -> None:
        recorder = table.recorder
        self.table: Final = table
        self.console: Final = console
        self.game: Final = recorder.game
        self.names: Final = Names(
            recorder.spec, recorder.game, find_figures(recorder.spec, recorder.rules)
        )
        self._read_line: Final = read_line
        self._players: Final = players
        """The player of each seat; a person plays every other one."""
        self._watched: Final = watched
        """Seats whose moves are printed one by one, as they are made."""
        self._hands_over: Final = hands_over
        """True to clear the screen between people who may not see each other's money."""
        self._last_asked = -1
        self._answers: Final = Answers(self.names)
        self._aids: Final = SeatAids(self.names, self._answers)
        self._watcher: Final = History(recorder.game)
        """A second replay, because only a watched one returns its events."""
        self._teller: Final = Teller(self.names)
        self._log: Final[list[str]] = []
        self._n_told = 0
        self._shown: list[int] = []
        """Round, phase, seat and plant market of the table that was drawn last."""
        self._catch_up()
        self._n_told = len(self._log)

    def run(self) -> bool:
        """Play until the game is over (true) or a user quits (false)."""
        recorder = self.table.recorder
        while not recorder.is_over():
            state = recorder.history.state
            actor = state.actor
            if actor in self._players:
                self._do(self._players[actor](recorder))
                if actor in self._watched:
                    self._tell_news()
            elif not self._ask(state.actor):
                return False
        self._tell_news()
        self.draw()
        return True

    def draw(self) -> None:
        """The table as the acting seat sees it."""
        self.console.print()
        self.console.print(draw_game(self._seen(), self.names, self.console))
        self.console.print()

    def _seen(self) -> Observation:
        state = self.table.recorder.history.state
        viewer = state.actor if state.actor >= 0 else SPECTATOR
        return observe(self.game, state, viewer)

    # Playing

    def _do(self, action: Action) -> None:
        self.table.play(action)
        self._catch_up()

    def _catch_up(self) -> None:
        """Put everything that was played since into words."""
        log = self.table.recorder.history.log
        while len(self._watcher.log) < len(log):
            for event in self._watcher.play_watched(log[len(self._watcher.log)]):
                self._log.extend(self._teller.sentences(event))

    def _tell_news(self) -> None:
        """Save what was played, then show it."""
        self.table.save()
        for sentence in self._log[self._n_told :]:
            self.console.print(Text(f"  {sentence}"))
        self._n_told = len(self._log)

    def _ask(self, seat: int) -> bool:
        """An action from a person; false if there is none to come."""
        state = self.table.recorder.history.state
        if self._hands_over and self._last_asked not in (-1, seat):
            self.console.clear()
            self._read_line(f"Seat {seat}, press Enter when no one else is looking. ")
            self._shown = []
        self._last_asked = seat
        self._tell_news()
        choices = list_choices(self.game.offers(state), self.names)
        now = [state.round, state.phase, seat, *state.market]
        if now != self._shown:
            self._shown = now
            self.draw()
        else:
            self._draw_turn()
        self._draw_choices(choices)
        while True:
            try:
                line = self._read_line(f"Seat {seat}> ").strip()
            except EOFError:
                return False
            word, _space, rest = line.partition(" ")
            if word in ("quit", "exit", "q"):
                return False
            if not word or self._looked_up(word, rest.strip(), seat, choices):
                continue
            action = self._understood(line, seat, choices)
            if action is not None and self._tried(action):
                return True

    def _draw_turn(self) -> None:
        """Print the seat to act and the money left, where the table would only repeat itself."""
        seen = self._seen()
        sign = glyphs_of(self.console).turn
        money = f"{seen.money[seen.actor]} Elektro left."
        self.console.print(Text(f"\n{sign} {tell_turn(seen, self.names)} {money}", style="bold"))

    def _draw_choices(self, choices: list[Choice]) -> None:
        self.console.print(draw_choices(choices, width_of(self.console)))
        state = self.table.recorder.history.state
        if self.game.can_take_back(state, state.actor):
            self.console.print(
                Text.assemble("     ", ("undo", "bold"), "  take the last action back")
            )
        self._print_lines(self._aids.bid_warnings(self.table.recorder.history), "! ")

    def _understood(self, line: str, seat: int, choices: list[Choice]) -> Action | None:
        state = self.table.recorder.history.state
        offers = self.game.offers(state)
        try:
            return self._answers.action(line, seat, offers, choices, state.parts)
        except NeedsAmount as needed:
            return self._with_amount(needed.choice)
        except NotationError as error:
            self._complain(f"{error}. `help` lists what can be typed.")
            return None

    def _with_amount(self, choice: Choice) -> Action | None:
        try:
            word = self._read_line(f"{choice.question}, {choice.low} to {choice.high}? ")
        except EOFError:
            return None
        if not word.strip().isdigit() or len(word.strip()) > 6:
            self._complain(f"expected a number from {choice.low} to {choice.high}, got {word!r}")
            return None
        return choice.build(int(word))

    def _tried(self, action: Action) -> bool:
        history = self.table.recorder.history
        try:
            self.game.verify(history.state, action)
        except IllegalAction as refusal:
            self._explain(refusal)
            return False
        warning = self._aids.warn(history, action)
        if warning:
            self._print_lines([f"{warning} Type it again to do it."], "! ")
            return False
        self._aids.forget()
        self._do(action)
        return True

    # Looking things up

    def _looked_up(self, word: str, rest: str, seat: int, choices: list[Choice]) -> bool:
        """Return True if the line only asked for something to be shown."""
        if word in ("help", "?"):
            self.console.print(draw_guide(width_of(self.console), self.names))
        elif word == "table":
            self.draw()
            self._draw_choices(choices)
        elif word in ("map", "board", "links") and not self.names.style.shows_board:
            self._complain("there is no board at this table; `table` shows what there is")
        elif word in ("map", "board"):
            glyphs = glyphs_of(self.console)
            width = width_of(self.console)
            self.console.print(draw_board(self._seen(), self.names, glyphs, width))
        elif word == "log":
            for sentence in self._log[-LOG_LENGTH:] or ["Nothing has happened yet."]:
                self.console.print(Text(f"  {sentence}"))
        elif word in ("quote", "price", "prices", "plan", "outlook"):
            self._show_aids(word, rest)
        elif word == "links":
            self._show_links(rest)
        elif word in ("rules", "rule"):
            self._show_rules(rest)
        elif word == "why":
            self._show_why(rest, seat, choices)
        else:
            return False
        return True

    def _show_aids(self, word: str, rest: str) -> None:
        history = self.table.recorder.history
        try:
            if word == "plan":
                lines = self._aids.plan(history, rest)
            elif word == "outlook":
                lines = self._aids.outlook(history)
            else:
                lines = self._aids.quote(history, rest)
        except NotationError as error:
            self._complain(str(error))
            return
        self._print_lines(lines or ["Nothing has a price now."])

    def _print_lines(self, sentences: Sequence[str], sign: str = "") -> None:
        for sentence in sentences:
            for place, line in enumerate(hanging(sentence, 0, 0, width_of(self.console) - 4)):
                begin = sign if place == 0 else " " * len(sign)
                self.console.print(Text.assemble(("  " + begin, "bold"), line))

    def _show_links(self, name: str) -> None:
        city = self._answers.city(name)
        if city is None:
            self._complain(f"no city is called {name!r}")
            return
        links = ", ".join(draw_links(city, self._seen(), self.names))
        self.console.print(Text(f"  {self.names.cities[city]}: {links or 'no links in play'}"))

    def _show_rules(self, words: str) -> None:
        rulebook = resolve_rules(self.names.spec).rulebook()
        if words in rulebook.clauses:
            self.console.print(draw_clause(rulebook.clauses[words]))
            return
        found = rulebook.containing(words) if words else []
        if found:
            self.console.print(draw_found(found, words, width_of(self.console)))
        else:
            clause = rulebook.example
            self._complain(f"type a clause as in `rules {clause}`, or a word of the rules")

    def _show_why(self, line: str, seat: int, choices: list[Choice]) -> None:
        action = self._understood(line, seat, choices) if line else None
        if action is None:
            return
        try:
            self.game.verify(self.table.recorder.history.state, action)
        except IllegalAction as refusal:
            self._explain(refusal)
        else:
            self.console.print(Text("  Nothing forbids it."))

    def _explain(self, refusal: IllegalAction) -> None:
        width = width_of(self.console)
        reason = Text.assemble(("  Not allowed: ", "bold red"), tell_numbers(refusal, self.names))
        self.console.print(reason)
        rule = table_sentence(refusal.clause, self.names.spec)
        for place, line in enumerate(hanging(rule, 0, 0, width - 9)):
            number = refusal.clause if place == 0 else ""
            self.console.print(Text.assemble((f"  {number:<7}", "bold"), line))

    def _complain(self, problem: str) -> None:
        self.console.print(Text.assemble(("  ? ", "bold"), problem))

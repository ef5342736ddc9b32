"""One game played by integer choices. The caller also draws for chance."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gridwright.content.table import TableSpec
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.notation import Notation, plant_names
from gridwright.engine.observation import HIDDEN
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog
from gridwright.envs.action_builder import ActionBuilder
from gridwright.envs.env_table import EnvTable, table_for

SILENCE: Final = EventLog(False)


class Episode:
    """A position, and the action that its actor is building."""

    def __init__(self, table: EnvTable) -> None:
        self.table: Final = table
        self.state: State = table.game.new_state()
        self.builder = ActionBuilder(table.lookup)
        self.log: list[Action] = []
        """All actions so far, including those of chance."""
        self._ask()

    @property
    def actor(self) -> int:
        """The actor: a seat, CHANCE, or NO_ACTOR after the end."""
        return self.state.actor

    def is_over(self) -> bool:
        return self.table.game.is_over(self.state)

    def take(self, choice: int) -> bool:
        """Take a choice of the acting seat; apply the action if it is now complete.

        Returns True if an action was applied. Raises NotMarkedError, and changes nothing, if the
        action mask does not allow the choice.
        """
        action = self.builder.take(choice)
        if action is None:
            return False
        self.apply(action)
        return True

    def apply(self, action: Action) -> None:
        """Verify an action of the actor, apply it, and start on the next actor's action."""
        game = self.table.game
        game.verify(self.state, action)
        game.apply(self.state, action, SILENCE)
        self.log.append(action)
        self._ask()

    def _ask(self) -> None:
        actor = self.state.actor
        if actor >= 0:
            offers = self.table.game.offers(self.state)
            self.builder.ask(offers, actor, self.state.plants[actor])

    def mask(self) -> NDArray[np.int8]:
        """Return the action mask: 1 for each legal choice of the actor; zeros if no seat acts."""
        row = bytearray(self.table.lookup.size)
        if self.state.actor >= 0:
            self.builder.mark(row)
        return np.frombuffer(row, dtype=np.int8)

    def observe(self, seat: int) -> NDArray[np.float32]:
        """Return a seat's observation, encoded by the layout."""
        seen = observe(self.table.game, self.state, seat)
        own = self.builder if seat == self.state.actor else None
        features = np.array(self.table.writer.write(seen, own), dtype=np.int64)
        return self.table.encoder.encode(features, seat)

    def scores(self) -> list[int]:
        """Final scores by the rules, as if the game ended now."""
        return self.table.game.scoring.scores(self.state)

    def ranking(self) -> list[int]:
        """Place of each seat from 1; empty before the end."""
        return self.state.ranking

    def copy(self) -> "Episode":
        """Return an independent episode in the same position."""
        copied = Episode(self.table)
        copied.state = self.state.copy()
        copied.log = self.log[:]
        copied.builder = self.builder.copy()
        return copied

    def __deepcopy__(self, memo: object) -> "Episode":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the log as text, because positions have no stored form."""
        notation = Notation(self.table.game.rules)
        lines = [notation.text(action) for action in self.log]
        table = self.table
        options = (table.spec, table.bids, table.reach is not None)
        return _replay, (options, lines, self.builder.said)


def _replay(options: tuple[TableSpec, str, bool], lines: list[str], said: list[int]) -> Episode:
    episode = Episode(table_for(*options))
    notation = Notation(episode.table.game.rules)
    for line in lines:
        episode.apply(notation.parse(line))
    for choice in said:
        episode.take(choice)
    return episode


def render_text(episode: Episode) -> str:
    """Return a spectator's view as text: the phase, the markets and each seat."""
    game = episode.table.game
    seen = observe(game, episode.state, SPECTATOR)
    cards = plant_names(game.rules)
    phase = "over" if episode.is_over() else game.phases[seen.phase].NAME
    lines = [f"round {seen.round} step {seen.step} {phase}"]
    lines.append("plants: " + " ".join(cards[card] for card in seen.market))
    if any(game.rules.market.token_totals):
        kinds = game.rules.market.kinds
        tokens = [f"{kind} {seen.tokens[place]}" for place, kind in enumerate(kinds)]
        lines.append("tokens: " + " ".join(tokens))
    for seat, owned in enumerate(seen.plants):
        mark = ">" if seat == seen.actor else " "
        money = "?" if seen.money[seat] == HIDDEN else str(seen.money[seat])
        plants = " ".join(cards[plant] for plant in owned) or "no plants"
        lines.append(f"{mark} seat {seat}: money {money}, cities {seen.n_cities[seat]}, {plants}")
    return "\n".join(lines)

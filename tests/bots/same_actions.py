"""Games of every bot in every edition as digests, for another process to compare."""

import hashlib
import json

from gridwright.bots.bot_games import record_game
from gridwright.bots.contract import Bot, Brain
from gridwright.bots.planner.advising import AdvisingBrain
from gridwright.bots.registry import find_bot
from gridwright.bots.seated_bot import seat_bots
from gridwright.content.table import TableSpec, build_game, default_spec, list_editions
from gridwright.engine.history import History
from gridwright.engine.ids import CHANCE
from gridwright.engine.notation import Notation
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.auction import MayBid, MayOffer
from gridwright.engine.vocabulary.base import Action, Offer
from gridwright.engine.vocabulary.building import MayConnect
from gridwright.fair.dealer import Dealer
from gridwright.fair.derive import derive_keys
from gridwright.fair.draw import Stream
from gridwright.fair.transcript import format_transcript
from tests.bots.players import QUICK, SHORT_SEARCH

SEATS = (2, 3, 5)
PLAYERS = [*QUICK, SHORT_SEARCH]
SEED = bytes(range(32))
SEARCHED = 5
"""Decisions to compare: a search takes minutes for a game on the sources."""


class Asked(Bot):
    """Plays as another bot, and writes down what a planner thought of."""

    def __init__(self, bot: Bot, notes: list[str]) -> None:
        super().__init__(bot.name, bot.level, bot.description, bot.digest)
        self._bot = bot
        self._notes = notes

    def sit(self, rules: Rules, seat: int, stream: Stream) -> Brain:
        brain = self._bot.sit(rules, seat, stream)
        return AskedBrain(brain, self._notes)


class AskedBrain(Brain):
    def __init__(self, brain: Brain, notes: list[str]) -> None:
        self._brain = brain
        self._notes = notes

    def choose(self, seen: Observation, offers: list[Offer]) -> Action:
        if not isinstance(self._brain, AdvisingBrain):
            return self._brain.choose(seen, offers)
        told = self._brain.advise(seen, offers)
        weighed = [(each.actions, float(each.worth)) for each in told.weighed]
        self._notes.append(repr((weighed, told.measure, told.limit, told.fleet)))
        return told.action


def searched(spec: TableSpec) -> str:
    """The first actions of a game in which one seat searches."""
    game = build_game(spec)
    keys = derive_keys(SEED, f"{SHORT_SEARCH}-{spec.edition}", {})
    others = [find_bot("l1")] * (spec.seats - 1)
    bots = seat_bots(game, keys, [find_bot(SHORT_SEARCH), *others])
    dealer = Dealer(game, keys)
    history = History(game)
    notation = Notation(game.rules)
    lines: list[str] = []
    left = SEARCHED
    while left and not game.is_over(history.state):
        state = history.state
        action: Action
        if state.actor == CHANCE:
            action = dealer.deal(state)
        else:
            action = bots[state.actor].act(state)
            kinds = (MayBid, MayOffer, MayConnect)
            left -= state.actor == 0 and isinstance(game.offers(state)[0], kinds)
        lines.append(notation.text(action))
        history.play(action)
    return "\n".join(lines)


def thought(bot: str, edition: str, seats: int) -> str:
    """A game with every thought, to the last bit."""
    notes: list[str] = []
    played = record_game(
        default_spec(edition, seats=seats),
        f"{bot}-{edition}",
        SEED,
        {},
        [Asked(find_bot(bot), notes)] * seats,
    )
    return "\n".join([format_transcript(played), *notes])


def digests(bot: str) -> dict[str, str]:
    """Return digests of a bot's games by edition."""
    found: dict[str, str] = {}
    for edition, seats in zip(list_editions(), SEATS, strict=True):
        is_search = bot == SHORT_SEARCH
        spec = default_spec(edition, seats=seats)
        text = searched(spec) if is_search else thought(bot, edition, seats)
        found[f"{bot}, {edition}, {seats} seats"] = hashlib.sha256(text.encode()).hexdigest()
    return found


if __name__ == "__main__":
    print(json.dumps({name: digest for bot in PLAYERS for name, digest in digests(bot).items()}))

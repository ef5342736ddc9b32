"""Games of every bot in every edition as digests, for another process to compare."""

import hashlib
import json

from gridwright.bots.bot_games import record_game
from gridwright.bots.contract import Bot, Brain
from gridwright.bots.planner.advising import AdvisingBrain
from gridwright.bots.registry import BOTS, find_bot
from gridwright.bots.seated_bot import searches
from gridwright.content.table import default_spec, list_editions
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Action, Offer
from gridwright.fair.draw import Stream
from gridwright.fair.transcript import format_transcript

SEATS = (2, 3, 5)
PLAYERS = [*BOTS, "expert-8"]
SEED = bytes(range(32))


class Asked(Bot):
    """Plays as another bot, and writes down what a planner thought of."""

    def __init__(self, bot: Bot, notes: list[str]) -> None:
        super().__init__(bot.name, bot.level, bot.description, bot.digest)
        self._bot = bot
        self._notes = notes

    def sit(self, rules: Rules, seat: int, stream: Stream) -> Brain:
        brain = self._bot.sit(rules, seat, stream)
        # A search needs the position, which the one who asks does not have.
        return brain if searches(brain) else AskedBrain(brain, self._notes)


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


def digests(bot: str) -> dict[str, str]:
    """A game in each edition: its transcript with every thought, to the last bit."""
    found: dict[str, str] = {}
    for edition, seats in zip(list_editions(), SEATS, strict=True):
        notes: list[str] = []
        played = record_game(
            default_spec(edition, seats=seats),
            f"{bot}-{edition}",
            SEED,
            {},
            [Asked(find_bot(bot), notes)] * seats,
        )
        text = "\n".join([format_transcript(played), *notes])
        found[f"{bot}, {edition}, {seats} seats"] = hashlib.sha256(text.encode()).hexdigest()
    return found


if __name__ == "__main__":
    print(json.dumps({name: digest for bot in PLAYERS for name, digest in digests(bot).items()}))

"""The action index: every choice has one fixed number, whether it is legal now or not."""

import hashlib
import json
from typing import Any, Final

from gridwright.engine.rules import Rules
from gridwright.engine.topics import VOCABULARY
from gridwright.engine.vocabulary.topic import Vocabulary
from gridwright.envs.families import ANY, Family, build_families

REVISION: Final = 1
"""Raised whenever a number changes its meaning. What was learned under another one is worthless."""


class ActionIndex:
    """The numbers of one edition and board."""

    def __init__(self, families: list[Family]) -> None:
        self.families: Final = families
        self.starts: Final[list[int]] = []
        """``starts[family]``: the number of its first choice."""
        self.family_of: Final[list[int]] = []
        """``family_of[choice]``."""
        for place, family in enumerate(families):
            self.starts.append(len(self.family_of))
            self.family_of.extend([place] * family.size)
        self.size: Final = len(self.family_of)

    def name(self, choice: int) -> str:
        """A choice in words: ``connect essen``."""
        place = self.family_of[choice]
        family = self.families[place]
        word = family.words[choice - self.starts[place]]
        return word if word == family.name or place == 0 else f"{family.name} {word}"

    def number(self, name: str) -> int:
        """The choice behind ``name``, or ValueError."""
        for choice in range(self.size):
            if self.name(choice) == name:
                return choice
        raise ValueError(f"expected a choice of this index, got {name!r}")

    def to_json(self) -> dict[str, Any]:
        """Everything that the numbers mean."""
        return {
            "revision": REVISION,
            "size": self.size,
            "families": [
                {
                    "name": family.name,
                    "start": self.starts[place],
                    "size": family.size,
                    "meaning": family.meaning,
                    "choices": list(family.words),
                }
                for place, family in enumerate(self.families)
            ],
        }

    def digest(self) -> str:
        """SHA-256 over the names of all choices in order, and the revision."""
        names = [self.name(choice) for choice in range(self.size)]
        text = json.dumps([REVISION, names], separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode("ascii")).hexdigest()


def build_index(rules: Rules, vocabulary: Vocabulary = VOCABULARY, bids: str = ANY) -> ActionIndex:
    """The index of a table; the same for all tables of an edition and board with these bids."""
    return ActionIndex(build_families(rules, vocabulary, bids))

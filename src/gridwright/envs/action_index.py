"""The action index: every choice has a fixed number, independent of its legality."""

import hashlib
import json
from typing import Any, Final

from gridwright.engine.rules import Rules
from gridwright.engine.topics import VOCABULARY
from gridwright.engine.vocabulary.topic import Vocabulary
from gridwright.envs.families import ANY, Family, build_families

REVISION: Final = 1
"""Increased whenever a number changes its meaning. Policies trained before are then invalid."""


class ActionIndex:
    """Numbers of all choices of one edition and board."""

    def __init__(self, families: list[Family]) -> None:
        self.families: Final = families
        self.starts: Final[list[int]] = []
        """``starts[family]``: number of its first choice."""
        self.family_of: Final[list[int]] = []
        """``family_of[choice]``: family of the choice."""
        for place, family in enumerate(families):
            self.starts.append(len(self.family_of))
            self.family_of.extend([place] * family.size)
        self.size: Final = len(self.family_of)

    def name(self, choice: int) -> str:
        """Return a choice as text: ``connect essen``."""
        place = self.family_of[choice]
        family = self.families[place]
        word = family.words[choice - self.starts[place]]
        return word if word == family.name or place == 0 else f"{family.name} {word}"

    def number(self, name: str) -> int:
        """Return the number of a choice. Raises ValueError for an unknown name."""
        for choice in range(self.size):
            if self.name(choice) == name:
                return choice
        raise ValueError(f"expected a choice of this index, got {name!r}")

    def to_json(self) -> dict[str, Any]:
        """Return the meaning of all numbers as JSON."""
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
        """Return the SHA-256 over the names of all choices in order, and the revision."""
        names = [self.name(choice) for choice in range(self.size)]
        text = json.dumps([REVISION, names], separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode("ascii")).hexdigest()


def build_index(rules: Rules, vocabulary: Vocabulary = VOCABULARY, bids: str = ANY) -> ActionIndex:
    """Return the index of a table; equal for all tables of an edition and board with these bids."""
    return ActionIndex(build_families(rules, vocabulary, bids))

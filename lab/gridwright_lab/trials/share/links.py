"""Links with whole games are short, and damaged ones show no wrong move.

``gridwright-lab trial links --games 200 --damaged 2000`` packs recorded games and opens each link
again. Then it damages links: a character is another one, left out or doubled, or the end is
missing. None may open whole or show a decision that was not made.
"""

import random
import string
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import Final

from gridwright.fair.packed_game import Sitter, pack_game
from gridwright.fair.transcript import Transcript
from gridwright.local.links import fragment_of, open_link
from gridwright_lab.conformance.replay.corpus import Corpus
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.thresholds import Threshold, Verdict, share

MAX_MEDIAN: Final = 6_000
"""Characters of the median link, with the names of its seats."""
NAMES: Final = ("Ada", "Grete", "Nikola", "Samuel", "Konrad", "Hedy")
CHARACTERS: Final = string.ascii_letters + string.digits + "-_%"


def link_of(transcript: Transcript) -> str:
    """The link of a game of one person among bots."""
    seats = range(transcript.table.seats)
    sitters = tuple([Sitter(NAMES[seat], "l3" if seat else "") for seat in seats])
    return fragment_of(pack_game(transcript, sitters))


def damage(fragment: str, dice: random.Random) -> str:
    """The fragment with one thing wrong; never the same text."""
    while True:
        at = dice.randrange(len(fragment) - 1)
        letter = dice.choice(CHARACTERS)
        found = dice.choice(
            (
                fragment[:at] + letter + fragment[at + 1 :],
                fragment[:at] + fragment[at + 1 :],
                fragment[:at] + letter + fragment[at:],
                fragment[:at],
            )
        )
        if found != fragment:
            return found


def run(n_games: int, n_damaged: int, seed: int = 0) -> Verdict:
    """Make and open links, and damaged ones."""
    dice = random.Random(seed)
    corpus = Corpus(Corpus.FOLDERS)
    names = corpus.names()
    games: list[tuple[Transcript, str]] = []
    for name in dice.sample(names, min(n_games, len(names))):
        transcript = corpus.transcript(name)
        if transcript.closing is not None:
            games.append((transcript, link_of(transcript)))
    counts: Counter[str] = Counter()
    findings: list[str] = []
    times: list[float] = []
    for transcript, link in games:
        opened, local = open_link(link, 0)
        is_same = local is not None and local.table.lines == transcript.moves
        counts["whole"] += is_same and not opened.damaged_from
    for _each in range(n_damaged):
        transcript, link = dice.choice(games)
        fragment = damage(link, dice)
        began = time.perf_counter()
        opened, local = open_link(fragment, 0)
        times.append(time.perf_counter() - began)
        shown = [] if local is None else local.table.lines
        if shown != transcript.moves[: len(shown)] or not (opened.problem or opened.damaged_from):
            findings.append(f"{transcript.game_id}: {fragment[:80]}")
        counts["refused" if local is None else "shown up to the damage"] += 1
    sizes = [len(link) for _transcript, link in games]
    thresholds = [
        Threshold("characters of the median link", share(sizes, 50), most=MAX_MEDIAN),
        Threshold("links that open as the same game", counts["whole"], len(games)),
        Threshold("damaged links", n_damaged, n_damaged),
        Threshold("damaged links that open whole or wrong", len(findings)),
    ]
    figures = {
        "games": len(games),
        "characters of the longest": max(sizes),
        "damaged and refused": counts["refused"],
        "damaged and shown up to the damage": counts["shown up to the damage"],
        "longest opening of a damaged one, ms": round(1_000 * max(times, default=0)),
    }
    return Verdict(thresholds, figures, findings)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, seeded=True)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--damaged", type=int, default=2_000)
    chosen = parser.parse_args(arguments)
    return run(chosen.games, chosen.damaged, chosen.seed).print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

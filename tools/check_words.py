"""Refuse words that readers of code, docs and screens do not search for, and name a better one.

    python tools/check_words.py                  # all tracked files
    python tools/check_words.py src/gridwright/bots docs/guide

Identifiers are split into their words, so `MOST_SEATS` and `whoAsks` are found too. A docstring
opens with a verb or a noun; at most 2 % open with what, whether, how, who or of.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

WORDS: tuple[tuple[str, str], ...] = (
    ("whoever|whomever|whosoever", "the player, the caller, a client"),
    ("whatever", "any, all, or the thing's name"),
    ("wherever", "where"),
    ("somebody", "a player, the caller, someone"),
    ("nobody", "no player, no one, none"),
    ("anybody", "anyone, any player"),
    ("everybody", "everyone, all players"),
    ("anew", "again"),
    ("for ever", "permanently"),
    ("no more(?! than)", "no longer, none left"),
    ("by itself", "automatically, alone"),
    ("by themselves", "automatically, alone"),
    ("at once", "immediately, at the same time"),
    ("(?:is|are|was|were|be|been|being) told", "is notified, is shown, receives"),
    ("told (?:of|by|to)", "reported, shown"),
    ("tells", "returns, reports, shows, explains"),
    ("tell of", "report, describe"),
    ("lies (?:in|on|at|beside|under|below|among|there|with)", "is in, is stored in"),
    ("lie (?:in|on|beside|under|below|among|there)", "are in, are stored in"),
    (
        "stands (?:in|on|at|beside|under|below|behind|there|alone|with|for itself)",
        "is in, is next to",
    ),
    ("stand (?:in|beside|under|behind|there)", "are in, are next to"),
    ("stood (?:in|beside|under|behind|there)", "was in, was next to"),
    ("belongs? into", "belongs in"),
    ("good for (?!you)", "grants, valid for"),
    ("(?:has|have|had) of", "has; name what it has"),
    ("one's own", "your own, their own"),
    ("comes? to|came to", "reaches, becomes, equals"),
    ("goes on|go on|went on|going on", "continues"),
    ("tak(?:es?|ing) away|took away|taken away", "removes"),
    ("giv(?:es?|ing) back|gave back|given back", "returns"),
    ("sets? aside|setting aside", "quarantines, skips, removes"),
    ("crooked", "malicious"),
    ("fates?", "outcome"),
    ("MOST [A-Z]+", "MAX_..."),
    ("so many", "a count, a limit, the number of"),
    ("all that", "everything that, all"),
    ("besides", "also, in addition"),
    ("owed", "due"),
    ("(?:to|of|for|from|with|by) whom", "rewrite with a noun"),
    ("who asks|who asked|who is asking", "the caller, the client"),
    ("(?:is|are|was|were|be|been|being) asked", "is requested, is queried, must decide"),
    ("carr(?:y|ies|ied|ying) on", "continues"),
    ("under way", "running, in progress"),
    ("in vain", "without effect"),
    ("therein|thereof|wherein|whence|thence|hitherto", "rewrite"),
    ("twins?", "duplicate, counterpart, copy"),
    ("plant(?:s|ed|ing)? (?:a |of |the )?(?:fault|loss|defect|bug|mistake)s?", "inject a fault"),
    ("planted", "injected"),
    ("to the letter", "exactly"),
    ("at hand", "available, present"),
    ("patience|patient", "no-clock timeout, has no deadline"),
    ("mood", "table status"),
    ("nowhere", "not in any ..., absent"),
    ("wish(?:es|ed)?", "request, want"),
    ("let(?:s|ting)? stand", "keeps"),
    ("is heard|are heard|unheard", "is received, no response"),
)
"""Words not to write, as patterns, and what to write instead."""

_WEIGHTS = "src/gridwright/bots"
_FROZEN = "lab/gridwright_frozen/hard_2026_11"
ALLOWED: frozenset[tuple[str, str]] = frozenset(
    {
        # A code of refusals on the wire, and a field of guides stored in browsers.
        ("web/src/wire/live.svelte.ts", "set aside"),
        ("web/src/guide/kept.ts", "goes on"),
        # The field of a vote on the wire.
        ("web/src/leaving/NoticeBar.svelte", "wish"),
        ("web/src/protocol/api.ts", "wish"),
        # A weight of the bots' profiles, whose files are measured under their digest.
        *(
            (f"{_WEIGHTS}/{file}", "patience")
            for file in (
                "profiles/easy.toml",
                "profiles/normal.toml",
                "profiles/hard.toml",
                "profiles/weights.py",
                "profiles/card_weights.py",
                "planner/fuel.py",
                "planner/outcomes.py",
                "planner/cards/outcomes.py",
            )
        ),
        *(
            (f"{_FROZEN}/{file}", "patience")
            for file in ("__init__.py", "weights.py", "fuel.py", "cards/outcomes.py")
        ),
        ("tests/lab/test_tuning.py", "patience"),
        ("lab/gridwright_lab/tuning/evaluation.py", "patience"),
        ("lab/gridwright_lab/tuning/levels.py", "patience"),
        # Options of commands of the laboratory.
        ("lab/gridwright_lab/trials/leaving/leaving.py", "patient"),
        ("lab/gridwright_lab/trials/wire_games/wire_games.py", "at once"),
        # The field of a vote, and a line of the log that operators know.
        ("src/gridwright/table/absence_log.py", "wish"),
        ("src/gridwright/table/leaving_entries.py", "wish"),
        ("src/gridwright/server/tables/loading.py", "set aside"),
        ("lab/gridwright_lab/trials/leaving/table_players.py", "wish"),
        # The name of a metric, the event of a log and the field of a vote.
        ("lab/gridwright_lab/trials/upgrade/unknown_rules.py", "set aside"),
        ("lab/gridwright_lab/trials/clocks/timed_table.py", "wish"),
        ("tests/server/tables/test_quarantine.py", "set aside"),
        ("tests/table/test_leaving.py", "wish"),
        ("tests/server/tables/test_service.py", "wish"),
        # A metric, a field of the wire and a code that clients know.
        ("docs/guide/operating.md", "set aside"),
        ("docs/guide/server-api.md", "wish"),
        ("docs/guide/content.md", "twin"),
        ("src/gridwright/server/operations/prometheus.py", "set aside"),
        ("src/gridwright/server/hosting/service.py", "set aside"),
        # The field of a vote.
        ("src/gridwright/server/tables/orders.py", "wish"),
        ("src/gridwright/table/orders.py", "wish"),
        ("tests/server/hosting/test_figures.py", "set aside"),
        # Names of recorded games.
        ("tests/boards/baden_wuerttemberg/test_baden_wuerttemberg.py", "nobody"),
        ("tests/boards/north_america_classic/test_north_america_classic.py", "twins"),
        # The field of a vote; the key of plants that share a number.
        ("src/gridwright/protocol/orders.py", "wish"),
        *(
            (file, "twin")
            for file in (
                "lab/gridwright_lab/trials/card_reading/grouped_deck.py",
                "src/gridwright/content/cards.py",
                "src/gridwright/content/merge.py",
                "tests/content/test_card_errors.py",
                "tests/content/test_card_overlay.py",
                "tests/content/test_card_totals.py",
            )
        ),
    }
)
"""A file and a matched text, in lower case, that stays: stored or wire names and quotations."""

WIRE_NAMES = ("stand_in", "set_aside", "step_three_at_once", "step-three-at-once")
"""Fields and codes of the wire and of content: found in prose only, not as these identifiers."""

EXEMPT = ("tools/check_words.py", "tests/contract/test_word_lint.py", "LICENSE")
"""The list and its test; generated text."""

ENDINGS = frozenset(
    {".py", ".ts", ".svelte", ".mjs", ".js", ".css", ".html", ".md"}
    | {".toml", ".yml", ".yaml", ".cff"}
)
RECORDED = re.compile(r"src/gridwright/content/.+\.toml")
"""Files of the figures that recorded games are played by: stored under their digest."""

NAMES = frozenset({"Makefile", "run", "NOTICE"})
DATA = ("web/src/words/",)
"""Folders whose JSON is text for people."""

_BODIES = ("body", "orelse", "finalbody", "handlers", "cases")
"""Fields of the syntax tree with statements."""
OPENERS = frozenset({"what", "whether", "how", "who", "whose", "of"})
MAX_OPENERS_PERCENT = 2.0

_WIRE_NAME = re.compile(rf"(?<![A-Za-z0-9_])(?:{'|'.join(WIRE_NAMES)})(?![A-Za-z0-9_])")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
# Words of a phrase may be parted by a line break and the mark of a comment.
_GAP = r"(?:[ \t]|\n[ \t]*(?:#|//|\*|\|)?[ \t]*)+"


def _spaced(pattern: str, flags: str) -> str:
    spaced = pattern.replace(" ", _GAP)
    return f"(?{flags}:{spaced})" if pattern.islower() else spaced


def _compile(*patterns: str, flags: str = "i") -> re.Pattern[str]:
    spaced = "|".join(_spaced(pattern, flags) for pattern in patterns)
    return re.compile(rf"(?<!\w)(?:{spaced})(?!\w)")


PATTERNS = tuple((_compile(pattern), better) for pattern, better in WORDS)
_LOWER = _compile(*(pattern for pattern, _better in WORDS if pattern.islower()), flags="")
_OTHER = _compile(*(pattern for pattern, _better in WORDS if not pattern.islower()))
"""All patterns in two: a file without a match needs no search for each.

In text of lower case, patterns without a flag are found in a quarter of the time.
"""


@dataclass(frozen=True)
class Hit:
    """A word to leave: where, and the words to write instead."""

    file: str
    line: int
    text: str
    better: str


def split_identifiers(text: str) -> str:
    """Return the text with `_` and case changes inside identifiers as spaces, lines kept.

    Names of the wire become one word.
    """
    text = _WIRE_NAME.sub(lambda found: re.sub("[-_]", "", found[0]), text)
    return _CAMEL.sub(" ", text.replace("_", " "))


def find_words(file: str, text: str) -> Iterator[Hit]:
    """Yield each word to leave, by line."""
    words = split_identifiers(text)
    if not (_LOWER.search(words.lower()) or _OTHER.search(words)):
        return
    for pattern, better in PATTERNS:
        for match in pattern.finditer(words):
            found = " ".join(re.sub(r"[\n#*|]|//", " ", match.group()).split())
            if (file, found.lower()) not in ALLOWED:
                yield Hit(file, words.count("\n", 0, match.start()) + 1, found, better)


def docstrings(file: str, text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each docstring or doc comment."""
    if file.endswith(".py"):
        waiting: list[ast.AST] = [ast.parse(text)]
        while waiting:
            node = waiting.pop()
            parts = (getattr(node, name, None) for name in _BODIES)
            for each in (each for part in parts if isinstance(part, list) for each in part):
                waiting.append(each)
                if (
                    isinstance(each, ast.Expr)
                    and isinstance(each.value, ast.Constant)
                    and isinstance(each.value.value, str)
                ):
                    yield each.lineno, each.value.value.strip()
    elif file.endswith((".ts", ".svelte", ".mjs")):
        for match in re.finditer(r"/\*\*\s*\*?\s*(?P<text>[^*\n]+)", text):
            yield text.count("\n", 0, match.start()) + 1, match["text"].strip()


def opens_badly(docstring: str) -> bool:
    first = re.match(r"[A-Za-z]+", docstring)
    return first is not None and first.group().lower() in OPENERS


def is_text(file: str) -> bool:
    path = Path(file)
    if file.startswith(EXEMPT) or RECORDED.fullmatch(file):
        return False
    return (
        path.suffix in ENDINGS
        or path.name in NAMES
        or (path.suffix == ".json" and file.startswith(DATA))
    )


def tracked_files(paths: Sequence[str] = ()) -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *paths],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    files = listed.stdout.splitlines()
    return [file for file in files if is_text(file) and (ROOT / file).is_file()]


def check(files: Iterable[str]) -> tuple[list[Hit], list[tuple[str, int, str]], int]:
    """Return the words to leave, the docstrings that open badly, and the number of docstrings."""
    hits: list[Hit] = []
    bad: list[tuple[str, int, str]] = []
    count = 0
    for file in files:
        text = (ROOT / file).read_text("utf-8")
        hits += find_words(file, text)
        for line, docstring in docstrings(file, text):
            count += 1
            if opens_badly(docstring):
                bad.append((file, line, docstring.splitlines()[0]))
    return hits, bad, count


def main(paths: Sequence[str] = ()) -> int:
    hits, bad, count = check(tracked_files(paths))
    for hit in sorted(hits, key=lambda hit: (hit.file, hit.line)):
        print(f"{hit.file}:{hit.line}: leave {hit.text!r}, write {hit.better}")
    share = 100 * len(bad) / max(count, 1)
    too_many = share > MAX_OPENERS_PERCENT
    if too_many or paths:
        for file, line, first in bad:
            print(f"{file}:{line}: open with a verb or a noun: {first}")
    print(
        f"{len(hits)} words to leave (threshold 0, {len(WORDS)} entries); {len(bad)} of {count} "
        f"docstrings open with what, whether, how, who or of: {share:.1f} % "
        f"(threshold {MAX_OPENERS_PERCENT:.0f} %)"
    )
    return 1 if hits or too_many else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The words of a board, which players read in place of its labels."""

import json
from pathlib import Path

from gridwright.content.board_check.draft import Draft
from gridwright.content.board_check.faults import NO_LINES, Fault, Faults
from gridwright.content.near_names import did_you_mean


def check_words(folder: Path, board: str, draft: Draft) -> list[Fault]:
    """Each file of words by itself; a board without words is called by its labels."""
    found: list[Fault] = []
    for path in sorted(folder.glob("words.*.json")):
        faults = Faults(path.name, NO_LINES)
        _check_file(path, board, draft, faults)
        found += faults.found
    return found


def _check_file(path: Path, board: str, draft: Draft, faults: Faults) -> None:
    try:
        words = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        faults.add("bad-words", f"this is not JSON ({error}); look for a missing comma or quote")
        return
    if not isinstance(words, dict) or not all(isinstance(each, str) for each in words.values()):
        faults.add("bad-words", "expected one text for each key, in braces")
        return
    known = [f"map.board.{board}", f"board.{board}.about"]
    known += [f"map.region.{board}.{region}" for region in draft.regions]
    for key in words:
        if key not in known:
            near = did_you_mean(key, known) or f"; it may have {', '.join(known[:3])} …"
            faults.add("unknown-word", f"there is nothing called `{key}` on the board{near}")

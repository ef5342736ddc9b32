"""All checks of the folder of an own board that need no game."""

import json
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from gridwright.content.board_check.draft import Draft, read_draft
from gridwright.content.board_check.faults import NO_LINES, Fault, Faults
from gridwright.content.board_check.head import check_head
from gridwright.content.board_check.network import check_network
from gridwright.content.board_check.playable import Seating, check_playable
from gridwright.content.board_check.positions import check_layout
from gridwright.content.board_check.source_lines import SourceLines
from gridwright.content.errors import ContentError, did_you_mean
from gridwright.content.library import load_library
from gridwright.content.overlay import register_board
from gridwright.content.own_board import OWN_EDITION, OwnBoard
from gridwright.content.shelf import BOARD


def check_words(folder: Path, board: str, draft: Draft) -> list[Fault]:
    """Check each file of words alone; a board without words is called by its labels."""
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


LINE: Final = re.compile(r"line (\d+)")
MAX_BYTES: Final = 100_000
"""Several times the largest shipped board: a larger file would take minutes to check."""
BYTE_ORDER_MARK: Final = "\ufeff"


@dataclass(frozen=True)
class Checked:
    """Findings in a folder."""

    faults: list[Fault]
    board: OwnBoard | None = None
    """The board, if it can be loaded and played."""
    seatings: list[Seating] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        return self.board is not None


def check_folder(folder: Path) -> Checked:
    """Read the folder of a board and find all its faults."""
    path = folder / BOARD
    if not path.is_file():
        return _alone("no-file", _missing(folder))
    size = path.stat().st_size
    if size > MAX_BYTES:
        sentence = f"this file has {size} bytes and a board at most {MAX_BYTES}; shorten it"
        return _alone("too-large", sentence)
    try:
        text = path.read_text(encoding="utf-8")
        if text.startswith(BYTE_ORDER_MARK):
            return _alone(
                "not-text", "this begins with a byte order mark; save it as UTF-8 without"
            )
        tree = tomllib.loads(text)
    except UnicodeDecodeError as error:
        return _alone("not-text", f"this is not a text in UTF-8 ({error.reason}); save it as such")
    except tomllib.TOMLDecodeError as error:
        line = LINE.search(str(error))
        sentence = (
            f"this is not TOML: {error}; look there and at the end of the line above for a missing "
            "quotation mark, comma or bracket"
        )
        return Checked([Fault("not-toml", BOARD, int(line.group(1)) if line else 0, sentence)])
    except (ValueError, RecursionError) as error:
        return _alone(
            "not-toml", f"this cannot be read: {error}; write smaller numbers and fewer brackets"
        )
    faults = Faults(BOARD, SourceLines(text))
    check_head(tree, list(load_library(OWN_EDITION).presets.presets), faults)
    draft = read_draft(tree, faults)
    check_layout(tree, draft, faults)
    check_network(draft, faults)
    words = check_words(folder, str(tree.get("id", "")), draft)
    if faults.found or words:
        in_order = sorted(faults.found, key=lambda fault: fault.line)
        return Checked([*in_order, *words])
    try:
        board = register_board(folder)
    except ContentError as error:
        return Checked([_loader_fault(error, faults)])
    seatings = check_playable(board, faults)
    return Checked(faults.found, None if faults.found else board, seatings)


def _missing(folder: Path) -> str:
    if not folder.exists():
        return f"there is no folder {folder}; `gridwright board new {folder.name}` makes one"
    if not folder.is_dir():
        return f"{folder} is a file; name the folder that it is in"
    return f"there is no {BOARD} in {folder}; `gridwright board new NAME` makes a folder with one"


def _alone(kind: str, sentence: str) -> Checked:
    faults = Faults(BOARD, NO_LINES)
    faults.add(kind, sentence)
    return Checked(faults.found)


def _loader_fault(error: ContentError, faults: Faults) -> Fault:
    """Return a fault that only the loader finds, such as one in a board's own tables."""
    key, _bracket, rest = error.path.partition("[")
    number = rest.partition("]")[0]
    line = faults.lines.line_of(key, int(number) if number.isdigit() else None) if key else 0
    at = f"`{error.path}`: " if error.path else ""
    return Fault("bad-figures", BOARD, line, f"{at}{error.problem}")

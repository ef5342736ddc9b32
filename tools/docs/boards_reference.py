"""The reference of the boards, from their own folders."""

from collections.abc import Iterator

from gridwright.content.board_texts import board_clauses, board_words
from gridwright.content.clauses import ENGLISH
from gridwright.content.library import load_library
from gridwright.content.table import TableSpec, default_spec, list_boards, list_presets, list_seats
from tools.docs.markdown import table

EDITIONS = ("classic", "deluxe")
PICTURES = "../screens/boards"
_HEAD = """\
# Boards

<!-- Written by `make docs-write` from the boards' folders; changes made here are lost. -->

Every board, with what is played otherwise on it. What is not named here is as in the rules of
[the classic game](../rules/classic.md) or [the deluxe one](../rules/deluxe.md). A sentence under a
clause says what is not sure, or how it is read here. The pictures show a made-up late game of six;
`node tools/map-pictures.mjs FOLDER` in `web` takes all of them: early and late, light and dark, at
the size of a laptop and of a phone.
"""


def write_boards() -> str:
    """The page."""
    return "\n".join([_HEAD, *[line for each in _boards() for line in _describe(*each)]])


def _boards() -> Iterator[tuple[TableSpec, list[str]]]:
    """Each board by its name, with the presets that have it."""
    for edition in EDITIONS:
        presets: dict[str, list[str]] = {}
        for preset in list_presets(edition):
            for board in list_boards(edition, preset):
                presets.setdefault(board, []).append(preset)
        for board in sorted(presets):
            seats = list_seats(edition)[0]
            yield default_spec(edition, presets[board][0], board, seats), presets[board]


def _describe(spec: TableSpec, presets: list[str]) -> Iterator[str]:
    sheet = load_library(spec.edition).boards[spec.board]
    words = board_words(spec, ENGLISH)
    title = words.get(f"map.board.{spec.board}", sheet.name)
    yield f"## {title}{' (deluxe)' if spec.edition == 'deluxe' else ''}"
    yield ""
    yield words.get(f"board.{spec.board}.about", "")
    yield ""
    yield f"![{title}, late in a game of six]({PICTURES}/{spec.board}.png)"
    yield ""
    facts = (
        f"`{spec.board}`",
        ", ".join([f"`{preset}`" for preset in presets]),
        str(len(sheet.cities)),
        str(len(sheet.links)),
        str(len(sheet.regions)),
    )
    yield table(("board", "printings", "cities", "links", "regions"), [facts])
    yield from board_clauses(spec).values()
    if board_clauses(spec):
        yield ""

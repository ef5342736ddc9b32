"""Texts of a board: clauses and words in its folder."""

import json
from functools import cache
from pathlib import Path

from gridwright.content.clauses import ENGLISH, board_document_name, load_board_clauses
from gridwright.content.registry import OVERLAYS
from gridwright.content.shelf import BOARD, CONTENT_ROOT, board_file
from gridwright.content.spec import TableSpec


def board_folder(spec: TableSpec) -> Path:
    """Return the folder of a table's board: in its overlay, else among the shipped ones."""
    overlay = OVERLAYS.find(spec.content)
    file = f"{spec.edition}/{board_file(spec.board)}"
    if overlay is not None and file in overlay.trees and overlay.path(file).name == BOARD:
        return overlay.path(file).parent
    return (CONTENT_ROOT / file).parent


@cache
def board_clauses(spec: TableSpec) -> dict[str, str]:
    """Return the Markdown of each clause of the table's board, by number."""
    document = board_folder(spec) / board_document_name(ENGLISH)
    return load_board_clauses(document) if document.is_file() else {}


def board_languages(spec: TableSpec) -> list[str]:
    """Return the languages of the words of a table's board."""
    return sorted(file.name.split(".")[1] for file in board_folder(spec).glob("words.*.json"))


@cache
def board_words(spec: TableSpec, language: str) -> dict[str, str]:
    """Return the words of a table's board in a language, by key."""
    file = board_folder(spec) / f"words.{language}.json"
    if not file.is_file():
        return {}
    words: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return words

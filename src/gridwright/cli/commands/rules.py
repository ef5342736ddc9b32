"""``gridwright rules``."""

import re
from typing import Annotated

import typer
from rich.text import Text

from gridwright.cli.drawing.clauses import draw_clause, draw_found, draw_section
from gridwright.cli.drawing.game_view import width_of
from gridwright.cli.drawing.names import rebuilt_line
from gridwright.cli.errors import BAD, CommandFailed
from gridwright.cli.table_options import (
    BoardOption,
    ContentOption,
    ContractorOption,
    HiddenMoneyOption,
    HouseRuleOption,
    PresetOption,
    RegionsOption,
    SeatsOption,
    choose_table,
    edition_option,
)
from gridwright.cli.terminal import open_console
from gridwright.content.clauses import ENGLISH, list_languages
from gridwright.content.library import load_library
from gridwright.content.rulebook import Rulebook, load_rulebook
from gridwright.content.table import DEFAULT_EDITION, DEFAULT_SEATS, RANDOM, list_editions
from gridwright.content.table_rules import TableRules, resolve_rules


def rules(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[CLAUSE|SECTION|WORDS]",
            help="A clause (c3.4, d3.4, k3.4), a section (3), or words to look for.",
        ),
    ] = None,
    edition: Annotated[
        str | None,
        edition_option("Edition. [default: that of the clause, or classic]", panel=None),
    ] = None,
    language: Annotated[
        str,
        typer.Option("--language", "-l", metavar="en|de", help="Language. The English text binds."),
    ] = ENGLISH,
    table: Annotated[
        bool,
        typer.Option("--table", help="Only what is played at one table, with its figures."),
    ] = False,
    preset: PresetOption = None,
    board: BoardOption = None,
    seats: SeatsOption = DEFAULT_SEATS,
    contractor: ContractorOption = False,
    hidden_money: HiddenMoneyOption = False,
    regions: RegionsOption = RANDOM,
    house_rule: HouseRuleOption = None,
    content: ContentOption = None,
) -> None:
    """Print a clause of the rules, a section, or the clauses that contain some words.

    Without an argument the sections are listed. With --table only the clauses are known that are
    played at the table that the other options describe.
    """
    words = " ".join(what or [])
    edition = edition or _edition_of(words)
    rulebook = _open_rulebook(edition, language)
    if table:
        spec = choose_table(
            *(edition, preset, board, seats, contractor, hidden_money, regions, RANDOM),
            house_rule,
            content,
        )
        played = resolve_rules(spec)
        _refuse_replaced(words, played)
        rulebook = played.rulebook(language)
    console = open_console()
    width = width_of(console)
    if not words:
        console.print(_draw_sections(rulebook))
    elif words.lower() in rulebook.clauses:
        console.print(draw_clause(rulebook.clauses[words.lower()]), width=width)
    elif (section := _section(words, rulebook)) in rulebook.sections:
        console.print(draw_section(rulebook, section), width=width)
    else:
        found = rulebook.containing(words)
        if not found:
            raise CommandFailed(
                f"no clause of {rulebook.edition} is called or contains {words!r}", BAD
            )
        console.print(draw_found(found, words, width))


def _refuse_replaced(words: str, played: TableRules) -> None:
    by = played.replaced_by(words.lower())
    if by:
        raise CommandFailed(f"{words.lower()} is not played on this board; {by} is instead", BAD)


def _open_rulebook(edition: str, language: str) -> Rulebook:
    known = list_languages(edition)
    if language not in known:
        raise CommandFailed(f"--language: expected one of {', '.join(known)}, got {language!r}")
    return load_rulebook(edition, language)


def _edition_of(words: str) -> str:
    """The edition whose clauses begin with the same letter; the default one for other words."""
    if re.fullmatch(r"[a-z]\d+(\.\d+)?", words.lower()):
        for edition in list_editions():
            if load_rulebook(edition).example[:1] == words[0].lower():
                return edition
    return DEFAULT_EDITION


def _section(words: str, rulebook: Rulebook) -> str:
    """The number in the name of a section, which may begin with the letter of its edition."""
    return words.lower().removeprefix(rulebook.example[:1])


def _draw_sections(rulebook: Rulebook) -> Text:
    lines = [Text.assemble((f"The rules of {rulebook.edition}", "bold"))]
    widest = max(map(len, rulebook.sections.values()), default=0)
    for section, title in rulebook.sections.items():
        clauses = rulebook.of_section(section)
        numbers = f"{clauses[0].number} to {clauses[-1].number}" if clauses else ""
        lines.append(Text.assemble(f"{section:>4}  {title:<{widest}}  ", (numbers, "dim")))
    rebuilt = rebuilt_line(load_library(rulebook.edition).plants)
    if rebuilt:
        lines.append(Text(f"{rebuilt}.", "dim"))
    hint = f"`gridwright rules {rulebook.example}` prints a clause, `rules 3` a section."
    lines.append(Text(hint, "dim"))
    return Text("\n").join(lines)

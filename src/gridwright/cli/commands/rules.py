"""``gridwright rules``."""

import re
from typing import Annotated

import typer
from rich.text import Text

from gridwright.cli.drawing.clauses import draw_clause, draw_found, draw_section
from gridwright.cli.drawing.table import width_of
from gridwright.cli.failure import BAD, CommandFailed
from gridwright.cli.rulebook import Rulebook, load_rulebook
from gridwright.cli.table_options import EditionOption
from gridwright.cli.terminal import open_console


def rules(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[CLAUSE|SECTION|WORDS]",
            help="A clause (c3.4), a section (3), or words to look for.",
        ),
    ] = None,
    edition: EditionOption = "classic",
) -> None:
    """Print a clause of the rules, a section, or the clauses that contain some words.

    Without an argument the sections are listed.
    """
    rulebook = load_rulebook(edition)
    words = " ".join(what or [])
    console = open_console()
    width = width_of(console)
    if not words:
        console.print(_draw_sections(rulebook))
    elif words.lower() in rulebook.clauses:
        console.print(draw_clause(rulebook.clauses[words.lower()]), width=width)
    elif re.fullmatch(r"c?\d+", words) and words.removeprefix("c") in rulebook.sections:
        console.print(draw_section(rulebook, words.removeprefix("c")), width=width)
    else:
        found = rulebook.containing(words)
        if not found:
            raise CommandFailed(f"no clause of {edition} is called or contains {words!r}", BAD)
        console.print(draw_found(found, words, width))


def _draw_sections(rulebook: Rulebook) -> Text:
    lines = [Text.assemble((f"The rules of {rulebook.edition}", "bold"))]
    for section, title in rulebook.sections.items():
        clauses = rulebook.of_section(section)
        numbers = f"{clauses[0].number} to {clauses[-1].number}" if clauses else ""
        lines.append(Text.assemble(f"{section:>4}  {title:<26}", (numbers, "dim")))
    lines.append(Text("`gridwright rules c3.4` prints a clause, `rules 3` a section.", "dim"))
    return Text("\n").join(lines)

"""Clauses of the rules, set for a terminal."""

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from gridwright.content.rulebook import Clause, Rulebook


def draw_clause(clause: Clause) -> RenderableType:
    """The number, and under it the text with its tables and remarks."""
    from rich.markdown import Markdown  # A parser that most commands never need.

    return Group(
        Text(clause.number, style="bold"), Padding(Markdown(clause.markdown), (0, 0, 0, 2))
    )


def draw_section(rulebook: Rulebook, section: str) -> RenderableType:
    """A section with all its clauses."""
    parts: list[RenderableType] = [draw_title(rulebook, section)]
    for clause in rulebook.of_section(section):
        parts += [Text(), draw_clause(clause)]
    return Group(*parts)


def draw_title(rulebook: Rulebook, section: str) -> Text:
    title = rulebook.sections.get(section, "")
    return Text(f"{section}. {title}", style="bold underline")


def draw_found(clauses: list[Clause], words: str, width: int) -> RenderableType:
    """Clauses in one paragraph each, the words that were looked for set off."""
    parts: list[RenderableType] = []
    for clause in clauses:
        text = Text(clause.sentence())
        text.highlight_words([words], style="bold reverse", case_sensitive=False)
        line = Text.assemble((f"{clause.number:<7}", "bold"))
        wrapped = text.wrap(Console(width=width), width - 7)
        for place, piece in enumerate(wrapped):
            line.append_text(piece if place == 0 else Text("\n" + " " * 7) + piece)
        parts.append(line)
    return Group(*parts)

"""The rule book of one table: every clause that is played there, and no other."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from gridwright.content.assembly import build_rules, resolve_preset
from gridwright.content.board_texts import board_folder
from gridwright.content.clause_index import (
    TABLE_SWITCHES,
    ClauseIndex,
    Switch,
    load_clause_index,
    names_of_presets,
)
from gridwright.content.clauses import (
    ENGLISH,
    board_document_name,
    list_languages,
    load_board_clauses,
)
from gridwright.content.errors import ContentError
from gridwright.content.library import Library, load_library
from gridwright.content.presets import PresetRules
from gridwright.content.rule_changes import check_board
from gridwright.content.rule_figures import figures_in_words
from gridwright.content.rule_texts import (
    Reader,
    names_in,
    read_relations,
    read_remarks,
    read_since,
    read_text,
)
from gridwright.content.rulebook import Clause, Rulebook, load_rulebook, read_clauses
from gridwright.content.shelf import CONTENT_ROOT, Root
from gridwright.content.spec import DRAFT, RANDOM, TableSpec
from gridwright.engine.rules import Rules

RECONSTRUCTION: Final = ("reconstruction", "rekonstruktion")
UNSURE: Final = ("unsure", "unsicher")
GIVEN: Final = "given"
OFF: Final = "off"
"""Value of a switch whose clause holds while the setting is off."""
TWO: Final = 2


@dataclass(frozen=True)
class Saying:
    """A clause in one language."""

    text: str
    """Markdown with the figures of the table."""
    remarks: tuple[str, ...]
    """Where it comes from, and what is unsure about it."""


@dataclass(frozen=True)
class TableClause:
    """A clause that is played at the table, or one that the board replaces."""

    number: str
    section: str
    phases: tuple[str, ...]
    switch: str
    """The setting or option under which it holds; empty if it always does."""
    said: Mapping[str, Saying]
    """By language; English binds."""
    replaces: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    sure: str = "certain"
    """``certain``, ``unsure`` or ``reconstruction``."""

    def text(self, language: str = ENGLISH) -> str:
        return self.said.get(language, self.said[ENGLISH]).text


@dataclass(frozen=True)
class TableRules:
    """The rules of one table, in the order of the document; the board's own come last."""

    spec: TableSpec
    clauses: tuple[TableClause, ...]
    replaced: Mapping[str, TableClause]
    """Clauses that would be played without the board, by number."""
    titles: Mapping[str, Mapping[str, str]]
    """Titles of the sections by language."""
    figures: Mapping[str, str]
    """The figures of the table, as its sentences have them."""

    @property
    def own(self) -> tuple[TableClause, ...]:
        """The board's own clauses."""
        return tuple(each for each in self.clauses if each.section.startswith("b-"))

    def of_phase(self, phase: str) -> list[TableClause]:
        """Return the clauses to read in a phase, the board's own first."""
        found = [each for each in self.clauses if phase in each.phases]
        return sorted(found, key=lambda each: each not in self.own)

    def find(self, number: str) -> TableClause | None:
        return next((each for each in self.clauses if each.number == number), None)

    def replaced_by(self, number: str) -> str:
        """Return the board's clause that holds instead of one; empty if there is none."""
        return next((each.number for each in self.own if number in each.replaces), "")

    def rulebook(self, language: str = ENGLISH) -> Rulebook:
        """Return the clauses as a document of their own, with the remarks below."""
        clauses: dict[str, Clause] = {}
        for each in self.clauses:
            said = each.said.get(language, each.said[ENGLISH])
            remarks = "".join(f"\n- {remark}" for remark in said.remarks)
            clauses[each.number] = Clause(each.number, said.text + remarks)
        sections = {
            section: titles.get(language, titles[ENGLISH])
            for section, titles in self.titles.items()
        }
        return Rulebook(self.spec.edition, clauses, sections)


@lru_cache(maxsize=128)
def resolve_rules(spec: TableSpec, root: Root = CONTENT_ROOT) -> TableRules:
    """Return the rule book of a table, with the figures of a source.

    Raises ContentError if the table cannot be played, or if its board changes something without
    saying which clause it replaces or changes.
    """
    return _Resolver(replace(spec, begins=()), root).resolve()


class _Resolver:
    """Finds the clauses of one table."""

    def __init__(self, spec: TableSpec, root: Root) -> None:
        self._spec: Final = spec
        self._root: Final = root
        self._library: Final[Library] = load_library(spec.edition, root, spec.content)
        self._index: Final[ClauseIndex] = load_clause_index(spec.edition)
        self._rules: Final[Rules] = build_rules(spec, root)
        self._preset: Final[PresetRules] = resolve_preset(self._library, spec)
        self._languages: Final = list_languages(spec.edition)
        self._figures: Final = {
            language: figures_in_words(self._rules, language) for language in self._languages
        }
        self._known: Final = names_of_presets(spec.edition) | {spec.board}
        self._choices: Final = self._table_choices()

    def resolve(self) -> TableRules:
        own = self._own_clauses()
        # The documents are today's: of recorded figures they may say more than was changed then.
        is_todays = self._root == CONTENT_ROOT
        if is_todays and (own or not self._spec.content):
            check_board(self._library, self._spec.board, self._index, own)
        found = [each for each in map(self._own_clause, own.values()) if each]
        gone = {number for each in found for number in each.replaces}
        books = {each: load_rulebook(self._spec.edition, each) for each in self._languages}
        shared = [
            each
            for clause in books[ENGLISH].clauses.values()
            if not clause.board and (each := self._shared_clause(clause, self._preset))
        ]
        played = [each for each in shared if each.number not in gone]
        titles = {
            section: {language: book.sections[section] for language, book in books.items()}
            for section in books[ENGLISH].sections
            if any(each.section == section for each in [*played, *found])
        }
        return TableRules(
            self._spec,
            (*played, *found),
            {each.number: each for each in self._replaced(gone)},
            titles,
            self._figures[ENGLISH],
        )

    def _own_clauses(self) -> dict[str, Clause]:
        document = board_folder(self._spec) / board_document_name(ENGLISH)
        return read_clauses(load_board_clauses(document)) if document.is_file() else {}

    def _own_clause(self, clause: Clause) -> TableClause | None:
        if read_since(clause.markdown) > self._spec.version:
            return None
        replaces = read_relations(clause.markdown, "Replaces")
        changes = read_relations(clause.markdown, "Changes")
        phases = {  # In order, each once.
            phase: None
            for number in [*replaces, *changes]
            for phase in self._index.phases_of(number)
        }
        own = {self._spec.preset, self._spec.board}
        said = self._said(clause.number, own, self._translations(clause))
        if not said[ENGLISH].text:
            return None
        named = names_in(clause.markdown) & set(self._library.presets.presets)
        return TableClause(
            clause.number,
            clause.section,
            tuple(phases),
            "preset" if named else "board",
            said,
            tuple(replaces),
            tuple(changes),
            _sureness(clause.markdown),
        )

    def _translations(self, clause: Clause) -> dict[str, str]:
        """Return the Markdown of a board's clause by language."""
        folder = board_folder(self._spec)
        found = {ENGLISH: clause.markdown}
        for language in self._languages:
            document = folder / board_document_name(language)
            if language != ENGLISH and document.is_file():
                clauses = read_clauses(load_board_clauses(document))
                found[language] = clauses[clause.number].markdown
        return found

    def _shared_clause(self, clause: Clause, preset: PresetRules) -> TableClause | None:
        """Return a clause of the edition as some rules play it; None if they do not."""
        switches = self._index.switches.get(clause.number, ())
        if not all(self._holds(clause, each, preset) for each in switches):
            return None
        # A clause that names presets is chosen by what they set.
        of_presets = (each for each in switches if each.name not in self._choices)
        switch = next(of_presets, switches[0] if switches else None)
        texts = {
            language: load_rulebook(self._spec.edition, language).clauses[clause.number].markdown
            for language in self._languages
        }
        said = self._said(clause.number, self._own_names(clause, switch, preset), texts)
        if not said[ENGLISH].text:
            return None
        return TableClause(
            clause.number,
            clause.section,
            tuple(self._index.phases_of(clause.number)),
            ", ".join(each.name for each in switches),
            said,
            sure=_sureness(clause.markdown),
        )

    def _said(self, number: str, own: set[str], texts: Mapping[str, str]) -> dict[str, Saying]:
        filled = self._index.filled.get(number, {})
        said: dict[str, Saying] = {}
        for language, markdown in texts.items():
            reader = Reader(self._known, frozenset(own), self._spec.seats, language)
            text = read_text(markdown, reader)
            if text and language in filled:
                text = filled[language].format(**self._figures[language])
            said[language] = Saying(text, tuple(read_remarks(markdown)))
        return said

    def _replaced(self, gone: set[str]) -> Iterator[TableClause]:
        """Yield the clauses of the edition that would be played without the board's own."""
        rulebook = load_rulebook(self._spec.edition)
        for number in sorted(gone):
            clause = rulebook.clauses.get(number)
            if clause is None:
                raise ContentError(
                    self._spec.board, number, "expected a clause of the edition to be replaced"
                )
            found = self._shared_clause(clause, self._plain(self._spec.preset))
            if found is not None:
                yield found

    def _table_choices(self) -> dict[str, str]:
        """Return the value of each switch that follows from the table; empty where it is off."""
        spec = self._spec
        trust_plays = spec.seats in self._preset.trust_seats
        has_regions = self._rules.limits.n_regions < len(self._rules.board.regions)
        regions = spec.regions if spec.regions in (RANDOM, DRAFT) else GIVEN
        chosen = {
            "board": spec.board,
            "trust": trust_plays,
            "no_trust_for_two": spec.seats == TWO and not trust_plays,
            "contractor": spec.contractor,
            "hidden_money": spec.hidden_money,
            "regions": regions if has_regions else "",
            "order": RANDOM if spec.order == RANDOM else GIVEN,
            "house_rules": bool(spec.house_rules),
        }
        assert list(chosen) == list(TABLE_SWITCHES)
        return {name: str(value) if value else "" for name, value in chosen.items()}

    def _holds(self, clause: Clause, switch: Switch, preset: PresetRules) -> bool:
        if switch.name in self._choices:
            chosen = self._choices[switch.name]
            return chosen == switch.value if switch.value else bool(chosen)
        if names_in(clause.markdown) & set(self._library.presets.presets):
            return True  # Whether a text of it holds, its names decide.
        value = preset.value(switch.name)
        if switch.value in ("", OFF):
            return bool(value) != (switch.value == OFF)
        return value == switch.value

    def _own_names(self, clause: Clause, switch: Switch | None, preset: PresetRules) -> set[str]:
        """Return the names in a clause whose text holds under some rules."""
        if switch is None or switch.name == "board":
            return {self._spec.preset, self._spec.board}
        if switch.name in self._choices:
            return set(names_in(clause.markdown))
        named = names_in(clause.markdown) & set(self._library.presets.presets)
        value = preset.value(switch.name)
        found = {name for name in named if self._has(name, switch.name, value)}
        presets = self._library.presets.presets.values()
        if found or any(each.rules.value(switch.name) == value for each in presets):
            return found
        # The board has a value of its own, and says so in its own clauses: the text without it.
        plain = self._plain(self._spec.preset).value(switch.name)
        return {name for name in named if self._plain(name).value(switch.name) == plain}

    def _has(self, preset: str, key: str, value: object) -> bool:
        """Return whether a preset has a value; a board may have a table of its own for it."""
        if self._plain(preset).value(key) == value:
            return True
        own = self._library.boards[self._spec.board].settings.get(preset, {})
        return isinstance(value, str) and own.get(key) == value

    def _plain(self, preset: str) -> PresetRules:
        return self._library.presets.presets[preset].rules


def _sureness(markdown: str) -> str:
    text = markdown.casefold()
    if any(word in text for word in RECONSTRUCTION):
        return "reconstruction"
    return "unsure" if any(f"- {word}" in text for word in UNSURE) else "certain"

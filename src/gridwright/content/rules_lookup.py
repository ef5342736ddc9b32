"""The data behind a rules identity: today's, or that of a recorded state."""

from functools import lru_cache
from pathlib import Path

from gridwright.content.errors import ContentError, UnknownRules
from gridwright.content.identity import rules_identity
from gridwright.content.library import load_library
from gridwright.content.recorded_figures import load_states
from gridwright.content.shelf import CONTENT_ROOT, Root
from gridwright.content.spec import TableSpec


@lru_cache(maxsize=4096)
def find_figures(spec: TableSpec, rules: str, root: Path = CONTENT_ROOT) -> Root:
    """Return the source of the data of a table that began under a rules identity.

    Raises UnknownRules if no data has the identity, ContentError if the table itself is unknown
    today and in every recorded state.
    """
    unknown: ContentError
    try:
        today = rules_identity(spec, root)
        if today == rules:
            return root
        unknown = UnknownRules(rules, today)
    except ContentError as error:
        unknown = error
    tried: set[Root] = set()
    for state in load_states(root):
        figures = state.of_edition(spec.edition)
        if figures not in tried and _has_identity(spec, figures, rules):
            return figures
        tried.add(figures)
    raise unknown


def figures_of_version(edition: str, version: int, root: Path = CONTENT_ROOT) -> Root:
    """Return the figures with which an edition had a rules version last: recorded ones, or today's.

    A stored game names its identity, for which `find_figures` has the exact ones.
    """
    if load_library(edition, root).edition.rules_version == version:
        return root
    for state in load_states(root):
        figures = state.of_edition(edition)
        if figures.files and load_library(edition, figures).edition.rules_version == version:
            return figures
    return root


def _has_identity(spec: TableSpec, figures: Root, rules: str) -> bool:
    try:
        return rules_identity(spec, figures) == rules
    except ContentError:
        return False  # The state does not know this table yet, or no longer does.

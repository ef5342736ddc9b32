"""Which positions of the recorded games are counted: as many kinds as possible, evenly."""

from collections import Counter
from collections.abc import Iterator

from gridwright.engine.history import History
from gridwright_lab.conformance.replay.corpus import Corpus
from gridwright_lab.conformance.sampling.positions import kind_of


def choose_positions(
    corpus: Corpus, names: list[str], n_positions: int
) -> Iterator[tuple[str, int, str, History]]:
    """One position from each of some games: name, actions before it, kind and the game there.

    In each game it is the first position of the kind that was taken least often so far.
    """
    taken: Counter[str] = Counter()
    for place in range(n_positions):
        # Games are sorted by table, so equal steps visit all presets, boards and seats.
        name = names[place * len(names) // n_positions]
        first: dict[str, int] = {}
        for at, history in enumerate(corpus.histories(name)):
            if not history.game.is_over(history.state):
                first.setdefault(kind_of(history.game, history.state), at)
        kind = min(first, key=lambda each: (taken[each], -first[each]))
        taken[kind] += 1
        yield name, first[kind], kind, corpus.history_at(name, first[kind])

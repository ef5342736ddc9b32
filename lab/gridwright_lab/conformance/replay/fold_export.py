"""Recorded games as a browser receives them: ``gridwright-lab folds FILE``.

One JSON document, compressed if the name ends in ``.gz``: the rules sheets, and for each game its
lines, the events of each line, and a digest of each viewer's observation after it. A client that
folds the events into the opening must get the same digests.
"""

import argparse
import gzip
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from gridwright.content.table import find_figures, load_game, rules_sheet
from gridwright.engine.codec import observation_values, offer_values
from gridwright.engine.history import History
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.notation import CHANCE_WORD, Notation
from gridwright.engine.observation import Observation
from gridwright.engine.observe import observe
from gridwright.engine.rules import Rules
from gridwright.engine.topics import VOCABULARY
from gridwright.engine.vocabulary.base import Event
from gridwright.fair.record import random_transcript
from gridwright.fair.transcript import Transcript, format_transcript
from gridwright_lab.conformance.replay.corpus import Corpus
from gridwright_lab.conformance.sampling.tables import spread_tables

DIGITS: Final = 8
"""Digits kept of each digest: enough to detect an error in a small file."""
SHORT_DIGITS: Final = 4
"""Digits kept of the digests after each single event."""
N_FRESH: Final = 24
RECORDED_ONE_IN: Final = 3

Game = tuple[str, Transcript]


def digest_of(seen: dict[str, Any]) -> str:
    """Return a digest of an observation as canonical JSON."""
    text = json.dumps(seen, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:DIGITS]


def exported(
    name: str,
    transcript: Transcript,
    number: int,
    with_offers: bool = False,
    each_event: bool = False,
    rounds: int = 0,
) -> dict[str, Any]:
    """Return one game or its first rounds. The viewer changes from game to game."""
    game = load_game(transcript.table, transcript.rules)
    notation = Notation(game.rules)
    history = History(game)
    seat = number % transcript.table.seats
    viewers = [SPECTATOR, seat]
    if transcript.table.hidden_money:
        viewers.append((seat + 1) % transcript.table.seats)
    steps: list[list[Any]] = []
    between: list[str] = []
    seen = observe(game, history.state, SPECTATOR)
    for line in transcript.moves:
        if rounds and history.state.round > rounds:
            break
        offers: list[Any] = []
        if with_offers and not line.startswith(CHANCE_WORD):
            offers.append([offer_values(offer) for offer in game.offers(history.state)])
        events = history.play_watched(notation.parse(line))
        if each_event:
            between.append("".join([folded_digest(game.rules, seen, event) for event in events]))
        digests = [
            digest_of(observation_values(observe(game, history.state, viewer)))
            for viewer in viewers
        ]
        steps.append([line, [told(event) for event in events], digests, *offers])
    plain: dict[str, Any] = {"between": between} if each_event else {}
    return {
        **plain,
        "name": name,
        "rules": transcript.rules,
        "viewers": viewers,
        "steps": steps,
        "last": observation_values(observe(game, history.state, SPECTATOR)),
        "transcript": format_transcript(transcript),
    }


def folded_digest(rules: Rules, seen: Observation, event: Event) -> str:
    """Return a short digest of a spectator's observation after one more event."""
    event.fold(rules, seen)
    return digest_of(observation_values(seen))[:SHORT_DIGITS]


def told(event: Event) -> list[Any]:
    """Return an event without the names of its fields, which the document lists once."""
    return [event.WORD, *event.values()]


def every_event() -> dict[str, list[str]]:
    """Return the fields of each event by its word."""
    return {
        word: [field.name for field in kind.FIELDS]
        for word, kind in sorted(VOCABULARY.events.items())
    }


def recorded_games(folders: Sequence[Path], one_in: Sequence[int]) -> Iterator[Game]:
    """Yield games of each folder, one in ``one_in``."""
    for folder, step in zip(folders, one_in, strict=True):
        corpus = Corpus([folder])
        for name in corpus.names()[::step]:
            yield name, corpus.transcript(name)


def fresh_games(n_games: int, seed: int) -> Iterator[Game]:
    """Yield new random games, at tables of every kind."""
    tables = spread_tables()
    for number in range(n_games):
        table = tables[(seed + number) % len(tables)]
        yield f"fresh-{seed + number}", random_transcript(table, seed + number)


def document(
    games: Iterator[Game],
    with_offers: bool = False,
    each_event: bool = False,
    rounds: int = 0,
) -> dict[str, Any]:
    """Return the whole export."""
    sheets: dict[str, Any] = {}
    found: list[dict[str, Any]] = []
    for number, (name, transcript) in enumerate(games):
        root = find_figures(transcript.table, transcript.rules)
        sheets.setdefault(transcript.rules, rules_sheet(transcript.table, root))
        found.append(exported(name, transcript, number, with_offers, each_event, rounds))
    return {"fields": every_event(), "sheets": sheets, "games": found}


def write(file: Path, plain: dict[str, Any]) -> None:
    """Write the export; the same games give the same bytes on every machine."""
    text = json.dumps(plain, separators=(",", ":")).encode("ascii")
    if file.suffix == ".gz":
        text = gzip.compress(text, mtime=0)
    file.write_bytes(text)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--golden", type=Path, default=Corpus.FOLDERS[0])
    parser.add_argument("--recorded", type=Path, default=Corpus.FOLDERS[1])
    parser.add_argument("--one-in", type=int, default=RECORDED_ONE_IN, help="of the recorded")
    parser.add_argument("--fresh", type=int, default=N_FRESH, help="how many to play now")
    parser.add_argument("--seed", type=int, default=0, help="of the fresh ones")
    parser.add_argument("--games", nargs="*", help="these recorded games alone")
    parser.add_argument("--offers", action="store_true", help="with what each seat may do")
    parser.add_argument("--rounds", type=int, default=0, help="the first ones alone")
    parser.add_argument("--each-event", action="store_true", help="digests between lines too")
    chosen = parser.parse_args(arguments)
    if chosen.games:
        corpus = Corpus([chosen.golden, chosen.recorded])
        games = iter([(name, corpus.transcript(name)) for name in chosen.games])
    else:
        games = _all_games(chosen)
    plain = document(games, chosen.offers, chosen.each_event, chosen.rounds)
    write(chosen.file, plain)
    n_steps = sum(len(game["steps"]) for game in plain["games"])
    print(f"{len(plain['games'])} games, {n_steps} lines, {chosen.file.stat().st_size} bytes")
    return 0 if plain["games"] else 1


def _all_games(chosen: argparse.Namespace) -> Iterator[Game]:
    yield from recorded_games([chosen.golden, chosen.recorded], [1, chosen.one_in])
    yield from fresh_games(chosen.fresh, chosen.seed)


if __name__ == "__main__":
    sys.exit(main())

"""One game as a row, and the verification of a row by replay."""

from typing import Any, Final

import pyarrow as pa

from gridwright.arena.deals import deal_seed
from gridwright.arena.playing import Place, play_place, write_transcript
from gridwright.content.rules_lookup import figures_of_version
from gridwright.content.table import TableSpec, build_game
from gridwright.engine.digest import digest
from gridwright.engine.history import History
from gridwright.engine.notation import Notation

REVISION: Final = 1
"""Increased whenever a column changes its meaning."""

SCHEMA: Final = pa.schema(
    [
        pa.field("game", pa.int32()),
        pa.field("edition", pa.string()),
        pa.field("preset", pa.string()),
        pa.field("board", pa.string()),
        pa.field("seats", pa.int8()),
        pa.field("rules_version", pa.int16()),
        pa.field("game_id", pa.string()),
        pa.field("seed", pa.binary(32)),
        pa.field("bots", pa.list_(pa.string())),
        pa.field("places", pa.list_(pa.int8())),
        pa.field("scores", pa.list_(pa.int16())),
        pa.field("money", pa.list_(pa.int32())),
        pa.field("cities", pa.list_(pa.int8())),
        pa.field("plants", pa.list_(pa.list_(pa.string()))),
        pa.field("rounds", pa.int16()),
        pa.field("reason", pa.string()),
        pa.field("digest", pa.string()),
        pa.field("moves", pa.list_(pa.string())),
    ],
    metadata={"gridwright.data_set": str(REVISION)},
)


class BrokenGameError(Exception):
    """A bot failed in the game, or the row does not match its moves."""


def play_row(place: Place) -> dict[str, Any]:
    """Play a game and return its row."""
    cell = place.fixture.cell
    record = play_place(place)
    if record.fault:
        raise BrokenGameError(f"game {place.number}: {record.fault}")
    transcript = write_transcript(place, record.moves)
    return {
        "game": place.number,
        "edition": cell.edition,
        "preset": cell.preset,
        "board": cell.board,
        "seats": cell.seats,
        "rules_version": cell.spec.version,
        "game_id": transcript.game_id,
        "seed": deal_seed(cell, place.series, place.deal),
        "bots": place.fixture.seating(place.deal, place.place),
        "places": record.ranking,
        "scores": record.scores,
        "money": record.money,
        "cities": record.cities,
        "plants": record.plants,
        "rounds": record.rounds,
        "reason": record.reason,
        "digest": record.digest,
        "moves": transcript.moves,
    }


def verify_row(row: dict[str, Any]) -> None:
    """Raise BrokenGameError unless the moves are legal and lead to the row's result."""
    spec = TableSpec(
        row["edition"], row["preset"], row["board"], row["seats"], version=row["rules_version"]
    )
    game = build_game(spec, figures_of_version(spec.edition, spec.version))
    notation = Notation(game.rules)
    history = History(game)
    for move in row["moves"]:
        history.play(notation.parse(move))
    state = history.state
    found = {
        "places": list(state.ranking),
        "scores": game.scoring.scores(state),
        "money": list(state.money),
        "cities": list(state.grid.n_cities),
        "rounds": state.round,
        "digest": digest(state),
    }
    for name, value in found.items():
        if row[name] != value:
            raise BrokenGameError(f"game {row['game']}: expected {name} {value}, got {row[name]}")

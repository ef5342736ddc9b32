"""``gridwright new``."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from gridwright.cli.drawing.game_view import draw_game
from gridwright.cli.drawing.names import Names
from gridwright.cli.errors import CommandFailed
from gridwright.cli.hotseat.table_file import TableFile, create_table
from gridwright.cli.table_options import (
    BoardOption,
    ContentOption,
    ContractorOption,
    EditionOption,
    HiddenMoneyOption,
    HouseRuleOption,
    OrderOption,
    PresetOption,
    RegionsOption,
    SeatsOption,
    choose_table,
    repeat_content,
)
from gridwright.cli.terminal import open_console, print_json
from gridwright.content.table import RANDOM
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.observe import observe
from gridwright.fair.commit import seed_path
from gridwright.fair.derive import verify_contribution


def new(
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="Where the transcript goes.")
    ] = Path("game.txt"),
    seed_file: Annotated[
        Path | None,
        typer.Option(
            "--seed-file",
            metavar="FILE",
            help="Where the secret seed goes, readable by you alone. [default: FILE.seed]",
        ),
    ] = None,
    contribute: Annotated[
        list[str] | None,
        typer.Option(
            "--contribute",
            metavar="SEAT=HEX",
            help="Random bytes from a seat's player, 16 to 32. May be given again.",
        ),
    ] = None,
    edition: EditionOption = "classic",
    preset: PresetOption = None,
    board: BoardOption = None,
    seats: SeatsOption = 4,
    contractor: ContractorOption = False,
    hidden_money: HiddenMoneyOption = False,
    regions: RegionsOption = RANDOM,
    order: OrderOption = RANDOM,
    house_rule: HouseRuleOption = None,
    content: ContentOption = None,
    as_json: Annotated[bool, typer.Option("--json", "-j", help="Print the table as JSON.")] = False,
) -> None:
    """Set up a game, deal it and write the beginning of its transcript.

    The server seed is drawn fresh, committed to in the transcript and kept in a file of its own
    until the game is over. `gridwright play FILE` continues from here.
    """
    spec = choose_table(
        edition,
        preset,
        board,
        seats,
        contractor,
        hidden_money,
        regions,
        order,
        house_rule,
        content,
    )
    contributions = _parse_contributions(contribute or [], seats)
    secret = seed_path(out, seed_file)
    table = create_table(out, secret, spec, contributions)
    if as_json:
        print_json(_describe(table, secret))
        return
    recorder = table.recorder
    names = Names(spec, recorder.game)
    console = open_console()
    seen = observe(recorder.game, recorder.history.state, SPECTATOR)
    console.print(draw_game(seen, names, console))
    commitment = recorder.transcript().commitment.hex()
    again = repeat_content([content] if content is not None else [])
    for line in (
        "",
        f"Committed to  {commitment}",
        f"Transcript    {out}",
        f"Secret seed   {secret}, revealed in the transcript at the end",
        f"Continue      gridwright play {out}{again}",
    ):
        console.print(Text(line), soft_wrap=True)


def _parse_contributions(given: list[str], n_seats: int) -> dict[int, bytes]:
    contributions: dict[int, bytes] = {}
    for each in given:
        seat, _equals, digits = each.partition("=")
        try:
            contribution = bytes.fromhex(digits)
            verify_contribution(int(seat), contribution, n_seats)
        except ValueError as error:
            raise CommandFailed(f"--contribute {each}: expected SEAT=HEX; {error}") from None
        contributions[int(seat)] = contribution
    return contributions


def _describe(table: TableFile, secret: Path) -> dict[str, object]:
    recorder = table.recorder
    transcript = recorder.transcript()
    return {
        "file": str(table.path),
        "seed_file": str(secret),
        "game": transcript.game_id,
        "commitment": transcript.commitment.hex(),
        "rules": transcript.rules,
        "table": transcript.table.to_json(),
        "actions": transcript.moves,
    }

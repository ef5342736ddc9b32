"""The program and its commands."""

from typing import Annotated, Final

import typer

import gridwright_lab
from gridwright.cli.errors import plain_errors
from gridwright_lab.cli.fuzz import fuzz
from gridwright_lab.cli.programs import LazyBench, Program, add_programs

LAWS: Final = "Laws of the game"
SERVER: Final = "The server"
BOTS: Final = "Bots"
FIGURES: Final = "Figures"

LAW_PROGRAMS: Final = {
    "replay": Program("conformance.replay.replay", "Replay recorded games and compare digests."),
    "recordings": Program("conformance.replay.recordings", "List, print or unpack recorded games."),
    "matrix": Program("cli.matrix", "Replay on every Python, hash seed and engine (a checkout)."),
    "perft": Program(
        "conformance.perft.count", "Count positions by depth and compare with stored counts."
    ),
    "golden": Program("conformance.golden.record", "Record the golden games again."),
    "near-misses": Program(
        "conformance.legality.near_misses", "Refuse actions that are almost legal."
    ),
    "secrecy": Program(
        "conformance.secrecy.compare", "Compare what a seat sees in worlds it cannot tell apart."
    ),
    "folds": Program(
        "conformance.replay.fold_export", "Write games with events and digests for the client."
    ),
    "masked-walk": Program(
        "conformance.fuzz.masked_walk", "Walk the environments by their masks.", "envs"
    ),
}
TRIALS: Final = {
    "notices": Program(
        "trials.notices.notices", "Notify of every turn while workers die.", "trials"
    ),
    "egress": Program(
        "trials.egress.egress", "Lead notices inside and delay them; neither works.", "trials"
    ),
    "kill": Program("trials.kill.kill", "Kill processes and lose nothing.", "trials"),
    "fan-out": Program(
        "trials.fan_out.fan_out", "Send every move to every watcher, soon.", "trials"
    ),
    "deadlines": Program("trials.deadlines.deadlines", "Fire many clocks, each once.", "trials"),
    "bad-input": Program(
        "trials.bad_input.bad_input", "Send bad input, which changes nothing.", "trials"
    ),
    "plans": Program(
        "trials.plans", "Race plans of several actions: one log entry or none.", "trials"
    ),
    "cards": Program(
        "trials.share.cards", "Draw pictures of links; nothing hidden is in them.", "trials"
    ),
    "imports": Program(
        "trials.share.imports", "Import good transcripts and refuse damaged ones.", "trials"
    ),
    "links": Program("trials.share.links", "Put whole games in links, and damage them.", "trials"),
    "card-reading": Program(
        "trials.card_reading.card_reading", "Read the card game twice, line by line."
    ),
    "clocks": Program(
        "trials.clocks.clocks", "Hand over, come back, set clocks; no seat gains time.", "trials"
    ),
    "fairness": Program(
        "trials.fairness.fairness", "Catch an operator who changes a deal or a log.", "trials"
    ),
    "guessing": Program("trials.guessing", "Guess passwords and tokens.", "trials"),
    "invitations": Program("trials.invitations", "Try to come in without an invitation.", "trials"),
    "leaving": Program("trials.leaving.leaving", "Let people leave; no table is stuck.", "trials"),
    "programs": Program(
        "trials.programs", "Programs that play while connections are cut.", "trials"
    ),
    "logging-out": Program("trials.logging_out", "Log out, which closes sockets.", "trials"),
    "rulebook": Program(
        "trials.rulebook.rulebook", "Compare the clauses of each board with random games."
    ),
    "insight": Program(
        "trials.insight.insight", "Compare analyses with solved endings and with each other."
    ),
    "fair-game": Program(
        "trials.insight.fair_game", "Compare chances with games of the analysis's own policy."
    ),
    "findings": Program(
        "trials.insight.findings", "Measure findings again by games of a bot that took no part."
    ),
    "outbox": Program(
        "trials.outbox.outbox", "Kill workers and compare the effects of events.", "trials"
    ),
    "planner": Program("trials.planner.planner", "Compare a planner's forecasts with its games."),
    "characters": Program(
        "trials.characters.characters", "Measure what each character does and what it costs."
    ),
    "exploits": Program("trials.exploits.exploits", "Look for simple changes that beat a bot."),
    "processes": Program("load.processes", "Compare two API processes with one.", "trials"),
    "ratings": Program(
        "trials.ratings.ratings", "Compare ratings with those that the logs give.", "trials"
    ),
    "scale": Program("trials.scale.scale", "Compare what a move costs among more games.", "trials"),
    "schema-walk": Program(
        "trials.schema_walk", "Compare answers with the OpenAPI document.", "trials"
    ),
    "slow-requests": Program(
        "trials.slow_requests", "Send half requests, which delay no one.", "trials"
    ),
    "undo": Program("trials.undo.undo", "Take orders back while they may be.", "trials"),
    "upgrade": Program(
        "trials.upgrade.upgrade", "Finish games that earlier versions began.", "trials"
    ),
    "wire-games": Program(
        "trials.wire_games.wire_games", "Play whole games over HTTP and sockets.", "trials"
    ),
    "wire-secrecy": Program(
        "trials.wire_secrecy.wire_secrecy", "Look for secrets in all data that is sent.", "trials"
    ),
}
SERVER_TOOLS: Final = {
    "journey": Program(
        "trials.journey", "Count the files an order, a bot's turn and watchers run.", "trials"
    ),
    "simulate": Program(
        "trials.simulation.command", "Simulate nodes, people and faults by seeds.", "trials"
    ),
    "e2e-server": Program(
        "trials.services.e2e_server", "Start nodes on a database of their own.", "trials"
    ),
    "upgrade-corpus": Program(
        "trials.upgrade.record", "Record running games for later versions to finish.", "trials"
    ),
}
DATA_SET: Final = {
    "data-set": Program("data_set.write", "Play games of bots and write them as Parquet.", "study")
}
HONESTY: Final = {"honesty": Program("honesty", "Whether a bot uses what it may not know.")}
TUNING: Final = {
    "weights": Program("tuning.weights", "Find the weights of a profile by play."),
    "levels": Program("tuning.levels", "Compare levels of weights, many at a time."),
    "ratings": Program("tuning.bot_ratings", "Rate the bots by what the arena measured."),
    "outlook": Program("tuning.outlook", "Find what things are worth at cards."),
}
PUZZLES: Final = {
    "make": Program("puzzles.make", "Find puzzles in games of bots."),
    "pack": Program("puzzles.pack", "Check what was found, and write what is shipped."),
    "check": Program("puzzles.check", "Measure shipped puzzles again with a bot apart."),
}
VALUE: Final = {
    "data": Program("value.data", "Play games and write positions of them.", "envs"),
    "train": Program("value.train", "Train the model of chances.", "envs"),
    "report": Program("value.report", "Judge a model on held-out games.", "envs"),
}

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_show_locals=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"gridwright-lab {gridwright_lab.__version__}")
        raise typer.Exit()


@app.callback()
def program(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version and stop.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Prove and measure Gridwright: laws of the game, experiments of the server, bots, speed."""


def _group(name: str, panel: str, text: str, programs: dict[str, Program]) -> None:
    group = typer.Typer(no_args_is_help=True, help=text)
    add_programs(group, programs)
    app.add_typer(group, name=name, rich_help_panel=panel)


app.command("fuzz", rich_help_panel=LAWS)(plain_errors(fuzz))
add_programs(app, LAW_PROGRAMS, LAWS)
_group("trial", SERVER, "Try the server: crashes, bad input, secrets, many watchers.", TRIALS)
add_programs(app, SERVER_TOOLS, SERVER)
add_programs(app, HONESTY, BOTS)
add_programs(app, DATA_SET, BOTS)
_group("tune", BOTS, "Find figures of the bots by play.", TUNING)
_group("puzzles", BOTS, "Make the puzzles that are shipped.", PUZZLES)
_group("value", BOTS, "Learn the chance to win of every seat.", VALUE)
app.add_typer(
    typer.Typer(cls=LazyBench, no_args_is_help=True, help="Measure how fast the program is."),
    name="bench",
    rich_help_panel=FIGURES,
)

"""The commands of ``gridwright-lab bench``."""

import typer

from gridwright.cli.errors import plain_errors
from gridwright_lab.cli.bench.arena import arena
from gridwright_lab.cli.bench.boards import boards
from gridwright_lab.cli.bench.bots import bots
from gridwright_lab.cli.bench.engine import engine
from gridwright_lab.cli.bench.envs import envs
from gridwright_lab.cli.bench.pages import pages
from gridwright_lab.cli.bench.rollouts import rollouts
from gridwright_lab.cli.bench.self_play import self_play
from gridwright_lab.cli.bench.server import server
from gridwright_lab.cli.bench.start import start
from gridwright_lab.cli.bench.tables import tables

app = typer.Typer(no_args_is_help=True)

app.command("engine")(plain_errors(engine))
app.command("boards")(plain_errors(boards))
app.command("arena")(plain_errors(arena))
app.command("server")(plain_errors(server))
app.command("pages")(plain_errors(pages))
app.command("start")(plain_errors(start))
app.command("tables")(plain_errors(tables))
app.command("envs")(plain_errors(envs))
app.command("bots")(plain_errors(bots))
app.command("self-play")(plain_errors(self_play))
app.command("rollouts")(plain_errors(rollouts))

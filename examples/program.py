"""A program that plays at a table of a server: it sits down, plays to the end, and leaves.

GRIDWRIGHT_TOKEN=gwp_... python examples/program.py http://127.0.0.1:8600 [table]
"""

import os
import sys
from random import Random

from gridwright.client import Player, Refused, Turn, Unreachable

FIRST = ("run", "produce", "connect", "buy", "offer", "choose", "bid")
"""Kinds of actions that it prefers, the best first; all others come after."""


def choose(turn: Turn, dice: Random) -> str:
    """Return an action of the preferred kind: the last one when powering, else a random one."""
    words = [line.split()[0] for line in turn.actions]
    best = next((word for word in FIRST if word in words), words[0])
    liked = [line for line in turn.actions if line.split()[0] == best]
    return liked[-1] if best in ("run", "produce") else dice.choice(liked)


def play(server: str, token: str, game_id: str = "", edition: str = "classic") -> str:
    with Player(server, token) as player:
        if not game_id:
            game_id = player.make_table(edition, seats=3)
            for seat in (1, 2):
                player.seat_bot(game_id, seat)
        own = player.sit_down(game_id)
        own.ready()
        for turn in own.turns():
            own.act(turn, choose(turn, Random()))
        own.leave()
        return f"{game_id} is {own.status} at version {own.version}"


if __name__ == "__main__":
    token = os.environ.get("GRIDWRIGHT_TOKEN", "")
    if not token or len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    try:
        print(play(sys.argv[1], token, *sys.argv[2:]))
    except (Refused, Unreachable, ValueError) as error:
        sys.exit(f"program.py: {error}")

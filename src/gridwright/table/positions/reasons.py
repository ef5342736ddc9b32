"""Reasons of a bot for its decision, for a person who plays against bots alone.

The bot decides again from its recorded observation and its own stream, so it decides as it did.
Reasons are returned only where the person sees everything the bot saw, never where money is
hidden. A bot's bid limit stays private until that auction is over and cannot come back by an undo.
"""

from dataclasses import dataclass, replace

from gridwright.aids.hints import Advised, advise_by, advise_by_search
from gridwright.bots.planner.advising import AdvisingBrain
from gridwright.bots.registry import PLAYERS, SEARCHING
from gridwright.engine.codec import observation_values
from gridwright.engine.digest import digest
from gridwright.engine.game import Game
from gridwright.engine.ids import NONE
from gridwright.engine.observe import observe
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import OfferPlant
from gridwright.engine.vocabulary.base import Action
from gridwright.fair.derive import Keys
from gridwright.table.commands import RefusedCommand, bot_key, require
from gridwright.table.hints import verify_helped
from gridwright.table.log_entries import Acted, Hinted, log_entry_of
from gridwright.table.table import Past, Table


@dataclass(frozen=True)
class Move:
    """A move of a bot, and the position before it."""

    seat: int
    bot: str
    """Level of the bot."""
    player: str
    """Name of the bot that played: a character of the level, or the level."""
    action: Action
    table: Table
    """The table before the move."""
    key: bytes
    """Key of the bot's random stream."""

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def state(self) -> State:
        return self.table.state


def asked_move(table: Table, seat: int, past: Past | None) -> Move:
    """Return the move that the person refers to, or raise RefusedCommand."""
    verify_helped(table, seat)
    no_move = RefusedCommand("no_bots_move", "expected a move of a bot")
    if past is None or past.logged.version > table.version:
        raise no_move
    entry = past.logged.entry
    log_entry = log_entry_of(entry)
    if not isinstance(log_entry, Acted) or not log_entry.by_bot:
        raise no_move
    if entry.seat is None or entry.seat == seat:
        raise no_move
    action = past.table.notation.parse(entry.lines[0])
    seated = past.table.seats[entry.seat].bot == log_entry.by_bot
    player = past.table.player_at(entry.seat) if seated else log_entry.by_bot
    move = Move(
        entry.seat,
        log_entry.by_bot,
        player,
        action,
        past.table,
        bot_key(table, entry.seat, past.table.version),
    )
    require(
        not _is_in_auction(table, move, past.logged.version),
        "auction_on",
        "a bot's limit is shown once the auction is over",
    )
    require(_sees_all(move, seat), "hidden_reasons", "the bot saw what is hidden from this seat")
    return move


def _is_in_auction(table: Table, move: Move, version: int) -> bool:
    """Return True if the plant of the move is up for auction, or can be again after an undo."""
    state = move.state
    if not isinstance(move.game.phases[state.phase], AuctionPhase):
        return False
    lot = move.action.plant if isinstance(move.action, OfferPlant) else state.auction.lot
    if lot == NONE:
        return False
    return table.undo.reaches(version) or table.state.auction.lot == lot


def _sees_all(move: Move, viewer: int) -> bool:
    """Return True if the viewer saw everything that the bot saw."""
    seen = [
        observation_values(observe(move.game, move.state, each)) for each in (viewer, move.seat)
    ]
    for each in seen:
        del each["viewer"]
    return seen[0] == seen[1]


def explain(move: Move) -> Advised | None:
    """Return the decision with its reasons; None if the bot gives none or would now differ.

    Runs bots without search only; searching bots run in another process.
    """
    keys = Keys(move.key)
    if move.bot in SEARCHING:
        return same_decision(move, advise_by_search(move.player, keys, move.game, move.state))
    brain = PLAYERS[move.player].sit(move.game.rules, move.seat, keys.bot(move.seat))
    if not isinstance(brain, AdvisingBrain):
        return None
    return same_decision(move, advise_by(move.bot, brain, move.game, move.state))


def same_decision(move: Move, advised: Advised | None) -> Advised | None:
    """Return the reasons if they are for the move that was made, else None."""
    if advised is None or advised.action != move.action:
        return None
    return replace(advised, bot=move.bot)


def help_of(move: Move) -> Hinted:
    """Return the help entry for the question; the same position counts once."""
    return Hinted(digest(move.state))

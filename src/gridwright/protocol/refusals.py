"""The codes of refusals: one list for all messages.

A refusal has one shape, ``RefusedFrame``. Its code is stable and for programs, its text for people
who write programs: the browser client has words of its own for each code, in each language, and a
code without them is a type error there.
Refusals by the rules of the game have codes of the engine's own list.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, get_args

from gridwright.engine.errors import REFUSALS

Code = Literal[
    # Request
    "malformed",
    "invalid",
    "too_large",
    "wrong_method",
    "unknown_path",
    "too_many",
    "store_away",
    "failed",
    # Caller
    "bad_ticket",
    "foreign_page",
    "no_host",
    "signed_out",
    "beyond_scope",
    # Accounts
    "bad_account_name",
    "name_taken",
    "bad_password",
    "common_password",
    "sign_in_refused",
    "wrong_password",
    "bad_passkey",
    "too_many_passkeys",
    "unknown_session",
    "unknown_passkey",
    "too_many_tokens",
    "unknown_token",
    # Hosts and invitations
    "host_only",
    "last_host",
    "unknown_person",
    "account_closed",
    "registration_closed",
    "bad_invitation",
    "too_many_invitations",
    "unknown_invitation",
    "unknown_report",
    "members_only",
    # Tables
    "unknown_table",
    "unknown_code",
    "unknown_edition",
    "unknown_board",
    "bad_table",
    "archived",
    "set_aside",
    "crowded",
    "not_opened",
    # Seats
    "no_such_seat",
    "bad_name",
    "seat_taken",
    "seats_taken",
    "seat_kept",
    "seat_free",
    "seat_claimed",
    "already_seated",
    "no_such_bot",
    "not_a_person",
    "bad_contribution",
    "already_ready",
    "not_ready",
    # Course of a game
    "already_begun",
    "not_begun",
    "not_running",
    "not_over",
    "game_over",
    "paused",
    "other_seat",
    "bot_plays",
    "not_away",
    "no_bots_turn",
    "no_auction",
    "no_limit_due",
    "no_clock_runs",
    "no_turn_clock",
    # Hints
    "not_alone",
    "not_your_turn",
    "no_bots_move",
    "auction_on",
    "hidden_reasons",
    # Leaving
    "resigned",
    "still_here",
    "agreed_to_wait",
    "same_vote",
    "already_agreed",
    # Table before a game
    "not_host",
    "same_table",
    # Undo
    "held",
    "no_deal_due",
    "no_order",
    "acted_since",
    "shown_since",
    # Nights and vacations
    "too_many_rests",
    "bad_night",
    "night_too_long",
    "same_night",
    "no_days_left",
    "too_far_ahead",
    "on_vacation",
    "not_on_vacation",
    # Rematch
    "no_rematch",
    "rematch_called",
    # Replay and spectators
    "no_analyses",
    "no_chances",
    "too_early",
    "players_not",
    # Transcripts
    "transcript_form",
    "transcript_rules",
    "transcript_move",
    "transcript_result",
    "transcript_deal",
    "transcript_log",
    "transcript_seal",
    "transcript_open",
    # Chat
    "bad_text",
    "hushed",
    "chat_full",
    "own_voice",
    "too_many_hidden",
    "no_such_message",
    # Puzzles
    "unknown_puzzle",
    "unknown_lesson",
    "unknown_choice",
    # People
    "too_many_people",
    "not_followed",
    "blocked",
    # Notices
    "no_such_channel",
    "bad_channel",
    "too_many_channels",
    "unknown_channel",
    "not_confirmed",
    "unknown_zone",
    "bad_link",
    "old_link",
]

CODES: Final[tuple[Code, ...]] = get_args(Code)
STATUS: Final[dict[Code, int]] = {
    **dict.fromkeys(CODES, 409),
    "malformed": 400,
    "no_host": 400,
    "signed_out": 401,
    "bad_ticket": 403,
    "beyond_scope": 403,
    "foreign_page": 403,
    "bad_link": 403,
    "sign_in_refused": 403,
    "wrong_password": 403,
    "bad_passkey": 403,
    "host_only": 403,
    "account_closed": 403,
    "registration_closed": 403,
    "bad_invitation": 403,
    "members_only": 403,
    "players_not": 403,
    "unknown_path": 404,
    "unknown_session": 404,
    "unknown_passkey": 404,
    "unknown_token": 404,
    "unknown_person": 404,
    "unknown_invitation": 404,
    "unknown_report": 404,
    "unknown_table": 404,
    "unknown_code": 404,
    "unknown_edition": 404,
    "unknown_board": 404,
    "unknown_puzzle": 404,
    "unknown_lesson": 404,
    "unknown_channel": 404,
    "wrong_method": 405,
    "too_large": 413,
    "invalid": 422,
    "bad_account_name": 422,
    "bad_password": 422,
    "common_password": 422,
    "bad_table": 422,
    "bad_text": 422,
    "unknown_choice": 422,
    "transcript_form": 422,
    "transcript_rules": 422,
    "transcript_move": 422,
    "transcript_result": 422,
    "transcript_deal": 422,
    "transcript_log": 422,
    "transcript_seal": 422,
    "transcript_open": 422,
    "bad_channel": 422,
    "unknown_zone": 422,
    "too_many": 429,
    "failed": 500,
    "store_away": 503,
}
"""HTTP status of each code; a request that is valid but impossible now is a conflict."""
RULE_STATUS: Final = 422
RULE_CODES: Final = REFUSALS
"""Codes of moves that the rules do not allow."""
ALL_CODES: Final = tuple(dict.fromkeys([*CODES, *RULE_CODES]))


class Refused(Exception):
    """An expected error of a request; the text is for people and repeats no secret."""

    code: Code = "malformed"
    retry_after: int = 0
    """Seconds until a retry makes sense; 0 if unknown."""
    numbers: Mapping[str, int] = MappingProxyType({})
    """Numbers in the text, for clients that write their own text."""

    def __init__(self, problem: str, code: Code | None = None) -> None:
        super().__init__(problem)
        self.code = code or self.code

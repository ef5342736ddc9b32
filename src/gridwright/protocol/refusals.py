"""The codes of refusals: one list for the whole wire.

A refusal has one shape, ``RefusedFrame``. Its code is stable and for programs, its text for people.
What the rules of the game refuse has a code of the engine's own list.
"""

from typing import Final, Literal, get_args

from gridwright.engine.errors import REFUSALS

Code = Literal[
    # The request
    "malformed",
    "invalid",
    "too_large",
    "wrong_method",
    "unknown_path",
    "too_many",
    "store_away",
    "failed",
    # Who asks
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
    # Tables
    "unknown_table",
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
    "seat_kept",
    "seat_free",
    "seat_claimed",
    "already_seated",
    "no_such_bot",
    "not_a_person",
    "bad_contribution",
    "already_ready",
    "not_ready",
    # The course of a game
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
    # The room before a game
    "not_host",
    "same_table",
    # Taking back
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
    # A rematch
    "no_rematch",
    "rematch_called",
    # Looking back
    "no_analyses",
    # Talking
    "bad_text",
    "hushed",
    "chat_full",
    "own_voice",
    "too_many_hidden",
    "no_such_message",
    # Puzzles
    "unknown_puzzle",
    "unknown_choice",
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
    "unknown_path": 404,
    "unknown_session": 404,
    "unknown_passkey": 404,
    "unknown_token": 404,
    "unknown_table": 404,
    "unknown_edition": 404,
    "unknown_board": 404,
    "unknown_puzzle": 404,
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
    "bad_channel": 422,
    "unknown_zone": 422,
    "too_many": 429,
    "failed": 500,
    "store_away": 503,
}
"""The status that goes with a code; what can be asked but not now is a conflict."""
RULE_STATUS: Final = 422
RULE_CODES: Final = REFUSALS
"""Of a move that the rules do not allow."""
ALL_CODES: Final = tuple(dict.fromkeys([*CODES, *RULE_CODES]))

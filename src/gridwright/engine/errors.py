"""The exception for illegal actions, and the codes of refusals."""

from typing import Final


class IllegalAction(Exception):
    """An action that the rules refuse, with the clause, a stable code and the deciding numbers.

    >>> try:
    ...     gridwright.new("classic", seats=3, seed=7).play("offer 4 99")
    ... except gridwright.IllegalAction as error:
    ...     (error.clause, error.code, error.numbers)
    ('c3.4', 'bid_above_money', {'bid': 99, 'money': 50})
    """

    def __init__(self, clause: str, code: str, numbers: dict[str, int]) -> None:
        super().__init__(clause, code, numbers)
        self.clause: Final = clause
        self.code: Final = code
        self.numbers: Final = numbers

    def __str__(self) -> str:
        facts = ", ".join([f"{name} {value}" for name, value in sorted(self.numbers.items())])
        return f"{self.clause} {self.code}" + (f" ({facts})" if facts else "")


REFUSALS: Final = (
    "not_your_turn",
    "game_over",
    "wrong_phase",
    "unknown_name",
    "nothing_to_undo",
    "impossible_outcome",
    "region_taken",
    "regions_apart",
    "not_next_to_trust",
    "space_taken",
    "not_on_offer",
    "opening_too_low",
    "opening_too_high",
    "raise_too_low",
    "bid_above_money",
    "bid_above_minimum",
    "must_buy",
    "must_keep_new_plant",
    "cannot_scrap",
    "wrong_fuel_lost",
    "sold_out",
    "no_room",
    "cannot_pay_fuel",
    "no_open_space",
    "already_connected",
    "out_of_play",
    "cannot_pay_connection",
    "beyond_capacity",
    "cannot_run",
    "not_enough_fuel",
    "wrong_fuel_mix",
    "wrong_cards_turned",
)
"""Every code; the edition's data gives the clause of each."""

"""Refusals: an action that is not offered is refused with a documented reason and has no effect.

``gridwright-lab near-misses --refusals 10000`` counts them by code.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from gridwright.content.clauses import load_clauses
from gridwright.engine.dice import Dice
from gridwright.engine.digest import state_key
from gridwright.engine.editions.card.vocabulary import BuyCard
from gridwright.engine.errors import REFUSALS, IllegalAction
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import Bid, DropOut, OfferPlant, PassAuction
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.building import ConnectCity, ExtendNetwork, FinishBuilding
from gridwright.engine.vocabulary.fuel import BuyResources, ChangeMarket, FinishBuying
from gridwright.engine.vocabulary.production import DeclineSale, RunPlants
from gridwright.engine.vocabulary.turn import TakeBack
from gridwright_lab.conformance.game_under_test import GameUnderTest
from gridwright_lab.conformance.legality.mutations import near_misses
from gridwright_lab.conformance.sampling.positions import Position, random_positions
from gridwright_lab.conformance.sampling.tables import spread_tables

ACCEPTED: Final = ""
"""Stands for the code of an action that is legal after all."""
N_CLOSE: Final = 30
N_FAR: Final = 6
"""Number of near misses per position: of kinds that fit the phase, and of any kind."""
PARTNERS: Final = (
    (OfferPlant.WORD, PassAuction.WORD),
    (Bid.WORD, DropOut.WORD),
    (BuyResources.WORD, FinishBuying.WORD),
    (BuyResources.WORD, ChangeMarket.WORD),
    (BuyCard.WORD, FinishBuying.WORD),
    (ConnectCity.WORD, FinishBuilding.WORD),
    (ConnectCity.WORD, ExtendNetwork.WORD),
    (RunPlants.WORD, DeclineSale.WORD),
)
"""Pairs of actions; where one is required, the other is a near miss even if it is not offered."""


class WrongJudgement(Exception):
    """Offers and verification disagree, or a refusal is incorrect."""


def judge(subject: GameUnderTest, state: State, action: Action) -> str:
    """Return the refusal code of an action, or ACCEPTED. Raises WrongJudgement for a defect."""
    before = state_key(state)
    offered = subject.is_offered(state, action)
    try:
        subject.verify(state, action)
    except IllegalAction as refusal:
        if offered:
            raise WrongJudgement(f"offered, but refused by {refusal}") from refusal
        verify_refusal(subject, refusal)
        code = refusal.code
    except Exception as error:
        raise WrongJudgement(f"expected a refusal, got {error!r}") from error
    else:
        if not offered:
            raise WrongJudgement("accepted, but not offered")
        code = ACCEPTED
    if state_key(state) != before:
        raise WrongJudgement("the position was changed by looking at it")
    return code


def verify_refusal(subject: GameUnderTest, refusal: IllegalAction) -> None:
    """Raise WrongJudgement unless the code is known and the rules document has its clause."""
    rules = subject.game.rules
    if refusal.code not in rules.clauses:
        raise WrongJudgement(f"unknown code {refusal.code}")
    if refusal.clause != rules.clauses[refusal.code]:
        raise WrongJudgement(f"{refusal.code} names {refusal.clause}")
    if refusal.clause not in load_clauses(rules.edition):
        raise WrongJudgement(f"{refusal.code} names {refusal.clause}, which no document holds")


class Refusals:
    """Counts of tried actions by code, and the defects."""

    def __init__(self) -> None:
        self.codes: Final[Counter[str]] = Counter()
        self.positions = 0
        self.wrong: Final[list[str]] = []

    def try_all(self, subject: GameUnderTest, position: Position, actions: list[Action]) -> None:
        self.positions += 1
        for action in actions:
            try:
                self.codes[judge(subject, position.state, action)] += 1
            except WrongJudgement as wrong:
                self.wrong.append(f"{position}: {action}: {wrong}")

    @property
    def refused(self) -> int:
        return sum(self.codes.values()) - self.codes[ACCEPTED]

    @property
    def unseen(self) -> list[str]:
        """Return the codes that never occurred."""
        return [code for code in REFUSALS if not self.codes[code]]

    @property
    def ok(self) -> bool:
        """Return whether any action was refused and every refusal was correct."""
        return self.refused > 0 and not self.wrong

    def to_json(self) -> dict[str, Any]:
        return {
            "ok": self.ok,
            "positions": self.positions,
            "refused": self.refused,
            "accepted": self.codes[ACCEPTED],
            "codes": {code: self.codes[code] for code in REFUSALS},
            "wrong": self.wrong,
        }


def count_refusals(
    at_least: int, seed: int = 0, subject: type[GameUnderTest] = GameUnderTest
) -> Refusals:
    """Try near misses in random positions of all tables until there are enough."""
    tables = spread_tables()
    dice = Dice(seed + 77)
    refusals = Refusals()
    for position in random_positions(tables, 100 * len(tables), 300, seed):
        refusals.try_all(subject(position.game), position, choose_near_misses(position, dice))
        if refusals.refused + len(refusals.wrong) >= at_least:
            break
    return refusals


def choose_near_misses(position: Position, dice: Dice) -> list[Action]:
    """Return some near misses of a position, mostly close ones."""
    actions = near_misses(position.game, position.state, dice)
    words = {action.WORD for action in position.game.legal(position.state)}
    for one, other in PARTNERS:
        if one in words or other in words:
            words |= {one, other}
    words.add(TakeBack.WORD)
    close = [action for action in actions if action.WORD in words]
    chosen = [actions[dice.below(len(actions))] for place in range(N_FAR)]
    if close:
        chosen += [close[dice.below(len(close))] for place in range(N_CLOSE)]
    return chosen


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--refusals", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    refusals = count_refusals(chosen.refusals, chosen.seed)
    print(json.dumps(refusals.to_json(), indent=1))
    return 0 if refusals.ok and not refusals.unseen else 1


if __name__ == "__main__":
    sys.exit(main())

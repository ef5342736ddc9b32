"""Orders that are illegal now: nearly legal, for a wrong version, repeated, or out of phase."""

import json
from collections.abc import Iterator
from typing import Any

from gridwright.engine.vocabulary.base import Action
from gridwright.table.entries import Status
from gridwright_lab.conformance.legality.mutations import near_misses
from gridwright_lab.trials.bad_input.target import (
    LEGAL_STATUS,
    STALE,
    BadRequest,
    Target,
)
from gridwright_lab.trials.live_server import bearer


def almost_legal(target: Target) -> Iterator[BadRequest]:
    """Yield actions that are nearly legal, by the actor and by other seats."""
    table = target.table
    if table.status is not Status.RUNNING:
        return
    actions = near_misses(table.game, table.state, target.dice)
    words = {action.WORD for action in table.game.legal(table.state)}
    close = [action for action in actions if action.WORD in words] or actions
    for place in range(36):
        action = target.pick(close if place % 3 else actions)
        for seat, ticket in _some_seats(target):
            try:
                body = target.act(action, place % 2 == 0)
            except (IndexError, KeyError):
                # It names a card or city that does not exist, so the notation has no word for it.
                body = _by_number(target, action)
            if not target.is_legal(seat, body):
                yield BadRequest("near miss", target.orders, body, bearer(ticket))


def _some_seats(target: Target) -> list[tuple[int, str]]:
    seats = [(target.seat(), target.ticket())]
    if target.dice.below(4) == 0:
        seats.append(target.pick(list(target.driver.tickets.items())))
    return seats


def _by_number(target: Target, action: Action) -> bytes:
    """Return an action with numbers where its words should be."""
    order = {"type": "act", "command_id": target.fresh_id(), "expected": target.table.version}
    words = " ".join([str(number) for number in action.arguments()])
    return json.dumps(order | {"line": f"{action.WORD} {words}"[:400].strip()}).encode()


def wrong_versions(target: Target) -> Iterator[BadRequest]:
    """Yield orders for another version: the server refuses them and sends the missing entries."""
    version = target.table.version
    offsets = [1, 2, 3, target.dice.below(version) + 1, version]
    before = {max(0, version - offset) for offset in offsets}
    for expected in sorted(before | {version + 1, version + 7, 999_999}):
        body = target.legal(expected=expected)
        yield BadRequest(
            "wrong version", target.orders, body, bearer(target.ticket()), wanted=STALE
        )


def repeated_orders(target: Target) -> Iterator[BadRequest]:
    """Yield repeats of orders that were carried out, and their command ids on other orders."""
    for _turn in range(min(6, len(target.driver.accepted))):
        before = target.pick(target.driver.accepted)
        again = bearer(before.ticket)
        for _time in range(1 + target.dice.below(4)):
            yield BadRequest(
                "doubled", target.orders, before.body, again, "POST", LEGAL_STATUS, before.answer
            )
        name = json.loads(before.body)["command_id"]
        if before.ticket == target.ticket() and target.table.actor() is not None:
            body = target.legal(command_id=name)
            yield BadRequest(
                "name used twice",
                *(target.orders, body, again, "POST", LEGAL_STATUS, before.answer),
            )


def wrong_moments(target: Target) -> Iterator[BadRequest]:
    """Yield orders that the table's status does not allow."""
    base = {"expected": target.table.version}
    running = target.table.status is Status.RUNNING
    orders: list[dict[str, Any]] = [
        {"type": "come_back"},
        {"type": "hand_over", "bot": "l9"},
        {"type": "hand_over", "bot": ""},
        {"type": "hand_over", "bot": "l1\u0000"},
        {"type": "hand_over", "bot": "../l1"},
        {"type": "ready", "contribution": "ab"},
        {"type": "act", "line": "take-back 1"},
        {"type": "limit", "plant": "no-such", "up_to": 9},
        {"type": "limit", "plant": "", "up_to": 9},
        {"type": "limit", "plant": "3", "up_to": -1},
        {"type": "limit", "plant": "3", "up_to": 10**9},
        {"type": "limit", "plant": "3", "up_to": 9, "beyond": "cheat"},
        {"type": "limit", "plant": "3", "up_to": 9, "seat": 1},
        # No table of the experiment is turn-based, so these orders are invalid there.
        {"type": "night", "start": 0, "end": 60},
        {"type": "night", "start": 0, "end": 1_440},
        {"type": "night", "start": -1, "end": 60, "utc_offset": 900},
        {"type": "night", "start": 0, "end": 60, "zone": "Europe/Zurich"},
        {"type": "vacation", "days": 1},
        {"type": "vacation", "days": 0},
        {"type": "vacation", "days": 61, "starts_at": 2**53},
        {"type": "vacation", "days": 1, "starts_at": -1},
        {"type": "end_vacation"},
        {"type": "end_vacation", "seat": 1},
    ]
    if target.table.status is not Status.GATHERING:
        orders += [{"type": "ready"}, {"type": "stand_up"}, {"type": "ready", "contribution": ""}]
    if not running:
        orders += [{"type": "hand_over", "bot": "l1"}, {"type": "act", "line": "pass"}]
        orders.append({"type": "limit", "plant": "3", "up_to": 9})
    for order in orders:
        body = json.dumps(base | {"command_id": target.fresh_id()} | order).encode()
        yield BadRequest("wrong moment", target.orders, body, bearer(target.ticket()))

"""Sentences for refusals: the clause, and the numbers that decided it."""

from typing import Final

from gridwright.cli.drawing.names import LANGUAGE, Names
from gridwright.content.board_texts import board_words
from gridwright.content.rulebook import load_rulebook
from gridwright.content.table import ContentError, TableSpec, list_editions
from gridwright.content.table_rules import resolve_rules
from gridwright.engine.errors import IllegalAction
from gridwright.engine.ids import CHANCE, NO_ACTOR

"""The terminal speaks English only."""

REASONS: Final = {
    "not_your_turn": "It is the turn of {actor}, not of {seat}.",
    "game_over": "The game is over.",
    "wrong_phase": "This is not the moment for it.",
    "unknown_name": "There is no such thing at this table ({facts}).",
    "nothing_to_undo": "Nothing of this turn can be taken back.",
    "impossible_outcome": "Cards already seen rule this outcome out.",
    "region_taken": "{region} is in play already.",
    "regions_apart": "{region} would leave the regions apart or incomplete.",
    "not_next_to_trust": "{city} is not linked to a city of the Trust.",
    "space_taken": "The first space of {city} is taken.",
    "not_on_offer": "{plant} is not in the current market.",
    "opening_too_low": "The opening bid is {bid}; the minimum is {minimum}.",
    "opening_too_high": "The opening bid is {bid}; it must be exactly {minimum}.",
    "raise_too_low": "The bid is {bid}; at least {minimum} is needed.",
    "bid_above_money": "The bid is {bid}; the money held is {money}.",
    "bid_above_minimum": "The bid is {bid}; a seat left alone pays exactly {minimum}.",
    "must_buy": "In round {round} a plant on offer could be paid.",
    "must_keep_new_plant": "{plant} was just bought.",
    "cannot_scrap": "The seat does not own {plant}.",
    "wrong_fuel_lost": "{lost} would be lost; it must be {least} to {most}.",
    "sold_out": "Wanted {amount}; on sale {on_sale}.",
    "no_room": "Wanted {amount}; the plants have room for {room}.",
    "cannot_pay_fuel": "It costs {cost}; the money held is {money}.",
    "no_open_space": "{city} has {houses} of {step} open spaces taken in step {step}.",
    "already_connected": "The seat has a house in {city}.",
    "out_of_play": "{city} is in a region that is out of play.",
    "cannot_pay_connection": (
        "It costs {cost}, house {house} and connection {connection}; the money held is {money}."
    ),
    "beyond_capacity": "The plants could supply no more than the {cities} cities connected.",
    "cannot_run": "The seat does not own all of these plants.",
    "not_enough_fuel": "The fuel held is not enough for it ({tokens} units of all kinds).",
    "wrong_fuel_mix": (
        "The hybrids would burn {first} of the first kind; it must be {least} to {most}."
    ),
    "wrong_cards_turned": "The cards named must be held and make up the {units} units burned.",
}
"""One sentence for each code, filled with the numbers of the refusal."""

FUEL_CARD_REASONS: Final = {
    "unknown_name": "There is no {card} for {price} at this table.",
    "sold_out": "There is no {card} on sale for {price}.",
    "no_room": "The plants have no room for more {kind}.",
}
"""Sentences where fuel is sold by the card: the numbers are other ones."""


def tell_numbers(refusal: IllegalAction, names: Names | None = None) -> str:
    """The numbers behind a refusal in a sentence; ids become names where a table is given."""
    facts = ", ".join(f"{name} {value}" for name, value in sorted(refusal.numbers.items()))
    words = {name: _word(name, value, names) for name, value in refusal.numbers.items()}
    for reasons in (FUEL_CARD_REASONS, REASONS):
        try:
            sentence = reasons[refusal.code].format(**words, facts=facts)
        except KeyError:  # Another sentence's numbers.
            continue
        return sentence[:1].upper() + sentence[1:]
    own = board_words(names.spec, LANGUAGE) if names is not None else {}
    return own.get(f"refused.{refusal.code}", f"{refusal.code} ({facts})")


def _word(name: str, value: int, names: Names | None) -> str:
    if name in ("seat", "actor"):
        return {CHANCE: "the dealer", NO_ACTOR: "no seat"}.get(value, f"seat {value}")
    if names is not None:
        if name == "city" and 0 <= value < len(names.cities):
            return names.cities[value]
        if name == "plant" and 0 <= value < len(names.cards):
            return names.card(value)
        if name == "region" and 0 <= value < len(names.regions):
            return names.regions[value]
        if name == "card" and 0 <= value < names.fuel_cards.n_cards:
            return names.fuel_card(value).removeprefix("a ")
        if name == "kind" and 0 <= value < len(names.kinds):
            return names.kinds[value]
    named = ("city", "plant", "region", "card", "kind")
    return f"{name} {value}" if name in named else str(value)


def tell_refusal(refusal: IllegalAction, names: Names | None = None) -> str:
    """Clause, its text and the numbers, in one line."""
    if names is not None:
        text = table_sentence(refusal.clause, names.spec)
    else:
        texts = [clause_sentence(refusal.clause, edition) for edition in list_editions()]
        text = next((each for each in texts if each), "")
    return " ".join(part for part in [refusal.clause, text, tell_numbers(refusal, names)] if part)


def table_sentence(number: str, spec: TableSpec) -> str:
    """The text of a clause at a table, or of the one that replaces it there, in one line."""
    try:
        played = resolve_rules(spec)
    except ContentError:
        return ""
    clause = played.rulebook().clauses.get(played.replaced_by(number) or number)
    return clause.sentence() if clause else ""


def clause_sentence(number: str, edition: str) -> str:
    """The text of a clause in one line; empty if the edition has no such clause."""
    try:
        clause = load_rulebook(edition).clauses.get(number)
    except ContentError:
        return ""
    return clause.sentence() if clause else ""

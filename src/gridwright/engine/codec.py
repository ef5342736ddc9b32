"""Canonical JSON: one text for one value. Written here, so that the engine needs no library."""

from typing import Final, TypeAlias

from gridwright.engine.events import Event
from gridwright.engine.observe import Observation
from gridwright.engine.offers import (
    MayBid,
    MayBuy,
    MayBuyCard,
    MayChooseRegions,
    MayConnect,
    MayDealFuel,
    MayDo,
    MayDraft,
    MayDrawTrustRegion,
    MayOffer,
    MayOrder,
    MayPlaceTrust,
    MayProduce,
    MayReveal,
    MayRun,
    MayShuffle,
    Offer,
    PlantRanges,
)

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"

_ESCAPES: Final = {
    '"': '\\"',
    "\\": "\\\\",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
}


def canonical(value: Json) -> str:
    """The value as JSON with sorted keys, no spaces and only ASCII."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, list):
        return "[" + ",".join([canonical(each) for each in value]) + "]"
    pairs = [f"{_quoted(key)}:{canonical(value[key])}" for key in sorted(value)]
    return "{" + ",".join(pairs) + "}"


def _quoted(text: str) -> str:
    parts: list[str] = []
    for char in text:
        code = ord(char)
        if char in _ESCAPES:
            parts.append(_ESCAPES[char])
        elif 32 <= code < 127:
            parts.append(char)
        elif code < 0x10000:
            parts.append(f"\\u{code:04x}")
        else:
            high, low = divmod(code - 0x10000, 0x400)
            parts.append(f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}")
    return '"' + "".join(parts) + '"'


def event_values(event: Event) -> dict[str, Json]:
    """An event as a record: its word and its fields."""
    record: dict[str, Json] = {"event": event.WORD}
    values = event.values()
    for place in range(len(event.FIELDS)):
        record[event.FIELDS[place]] = _plain(values[place])
    return record


def _plain(value: int | list[int] | list[list[int]]) -> Json:
    if isinstance(value, int):
        return value
    plain: list[Json] = []
    for each in value:
        plain.append(each if isinstance(each, int) else _ints(each))
    return plain


def _ints(values: list[int]) -> Json:
    plain: list[Json] = []
    plain.extend(values)
    return plain


def _rows(rows: list[list[int]]) -> Json:
    return [_ints(row) for row in rows]


def observation_values(seen: Observation) -> dict[str, Json]:
    """An observation as a record."""
    return {
        "viewer": seen.viewer,
        "phase": seen.phase,
        "round": seen.round,
        "step": seen.step,
        "actor": seen.actor,
        "takebacks": seen.takebacks,
        "order": _ints(seen.order),
        "money": _ints(seen.money),
        "plants": _rows(seen.plants),
        "stored": [_rows(stored) for stored in seen.stored],
        "n_cities": _ints(seen.n_cities),
        "market": _ints(seen.market),
        "market_size": seen.market_size,
        "current_size": seen.current_size,
        "discount": seen.discount,
        "gone": seen.gone,
        "contractor": seen.contractor,
        "is_dry": seen.is_dry,
        "stack": {
            "pools": _ints(seen.stack.pools),
            "counts": _ints(seen.stack.counts),
            "n_mixed": seen.stack.n_mixed,
            "top_back": seen.stack.top_back,
        },
        "auction": {
            "lot": seen.lot,
            "bid": seen.bid,
            "leader": seen.leader,
            "contenders": seen.contenders,
            "out": seen.out,
            "scrapper": seen.scrapper,
        },
        "tokens": _ints(seen.tokens),
        "supply": _ints(seen.supply),
        "closed": seen.closed,
        "regions": seen.regions,
        "spaces": _ints(seen.spaces),
        "trust": {
            "plants": _ints(seen.trust_plants),
            "fuel": _ints(seen.trust_fuel),
            "houses": seen.trust_houses,
        },
        "scores": _ints(seen.scores),
        "ranking": _ints(seen.ranking),
        "parts": _named(seen.parts.names(), seen.parts.rows()),
    }


def _named(names: list[str], rows: list[list[int]]) -> Json:
    record: dict[str, Json] = {}
    for place in range(len(names)):
        record[names[place]] = _ints(rows[place])
    return record


def offer_values(offer: Offer) -> dict[str, Json]:
    """An offer as a record: the verb, what may be chosen, and what it costs."""
    if isinstance(offer, MayDo):
        return {"offer": offer.action.WORD, "seat": offer.action.seat}
    if isinstance(offer, MayBid):
        return {"offer": "bid", "seat": offer.seat, "low": offer.low, "high": offer.high}
    if isinstance(offer, PlantRanges):
        return {
            "offer": "offer" if isinstance(offer, MayOffer) else "scrap",
            "seat": offer.seat,
            "plants": _ints(offer.plants),
            "lows": _ints(offer.lows),
            "highs": _ints(offer.highs),
        }
    if isinstance(offer, MayBuy):
        return {
            "offer": "buy",
            "seat": offer.seat,
            "resource": offer.resource,
            "costs": _ints(offer.costs()),
        }
    if isinstance(offer, MayConnect):
        return {
            "offer": "connect",
            "seat": offer.seat,
            "cities": _ints(offer.cities),
            "costs": _ints(offer.costs),
        }
    if isinstance(offer, MayBuyCard):
        return {
            "offer": "buy-card",
            "seat": offer.seat,
            "cards": _ints(offer.cards),
            "prices": _ints(offer.prices),
            "kept": _ints(offer.kept),
        }
    if isinstance(offer, MayRun):
        return {
            "offer": "produce" if isinstance(offer, MayProduce) else "run",
            "seat": offer.seat,
            "runs": [_ints([run.plants, run.low, run.high, run.output]) for run in offer.runs],
            "incomes": _ints(offer.incomes()),
            "best": offer.best().plants,
        }
    if isinstance(offer, MayDraft):
        return {"offer": "draft", "seat": offer.seat, "regions": _ints(offer.regions)}
    if isinstance(offer, MayPlaceTrust):
        return {"offer": "place-trust", "seat": offer.seat, "cities": _ints(offer.cities)}
    return _chance_values(offer)


def _chance_values(offer: Offer) -> dict[str, Json]:
    if isinstance(offer, MayReveal):
        return {"offer": "reveal", "cards": offer.cards, "next_counts": _ints(offer.next_counts)}
    if isinstance(offer, MayShuffle):
        return {"offer": "shuffle", "next_counts": _ints(offer.next_counts)}
    if isinstance(offer, MayChooseRegions):
        return {"offer": "regions", "choices": _ints(offer.choices)}
    if isinstance(offer, MayDealFuel):
        return {"offer": "fuel", "counts": _ints(offer.counts)}
    if isinstance(offer, MayDrawTrustRegion):
        return {"offer": "trust-region", "regions": _ints(offer.regions)}
    assert isinstance(offer, MayOrder)
    return {"offer": "order", "seats": offer.n_seats}

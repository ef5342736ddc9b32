"""Quotes, plans and outlook of a table at its newest version."""

from collections.abc import Sequence

from msgspec.structs import replace

from gridwright.aids.outlook import find_outlook
from gridwright.aids.plans import plan_cities
from gridwright.aids.quotes import quote_auction, quote_cities, quote_fuel
from gridwright.protocol.auction import AuctionQuotes, LeftAhead
from gridwright.protocol.fuel import FuelQuotes
from gridwright.protocol.outlook import Outlook
from gridwright.protocol.plans import Plan
from gridwright.protocol.quotes import Quotes
from gridwright.table.bid_limits import BidLimit
from gridwright.table.table import Table


def build_quotes(table: Table, seat: int) -> Quotes:
    """Return the price of each city for a seat, also out of turn; empty for a spectator.

    Refusals reveal the seat's money (c11.3): return them to that seat only.
    """
    return Quotes(table.version, seat, quote_cities(table.game, table.state, seat))


def build_plan(table: Table, seat: int, cities: Sequence[int], is_chosen: bool = False) -> Plan:
    """Return the plan of a seat, also out of turn; ``is_chosen`` keeps the order of the cities.

    It reveals the seat's money: return it to that seat only (c11.3).
    """
    return plan_cities(table.game, table.state, seat, cities, table.version, is_chosen)


def build_fuel_quotes(table: Table, seat: int) -> FuelQuotes:
    """Return the fuel on sale to a seat now.

    It reveals the seat's money: return it to that seat only.
    """
    return quote_fuel(table.game, table.state, seat, table.version)


def build_outlook(table: Table) -> Outlook:
    """Return the outlook at the newest version; empty before the first round and after the end."""
    return find_outlook(table.game, table.state, table.version)


def build_auction_quotes(table: Table, seat: int, limit: BidLimit | None) -> AuctionQuotes:
    """Return the auction for a seat, with its own bid limit. Private to that seat."""
    quotes = None
    if not table.is_over():
        quotes = quote_auction(table.game, table.state, seat, table.version)
    if quotes is None:
        return AuctionQuotes(table.version, seat, None, False, False, None, None, False, [])
    if limit is None:
        return quotes
    if not limit.plant:
        return replace(quotes, passes=not limit.is_nothing)
    plant = table.notation.cards.index(limit.plant)
    if plant != table.state.auction.lot:
        return replace(quotes, ahead=LeftAhead(plant, limit.up_to))
    return replace(quotes, limit=limit.up_to or None, drops=limit.up_to == 0)

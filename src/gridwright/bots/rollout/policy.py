"""The policy of play-outs: like L1, but it reads the position itself and evaluates more roughly."""

from typing import Final

from gridwright.bots.orders import order_run
from gridwright.bots.rollout.auction import choose_bid, choose_plant, choose_scrap
from gridwright.bots.rollout.building import choose_city
from gridwright.bots.rollout.chance import ImaginedChance
from gridwright.bots.rollout.fleets import Table, read_table
from gridwright.bots.rollout.fuel import choose_card, choose_tokens
from gridwright.engine.editions.card.vocabulary import MayBuyCard
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, OVER
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import MayBid, MayOffer, MayScrap
from gridwright.engine.vocabulary.base import Action, EventLog, MayDo, Offer
from gridwright.engine.vocabulary.building import MayConnect
from gridwright.engine.vocabulary.fuel import ChangeMarket, MayBuy
from gridwright.engine.vocabulary.production import DeclineSale, MayRun

FUEL_SHARE: Final = 4.0
"""Fuel in store counts for this fraction of its price: it was bought to be burned."""


def quick_action(game: Game, state: State) -> Action:
    """Return a seat's action in a position where a seat has to act."""
    offers = game.offers(state)
    if len(offers) == 1:
        only = offers[0]
        if isinstance(only, MayDo):
            return only.action
    table = read_table(game.rules, state)
    declining: Action | None = None
    for offer in offers:
        if isinstance(offer, MayDo) and not isinstance(offer.action, ChangeMarket | DeclineSale):
            declining = offer.action
    action = _wanted(table, offers, declining is not None)
    if action is not None:
        return action
    if declining is not None:
        return declining
    return offers[0].actions()[0]


def _wanted(table: Table, offers: list[Offer], may_pass: bool) -> Action | None:
    """Return the seat's action; None to decline, or for an offer of a board's own."""
    for offer in offers:
        if isinstance(offer, MayBid):
            return choose_bid(table, offer)
        if isinstance(offer, MayOffer):
            return choose_plant(table, offer, may_pass)
        if isinstance(offer, MayScrap):
            return choose_scrap(table, offer)
        if isinstance(offer, MayBuy):
            return choose_tokens(table, offers)
        if isinstance(offer, MayBuyCard):
            return choose_card(table, offer)
        if isinstance(offer, MayConnect):
            return choose_city(table, offer)
        if isinstance(offer, MayRun):
            return _run(table, offer)
    return None


def _run(table: Table, offer: MayRun) -> Action:
    """Return the run that pays most above a fraction of its fuel's price."""
    fuel = table.rules.fuel
    prices = table.prices
    incomes = offer.incomes()
    best = 0
    most = -1.0
    for place in range(len(offer.runs)):
        run = offer.runs[place]
        cost = 0.0
        for kind in range(fuel.n_kinds):
            cost += run.burned[kind] * prices[kind]
        if run.burned[fuel.n_kinds]:
            cost += run.burned[fuel.n_kinds] * min(prices[fuel.first], prices[fuel.second])
        rank = incomes[place] * FUEL_SHARE - cost
        if rank > most:
            most = rank
            best = place
    run = offer.runs[best]
    first = run.low
    if run.high > run.low and prices[fuel.first] < prices[fuel.second]:
        first = run.high
    return order_run(offer, run.plants, first)


MAX_ACTIONS: Final = 5_000
"""A longer play-out is truncated."""
SILENT: Final = EventLog(False)


def play_on(game: Game, state: State, chance: ImaginedChance, last_round: int) -> int:
    """Play in place until a round after ``last_round`` begins, or the end; returns the actions."""
    n_actions = 0
    while state.phase != OVER and state.round <= last_round and n_actions < MAX_ACTIONS:
        action: Action = (
            chance.outcome(state) if state.actor == CHANCE else quick_action(game, state)
        )
        game.apply(state, action, SILENT)
        n_actions += 1
    return n_actions

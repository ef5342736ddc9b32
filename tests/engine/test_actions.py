"""Equality, hash, order and text of actions follow their key."""

import pytest

from gridwright.engine.editions.card.vocabulary import BuyCard, DealFuel, Produce
from gridwright.engine.ids import CHANCE, NONE
from gridwright.engine.topics import VOCABULARY
from gridwright.engine.vocabulary.auction import Bid, DropOut, OfferPlant, PassAuction, ScrapPlant
from gridwright.engine.vocabulary.base import Action, ChanceAction
from gridwright.engine.vocabulary.building import ConnectCity, ExtendNetwork, FinishBuilding
from gridwright.engine.vocabulary.fuel import BuyResources, ChangeMarket, FinishBuying
from gridwright.engine.vocabulary.market import RevealCard, ShuffleStack
from gridwright.engine.vocabulary.production import DeclineSale, RunPlants
from gridwright.engine.vocabulary.setup import (
    DraftRegion,
    DrawOrder,
    DrawRegions,
    DrawTrustCity,
    DrawTrustRegion,
)
from gridwright.engine.vocabulary.trust import PlaceTrustHouse
from gridwright.engine.vocabulary.turn import TakeBack

EVERY_KIND: list[tuple[Action, str]] = [
    (DraftRegion(2, 4), "DraftRegion(2, 4)"),
    (PlaceTrustHouse(0, 7), "PlaceTrustHouse(0, 7)"),
    (OfferPlant(1, 3, 12), "OfferPlant(1, 3, 12)"),
    (PassAuction(3), "PassAuction(3)"),
    (Bid(0, 15), "Bid(0, 15)"),
    (DropOut(1), "DropOut(1)"),
    (ScrapPlant(2, 9, 1, 4), "ScrapPlant(2, 9, 1, 4)"),
    (BuyResources(4, 1, 3), "BuyResources(4, 1, 3)"),
    (ChangeMarket(3), "ChangeMarket(3)"),
    (FinishBuying(4), "FinishBuying(4)"),
    (ConnectCity(5, 41), "ConnectCity(5, 41)"),
    (ExtendNetwork(5, 41), "ExtendNetwork(5, 41)"),
    (FinishBuilding(5), "FinishBuilding(5)"),
    (RunPlants(0, 0b1011, 2), "RunPlants(0, 11, 2)"),
    (DeclineSale(2), "DeclineSale(2)"),
    (BuyCard(1, 4, 2), "BuyCard(1, 4, 2)"),
    (Produce(2, 0b101, 1, [3, 3]), "Produce(2, 5, 1, 3, 3)"),
    (TakeBack(0), "TakeBack(0)"),
    (DrawOrder([2, 0, 1]), "DrawOrder(-1, 2, 0, 1)"),
    (DrawRegions(0b111), "DrawRegions(-1, 7)"),
    (DrawTrustRegion(4), "DrawTrustRegion(-1, 4)"),
    (DrawTrustCity(4), "DrawTrustCity(-1, 4)"),
    (RevealCard(30, 0), "RevealCard(-1, 30, 0)"),
    (ShuffleStack(NONE), "ShuffleStack(-1, -1)"),
    (DealFuel(6), "DealFuel(-1, 6)"),
]
ACTIONS = [action for action, text in EVERY_KIND]


def subclasses(kind: type[Action]) -> set[type[Action]]:
    """Every kind of the engine; tests may have made up others."""
    own = [each for each in kind.__subclasses__() if each.__module__.startswith("gridwright.")]
    return {kind}.union(*[subclasses(each) for each in own])


def test_every_kind_is_here_and_has_a_number_and_a_word_of_its_own() -> None:
    kinds = [type(action) for action in ACTIONS]
    assert set(kinds) == subclasses(Action) - {Action, ChanceAction}
    assert len({kind.KIND for kind in kinds}) == len(kinds)
    assert len({kind.WORD for kind in kinds}) == len(kinds)
    assert 0 not in {kind.KIND for kind in kinds}
    assert "" not in {kind.WORD for kind in kinds}
    assert set(VOCABULARY.actions.values()) == set(kinds)


@pytest.mark.parametrize(("action", "text"), EVERY_KIND, ids=[text for action, text in EVERY_KIND])
def test_repr_names_the_kind_and_every_argument(action: Action, text: str) -> None:
    assert repr(action) == text


@pytest.mark.parametrize("action", ACTIONS, ids=repr)
def test_an_action_equals_itself_alone(action: Action) -> None:
    assert [each for each in ACTIONS if each == action] == [action]
    assert action.key() == (action.KIND, action.seat, *action.arguments())


def test_equal_actions_have_one_hash() -> None:
    assert OfferPlant(1, 3, 12) == OfferPlant(1, 3, 12)
    assert hash(OfferPlant(1, 3, 12)) == hash(OfferPlant(1, 3, 12))
    assert len({*ACTIONS, OfferPlant(1, 3, 12), DrawOrder([2, 0, 1])}) == len(ACTIONS)


@pytest.mark.parametrize(
    "other",
    [OfferPlant(0, 3, 12), OfferPlant(1, 4, 12), OfferPlant(1, 3, 13), ScrapPlant(1, 3, 12)],
    ids=repr,
)
def test_every_argument_counts(other: Action) -> None:
    assert OfferPlant(1, 3, 12) != other


def test_actions_equal_nothing_else() -> None:
    action = PassAuction(3)
    assert action != action.key()
    assert action != "PassAuction(3)"
    assert action is not None


def test_order_is_by_kind_then_seat_then_arguments() -> None:
    ordered = [
        OfferPlant(0, 2, 9),
        OfferPlant(0, 3, 4),
        OfferPlant(0, 3, 5),
        OfferPlant(1, 0, 0),
        PassAuction(0),
        Bid(0, 1),
    ]
    ordered.reverse()
    assert sorted(ordered) == ordered[::-1]
    assert not OfferPlant(0, 2, 9) < OfferPlant(0, 2, 9)
    assert sorted(ACTIONS) == sorted(ACTIONS, key=Action.key)


@pytest.mark.parametrize("action", ACTIONS, ids=repr)
def test_chance_has_no_seat_and_makes_no_move(action: Action) -> None:
    by_chance = isinstance(action, ChanceAction)
    assert (action.seat == CHANCE) == by_chance
    assert (action.moves() == 0) == by_chance


def test_moves_are_tokens_and_plants_and_otherwise_one() -> None:
    assert BuyResources(0, 1, 5).moves() == 5
    assert RunPlants(0, 0b10110, 0).moves() == 3
    assert RunPlants(0, 0, 0).moves() == 1
    assert Produce(0, 0b10110, 0, [1, 2]).moves() == 3
    assert Produce(0, 0, 0, []).moves() == 1
    several = {BuyResources.WORD, RunPlants.WORD, Produce.WORD}
    single = [action for action in ACTIONS if action.seat != CHANCE and action.WORD not in several]
    assert {action.moves() for action in single} == {1}


@pytest.mark.clause("d12.1")
def test_c12_1_purchases_connections_and_trust_houses_can_be_taken_back() -> None:
    undone = {type(action) for action in ACTIONS if action.can_be_taken_back()}
    assert undone == {
        *(BuyResources, BuyCard, ChangeMarket, ConnectCity, ExtendNetwork, PlaceTrustHouse),
        DeclineSale,
    }

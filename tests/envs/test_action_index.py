"""The numbers of choices: fixed, complete, and legal where they are marked."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gridwright.content.table import TableSpec, build_game, build_rules, list_boards, list_editions
from gridwright.engine.dice import Dice
from gridwright.engine.editions.card.vocabulary import MayProduce, Produce
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import Bid, MayBid, MayOffer, OfferPlant
from gridwright.engine.vocabulary.base import Action, EventLog, Offer
from gridwright.envs.action_builder import WHAT, ActionBuilder, NotMarkedError
from gridwright.envs.action_index import REVISION, build_index
from gridwright.envs.action_lookup import ActionLookup
from gridwright.envs.chance import draw
from gridwright.envs.families import N_AMOUNTS
from gridwright_lab.conformance.sampling.tables import list_tables, spread_tables
from tests.kit.spread import Pick, picks

GOLDEN = Path(__file__).parent / "action_index.json"

BOARDS = [(edition, board) for edition in list_editions() for board in list_boards(edition)]


def tables_of(edition: str, board: str) -> list[TableSpec]:
    return [spec for spec in list_tables(edition) if spec.board == board]


def golden_text() -> str:
    """Return the golden file for today's numbers."""
    found = {}
    for edition, board in BOARDS:
        index = build_index(build_game(tables_of(edition, board)[0]).rules)
        found[f"{edition}/{board}"] = {
            "digest": index.digest(),
            "size": index.size,
            "starts": {
                family.name: [index.starts[place], family.size]
                for place, family in enumerate(index.families)
            },
        }
    text = json.dumps({"revision": REVISION, "boards": found}, indent=1, ensure_ascii=False)
    return re.sub(r"\[\s+(\d+),\s+(\d+)\s+\]", r"[\1, \2]", text) + "\n"


def test_the_numbers_are_those_of_the_golden_file() -> None:
    """Run ``python -m tests.envs.test_action_index`` after a new board or action."""
    assert json.loads(golden_text()) == json.loads(GOLDEN.read_text("utf-8"))


@pytest.mark.parametrize(("edition", "board"), BOARDS)
def test_all_tables_of_a_board_share_one_index(edition: str, board: str) -> None:
    digests = {build_index(build_rules(spec)).digest() for spec in tables_of(edition, board)}
    assert len(digests) == 1


@pytest.mark.parametrize(("edition", "board"), BOARDS)
def test_names_and_numbers_are_one_to_one(edition: str, board: str) -> None:
    index = build_index(build_game(tables_of(edition, board)[0]).rules)
    names = [index.name(choice) for choice in range(index.size)]
    assert len(set(names)) == index.size
    assert [index.number(name) for name in names[::17]] == list(range(0, index.size, 17))


def test_an_unknown_name_has_no_number() -> None:
    index = build_index(build_game(list_tables("card")[0]).rules)
    with pytest.raises(ValueError, match="expected a choice"):
        index.number("connect essen")


# Positions


def positions(game: Game, seed: int, every: int) -> Iterator[State]:
    """Some positions of a random game in which a seat acts."""
    dice = Dice(seed)
    chance = random.Random(seed)
    state = game.new_state()
    silence = EventLog(False)
    n_turns = 0
    while not game.is_over(state):
        if state.actor == CHANCE:
            game.apply(state, draw(game, state, chance), silence)
            continue
        n_turns += 1
        if n_turns % every == seed % every:
            yield state
        offers = game.offers(state)
        game.apply(state, offers[dice.below(len(offers))].sample(dice), silence)


def all_actions(offers: list[Offer]) -> list[Action]:
    """Everything that offers hold, ranges of money included; ways to turn cards are sampled."""
    found: set[Action] = set()
    for offer in offers:
        if isinstance(offer, MayBid):
            found.update(Bid(offer.seat, amount) for amount in range(offer.low, offer.high + 1))
        elif isinstance(offer, MayOffer):
            for plant, low, high in zip(offer.plants, offer.lows, offer.highs, strict=True):
                found.update(OfferPlant(offer.seat, plant, bid) for bid in range(low, high + 1))
        else:
            found.update(offer.actions())
            if isinstance(offer, MayProduce):
                found.update(offer.sample(Dice(number)) for number in range(40))
    return sorted(found)


def ways(builder: ActionBuilder, path: list[int]) -> Iterator[tuple[list[int], Action]]:
    """Every row of choices that can follow, and the action each makes up."""
    again = ActionBuilder(builder.lookup)
    again.ask(builder.offers, builder.seat, builder.owned)
    for choice in path:
        assert again.take(choice) is None
    row = bytearray(builder.lookup.size)
    again.mark(row)
    for choice in [number for number, marked in enumerate(row) if marked]:
        step = ActionBuilder(builder.lookup)
        step.ask(builder.offers, builder.seat, builder.owned)
        done: Action | None = None
        for each in [*path, choice]:
            done = step.take(each)
        if done is None:
            yield from ways(builder, [*path, choice])
        else:
            yield [*path, choice], done


def effect(game: Game, state: State, action: Action) -> list[int]:
    """An action with the cards it turns spelled out."""
    key = list(action.key())
    if isinstance(action, Produce) and not action.turns:
        offer = game.offers(state)[0]
        assert isinstance(offer, MayProduce)
        run = offer.run_of(action.plants, action.first)
        assert run is not None
        key += offer.cards.fewest_first(offer.stored, offer.fuel.burned_by(run, action.first))
    return key


@pytest.mark.parametrize("pick", picks(24), ids=str)
def test_every_offered_action_is_one_row_of_choices_and_back(pick: Pick) -> None:
    game = build_game(pick.spec())
    builder = ActionBuilder(ActionLookup(game.rules))
    n_actions = 0
    for state in positions(game, 5, 13):
        offers = game.offers(state)
        builder.ask(offers, state.actor, state.plants[state.actor])
        for action in all_actions(offers):
            row = builder.choices_for(action)
            again = ActionBuilder(builder.lookup)
            again.ask(offers, state.actor, state.plants[state.actor])
            done: Action | None = None
            for choice in row:
                assert done is None
                done = again.take(choice)
            assert done is not None
            assert effect(game, state, done) == effect(game, state, action)
            n_actions += 1
    assert n_actions > 10


@pytest.mark.parametrize("pick", picks(40)[30:], ids=str)
def test_every_row_of_marked_choices_is_another_offered_action(pick: Pick) -> None:
    game = build_game(pick.spec())
    builder = ActionBuilder(ActionLookup(game.rules))
    n_rows = 0
    for state in positions(game, 8, 17):
        offers = game.offers(state)
        builder.ask(offers, state.actor, state.plants[state.actor])
        found: dict[Action, list[int]] = {}
        for row, action in ways(builder, []):
            game.verify(state, action)
            assert any(offer.holds(action) for offer in offers)
            assert action not in found, (row, found[action])
            found[action] = row
            n_rows += 1
        reached = {tuple(effect(game, state, action)) for action in found}
        assert reached >= {tuple(effect(game, state, action)) for action in all_actions(offers)}
    assert n_rows > 10


def test_amounts_beyond_the_index_take_more_choices() -> None:
    game = build_game(list_tables("classic")[0])
    builder = ActionBuilder(ActionLookup(game.rules))
    builder.ask([MayBid(0, 30, 730)], 0, [])
    for amount in (30, 199, 200, 399, 400, 600, 730):
        row = builder.choices_for(Bid(0, amount))
        assert len(row) == 1 + amount // N_AMOUNTS
    found = [action for _row, action in ways(builder, [])]
    assert found == [Bid(0, amount) for amount in range(30, 731)]


def test_a_choice_that_is_not_marked_is_refused_and_changes_nothing() -> None:
    for spec in spread_tables()[:12]:
        game = build_game(spec)
        builder = ActionBuilder(ActionLookup(game.rules))
        for state in positions(game, 3, 97):
            row = bytearray(builder.lookup.size)
            builder.ask(game.offers(state), state.actor, state.plants[state.actor])
            builder.mark(row)
            for choice in range(-1, builder.lookup.size + 1):
                if choice in (-1, builder.lookup.size) or not row[choice]:
                    with pytest.raises(NotMarkedError):
                        builder.take(choice)
                    assert builder.question == WHAT


if __name__ == "__main__":
    GOLDEN.write_text(golden_text(), "utf-8")

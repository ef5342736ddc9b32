"""No one can tell from any message how the hidden stack lies, or what others hold in secret."""

import pytest

from gridwright.engine.codec import Json, canonical, event_values, observation_values, offer_values
from gridwright.engine.observe import observe
from gridwright.engine.vocabulary.base import Event, EventLog
from gridwright_lab.conformance.secrecy.compare import (
    Channel,
    World,
    compare_all,
    main,
    sample_positions,
    to_text,
)
from tests.loaded_engine import in_parts, sized

N_PARTS = 8
N_POSITIONS = sized(2_000 // N_PARTS, 80)
N_WORLDS = 20


@pytest.mark.parametrize("part", in_parts(sized(N_PARTS, 1), every_commit=sized(2, 1)))
def test_messages_are_the_same_in_every_world(part: int) -> None:
    """2,000 positions in all with 20 hidden orders each: every message byte by byte."""
    positions = sample_positions(N_POSITIONS, seed=part)
    found = compare_all(positions, N_WORLDS, seed=part)
    assert found.leaks == []
    assert found.positions == N_POSITIONS
    assert found.worlds == N_POSITIONS * N_WORLDS
    # Without different orders and different cards dealt nothing would be proven.
    assert found.orders_differed > 0.9 * N_POSITIONS
    assert found.cards_differed > 0.4 * N_POSITIONS
    assert found.moneys > 0
    print(found.to_json())


class Peeking(Channel):
    """Views hold the next card."""

    def observation(self, world: World, viewer: int) -> dict[str, Json]:
        return super().observation(world, viewer) | {"next": world.hidden[0]}


class Winking(Channel):
    """One viewer of many sees whether the next card is a large one."""

    def observation(self, world: World, viewer: int) -> dict[str, Json]:
        seen = super().observation(world, viewer)
        return seen | {"round": world.state.round + (viewer == 1 and world.hidden[0] > 30)}


class Hinting(Channel):
    """Offers are sorted by what is in the middle."""

    def offers(self, world: World) -> list[Json]:
        offers = super().offers(world)
        middle = world.hidden[len(world.hidden) // 2]
        return offers if middle % 2 else list(reversed(offers))


class Gossiping(Channel):
    """Events are longer when the next card is odd."""

    def events(self, world: World, events: list[Event]) -> list[Json]:
        return [*super().events(world, events), *[0] * (world.hidden[0] % 2)]


class Counting(Channel):
    """Everyone sees how much money is on the table."""

    def observation(self, world: World, viewer: int) -> dict[str, Json]:
        return super().observation(world, viewer) | {"total": sum(world.state.money)}


@pytest.mark.parametrize("variant", [Peeking, Winking, Hinting, Gossiping, Counting])
def test_a_sabotaged_variant_is_noticed(variant: type[Channel]) -> None:
    found = compare_all(sample_positions(80), 6, variant())
    assert found.leaks
    assert not found.ok


def test_the_fast_encoder_writes_canonical_json() -> None:
    for position in sample_positions(16):
        game, state = position.game, position.state.copy()
        messages: list[Json] = [observation_values(observe(game, state, 0))]
        messages.extend([offer_values(offer) for offer in game.offers(state)])
        log = EventLog(True)
        game.apply(state, game.legal(state)[0], log)
        messages.extend([event_values(event) for event in log.events])
        for message in messages:
            assert to_text(message) == canonical(message)


def test_the_command_counts_what_it_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--positions", "20", "--worlds", "5"]) == 0
    assert '"worlds": 100' in capsys.readouterr().out

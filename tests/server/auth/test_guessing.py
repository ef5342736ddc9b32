"""Guessing reveals nothing and is limited; faulty variants of the server fail the same checks."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from gridwright.server.accounts.hash_queue import HashQueue
from gridwright.server.accounts.passwords import Passwords
from gridwright.server.accounts.service import Accounts
from gridwright.server.auth.errors import SignInRefused, TooManyTries
from gridwright.server.auth.guess_limits import PER_ACCOUNT, PER_ADDRESS, GuessLimits
from gridwright.server.node import open_node
from gridwright.server.operations.steady_clock import SteadyClock
from gridwright_lab.trials.clocks.simulated_machine import SimulatedMachine
from gridwright_lab.trials.guessing import HASHES_BETWEEN, SPRAYED, Guessing, chance_to_tell
from gridwright_lab.trials.live_server import open_live_server
from gridwright_lab.trials.thresholds import Threshold, Verdict
from tests.server.accounts.visitors import PASSWORD, register, sign_in

pytestmark = pytest.mark.anyio

N_ASKS = 30
N_GUESSES = 200
MAX_HASHES = 20
"""Two run at the same time, each of eight sprayers is first with its first guess, and 64 may
wait."""
SLOW = "p95 of others' sign-ins in ms while one account is guessed"
"""Too few sign in during a short attack for this figure to mean anything."""


async def asked(n_asks: int = N_ASKS) -> list[str]:
    async with open_live_server(with_worker=False) as server:
        trial = Guessing(server)
        bars, _figures = await trial.ask(n_asks)
        assert server.app.server_errors == []
        return Verdict(bars).missed()


async def guessed(n_guesses: int = N_GUESSES) -> list[str]:
    async with open_live_server(with_worker=False) as server:
        bars, _figures = await Guessing(server).guess(n_guesses)
        assert server.app.server_errors == []
        return Verdict([bar for bar in bars if bar.name != SLOW]).missed()


async def sprayed(n_guesses: int) -> Verdict:
    async with open_live_server(with_worker=False) as server:
        bars, figures = await Guessing(server).spray(n_guesses)
        assert server.app.server_errors == []
        return Verdict(bars, figures)


async def test_guesses_at_many_names_delay_no_other_client() -> None:
    """The bar of the long trial is half a second; how long a hash takes is up to the machine."""
    verdict = await sprayed(120)
    assert verdict.figures[HASHES_BETWEEN] <= MAX_HASHES, verdict
    slow = {SPRAYED, "others who signed in while names were sprayed"}
    assert set(verdict.missed()) <= slow


@pytest.mark.slow
async def test_a_server_that_hashes_in_the_order_of_arrival_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A faulty variant: the queue is first in, first out."""
    monkeypatch.setattr(HashQueue, "verify_room", lambda _self, _asker: None)
    monkeypatch.setattr(HashQueue, "_n_wrong", lambda _self, _asker: 0)
    monkeypatch.setattr(HashQueue, "_n_of", lambda _self, _asker: 0)
    verdict = await sprayed(300)
    assert verdict.figures[HASHES_BETWEEN] > MAX_HASHES, verdict


async def test_answers_do_not_reveal_which_names_exist() -> None:
    assert await asked() == []


async def test_of_two_hundred_guesses_twenty_are_looked_at() -> None:
    assert await guessed() == []


# Faulty variants


async def test_a_server_in_a_hurry_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Passwords.verify

    async def hasty(self: Passwords, kept: str | None, password: str, asker: str) -> bool:
        return kept is not None and await plain(self, kept, password, asker)

    monkeypatch.setattr(Passwords, "verify", hasty)
    assert "times that tell who exists" in await asked()


async def test_a_server_that_talks_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Accounts.sign_in

    async def talkative(self: Accounts, name: str, password: str, address: str) -> Any:
        try:
            return await plain(self, name, password, address)
        except SignInRefused as error:
            if await self.store.by_name(name.casefold()) is None:
                error.args = ("there is no such name",)
            raise

    monkeypatch.setattr(Accounts, "sign_in", talkative)
    assert "different answers beyond one" in await asked(4)


async def test_a_server_that_does_not_count_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    async def unlimited(
        _self: GuessLimits, _limit: object, _subject: str, _known_as: str = ""
    ) -> None:
        return

    monkeypatch.setattr(GuessLimits, "count", unlimited)
    assert {"guesses looked at beyond the limit", "guesses that were let in"} <= set(
        await guessed(80)
    )


def test_chances() -> None:
    assert chance_to_tell([1.0, 2.0], [1.0, 2.0]) == 0.5
    assert chance_to_tell([3.0, 4.0], [1.0, 2.0]) == 1.0
    assert not Threshold("any", 1).is_met


# The limits themselves


async def test_an_account_opens_again_and_the_right_password_clears_the_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with open_live_server(with_worker=False) as server:
        await register(server.client, "Ada", bearer=True)
        for _try in range(19):
            assert (await sign_in(server.client, "Ada", "wrong guess")).status_code == 403
        assert (await sign_in(server.client, "Ada")).status_code == 201
        for _try in range(20):
            assert (await sign_in(server.client, "Ada", "wrong guess")).status_code == 403
        locked = await sign_in(server.client, "Ada")
        assert locked.status_code == 429
        assert 890 < int(locked.headers["retry-after"]) <= 900
        # Within the next seconds the store is not even asked; then it is.
        n_tries = await server.node.store.home.rows("SELECT sum(n) FROM tally")
        assert (await sign_in(server.client, "Ada")).status_code == 429
        assert await server.node.store.home.rows("SELECT sum(n) FROM tally") == n_tries
        monkeypatch.setattr(server.node.accounts._tries, "_closed", {})
        # The window is moved into the past instead of waiting for it.
        past = "UPDATE tally SET since = since - 900001"
        await server.node.store.home.change((past, ()))
        assert (await sign_in(server.client, "Ada")).status_code == 201


async def test_passwords_of_people_who_are_signed_in_are_counted_too() -> None:
    async with open_live_server(with_worker=False) as server:
        made = await register(server.client, "Ada", bearer=True)
        headers = {"authorization": f"Bearer {made.json()['token']}"}

        async def erase(password: str) -> httpx.Response:
            body = {"password": password}
            return await server.client.post("/api/me/erase", json=body, headers=headers)

        assert [(await erase("wrong one")).status_code for _ in range(21)] == [403] * 20 + [429]
        assert (await erase(PASSWORD)).status_code == 429
        assert await server.node.accounts.store.count() == 1


async def test_renaming_does_not_reset_the_count() -> None:
    """45 guesses were looked at where 20 are allowed."""
    async with open_live_server(with_worker=False) as server:
        made = await register(server.client, "Ada", bearer=True)
        headers = {"authorization": f"Bearer {made.json()['token']}"}
        before = server.node.accounts.passwords.n_verified

        async def guess() -> int:
            body = {"password": "wrong one"}
            return (
                await server.client.post("/api/me/erase", json=body, headers=headers)
            ).status_code

        async def rename(name: str) -> None:
            answer = await server.client.patch("/api/me", json={"name": name}, headers=headers)
            assert answer.status_code == 200, answer.text

        assert [await guess() for _ in range(15)] == [403] * 15
        await rename("Grace")
        assert [await guess() for _ in range(10)] == [403] * 5 + [429] * 5
        await rename("Hedy")
        assert [await guess() for _ in range(5)] == [429] * 5
        # Nor does another way in.
        assert (await sign_in(server.client, "Hedy", "wrong one")).status_code == 429
        assert server.node.accounts.passwords.n_verified - before == 20
        # A person who takes the old name has a separate count.
        assert (await register(server.client, "Ada", bearer=True)).status_code == 201
        assert (await sign_in(server.client, "Ada")).status_code == 201


@pytest.mark.parametrize("by", [3_600_000, -3_600_000])
async def test_a_machines_clock_that_is_set_neither_locks_nor_opens(
    tmp_path: Path, by: int
) -> None:
    """One hour back locked an account for 4,487 s."""
    machine = SimulatedMachine()
    address = f"sqlite:///{tmp_path / 'games.db'}"
    async with open_node(address, bytes(32), clock=SteadyClock(machine)) as node:
        tries = node.accounts._tries
        for _try in range(PER_ACCOUNT.most):
            await tries.count(PER_ACCOUNT, "subject")
        machine.set_wall(by)
        machine.pass_time(60_000)
        with pytest.raises(TooManyTries) as refused:
            await tries.count(PER_ACCOUNT, "subject")
        assert refused.value.retry_after == 14 * 60
        machine.pass_time(14 * 60_000)
        await tries.count(PER_ACCOUNT, "subject")


async def test_a_count_from_the_future_locks_for_one_span_at_most() -> None:
    """A machine was restarted with its clock set back."""
    async with open_live_server(with_worker=False) as server:
        tries = server.node.accounts._tries
        for _try in range(PER_ACCOUNT.most):
            await tries.count(PER_ACCOUNT, "subject")
        await server.node.store.home.change(("UPDATE tally SET since = since + 3600000", ()))
        with pytest.raises(TooManyTries) as refused:
            await tries.count(PER_ACCOUNT, "subject")
        assert refused.value.retry_after <= 15 * 60


async def test_attempts_of_an_address_are_limited_over_all_names() -> None:
    async with open_live_server(with_worker=False) as server:
        accounts = server.node.accounts
        tries = accounts._tries
        for _try in range(PER_ADDRESS.most):
            await tries.count(PER_ADDRESS, "192.0.2.1")
        for attempt in (
            accounts.sign_in("Anyone", "any password", "192.0.2.1"),
            accounts.register("Anyone", "any password", "192.0.2.1"),
        ):
            with pytest.raises(TooManyTries):
                await attempt
        with pytest.raises(SignInRefused):
            await accounts.sign_in("Anyone", "any password", "192.0.2.2")
        rows = await server.node.store.home.rows("SELECT key FROM tally")
        assert "192.0.2" not in repr(rows)
        assert "anyone" not in repr(rows).lower()

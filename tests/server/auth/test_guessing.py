"""Guessing tells nothing and is soon over; and a server that lets it would be found out."""

from typing import Any

import httpx
import pytest

from gridwright.server.accounts.passwords import Passwords
from gridwright.server.accounts.service import Accounts
from gridwright.server.auth.errors import SignInRefused, TooManyTries
from gridwright.server.auth.guess_limits import PER_ADDRESS, GuessLimits
from gridwright_lab.trials.bars import Bar, Verdict
from gridwright_lab.trials.guessing import Guessing, chance_to_tell
from gridwright_lab.trials.live_server import open_live_server
from tests.server.accounts.visitors import PASSWORD, register, sign_in

pytestmark = pytest.mark.anyio

N_ASKS = 30
N_GUESSES = 200
SLOW = "milliseconds beyond the bar for others"
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


async def test_nobody_learns_who_exists() -> None:
    assert await asked() == []


async def test_of_two_hundred_guesses_twenty_are_looked_at() -> None:
    assert await guessed() == []


# Sabotaged twins


async def test_a_server_in_a_hurry_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Passwords.verify

    async def hasty(self: Passwords, kept: str | None, password: str) -> bool:
        return kept is not None and await plain(self, kept, password)

    monkeypatch.setattr(Passwords, "verify", hasty)
    assert "times that tell who exists" in await asked()


async def test_a_server_that_talks_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Accounts.sign_in

    async def talkative(self: Accounts, name: str, password: str, address: str) -> Any:
        try:
            return await plain(self, name, password, address)
        except SignInRefused as error:
            if await self.store.by_name(name.casefold()) is None:
                error.args = ("there is nobody of that name",)
            raise

    monkeypatch.setattr(Accounts, "sign_in", talkative)
    assert "different answers beyond one" in await asked(4)


async def test_a_server_that_does_not_count_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    async def patient(_self: GuessLimits, _limit: object, _subject: str) -> None:
        return

    monkeypatch.setattr(GuessLimits, "count", patient)
    assert {"guesses looked at beyond the limit", "guesses that were let in"} <= set(
        await guessed(30)
    )


def test_chances() -> None:
    assert chance_to_tell([1.0, 2.0], [1.0, 2.0]) == 0.5
    assert chance_to_tell([3.0, 4.0], [1.0, 2.0]) == 1.0
    assert not Bar("any", 1).is_met


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


async def test_an_address_has_so_many_tries_at_all_names_together() -> None:
    async with open_live_server(with_worker=False) as server:
        accounts = server.node.accounts
        tries = accounts._tries
        for _try in range(PER_ADDRESS.most):
            await tries.count(PER_ADDRESS, "192.0.2.1")
        for attempt in (
            accounts.sign_in("Anybody", "any password", "192.0.2.1"),
            accounts.register("Anybody", "any password", "192.0.2.1"),
        ):
            with pytest.raises(TooManyTries):
                await attempt
        with pytest.raises(SignInRefused):
            await accounts.sign_in("Anybody", "any password", "192.0.2.2")
        rows = await server.node.store.home.rows("SELECT key FROM tally")
        assert "192.0.2" not in repr(rows)
        assert "anybody" not in repr(rows).lower()

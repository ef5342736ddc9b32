"""Names and passwords that may be chosen, hashes, tokens, addresses."""

import asyncio
import threading

import pytest

from gridwright.server.accounts.names import folded_name, shown_name
from gridwright.server.accounts.passwords import Passwords, verify_choice
from gridwright.server.auth.errors import BadName, BadPassword, TooManyTries
from gridwright.server.auth.guess_limits import network_of
from gridwright.server.auth.tokens import PREFIX, new_token, session_id_of

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("Straße", "STRASSE"),
        ("\uff21\uff44\uff41", "ada"),
        ("e\u0301mile", "émile"),
        ("Ada  Lovelace", "ada lovelace"),
        ("ﬁna", "FINA"),
    ],
)
def test_names_that_read_the_same_are_the_same(one: str, other: str) -> None:
    assert folded_name(shown_name(one)) == folded_name(shown_name(other))


def test_different_names_stay_different() -> None:
    assert len({folded_name(name) for name in ("Ada", "Ana", "Ada 2", "Äda")}) == 4


@pytest.mark.parametrize("name", ["", "   ", "a" * 33, "a\x00b", "a\u202eb", "...", "\u200b"])
def test_some_names_are_none(name: str) -> None:
    with pytest.raises(BadName):
        shown_name(name)


def test_a_name_is_shown_without_needless_spaces() -> None:
    assert shown_name("  Ada\u00a0 Lovelace\n") == "Ada Lovelace"


@pytest.mark.parametrize("password", ["short", "a" * 201, "password", "PassWord123", "12345678"])
def test_some_passwords_are_refused(password: str) -> None:
    with pytest.raises(BadPassword):
        verify_choice(password, "Ada")


def test_a_password_is_not_the_name() -> None:
    with pytest.raises(BadPassword):
        verify_choice("ADA LOVELACE", "Ada Lovelace")
    verify_choice("ada lovelace!", "Ada Lovelace")
    verify_choice("a" * 200, "Ada")


async def test_a_hash_opens_for_its_password_alone() -> None:
    passwords = Passwords()
    kept = await passwords.hash("pässwörd one")
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert await passwords.verify(kept, "pässwörd one")
    assert await passwords.verify(kept, "pa\u0308sswo\u0308rd one")  # Another keyboard.
    assert not await passwords.verify(kept, "pässwörd two")
    assert not await passwords.verify(None, "pässwörd one")
    assert not await passwords.verify("broken", "pässwörd one")
    assert not passwords.is_outdated(kept)
    assert passwords.is_outdated(kept.replace("t=2", "t=1"))
    assert kept != await passwords.hash("pässwörd one")
    passwords.close()


async def test_only_some_hashes_run_at_once_and_a_flood_is_sent_away() -> None:
    passwords = Passwords(at_once=2, most_waiting=3)
    running = 0
    most = 0
    lock = threading.Lock()
    release = threading.Event()

    def work() -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        release.wait(10)
        with lock:
            running -= 1

    tasks = [asyncio.create_task(passwords._run(work)) for _ in range(9)]
    refused = list((await asyncio.wait(tasks, timeout=0.2))[0])
    assert len(refused) == 4
    assert all(isinstance(task.exception(), TooManyTries) for task in refused)
    release.set()
    await asyncio.gather(*[task for task in tasks if task not in refused])
    assert most == 2
    assert await passwords._run(lambda: 7) == 7
    passwords.close()


def test_tokens_are_long_and_told_from_tickets() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len({session_id_of(token) for token in tokens}) == 100
    token = tokens.pop()
    assert token.startswith(PREFIX)
    assert token not in str(session_id_of(token))
    for other in ("", token[:-1], token + "A", token + "\n", token.replace("gws_", "gwt_"), "é"):
        assert session_id_of(other) is None


def test_a_household_counts_as_one_address() -> None:
    assert network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::9") != ""
    assert network_of("2001:db8:1:3::9") != network_of("2001:db8:1:2::9")
    assert network_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert network_of("fe80::1%eth0") == "fe80::/64"
    assert network_of("unix") == "unix"

"""Names and passwords that may be chosen, hashes, tokens, addresses."""

import asyncio
import threading
from collections.abc import Callable

import pytest

from gridwright.server.accounts.common_passwords import ENDINGS, common_words, is_common
from gridwright.server.accounts.hash_queue import HashQueue
from gridwright.server.accounts.names import folded_name, shown_name
from gridwright.server.accounts.passwords import LEAST, Passwords, verify_choice
from gridwright.server.auth.errors import BadName, BadPassword, CommonPassword, TooManyTries
from gridwright.server.auth.guess_limits import network_of
from gridwright.server.auth.records import PREFIX, new_token, session_id_of

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
def test_bad_names_are_refused(name: str) -> None:
    with pytest.raises(BadName):
        shown_name(name)


def test_a_name_is_shown_without_needless_spaces() -> None:
    assert shown_name("  Ada\u00a0 Lovelace\n") == "Ada Lovelace"


@pytest.mark.parametrize("password", ["short", "a" * 201, "password", "PassWord123", "12345678"])
def test_bad_passwords_are_refused(password: str) -> None:
    with pytest.raises(BadPassword):
        verify_choice(password, "Ada")


def test_a_password_is_not_the_name() -> None:
    with pytest.raises(BadPassword):
        verify_choice("ADA LOVELACE", "Ada Lovelace")
    verify_choice("ada lovelace!", "Ada Lovelace")
    verify_choice("a" * 200, "Ada")


async def test_a_hash_opens_for_its_password_alone() -> None:
    passwords = Passwords()
    kept = await passwords.hash("pässwörd one", "a")
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert await passwords.verify(kept, "pässwörd one", "a")
    assert await passwords.verify(kept, "pa\u0308sswo\u0308rd one", "a")  # Another keyboard.
    assert not await passwords.verify(kept, "pässwörd two", "a")
    assert not await passwords.verify(None, "pässwörd one", "a")
    assert not await passwords.verify("broken", "pässwörd one", "a")
    assert not passwords.is_outdated(kept)
    assert passwords.is_outdated(kept.replace("t=2", "t=1"))
    assert kept != await passwords.hash("pässwörd one", "a")
    passwords.close()


async def test_few_hashes_run_at_the_same_time_and_a_flood_is_refused() -> None:
    queue = HashQueue(n_threads=2, most_waiting=3, most_of_one=9)
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

    tasks = [asyncio.create_task(queue.run("a", work)) for _ in range(9)]
    refused = list((await asyncio.wait(tasks, timeout=0.2))[0])
    assert len(refused) == 4
    assert all(isinstance(task.exception(), TooManyTries) for task in refused)
    release.set()
    await asyncio.gather(*[task for task in tasks if task not in refused])
    assert most == 2
    assert await queue.run("a", lambda: 7) == 7
    queue.close()


class BusyQueue:
    """A queue of one thread, which is busy until it is released."""

    def __init__(self, most_waiting: int = 20, most_of_one: int = 4) -> None:
        self.now = 0.0
        self.queue = HashQueue(1, most_waiting, most_of_one, lambda: self.now)
        self.order: list[str] = []
        self.release = threading.Event()
        self.tasks: list[asyncio.Task[None]] = []

    async def ask(self, *askers: str) -> None:
        """Let these ask, one after the other; the first of all is the one that keeps it busy."""
        for asker in askers:
            self.tasks.append(asyncio.create_task(self.queue.run(asker, self._work(asker))))
            await asyncio.sleep(0)

    def _work(self, asker: str) -> Callable[[], None]:
        def work() -> None:
            self.release.wait(10)
            self.order.append(asker)

        return work

    async def finish(self) -> list[str]:
        """Return the askers served after the first, in order."""
        self.release.set()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.queue.close()
        return self.order[1:]

    def refused(self) -> list[int]:
        """Places of the tasks that raised TooManyTries."""
        return [
            place
            for place, task in enumerate(self.tasks)
            if task.done() and isinstance(task.exception(), TooManyTries)
        ]


async def test_addresses_take_turns() -> None:
    busy = BusyQueue()
    await busy.ask("first", "flood", "flood", "flood", "b", "c")
    assert await busy.finish() == ["flood", "b", "c", "flood", "flood"]


async def test_askers_with_wrong_guesses_are_served_later() -> None:
    busy = BusyQueue()
    for asker in ("worst", "worst", "bad"):
        busy.queue.note_wrong(asker)
    await busy.ask("first", "worst", "bad", "worst", "good", "good")
    assert await busy.finish() == ["good", "good", "bad", "worst", "worst"]


async def test_failed_sign_ins_expire() -> None:
    busy = BusyQueue()
    busy.queue.note_wrong("a")
    busy.now = 601.0
    await busy.ask("first", "a", "b")
    assert await busy.finish() == ["a", "b"]


async def test_one_address_has_few_places_and_gets_a_retry_time() -> None:
    busy = BusyQueue(most_of_one=2)
    await busy.ask("first", "flood", "flood", "flood", "other")
    with pytest.raises(TooManyTries) as refused:
        busy.queue.verify_room("flood")
    assert refused.value.retry_after >= 1
    await asyncio.sleep(0)
    assert busy.refused() == [3]
    assert await busy.finish() == ["flood", "other", "flood"]


async def test_a_full_queue_sends_the_worst_away_not_the_last_who_came() -> None:
    busy = BusyQueue(most_waiting=2)
    busy.queue.note_wrong("bad")
    await busy.ask("first", "bad", "a", "b")
    await asyncio.sleep(0)
    assert busy.refused() == [1]
    assert await busy.finish() == ["a", "b"]


async def test_a_cancelled_request_frees_its_place() -> None:
    busy = BusyQueue()
    await busy.ask("first", "a", "b", "c")
    busy.tasks[1].cancel()
    busy.tasks[3].cancel()
    await asyncio.sleep(0)
    assert await busy.finish() == ["b"]
    again = BusyQueue()
    again.release.set()
    await again.ask("first", "a")
    assert await again.finish() == ["a"]


def test_thousands_of_common_passwords_are_refused() -> None:
    common = {
        word + ending
        for word in common_words()
        for ending in ENDINGS
        if len(word + ending) >= LEAST
    }
    assert len(common) >= 3_000
    assert [password for password in sorted(common)[::7] if not is_common(password)] == []


@pytest.mark.parametrize(
    "password",
    [
        *("P@ssw0rd123", "Passwort1!", "letmein123", "Summer2024!", "Sommer2025", "liverpool1"),
        *("qwertz123", "1q2w3e4r5t", "asdfghjkl", "abcdefgh", "98765432", "11111111", "abcabcabc"),
        *("24.12.1985", "19851224", "1985-12-24", "drowssap", "michael1", "iloveyou2", "trustno1"),
        *("gridwright2026", "Funkenschlag!", "123123123", "zaq12wsx", "blink182"),
    ],
)
def test_common_passwords_are_refused(password: str) -> None:
    with pytest.raises(CommonPassword):
        verify_choice(password, "Ada")


@pytest.mark.parametrize(
    "password",
    [
        *("correct horse battery", "kitten-basket-nine", "Tr0ub4dor&3", "zwölf Boxkämpfer"),
        *("3fG!kq92", "password for the tables", "mysummerof2024wasfine"),
    ],
)
def test_uncommon_passwords_are_accepted(password: str) -> None:
    verify_choice(password, "Ada")


def test_tokens_are_long_and_distinct_from_tickets() -> None:
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

"""One way out: no address given by a person leads inside, and none delays another person."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from gridwright.server.notices import outbound as module
from gridwright.server.notices.addresses import is_inside, is_own, is_public, parse_url
from gridwright.server.notices.mail import verify_mailbox
from gridwright.server.notices.outbound import BadAddress, Outbound, Outgoing, Quotas, Unreached
from gridwright.server.operations.rate_limits import Rate
from gridwright_lab.trials.egress.cases import ADDRESSES, FORMS
from gridwright_lab.trials.notices.push_service import receiving

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def hook(url: str, **headers: str) -> Outgoing:
    return Outgoing(url, b"{}", headers)


@asynccontextmanager
async def endpoint(*parts: bytes, pause: float = 0.0) -> AsyncIterator[str]:
    """Yield the URL of a server that answers with these parts, each after a pause."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.readuntil(b"\r\n\r\n")
            for part in parts:
                await asyncio.sleep(pause)
                writer.write(part)
                await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}/hook"


@pytest.mark.parametrize("address", ADDRESSES)
def test_addresses_inside_are_known(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "64:ff9b::808:808"]
)
def test_addresses_outside_are_allowed(address: str) -> None:
    assert is_public(address)


def test_an_address_of_this_machine_is_its_own() -> None:
    assert is_own("127.0.0.1")
    assert not is_own("203.0.113.7")


@pytest.mark.parametrize("form", FORMS)
def test_no_form_of_an_address_inside_is_accepted(form: str) -> None:
    assert len(FORMS) >= 60
    for url in (f"https://{form}/x", f"https://{form}:8443/x", f"http://{form}/x"):
        with pytest.raises(BadAddress):
            Outbound().verify(url)


@pytest.mark.parametrize(
    "url",
    [
        *("http://example.org/x", "ftp://example.org", "https://", "https://user@example.org/"),
        *("https://example.org:99999/", "https://[::1/", "file:///etc/passwd", "nonsense"),
        *("https://example.org:22/", "https://example.org:0/", "https://example.org/a#b"),
        *("https://example.org/a b", "https://example.org/a\\b", "https://a..example.org/"),
        *("https://-a.example.org/", "https://games.example/hook", "https://GAMES.example./"),
    ],
)
def test_other_forms_are_refused(url: str) -> None:
    with pytest.raises(BadAddress):
        Outbound(own_host="games.example").verify(url)


def test_urls_of_hooks_are_parsed() -> None:
    target = parse_url("https://Hooks.Example:8443?a=b")
    assert (target.host, target.port, target.path) == ("hooks.example", 8443, "/?a=b")
    assert target.header == "hooks.example:8443"
    assert parse_url("https://[2606:2800::1]/x").header == "[2606:2800::1]"
    assert not is_inside(parse_url("https://hooks.example/x?a=[b]~{c}"))


def test_only_named_hosts_may_be_inside() -> None:
    outbound = Outbound(frozenset({"ntfy.lan:8080"}))
    assert outbound.verify("http://ntfy.lan:8080/").scheme == "http"
    for url in ("http://ntfy.lan/", "http://ntfy.lan:8081/", "http://a.ntfy.lan:8080/"):
        with pytest.raises(BadAddress):
            outbound.verify(url)


async def test_the_name_is_resolved_once_and_every_address_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resolved: list[str] = []

    def answer(host: str, port: int, **_more: object) -> list[object]:
        resolved.append(host)
        inside, outside = ("127.0.0.1", port), ("93.184.215.14", port)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", each) for each in (outside, inside)]

    with receiving() as receiver:
        port = receiver.address.rpartition(":")[2]
        monkeypatch.setattr(socket, "getaddrinfo", answer)
        with pytest.raises(BadAddress, match="private"):
            await Outbound().send("ada", hook(f"https://rebinding.example:{port}/x"))
        assert resolved == ["rebinding.example"]
        assert receiver.at("/x") == []


async def test_an_answer_is_a_number_and_no_redirect_is_followed() -> None:
    outbound = Outbound(allows_private=True)
    with receiving() as receiver:
        receiver.answers["/moved"] = 302
        assert await outbound.send("ada", hook(f"{receiver.address}/moved?a=b")) == 201
        assert await outbound.send("ada", hook(f"{receiver.address}/moved")) == 302
        assert [each.content for each in receiver.at("/moved?a=b")] == [b"{}"]
    with pytest.raises(Unreached, match="no_answer"):
        await outbound.send("ada", hook(f"{receiver.address}/gone"))
    await outbound.close()


async def test_no_header_has_a_second_line() -> None:
    outbound = Outbound(allows_private=True)
    with pytest.raises(BadAddress):
        await outbound.send("ada", hook("http://127.0.0.1/", Authorization="a\r\nX-B: c"))


async def test_interim_responses_are_skipped_and_little_is_read() -> None:
    outbound = Outbound(allows_private=True)
    early = b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
    async with endpoint(early + b"HTTP/1.1 204 No Content\r\n") as url:
        assert await outbound.send("ada", hook(url)) == 204
    for parts in (
        (b"SSH-2.0-OpenSSH\r\n",),
        (b"HTTP/1.1 103 Early Hints\r\n", *[b"X: y\r\n" * 1_000] * 10),
        (b"HTTP/1.1 200" + b" " * 40_000,),
        (),
    ):
        async with endpoint(*parts) as url:
            with pytest.raises(Unreached, match="no_answer"):
                await outbound.send("ada", hook(url))
    await outbound.close()


async def test_a_dripping_endpoint_ends_at_the_deadline_and_delays_no_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "DEADLINE_S", 1.0)
    monkeypatch.setattr(module, "MAX_WAIT_S", 1.5)
    monkeypatch.setattr(module, "SLOW_S", 0.5)
    outbound = Outbound(allows_private=True)
    async with (
        endpoint(b"HTTP/1.1 ", *[b"2"] * 90, pause=0.1) as drip,
        endpoint(b"HTTP/1.1 200 OK\r\n") as good,
    ):
        began_at = time.monotonic()
        drips = [asyncio.create_task(outbound.send("mallory", hook(drip))) for _ in range(17)]
        await asyncio.sleep(0.1)
        assert await outbound.send("ada", hook(good)) == 200
        assert time.monotonic() - began_at < 1
        failures = await asyncio.gather(*drips, return_exceptions=True)
        assert {str(failure) for failure in failures} == {"too_slow", "busy"}
        assert time.monotonic() - began_at < 4
    assert outbound.is_slow("mallory")
    assert not outbound.is_slow("ada")
    await outbound.close()


async def test_a_person_has_a_rate() -> None:
    quotas = Quotas(person_rate=Rate(3, 60), place_rate=Rate(2, 60))
    outbound = Outbound(allows_private=True, quotas=quotas)
    async with (
        endpoint(b"HTTP/1.1 200 OK\r\n") as first,
        endpoint(b"HTTP/1.1 200 OK\r\n") as second,
    ):
        for url in (first, first, second):
            assert await outbound.send("ada", hook(url)) == 200
        with pytest.raises(Unreached, match="busy"):
            await outbound.send("ada", hook(second))
        assert await outbound.send("bo", hook(first)) == 200
        assert await outbound.send("bo", hook(first)) == 200
        with pytest.raises(Unreached, match="busy"):
            await outbound.send("bo", hook(first))
    await outbound.close()


async def test_a_server_that_stops_cancels_its_exchanges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STOP_S", 0.2)
    stopping = asyncio.Event()
    outbound = Outbound(stopping=stopping, allows_private=True)
    async with endpoint(b"H", pause=60) as url:
        running = asyncio.create_task(outbound.send("ada", hook(url)))
        await asyncio.sleep(0.1)
        stopping.set()
        with pytest.raises(Unreached, match="stopping"):
            await asyncio.wait_for(running, 2)
        with pytest.raises(Unreached, match="stopping"):
            await outbound.send("ada", hook(url))
        await outbound.close()


async def test_names_that_are_never_resolved_hold_no_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lookup cannot be cancelled; its owner gets no third one until it ends."""
    monkeypatch.setattr(module, "DEADLINE_S", 0.3)
    resolve, ends = socket.getaddrinfo, time.monotonic() + 2

    def hang(host: str, *rest: object, **more: object) -> object:
        if host.endswith(".example"):
            time.sleep(max(0, ends - time.monotonic()))
            raise socket.gaierror
        return resolve(host, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", hang)
    outbound = Outbound(allows_private=True)
    slow = [outbound.send("mallory", hook(f"https://{n}.slow.example/")) for n in range(4)]
    failures = await asyncio.gather(*slow, return_exceptions=True)
    assert sorted(map(str, failures)) == ["busy", "busy", "too_slow", "too_slow"]
    async with endpoint(b"HTTP/1.1 200 OK\r\n") as url:
        assert await outbound.send("ada", hook(url)) == 200
    await outbound.close()


@pytest.mark.parametrize(
    "text", ["", "ada", "ada@", "@b.example", "a b@c.example", "a@b.example\nBcc: c@d.example"]
)
def test_mailboxes_that_are_none_are_refused(text: str) -> None:
    verify_mailbox("ada.lovelace+grid@example.org")
    with pytest.raises(BadAddress):
        verify_mailbox(text)

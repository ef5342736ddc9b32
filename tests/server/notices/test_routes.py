"""Channels, choices and links over HTTP, with a mail server and a webhook that the test starts."""

import email
import email.policy
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from typing import Any

import httpx
import pytest
from aiosmtpd.controller import Controller

from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.operations.rate_limits import Limits
from gridwright.server.operations.settings import NoticePlan
from gridwright_lab.trials.live_server import LiveServer, bearer, open_live_server
from gridwright_lab.trials.notices.push_service import Device, receiving
from tests.server.accounts.visitors import token_of
from tests.server.tables.test_routes import free_port

pytestmark = pytest.mark.anyio

CHANNELS = "/api/me/notices/channels"
ORIGIN = "https://games.example"


class Mailboxes:
    """A mail server that keeps what it is given."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refused = ""

    async def handle_RCPT(  # The library's word.
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        if self.refused:
            return self.refused
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        parsed = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(parsed, EmailMessage)
        self.mails.append(parsed)
        return "250 OK"


@contextmanager
def mail_server() -> Iterator[tuple[Mailboxes, str]]:
    boxes = Mailboxes()
    port = free_port()
    controller = Controller(boxes, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield boxes, f"smtp://127.0.0.1:{port}"
    finally:
        controller.stop()


@pytest.fixture
async def told() -> AsyncIterator[tuple[LiveServer, Mailboxes]]:
    with mail_server() as (boxes, url):
        plan = NoticePlan(url, "grid@games.example", allows_private=True, origin=ORIGIN)
        async with open_live_server(with_worker=False, notices=plan) as server:
            yield server, boxes
            assert server.app.crashes == []
            assert server.app.server_errors == []


async def ask(
    server: LiveServer, method: str, path: str, token: str, body: Any = None
) -> httpx.Response:
    return await server.client.request(method, path, json=body, headers=bearer(token))


def code(answer: httpx.Response) -> Any:
    return answer.status_code, answer.json()["code"]


async def test_a_mailbox_is_confirmed_tried_and_unsubscribed_by_its_reader(
    told: tuple[LiveServer, Mailboxes],
) -> None:
    server, boxes = told
    token = await token_of(server, "Ada")
    added = await ask(server, "POST", CHANNELS, token, {"kind": "mail", "to": "ada@example.org"})
    (channel,) = added.json()["channels"]
    assert (channel["is_confirmed"], channel["every"], channel["to"]) == (
        False,
        3_600_000,
        "ada@example.org",
    )
    own = f"{CHANNELS}/{channel['channel_id']}"
    assert code(await ask(server, "POST", f"{own}/try", token)) == (409, "not_confirmed")
    (first,) = boxes.mails
    assert (first["to"], first["from"]) == ("ada@example.org", "Gridwright <grid@games.example>")
    link = re.search(r"\S+/notices/confirm\?link=(\S+)", first.get_content())
    assert link is not None
    assert code(await server.client.post("/api/notices/off/" + link[1])) == (403, "bad_link")
    confirmed = await server.client.post("/api/notices/confirm/" + link[1])
    assert confirmed.json() == {"kind": "mail"}
    tried = await ask(server, "POST", f"{own}/try", token)
    assert tried.json() == {"arrived": True, "answer": ""}
    mail = boxes.mails[1]
    assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    off = str(mail["list-unsubscribe"]).strip("<>")
    assert off.startswith(f"{ORIGIN}/api/notices/off/")
    off = off.removeprefix(ORIGIN)
    assert mail["message-id"].endswith("@games.example>")
    # As the mail program of a reader asks who is not signed in here.
    ended = await server.client.post(off, data={"List-Unsubscribe": "One-Click"})
    assert ended.status_code == 200
    assert (await ask(server, "GET", "/api/me/notices", token)).json()["channels"] == []
    assert (await server.client.post(off)).status_code == 200, "twice is as good"
    assert code(await server.client.post("/api/notices/confirm/" + link[1])) == (
        404,
        "unknown_channel",
    )


async def test_links_of_mails_do_not_follow_the_host_header(
    told: tuple[LiveServer, Mailboxes],
) -> None:
    server, boxes = told
    token = await token_of(server, "Ada")
    forged = bearer(token) | {"host": "evil.example"}
    new = {"kind": "mail", "to": "ada@example.org"}
    added = await server.client.post(CHANNELS, json=new, headers=forged)
    assert added.status_code == 200
    (mail,) = boxes.mails
    text = mail.get_content()
    assert f"{ORIGIN}/notices/confirm?link=" in text
    assert "evil.example" not in text


async def test_without_an_origin_no_mail_is_offered() -> None:
    with mail_server() as (boxes, url):
        plan = NoticePlan(url, "grid@games.example")
        async with open_live_server(with_worker=False, notices=plan) as server:
            token = await token_of(server, "Ada")
            kinds = (await ask(server, "GET", "/api/me/notices", token)).json()["kinds"]
            assert "mail" not in kinds
            new = {"kind": "mail", "to": "ada@example.org"}
            assert code(await ask(server, "POST", CHANNELS, token, new)) == (409, "no_such_channel")
            assert boxes.mails == []


async def test_a_mailbox_that_the_mail_server_refuses_is_not_kept(
    told: tuple[LiveServer, Mailboxes],
) -> None:
    server, boxes = told
    token = await token_of(server, "Ada")
    boxes.refused = "550 no such mailbox"
    wanted = {"kind": "mail", "to": "ada@example.org"}
    assert code(await ask(server, "POST", CHANNELS, token, wanted)) == (422, "bad_channel")
    assert (await ask(server, "GET", "/api/me/notices", token)).json()["channels"] == []


async def test_push_and_webhooks_are_added_tried_and_removed(
    told: tuple[LiveServer, Mailboxes],
) -> None:
    server, _boxes = told
    token = await token_of(server, "Ada")
    key = (await server.client.get("/api/notices/key")).json()["key"]
    with receiving() as receiver:
        device = Device(f"{receiver.address}/device", key)
        for _again in range(2):
            added = await ask(server, "POST", CHANNELS, token, device.subscription())
        (channel,) = added.json()["channels"]
        assert (channel["kind"], channel["to"]) == ("push", "127.0.0.1")
        own = f"{CHANNELS}/{channel['channel_id']}"
        assert (await ask(server, "POST", f"{own}/try", token)).json()["arrived"]
        (arrived,) = receiver.at("/device")
        assert device.open(arrived.content)["title"] == "It works"
        receiver.answers["/hook/secret"] = 500
        hook = {"kind": "webhook", "to": f"{receiver.address}/hook/secret"}
        added = await ask(server, "POST", CHANNELS, token, hook)
        (hooked,) = [each for each in added.json()["channels"] if each["kind"] == "webhook"]
        assert "secret" not in json.dumps(hooked)
        tried = await ask(server, "POST", f"{CHANNELS}/{hooked['channel_id']}/try", token)
        assert tried.json() == {"arrived": False, "answer": "500"}
        shown = (await ask(server, "GET", "/api/me/notices", token)).json()
        (hooked,) = [each for each in shown["channels"] if each["kind"] == "webhook"]
        assert hooked["answer"] == "500"
        assert hooked["failed_at"] > 0
        left = (await ask(server, "DELETE", own, token)).json()["channels"]
        assert [each["kind"] for each in left] == ["webhook"]
        assert code(await ask(server, "DELETE", own, token)) == (404, "unknown_channel")
        other = await token_of(server, "Bo")
        of_ada = f"{CHANNELS}/{hooked['channel_id']}"
        assert code(await ask(server, "DELETE", of_ada, other)) == (404, "unknown_channel")
        assert code(await ask(server, "POST", f"{of_ada}/try", other)) == (404, "unknown_channel")


async def test_unreachable_addresses_and_bad_keys_are_refused(
    told: tuple[LiveServer, Mailboxes],
) -> None:
    server, _boxes = told
    token = await token_of(server, "Ada")
    key = (await server.client.get("/api/notices/key")).json()["key"]
    good = Device("https://push.example/1", key).subscription()
    for bad in (
        good | {"to": "gopher://push.example"},
        good | {"key": "AAAA"},
        good | {"server_key": Device("https://push.example", key).subscription()["key"]},
        {"kind": "webhook", "to": "nonsense"},
        {"kind": "mail", "to": "ada"},
        {"kind": "service", "to": "file:///etc/passwd"},
        {"kind": "service", "to": "syslog://"},
    ):
        assert code(await ask(server, "POST", CHANNELS, token, bad)) == (422, "bad_channel"), bad
    assert (await server.client.get("/api/me/notices")).status_code == 401


async def test_quiet_hours_are_kept_and_a_made_up_zone_is_refused(
    told: tuple[LiveServer, Mailboxes],
) -> None:
    server, _boxes = told
    token = await token_of(server, "Ada")
    assert (await ask(server, "GET", "/api/me/notices", token)).json()["choice"] is None
    choice = {"quiet_from": 1_350, "quiet_to": 420, "zone": "Europe/Berlin", "language": "de"}
    chosen = await ask(server, "PUT", "/api/me/notices", token, choice)
    assert chosen.json()["choice"] == choice
    odd = choice | {"zone": "Europe/Atlantis"}
    assert code(await ask(server, "PUT", "/api/me/notices", token, odd)) == (422, "unknown_zone")


async def test_mails_of_a_person_are_limited() -> None:
    limiter = RateLimiter(Limits())
    with mail_server() as (boxes, url):
        plan = NoticePlan(url, "grid@games.example", origin=ORIGIN)
        async with open_live_server(with_worker=False, notices=plan, limiter=limiter) as server:
            token = await token_of(server, "Ada")
            answers = []
            for number in range(30):
                wanted = {"kind": "mail", "to": f"victim{number}@example.org"}
                answers.append((await ask(server, "POST", CHANNELS, token, wanted)).status_code)
            assert answers.count(429) == 10
            assert len(boxes.mails) == 12, "one for each channel that a person may have"


async def test_a_server_without_notices_offers_no_channels() -> None:
    async with open_live_server(with_worker=False) as server:
        token = await token_of(server, "Ada")
        assert (await ask(server, "GET", "/api/me/notices", token)).json()["kinds"] == []
        wanted = {"kind": "webhook", "to": "https://example.org/"}
        assert code(await ask(server, "POST", CHANNELS, token, wanted)) == (409, "no_such_channel")

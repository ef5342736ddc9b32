"""Talking at tables over a real server: who hears what, and how much one may say."""

import asyncio
import json
import unicodedata
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from hypothesis import example, given
from hypothesis import strategies as st

from gridwright.content.table import default_spec
from gridwright.protocol.frames import ChatFrame, encode
from gridwright.server.chat.messages import JOINERS, BadText, plain_text
from gridwright.server.chat.service import Chat, chat_frames, chat_key, voice_of
from gridwright.server.chat.store import ChatStore
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.operations.rate_limits import Limits, Pace
from gridwright.table.export import export
from tests.server.tables.test_routes import RunningServer, serving

pytestmark = pytest.mark.anyio

FLOOD = 1_000


class Talk:
    """A table with two people and an empty chair."""

    def __init__(self, server: RunningServer, game_id: str, tickets: list[str]) -> None:
        self.server = server
        self.game_id = game_id
        self.tickets = tickets
        self.path = f"/api/tables/{game_id}/chat"

    def head(self, seat: int | None) -> dict[str, str]:
        return {} if seat is None else {"authorization": f"Bearer {self.tickets[seat]}"}

    def voice(self, seat: int) -> str:
        return voice_of(self.server.node.tickets.read(self.tickets[seat]))

    async def say(self, seat: int | None, text: str) -> httpx.Response:
        return await self.post(seat, "", {"text": text})

    async def post(self, seat: int | None, more: str, body: dict[str, Any]) -> httpx.Response:
        return await self.server.client.post(
            f"{self.path}{more}", json=body, headers=self.head(seat)
        )

    async def heard(self, seat: int | None, **query: int) -> list[str]:
        answer = await self.server.client.get(self.path, params=query, headers=self.head(seat))
        assert answer.status_code == 200, answer.text
        return [message["text"] for message in answer.json()["messages"]]


async def at_table(server: RunningServer) -> Talk:
    game_id = await server.make(default_spec("card", seats=3).to_json())
    names = enumerate(("Ada", "Grace"))
    return Talk(server, game_id, [await server.sit(game_id, seat, name) for seat, name in names])


@pytest.fixture
async def talk(tmp_path: Path) -> AsyncIterator[Talk]:
    async with serving(tmp_path, RateLimiter(Limits())) as server:
        yield await at_table(server)


async def test_messages_reach_every_viewer_of_the_table(talk: Talk) -> None:
    said = await talk.say(0, "  <b>Hello</b> ✓ שלום  ")
    assert (said.status_code, said.json()) == (201, {"number": 1})
    await talk.say(1, "Hi")
    for seat in (0, 1, None):
        assert await talk.heard(seat) == ["<b>Hello</b> ✓ שלום", "Hi"]
    answer = (await talk.server.client.get(talk.path, params={"limit": 1})).json()
    assert (answer["last"], answer["newest"]) == (1, 2)
    (message,) = answer["messages"]
    assert (message["name"], message["voice"]) == ("Ada", talk.voice(0))
    assert await talk.heard(None, since=1) == ["Hi"]
    assert await talk.heard(None, since=2) == []


async def test_chat_is_no_part_of_the_game(talk: Talk) -> None:
    before = await talk.server.table(talk.game_id)
    await talk.say(0, "Zwischenruf")
    assert await talk.server.table(talk.game_id) == before
    table = await talk.server.node.service.load(talk.game_id)
    assert "Zwischenruf" not in repr(export(table))
    entries = await talk.server.node.store.entries(talk.game_id)
    assert "Zwischenruf" not in repr(entries)


async def test_only_seated_players_can_chat(talk: Talk) -> None:
    assert (await talk.say(None, "I watch")).status_code == 403
    talk.tickets[0] = talk.tickets[0][:-2] + "xx"
    assert (await talk.say(0, "forged")).status_code == 403
    answer = await talk.server.client.get(talk.path, headers=talk.head(0))
    assert answer.status_code == 403
    talk.path = "/api/tables/unknown/chat"
    assert (await talk.say(1, "where?")).status_code == 404
    assert (await talk.server.client.get(talk.path)).status_code == 404


async def test_a_former_player_cannot_chat_and_the_next_has_another_voice(talk: Talk) -> None:
    await talk.say(0, "I have to go")
    first = talk.voice(0)
    version = (await talk.server.table(talk.game_id))["version"]
    leave = {"type": "stand_up", "command_id": "up", "expected": version}
    await talk.server.order(talk.game_id, talk.tickets[0], **leave)
    assert (await talk.say(0, "still here")).status_code == 403
    talk.tickets[0] = await talk.server.sit(talk.game_id, 0, "Eve")
    assert (await talk.say(0, "good evening")).status_code == 201
    assert talk.voice(0) != first


async def test_muting_a_voice_hides_it_for_one_player_without_notice(talk: Talk) -> None:
    await talk.say(1, "Boo")
    before = (await talk.say(1, "Boo again")).json()
    hidden = await talk.post(0, "/blocks", {"voice": talk.voice(1)})
    assert hidden.json() == {"voices": [talk.voice(1)]}
    await talk.say(0, "Peace")
    after = await talk.say(1, "Hello?")
    assert (after.status_code, list(after.json())) == (201, list(before))
    assert await talk.heard(0) == ["Peace"]
    assert await talk.heard(0, since=3) == []
    for seat in (1, None):
        assert await talk.heard(seat) == ["Boo", "Boo again", "Peace", "Hello?"]
    assert (await talk.server.client.get(f"{talk.path}/blocks", headers=talk.head(1))).json() == {
        "voices": []
    }
    await talk.post(0, "/blocks", {"voice": talk.voice(1), "hidden": False})
    assert len(await talk.heard(0)) == 4
    assert (await talk.post(0, "/blocks", {"voice": talk.voice(0)})).status_code == 409
    assert (await talk.post(0, "/blocks", {"voice": "Grace"})).status_code == 422
    assert (await talk.post(None, "/blocks", {"voice": talk.voice(1)})).status_code == 403


async def test_a_bad_message_is_reported_and_its_voice_hushed(talk: Talk) -> None:
    await talk.say(1, "Rude words")
    for _twice in range(2):
        answer = await talk.post(0, "/1/reports", {"reason": " rude "})
        assert answer.status_code == 204
    chat = ChatStore(talk.server.node.store)
    (report,) = await chat.reports()
    assert (report.number, report.voice, report.reason) == (1, talk.voice(0), "rude")
    assert (await talk.post(0, "/2/reports", {"reason": "x"})).status_code == 409
    assert (await talk.post(0, "/0/reports", {"reason": "x"})).status_code == 422
    assert (await talk.post(0, "/1/reports", {"reason": "\u202e"})).status_code == 422
    assert (await talk.post(None, "/1/reports", {"reason": "x"})).status_code == 403
    await chat.hush(talk.game_id, talk.voice(1))
    stopped = await talk.say(1, "More of it")
    assert stopped.status_code == 409
    assert "muted this voice" in stopped.json()["problem"]
    assert (await talk.say(0, "Thanks")).status_code == 201


async def test_of_a_flood_no_more_than_the_limit_is_delivered(talk: Talk) -> None:
    started = talk.server.node.service.now()
    answers: list[httpx.Response] = []
    for first in range(0, FLOOD, 20):
        some = [talk.say(0, f"flood {n}") for n in range(first, first + 20)]
        answers += await asyncio.gather(*some)
    spans = 1 + (talk.server.node.service.now() - started) // Pace().short_span
    delivered = await talk.heard(None)
    assert 1 <= len(delivered) <= min(Pace().short * spans, Pace().long)
    accepted = [answer for answer in answers if answer.status_code == 201]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert len(accepted) == len(delivered)
    assert len(accepted) + len(refused) == FLOOD
    assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)
    assert all("expected at most" in answer.json()["problem"] for answer in refused)
    # The limit is per player: another one may still write.
    assert (await talk.say(1, "What was that?")).status_code == 201


async def test_without_limits_the_flood_would_come_through(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        talk = await at_table(server)
        for number in range(40):
            assert (await talk.say(0, f"flood {number}")).status_code == 201
        assert len(await talk.heard(None)) == 40


async def test_a_socket_receives_the_messages_missed_by_its_viewer(talk: Talk) -> None:
    node = talk.server.node
    tickets = [node.tickets.read(text) for text in talk.tickets]
    await talk.say(0, "one")
    await talk.say(1, "two")
    frames, since = await chat_frames(node[Chat], talk.game_id, tickets[0], 0)
    assert ([frame.text for frame in frames], since) == (["one", "two"], 2)
    async with node.bus.listen(chat_key(talk.game_id)) as listener:
        await talk.say(1, "three")
        assert await asyncio.wait_for(listener.next(), 5) == 3
    frames, since = await chat_frames(node[Chat], talk.game_id, tickets[0], since)
    assert [frame.text for frame in frames] == ["three"]
    assert isinstance(frames[0], ChatFrame)
    assert b'"type":"chat"' in encode(frames[0])
    assert await chat_frames(node[Chat], talk.game_id, tickets[0], since) == ([], 3)
    await talk.post(0, "/blocks", {"voice": talk.voice(1)})
    await talk.say(1, "four")
    assert await chat_frames(node[Chat], talk.game_id, tickets[0], since) == ([], 4)
    frames, _since = await chat_frames(node[Chat], talk.game_id, None, since)
    assert [frame.text for frame in frames] == ["four"]


async def test_messages_arrive_over_the_socket(talk: Talk) -> None:
    await talk.say(0, "before")
    address = f"{talk.server.address.replace('http', 'ws')}/api/tables/{talk.game_id}/socket"

    async def heard(socket: websockets.ClientConnection) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 10))
        return frame

    async with websockets.connect(address) as ear, websockets.connect(address) as deaf:
        await ear.send(json.dumps({"ticket": talk.tickets[0], "chat": 0}))
        await deaf.send(json.dumps({}))
        assert (await heard(ear))["type"] == "table"
        assert (await heard(deaf))["type"] == "table"
        before = await heard(ear)
        assert (before["type"], before["text"], before["number"]) == ("chat", "before", 1)
        await talk.say(1, "hello")
        assert (await heard(ear))["text"] == "hello"
        await talk.post(0, "/blocks", {"voice": talk.voice(1)})
        await talk.say(1, "hidden")
        await talk.say(0, "shown")
        assert (await heard(ear))["text"] == "shown"
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(deaf.recv(), 0.3)


async def test_a_long_chat_comes_in_pages(talk: Talk) -> None:
    node = talk.server.node
    quick = Chat(ChatStore(node.store), node.bus, node.service.now, Pace(short=999, long=999))
    for number in range(130):
        await quick.say(talk.game_id, talk.voice(0), "Ada", str(number))
    frames, since = await chat_frames(node[Chat], talk.game_id, None, 0)
    assert [int(frame.text) for frame in frames] == list(range(130))
    assert since == 130
    assert len(await talk.heard(None)) == 100


@pytest.mark.parametrize(
    "body",
    [
        *({}, {"text": ""}, {"text": "   "}, {"text": 5}, {"text": None}, {"text": ["a"]}),
        *({"text": "x" * 401}, {"text": "x" * 9_000}, {"text": "a\nb"}, {"text": "a\u0000b"}),
        *({"text": "a\u202eb"}, {"text": "\u2066a"}, {"text": "a\u2028b"}, {"text": "\u200d"}),
        *({"text": "\ufeff"}, {"text": "\x1b[31mred"}, {"text": "a", "voice": "seat:1:2"}),
        {"text": "hello", "name": "Grace"},
    ],
)
async def test_bad_messages_are_refused(talk: Talk, body: dict[str, Any]) -> None:
    answer = await talk.post(0, "", body)
    assert answer.status_code == 422, answer.text
    assert await talk.heard(None) == []


@given(st.text(max_size=450))
@example("\u200d" * 3)
@example("👩\u200d👩\u200d👧")
@example("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645")
@example("a\u0301")
@example("\ud83d")
@example("\u2067abc\u2069")
def test_a_text_is_one_line_of_what_it_shows_or_refused(text: str) -> None:
    try:
        plain = plain_text(text)
    except BadText:
        bad = [
            sign
            for sign in text.strip()
            if unicodedata.category(sign)[0] == "C" or unicodedata.category(sign) in ("Zl", "Zp")
        ]
        unseen = not any(unicodedata.category(sign)[0] in "LNPS" for sign in text)
        assert bad or unseen or not 1 <= len(text.strip()) <= 400
        return
    assert plain == text.strip() == plain_text(plain)
    assert 1 <= len(plain) <= 400
    assert len(plain.splitlines()) == 1
    for sign in plain:
        assert unicodedata.bidirectional(sign) not in ("LRO", "RLO", "LRE", "RLE", "PDF", "FSI")
        assert unicodedata.bidirectional(sign) not in ("LRI", "RLI", "PDI")
        assert unicodedata.category(sign)[0] != "C" or sign in JOINERS
    plain.encode()

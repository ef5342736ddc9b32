"""Requests to the five chat services, and addresses that none of them has."""

import json
from typing import Any

import pytest

from gridwright.server.notices.outbound import BadAddress, Outbound, Outgoing
from gridwright.server.notices.services import (
    MAX_TEXT,
    Note,
    is_supported,
    request_of,
    verify_service,
)
from gridwright_lab.trials.egress.cases import FORMS, OPTIONS, OTHER_SCHEMES

LINK = "https://games.example/t/dGhl?at=120"
NOTE = Note("c1 dGhl:120", "Your turn: Germany", "Auction, with <!channel> & @everyone", LINK)
TOKEN = "abcdefghijklmnopqrstuvwxyz0123456789"
OUTBOUND = Outbound(frozenset({"ntfy.lan:8080"}))


def sent(address: str) -> tuple[Outgoing, Any]:
    verify_service(address, OUTBOUND)
    outgoing = request_of(address, NOTE, OUTBOUND)
    return outgoing, json.loads(outgoing.body)


@pytest.mark.parametrize(
    ("address", "url", "authorization"),
    [
        ("ntfy://grid-topic", "https://ntfy.sh/", ""),
        ("ntfys://grid-topic/", "https://ntfy.sh/", ""),
        ("ntfy://ntfy.example/grid-topic", "https://ntfy.example/", ""),
        ("ntfy://ntfy.lan:8080/grid-topic", "http://ntfy.lan:8080/", ""),
        ("ntfys://ntfy.lan:8080/grid-topic", "https://ntfy.lan:8080/", ""),
        (
            "ntfys://tk_1%2B@ntfy.example:8443/grid-topic",
            "https://ntfy.example:8443/",
            "Bearer tk_1+",
        ),
        (
            "ntfys://ada:b%3Ac@ntfy.example/grid-topic",
            "https://ntfy.example/",
            "Basic YWRhOmI6Yw==",
        ),
    ],
)
def test_ntfy_gets_a_topic_and_a_link(address: str, url: str, authorization: str) -> None:
    outgoing, content = sent(address)
    assert (outgoing.method, outgoing.url) == ("POST", url)
    assert outgoing.headers.get("Authorization", "") == authorization
    assert (content["topic"], content["title"], content["click"]) == (
        "grid-topic",
        NOTE.title,
        LINK,
    )
    assert content["message"] == f"{NOTE.body}\n{LINK}"


def test_discord_mentions_no_one() -> None:
    outgoing, content = sent(f"discord://Grid@123456789012345678/{TOKEN}/")
    assert outgoing.url == f"https://discord.com/api/webhooks/123456789012345678/{TOKEN}"
    assert content == {"content": NOTE.text, "allowed_mentions": {"parse": []}}


def test_slack_reads_no_mention_in_a_name() -> None:
    outgoing, content = sent("slack://T0123ABCD/B0123ABCD/abcdefghijklmnopqrstuvwx")
    path = "T0123ABCD/B0123ABCD/abcdefghijklmnopqrstuvwx"
    assert outgoing.url == f"https://hooks.slack.com/services/{path}"
    assert "&lt;!channel&gt; &amp; @everyone" in content["text"]


@pytest.mark.parametrize("chat", ["-100123456789", "@grid_club"])
def test_telegram_gets_a_chat(chat: str) -> None:
    outgoing, content = sent(f"tgram://123456789:{TOKEN}/{chat}")
    assert outgoing.url == f"https://api.telegram.org/bot123456789:{TOKEN}/sendMessage"
    assert (content["chat_id"], content["text"]) == (chat, NOTE.text)


def test_matrix_shows_a_repeat_once() -> None:
    outgoing, content = sent("matrixs://syt_token_1@matrix.example/!room:matrix.example")
    again, _content = sent("matrix://syt_token_1@matrix.example/%21room%3Amatrix.example")
    assert outgoing == again
    assert outgoing.method == "PUT"
    start = "https://matrix.example/_matrix/client/v3/rooms/%21room%3Amatrix.example/send/"
    assert outgoing.url.startswith(start)
    assert outgoing.headers["Authorization"] == "Bearer syt_token_1"
    assert content == {"msgtype": "m.text", "body": NOTE.text}


def test_long_texts_are_cut() -> None:
    note = Note("tag", "title", "b" * 5_000, LINK)
    assert len(note.text) == MAX_TEXT


@pytest.mark.parametrize(
    "address",
    [
        *("ntfy://", "ntfy://a/b/c", "ntfy://ada@/topic", "discord://1/2", "slack://a/b/c"),
        *("slack://xoxb-1234-1234-abcd/#general", "tgram://123/456", "tgram://123456789:abc/1"),
        *("matrixs://ada:secret@matrix.example/!room", "matrixs://syt_token_1@host/#room:host"),
        *("matrixs://syt_token_1@host/!room/../x", "nonsense"),
    ],
)
def test_other_addresses_are_refused(address: str) -> None:
    assert not is_supported(address)
    with pytest.raises(BadAddress):
        verify_service(address, OUTBOUND)


@pytest.mark.parametrize("scheme", OTHER_SCHEMES)
def test_other_schemes_are_refused(scheme: str) -> None:
    assert not is_supported(f"{scheme}://matrix.example/15555555555/15555555556")


@pytest.mark.parametrize("option", OPTIONS)
def test_options_are_refused(option: str) -> None:
    for address in (f"discord://123456789012345678/{TOKEN}", "ntfys://ntfy.example/topic"):
        assert is_supported(address)
        assert not is_supported(f"{address}?{option.format(host='127.0.0.1')}")


@pytest.mark.parametrize("form", FORMS)
def test_no_service_is_at_an_address_inside(form: str) -> None:
    for address in (f"ntfys://{form}/topic", f"matrix://syt_token_1@{form}/!room:a.example"):
        with pytest.raises(BadAddress):
            verify_service(address, OUTBOUND)

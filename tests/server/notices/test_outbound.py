"""No address given by a visitor reaches the host's own network."""

import socket
from typing import Any

import pytest

from gridwright.server.notices.mail import verify_mailbox
from gridwright.server.notices.outbound import BadAddress, Unreached, is_public, post, verify_url
from gridwright_lab.trials.notices.push_service import receiving

PRIVATE = (
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
    *("0.0.0.0", "224.0.0.1", "::1", "::", "fe80::1", "fc00::1", "fe80::1%eth0"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1"),
)


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_inside_are_known(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"])
def test_addresses_outside_are_let_through(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        *("http://example.org/x", "ftp://example.org", "https://", "https://user@example.org/"),
        *(
            "https://example.org:99999/",
            "https://[::1/",
            "file:///etc/passwd",
            "https://127.0.0.1/",
        ),
        *("https://localhost/", "https://a.localhost/", "https://[::1]/", "nonsense"),
    ],
)
def test_forbidden_addresses_are_refused(url: str) -> None:
    with pytest.raises(BadAddress):
        verify_url(url, allows_private=False)


def test_a_name_that_leads_inside_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is resolved once, and the connection is made to the checked address."""
    asked: list[str] = []

    def answer(host: str, port: int, **_more: Any) -> list[Any]:
        asked.append(host)
        inside = ("127.0.0.1", port)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", inside)]

    with receiving() as receiver:
        port = receiver.address.rpartition(":")[2]
        monkeypatch.setattr(socket, "getaddrinfo", answer)
        with pytest.raises(BadAddress, match="private"):
            post(f"https://rebinding.example:{port}/x", b"", {})
        assert asked == ["rebinding.example"]
        assert receiver.at("/x") == []


def test_an_answer_is_a_number_and_no_redirect_is_followed() -> None:
    with receiving() as receiver:
        receiver.answers["/moved"] = 302
        assert post(f"{receiver.address}/moved?a=b", b"x", {}, allows_private=True) == 201
        assert post(f"{receiver.address}/moved", b"x", {}, allows_private=True) == 302
        assert [each.content for each in receiver.at("/moved?a=b")] == [b"x"]
    with pytest.raises(Unreached, match="no_answer"):
        post(f"{receiver.address}/gone", b"x", {}, allows_private=True)


@pytest.mark.parametrize(
    "text", ["", "ada", "ada@", "@b.example", "a b@c.example", "a@b.example\nBcc: c@d.example"]
)
def test_mailboxes_that_are_none_are_refused(text: str) -> None:
    verify_mailbox("ada.lovelace+grid@example.org")
    with pytest.raises(BadAddress):
        verify_mailbox(text)

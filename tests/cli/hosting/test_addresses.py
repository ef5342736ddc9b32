"""Addresses of a server, advice about a taken port, and a QR code for phones."""

import errno
import ipaddress
import socket

import pytest
import segno

from gridwright.cli.hosting.addresses import (
    BLOCKS,
    BORDER,
    address_here,
    addresses_of_friends,
    build_address,
    draw_qr_code,
    network_addresses,
)
from gridwright.cli.hosting.ports import free_port, tell_port_problem


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("http://0.0.0.0:8600", "http://127.0.0.1:8600"),
        ("http://[::]:8600", "http://[::1]:8600"),
        ("http://127.0.0.1:8600", "http://127.0.0.1:8600"),
        ("http://192.168.1.20:8600", "http://192.168.1.20:8600"),
    ],
)
def test_this_machine_opens_an_address_of_its_own(address: str, here: str) -> None:
    assert address_here(address) == here


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "169.254.1.1"])
def test_friends_cannot_open_what_answers_this_machine_alone(host: str) -> None:
    assert addresses_of_friends(build_address(host, 8600)) == []


def test_friends_open_the_address_that_was_chosen() -> None:
    assert addresses_of_friends("http://192.168.1.20:8600") == ["http://192.168.1.20:8600"]


def test_friends_open_this_machines_addresses_where_all_answer() -> None:
    found = network_addresses()
    assert addresses_of_friends("http://0.0.0.0:81") == [f"http://{each}:81" for each in found]
    assert len(set(found)) == len(found)
    for each in found:
        with socket.create_server((each, 0)):  # It is an address of this machine.
            assert not ipaddress.ip_address(each).is_loopback


def test_a_taken_port_is_reported_with_a_free_one() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match="in use") as caught:
            socket.create_server(("127.0.0.1", port))
        told = tell_port_problem(caught.value, "127.0.0.1", port)
        free = free_port("127.0.0.1", port)
    assert told is not None
    assert told.startswith(f"port {port} is in use, ")
    assert told.endswith(f"port {free} is free: add --port {free}")
    socket.create_server(("127.0.0.1", free)).close()


def test_after_the_last_port_the_system_chooses() -> None:
    assert 0 < free_port("127.0.0.1", 65_535) <= 65_535


def test_other_errors_of_listening() -> None:
    missing = OSError(errno.EADDRNOTAVAIL, "cannot assign")
    assert "no address 10.9.8.7" in (tell_port_problem(missing, "10.9.8.7", 1) or "")
    refused = OSError(errno.EACCES, "denied")
    assert "above 1023" in (tell_port_problem(refused, "0.0.0.0", 80) or "")
    file = OSError(errno.EACCES, "denied", "games.db")
    assert tell_port_problem(file, "0.0.0.0", 80) is None
    assert tell_port_problem(OSError(errno.ENOSPC, "full"), "0.0.0.0", 80) is None


def test_the_code_shows_every_module() -> None:
    address = "http://192.168.1.20:8600"
    modules = {sign: pair for pair, sign in BLOCKS.items()}
    rows: list[list[int]] = []
    for line in draw_qr_code(address).plain.splitlines():
        rows += [[modules[sign][half] for sign in line] for half in (0, 1)]
    wanted = [
        list(row) for row in segno.make(address, micro=False, error="l").matrix_iter(border=BORDER)
    ]
    assert rows[: len(wanted)] == wanted
    assert not any(any(row) for row in rows[len(wanted) :])
    assert len(wanted) < 40

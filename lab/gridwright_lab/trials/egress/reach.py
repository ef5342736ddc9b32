"""Sends to every address of the cases, by the server's sender and by unsafe ones."""

import asyncio
import time
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from http.client import HTTPException
from typing import Any, Final

import msgspec

from gridwright.server.node import clock
from gridwright.server.notices import services
from gridwright.server.notices.addresses import is_outside
from gridwright.server.notices.channels import Address, Channel
from gridwright.server.notices.links import NoticeLinks
from gridwright.server.notices.outbound import (
    BadAddress,
    Outbound,
    Outgoing,
    Quotas,
    Unreached,
)
from gridwright.server.notices.sending import Sender
from gridwright.server.notices.text import compose_try
from gridwright.server.notices.web_push import PushKeys
from gridwright.server.operations.rate_limits import Rate
from gridwright.server.operations.settings import NoticePlan
from gridwright.server.storage.keys import Keys
from gridwright_lab.trials.egress.cases import Case, all_cases
from gridwright_lab.trials.egress.network import PUBLIC, Network, open_network
from gridwright_lab.trials.notices.push_service import Device

KEY: Final = bytes(range(32))
ORIGIN: Final = "https://games.example"
UNSAFE: Final = {
    "resolves twice": "rebind",
    "follows redirects": "redirect",
    "checks the first address": "mixed",
    "checks the text": "name",
    "knows few forms": "name",
    "reads options": "option",
}
"""Faults of unsafe senders, and the detour that must find each."""
_CASES_OF_UNSAFE: Final = 60


class Reached(msgspec.Struct):
    """Results of one sender."""

    counts: Counter[str] = msgspec.field(default_factory=Counter)
    """Cases by detour."""
    outcomes: Counter[str] = msgspec.field(default_factory=Counter)
    inside: list[str] = msgspec.field(default_factory=list)
    seconds: float = 0.0
    accepted: list[str] = msgspec.field(default_factory=list)
    """Addresses inside that a person could add by their form alone."""


def _is_allowed(address: str) -> bool:
    """Allow the public endpoint of the experiment, and what the server allows."""
    return address == PUBLIC or is_outside(address)


def _knows_few(address: str) -> bool:
    return not address.startswith(("127.0.0.1", "10.", "192.168.", "172.16.", "::1"))


class UnsafeOutbound(Outbound):
    """A sender with one fault."""

    def __init__(self, fault: str, **options: Any) -> None:
        super().__init__(**options)
        self._fault: Final = fault
        self._options: Final = options

    async def send(self, person_id: str, outgoing: Outgoing, is_test: bool = False) -> int:
        if self._fault in {"knows few forms", "reads options"}:
            return await super().send(person_id, outgoing, is_test)
        target = self.verify(outgoing.url)
        if self._fault != "checks the text":
            found = await asyncio.to_thread(_addresses, target.host, target.port)
            checked = found[:1] if self._fault == "checks the first address" else found
            if not all(map(_is_allowed, checked)):
                raise BadAddress("private")
            if self._fault == "checks the first address":
                outgoing = msgspec.structs.replace(outgoing, url=f"https://{found[-1]}/")
        follows = self._fault == "follows redirects"
        call = partial(_open, outgoing, self._options["trust"], follows)
        try:
            return await asyncio.to_thread(call)
        except OSError as error:
            raise Unreached("no_answer") from error

    async def read_options(self, to: str) -> None:
        """Fetch what an option names, as a template or an attachment."""
        for part in to.partition("?")[2].split("&"):
            value = urllib.parse.unquote(part.partition("=")[2])
            if value.startswith("http://"):
                with suppress(OSError, ValueError):
                    await asyncio.to_thread(urllib.request.urlopen, value, None, 2)


def _addresses(host: str, port: int) -> list[str]:
    import socket

    return [str(each[4][0]) for each in socket.getaddrinfo(host, port)]


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_values: Any) -> None:
        return None


def _open(outgoing: Outgoing, trust: Any, follows: bool) -> int:
    handlers: list[Any] = [urllib.request.HTTPSHandler(context=trust)]
    handlers += [] if follows else [_NoRedirect()]
    opener = urllib.request.build_opener(*handlers)
    request = urllib.request.Request(
        outgoing.url, outgoing.body, dict(outgoing.headers), method=outgoing.method
    )
    try:
        with opener.open(request, timeout=2) as response:
            return int(response.status)
    except (ValueError, HTTPException) as error:
        raise OSError(str(error)) from error


async def send_all(
    network: Network, outbound: Outbound, cases: Iterable[Case], verifies: bool
) -> Reached:
    """Send to each address as if it were stored, whether or not it may be added."""
    keys, reached = Keys(KEY), Reached()
    push_keys = PushKeys(keys)
    sender = Sender(NoticePlan(), push_keys, NoticeLinks(keys, clock), clock, outbound)
    device = Device("", push_keys.newest).subscription()
    message = compose_try("en")
    for number, case in enumerate(cases):
        network.begin(case.first, case.later, case.status, case.location)
        channel = Channel(f"c{number}", f"p{number % 50}", case.kind, b"", "", True, 0, 0)
        address = Address(case.to, ORIGIN, device["key"], device["auth"], device["server_key"])
        reached.counts[case.detour] += 1
        if verifies and case.detour == "literal" and _may_be_added(case, outbound):
            reached.accepted.append(str(case))
        try:
            if isinstance(outbound, UnsafeOutbound) and case.detour == "option":
                await outbound.read_options(case.to)
            await sender.send(channel, address, message, "en")
            reached.outcomes["sent"] += 1
        except Unreached as failure:
            reached.outcomes[str(failure)] += 1
        reached.inside += [f"{case}: {place}" for place in network.arrived_inside]
    await outbound.close()
    return reached


def _may_be_added(case: Case, outbound: Outbound) -> bool:
    try:
        if case.kind == "service":
            services.verify_service(case.to, outbound)
        else:
            outbound.verify(case.to)
    except BadAddress:
        return False
    return True


async def run_reach(every: int = 1) -> tuple[Reached, list[str], int]:
    """Return the results, the unsafe senders that were found, and the arrivals outside."""
    rate = Rate(1_000_000, 1)
    quotas = Quotas(person_rate=rate, place_rate=rate)
    async with open_network() as (network, trust):
        options: dict[str, Any] = {"is_allowed": _is_allowed, "trust": trust, "quotas": quotas}
        cases = list(all_cases(network.port, network.inside_port, every))
        began_at = time.monotonic()
        reached = await send_all(network, Outbound(**options), cases, verifies=True)
        reached.seconds = time.monotonic() - began_at
        n_outside = network.n_arrived
        found: list[str] = []
        for fault, detour in UNSAFE.items():
            chosen = [case for case in cases if case.detour == detour]
            chosen = chosen[:: max(1, len(chosen) // _CASES_OF_UNSAFE)]
            more = {"is_allowed": _knows_few} if fault == "knows few forms" else {}
            unsafe = UnsafeOutbound(fault, **options | more)
            if (await send_all(network, unsafe, chosen, verifies=False)).inside:
                found.append(fault)
        return reached, found, n_outside

"""Send a message by a channel of any kind."""

import hashlib
import json
import secrets
from typing import Final

from gridwright.server.notices.channels import Address, Channel
from gridwright.server.notices.links import NoticeLinks
from gridwright.server.notices.mail import Mail, Mailer
from gridwright.server.notices.outbound import BadAddress, Outbound, Outgoing, Unreached
from gridwright.server.notices.services import Note, request_of
from gridwright.server.notices.text import Message, word
from gridwright.server.notices.web_push import (
    PushKeys,
    authorization,
    seal,
    to_base64,
)
from gridwright.server.operations.settings import NoticePlan
from gridwright.server.operations.steady_clock import Clock

MAX_BODY_LENGTH: Final = 400
"""Characters of a message's text that are pushed."""
_MAX_TTL_S: Final = 28 * 86_400
_TOPIC: Final = 32
_GONE: Final = (404, 410)


class SubscriptionExpired(Unreached):
    """The device has unsubscribed."""


class Sender:
    """Sends messages to push services, webhooks, the mail server and chat services."""

    def __init__(
        self,
        plan: NoticePlan,
        keys: PushKeys,
        links: NoticeLinks,
        clock: Clock,
        outbound: Outbound,
    ) -> None:
        self.mailer: Final = Mailer(plan.mail, plan.mail_from)
        self.has_mail: Final = bool(plan.mail and plan.origin)
        """Mails contain links, which need an origin from the settings."""
        self._origin: Final = plan.origin
        self._keys: Final = keys
        self._links: Final = links
        self._clock: Final = clock
        self.outbound: Final = outbound

    async def send(
        self,
        channel: Channel,
        address: Address,
        message: Message,
        language: str,
        is_test: bool = False,
    ) -> None:
        """Send a message; return once the service has accepted it.

        Raises Unreached, BadAddress or SubscriptionExpired.
        """
        if channel.kind == "mail":
            mail = self._mail(channel, address, message, language)
            await self._send_mail(channel, mail, is_test)
            return
        if channel.kind == "push":
            outgoing = self._push(address, message)
        elif channel.kind == "webhook":
            outgoing = self._webhook(address, message)
        else:
            link = self._origin + message.path
            tag = " ".join([channel.channel_id, *(message.tags or [secrets.token_hex(8)])])
            note = Note(tag, message.title, message.body, link)
            outgoing = request_of(address.to, note, self.outbound)
        status = await self.outbound.send(channel.person_id, outgoing, is_test)
        if channel.kind == "push" and status in _GONE:
            raise SubscriptionExpired(str(status))
        _verify_taken(status)

    async def ask_to_confirm(self, channel: Channel, address: Address, language: str) -> None:
        """Send the mail that asks for confirmation of a mailbox.

        It is sent once and has no other text.
        """
        token = self._links.write("confirm", channel.person_id, channel.channel_id)
        link = f"{self._origin}/notices/confirm?link={token}"
        title = word(language, "confirm.title")
        body = word(language, "confirm.body", link=link)
        mail = Mail(address.to, title, body, f"confirm.{channel.channel_id}")
        await self._send_mail(channel, mail, is_test=True)

    async def _send_mail(self, channel: Channel, mail: Mail, is_test: bool) -> None:
        exchange = self.mailer.exchange(mail)
        await self.outbound.call(
            *(channel.person_id, self.mailer.place, exchange.run, exchange.abort, is_test)
        )

    def _push(self, address: Address, message: Message) -> Outgoing:
        own = self._keys.find(address.server_key)
        if own is None:
            raise SubscriptionExpired("another_key")
        origin = self._origin or address.origin
        sender = origin if origin.startswith("https://") else "mailto:postmaster@localhost"
        headers = {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(min(_MAX_TTL_S, message.lasts // 1_000)),
            "Urgency": "normal",
            # Replaces a message of the same turn that waits for the device.
            "Topic": to_base64(hashlib.sha256(message.tag.encode()).digest())[:_TOPIC],
            "Authorization": authorization(own, address.to, sender, self._clock()),
        }
        return Outgoing(address.to, seal(pushed_text(message), address.key, address.auth), headers)

    def _webhook(self, address: Address, message: Message) -> Outgoing:
        link = self._origin + message.path
        text = f"{message.title}\n{message.body}\n{link}"
        content = {
            "tags": message.tags,
            "title": message.title,
            "body": message.body,
            "url": link,
            # Slack and Discord read the text from these fields.
            "text": text,
            "content": text,
            # Names of players must not mention everyone in a channel of Discord.
            "allowed_mentions": {"parse": []},
        }
        headers = {"Content-Type": "application/json"}
        return Outgoing(address.to, json.dumps(content, ensure_ascii=False).encode(), headers)

    def _mail(self, channel: Channel, address: Address, message: Message, language: str) -> Mail:
        token = self._links.write("off", channel.person_id, channel.channel_id)
        page = f"{self._origin}/notices/off?link={token}"
        link = self._origin + message.path
        body = f"{message.body}\n\n{link}\n\n-- \n{word(language, 'off', link=page)}\n"
        named = hashlib.sha256(" ".join([channel.channel_id, *message.tags]).encode()).hexdigest()
        off = f"{self._origin}/api/notices/off/{token}"
        return Mail(address.to, message.title, body, named[:40], off)


def pushed_text(message: Message) -> bytes:
    """Return the payload for a device, which shows each turn once if it is still open."""
    content = {
        "tag": message.tag,
        "tags": message.tags,
        "title": message.title,
        "body": message.body[:MAX_BODY_LENGTH],
        "path": message.path,
        "open": message.open,
        "later": message.later,
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _verify_taken(status: int) -> None:
    if status in _GONE:
        raise BadAddress(str(status))
    if not 200 <= status < 300:
        raise Unreached(str(status))

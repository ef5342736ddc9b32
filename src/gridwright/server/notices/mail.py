"""Mail: plain-text messages to confirmed mailboxes."""

import re
import smtplib
import socket
import ssl
from contextlib import suppress
from datetime import UTC, datetime
from email.headerregistry import Address as MailAddress
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Final
from urllib.parse import unquote, urlsplit

import msgspec

from gridwright.server.notices.outbound import DEADLINE_S, BadAddress, Unreached

_MAILBOX: Final = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+"
)
_PORTS: Final = {"smtp": 587, "smtps": 465}
_REFUSED: Final = 500


class Mail(msgspec.Struct, frozen=True):
    """A message to one mailbox."""

    to: str
    title: str
    body: str
    name: str
    """Message id: a repeat after a crash has the same, so mail programs show one."""
    off: str = ""
    """The unsubscribe link."""


class Mailer:
    """Sends mails through the host's mail server; without one there is no mail."""

    def __init__(self, url: str, sender: str) -> None:
        self._url: Final = url
        self._sender: Final = sender

    @property
    def place(self) -> str:
        """Host and port of the mail server."""
        host, port = self._host_and_port()
        return f"{host}:{port}"

    def exchange(self, mail: Mail) -> "MailExchange":
        """Return the exchange that sends a mail."""
        return MailExchange(self._url, *self._host_and_port(), self._message(mail))

    def _host_and_port(self) -> tuple[str, int]:
        parts = urlsplit(self._url)
        return parts.hostname or "", parts.port or _PORTS[parts.scheme]

    def _message(self, mail: Mail) -> EmailMessage:
        message = EmailMessage()
        user, _at, domain = self._sender.partition("@")
        message["From"] = MailAddress("Gridwright", user, domain)
        message["To"] = mail.to
        message["Subject"] = mail.title
        message["Date"] = format_datetime(datetime.now(UTC))
        message["Message-ID"] = f"<{mail.name}@{domain}>"
        message["Auto-Submitted"] = "auto-generated"
        if mail.off:
            message["List-Unsubscribe"] = f"<{mail.off}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(mail.body)
        return message


class MailExchange:
    """One conversation with the mail server. Blocks: run it in a thread."""

    def __init__(self, url: str, host: str, port: int, message: EmailMessage) -> None:
        self._parts: Final = urlsplit(url)
        self._host: Final = host
        self._port: Final = port
        self._message: Final = message
        self._server: smtplib.SMTP | None = None
        self._is_aborted = False

    def run(self) -> None:
        """Send the mail; return once the mail server has accepted it. Raises Unreached."""
        trust = ssl.create_default_context()
        try:
            with self._connected(trust) as server:
                self._server = server
                server.ehlo()
                if self._parts.scheme == "smtp" and server.has_extn("starttls"):
                    server.starttls(context=trust)
                    server.ehlo()
                if self._parts.username:
                    password = unquote(self._parts.password or "")
                    server.login(unquote(self._parts.username), password)
                if self._is_aborted:
                    raise Unreached("too_slow")
                server.send_message(self._message)
        except smtplib.SMTPRecipientsRefused as error:
            number = next(iter(error.recipients.values()))[0]
            raise (BadAddress if number >= _REFUSED else Unreached)(str(number)) from error
        except smtplib.SMTPResponseException as error:
            raise Unreached(str(error.smtp_code)) from error
        except TimeoutError as error:
            raise Unreached("too_slow") from error
        except (OSError, smtplib.SMTPException) as error:
            raise Unreached("no_answer") from error

    def abort(self) -> None:
        """End the conversation from another thread; the next step of it fails."""
        self._is_aborted = True
        server = self._server
        channel = server.sock if server is not None else None
        if channel is not None:
            with suppress(OSError):
                channel.shutdown(socket.SHUT_RDWR)

    def _connected(self, trust: ssl.SSLContext) -> smtplib.SMTP:
        if self._parts.scheme == "smtps":
            return smtplib.SMTP_SSL(self._host, self._port, timeout=DEADLINE_S, context=trust)
        return smtplib.SMTP(self._host, self._port, timeout=DEADLINE_S)


def verify_mailbox(text: str) -> None:
    """Raise BadAddress unless mail can be sent to the address."""
    if len(text) > 254 or not _MAILBOX.fullmatch(text):
        raise BadAddress("no_address")

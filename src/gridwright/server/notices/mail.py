"""Mail: plain-text messages to confirmed mailboxes."""

import re
import smtplib
import ssl
from datetime import UTC, datetime
from email.headerregistry import Address as MailAddress
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Final
from urllib.parse import unquote, urlsplit

import msgspec

from gridwright.server.notices.outbound import TIMEOUT_S, BadAddress, Unreached

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

    def send(self, mail: Mail) -> None:
        """Send a mail; return once the mail server has accepted it. Blocks: use a thread.

        Raises Unreached.
        """
        message = self._message(mail)
        parts = urlsplit(self._url)
        host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
        trust = ssl.create_default_context()
        try:
            server: smtplib.SMTP
            if parts.scheme == "smtps":
                server = smtplib.SMTP_SSL(host, port, timeout=TIMEOUT_S, context=trust)
            else:
                server = smtplib.SMTP(host, port, timeout=TIMEOUT_S)
            with server:
                server.ehlo()
                if parts.scheme == "smtp" and server.has_extn("starttls"):
                    server.starttls(context=trust)
                    server.ehlo()
                if parts.username:
                    server.login(unquote(parts.username), unquote(parts.password or ""))
                server.send_message(message)
        except smtplib.SMTPRecipientsRefused as error:
            number = next(iter(error.recipients.values()))[0]
            raise (BadAddress if number >= _REFUSED else Unreached)(str(number)) from error
        except smtplib.SMTPResponseException as error:
            raise Unreached(str(error.smtp_code)) from error
        except TimeoutError as error:
            raise Unreached("too_slow") from error
        except (OSError, smtplib.SMTPException) as error:
            raise Unreached("no_answer") from error

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


def verify_mailbox(text: str) -> None:
    """Raise BadAddress unless mail can be sent to the address."""
    if len(text) > 254 or not _MAILBOX.fullmatch(text):
        raise BadAddress("no_address")

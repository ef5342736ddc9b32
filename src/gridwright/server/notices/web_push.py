"""Web Push: encryption for one device (RFC 8291), authentication of the server (RFC 8292).

Both are a few calls of ``cryptography``; tests compare them with the examples of the standards and
with another implementation.
"""

import base64
import binascii
import json
import os
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from gridwright.server.storage.keys import Keys, Purpose

MAX_TEXT_BYTES: Final = 3_000
"""Bytes of a message; push services accept 4,096 including the encryption."""
_CURVE: Final = ec.SECP256R1()
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_RECORD: Final = 4_096
_SALT_BYTES: Final = 16
_POINT_BYTES: Final = 65
_AUTH_BYTES: Final = 16
_LASTS: Final = 12 * 3_600
"""Lifetime of a signed token in seconds; a day is the maximum."""


class BadDevice(ValueError):
    """The keys of a device are invalid."""


class PushKeys:
    """The server's keys for push, derived from its secrets, so that devices stay subscribed.

    A device refers to one of them: after a new secret is added, earlier keys stay valid.
    """

    def __init__(self, keys: Keys) -> None:
        self._keys: Final = keys

    @property
    def newest(self) -> str:
        """Public key for new devices."""
        return public_text(self._private(self._keys.of(Purpose.PUSH)[0]))

    def find(self, public: str) -> ec.EllipticCurvePrivateKey | None:
        """Return the private key of a public one; None if it belongs to another server."""
        for secret in self._keys.of(Purpose.PUSH):
            private = self._private(secret)
            if public_text(private) == public:
                return private
        return None

    def _private(self, secret: bytes) -> ec.EllipticCurvePrivateKey:
        return ec.derive_private_key(int.from_bytes(secret, "big") % (_ORDER - 1) + 1, _CURVE)


def verify_device(key: str, auth: str) -> None:
    """Raise BadDevice unless a message can be sealed for these keys."""
    _device(key, auth)


def seal(
    text: bytes,
    key: str,
    auth: str,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """Encrypt a message for a device as ``aes128gcm`` content (RFC 8188).

    ``own`` and ``salt`` are drawn for each message, except in tests of the standard's example.
    """
    if len(text) > MAX_TEXT_BYTES:
        raise ValueError(f"expected at most {MAX_TEXT_BYTES} bytes, got {len(text)}")
    device, secret = _device(key, auth)
    own = own or ec.generate_private_key(_CURVE)
    salt = salt or os.urandom(_SALT_BYTES)
    sender = _point(own.public_key())
    info = b"WebPush: info\0" + _point(device) + sender
    shared = _derive(own.exchange(ec.ECDH(), device), secret, info, 32)
    content_key = _derive(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(shared, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender
    # The byte 2 ends the last record; there is only one.
    return head + AESGCM(content_key).encrypt(nonce, text + b"\x02", None)


def authorization(private: ec.EllipticCurvePrivateKey, to: str, sender: str, now: int) -> str:
    """Return the VAPID header that authenticates the server; ``now`` is in milliseconds."""
    parts = urlsplit(to)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": now // 1_000 + _LASTS,
        "sub": sender,
    }
    signed = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
    first, second = decode_dss_signature(private.sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = to_base64(first.to_bytes(32, "big") + second.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={public_text(private)}"


def public_text(private: ec.EllipticCurvePrivateKey) -> str:
    return to_base64(_point(private.public_key()))


def to_base64(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def of_base64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _json(content: dict[str, object]) -> str:
    return to_base64(json.dumps(content, separators=(",", ":")).encode())


def _device(key: str, auth: str) -> tuple[ec.EllipticCurvePublicKey, bytes]:
    try:
        point, secret = of_base64(key), of_base64(auth)
        if len(point) != _POINT_BYTES or len(secret) != _AUTH_BYTES:
            raise BadDevice("expected a point of 65 bytes and a secret of 16")
        return ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, point), secret
    except (ValueError, binascii.Error) as error:
        raise BadDevice("expected the keys of a device, in base64url") from error


def _point(public: ec.EllipticCurvePublicKey) -> bytes:
    # Late: it loads the formats of every other use, and a start needs no key as text.
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)

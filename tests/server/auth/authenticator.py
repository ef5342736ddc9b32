"""A passkey in software: it makes a key for a site and signs challenges, as a phone does."""

import hashlib
import json
import secrets
from typing import Any
from urllib.parse import urlsplit

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Authenticator:
    """One key for one site, with the person's id beside it: a discoverable credential."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.site = urlsplit(origin).hostname or ""
        self.credential_id = secrets.token_bytes(24)
        self.user_handle = b""
        self.n_signed = 0
        self.flags = PRESENT | VERIFIED
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to a challenge for a new key, without attestation."""
        assert {"alg": -7, "type": "public-key"} in options["pubKeyCredParams"]
        assert options["rp"]["id"] == self.site
        self.user_handle = base64url_to_bytes(options["user"]["id"])
        attested = bytes(16) + len(self.credential_id).to_bytes(2, "big") + self.credential_id
        data = self._data(ATTESTED) + attested + self._public_key()
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client_data = self._client_data("webauthn.create", options)
        return self._answer(
            clientDataJSON=client_data, attestationObject=statement, transports=["internal"]
        )

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to a challenge for signing in."""
        self.n_signed += 1
        client_data = self._client_data("webauthn.get", options)
        data = self._data(0)
        signed = data + hashlib.sha256(client_data).digest()
        return self._answer(
            clientDataJSON=client_data,
            authenticatorData=data,
            signature=self._key.sign(signed, ec.ECDSA(hashes.SHA256())),
            userHandle=self.user_handle,
        )

    def _answer(self, **response: Any) -> dict[str, Any]:
        name = bytes_to_base64url(self.credential_id)
        texts = {
            key: bytes_to_base64url(value) if isinstance(value, bytes) else value
            for key, value in response.items()
        }
        return {"id": name, "rawId": name, "type": "public-key", "response": texts}

    def _client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        said = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(said).encode()

    def _data(self, more_flags: int) -> bytes:
        site = hashlib.sha256(self.site.encode()).digest()
        return site + bytes([self.flags | more_flags]) + self.n_signed.to_bytes(4, "big")

    def _public_key(self) -> bytes:
        numbers = self._key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        return cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})

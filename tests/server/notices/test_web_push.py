"""Sealing and signing for push, beside the examples of the standards and another implementation."""

import base64
import json

import http_ece  # type: ignore[import-untyped]
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from gridwright.server.notices.web_push import (
    BadDevice,
    PushKeys,
    authorization,
    of_base64,
    public_text,
    seal,
    to_base64,
    verify_device,
)
from gridwright.server.storage.keys import Keys

CURVE = ec.SECP256R1()
# RFC 8291, appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
DEVICE = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN"
)


def private_of(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(of_base64(text), "big"), CURVE)


def test_the_example_of_the_standard_is_sealed_byte_by_byte() -> None:
    sealed = seal(TEXT, DEVICE, AUTH, private_of(SENDER), of_base64(SALT))
    assert to_base64(sealed) == SEALED


def test_another_implementation_opens_what_is_sealed_and_no_other_device_does() -> None:
    device, other = ec.generate_private_key(CURVE), ec.generate_private_key(CURVE)
    text = "Du bist am Zug: Österreich".encode()
    sealed = seal(text, public_text(device), AUTH)
    secret = of_base64(AUTH)
    opened = http_ece.decrypt(sealed, private_key=device, auth_secret=secret, version="aes128gcm")
    assert opened == text
    assert seal(text, public_text(device), AUTH) != sealed
    with pytest.raises(http_ece.ECEException):
        http_ece.decrypt(sealed, private_key=other, auth_secret=secret, version="aes128gcm")
    with pytest.raises(ValueError, match="at most 3000 bytes"):
        seal(bytes(3_001), public_text(device), AUTH)


def test_a_push_service_can_verify_the_sender() -> None:
    private = private_of(SENDER)
    header = authorization(private, "https://push.example:8443/a/b", "https://us.example", 5_000)
    kind, token, key = header.replace(",", "").split(" ")
    assert (kind, key) == ("vapid", f"k={public_text(private)}")
    signed, _dot, signature = token.removeprefix("t=").rpartition(".")
    claims = json.loads(of_base64(signed.split(".")[1]))
    assert claims == {
        "aud": "https://push.example:8443",
        "exp": 5 + 12 * 3_600,
        "sub": "https://us.example",
    }
    raw = of_base64(signature)
    assert len(raw) == 64
    both = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    private.public_key().verify(both, signed.encode(), ec.ECDSA(SHA256()))


def test_the_servers_key_follows_from_its_secret_and_outlives_a_new_one() -> None:
    old = PushKeys(Keys(b"a" * 32))
    assert old.newest == PushKeys(Keys(b"a" * 32)).newest
    both = PushKeys(Keys(b"b" * 32, [b"a" * 32]))
    assert both.newest != old.newest
    found = both.find(old.newest)
    assert found is not None
    assert public_text(found) == old.newest
    assert PushKeys(Keys(b"b" * 32)).find(old.newest) is None


@pytest.mark.parametrize(
    ("key", "auth"),
    [
        ("", AUTH),
        (DEVICE, ""),
        (DEVICE[:-4], AUTH),
        (base64.urlsafe_b64encode(b"\x04" + bytes(64)).decode(), AUTH),
        (DEVICE, AUTH * 2),
        ("!!", AUTH),
    ],
)
def test_keys_that_are_none_are_refused(key: str, auth: str) -> None:
    verify_device(DEVICE, AUTH)
    with pytest.raises(BadDevice):
        verify_device(key, auth)

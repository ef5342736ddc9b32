"""WebAuthn ceremonies: options for making or using a passkey, and verification of the response.

The library takes long to load and most people sign in without it, so this module is imported on
first use.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
import webauthn
from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from gridwright.server.auth.origins import Site
from gridwright.server.auth.records import Passkey, Person


def options_to_add(
    site: Site, person: Person, challenge: bytes, owned: Sequence[Passkey]
) -> dict[str, Any]:
    """Return the options with which a browser makes a new passkey."""
    options = webauthn.generate_registration_options(
        rp_id=site.host,
        rp_name="Gridwright",
        user_id=person.person_id.encode("ascii"),
        user_name=person.name,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.credential_id)) for key in owned
        ],
    )
    return _decoded(webauthn.options_to_json(options))


def made_key(
    site: Site, challenge: bytes, answer: dict[str, Any], person_id: str, label: str, now: int
) -> Passkey:
    """Return the passkey that answers the challenge; raises the library's errors otherwise."""
    made = webauthn.verify_registration_response(
        credential=answer,
        expected_challenge=challenge,
        expected_rp_id=site.host,
        expected_origin=site.origin,
        require_user_verification=True,
    )
    credential_id = bytes_to_base64url(made.credential_id)
    return Passkey(
        credential_id, person_id, made.credential_public_key, made.sign_count, label, now
    )


def options_to_sign_in(site: Site, challenge: bytes) -> dict[str, Any]:
    """Return the options with which a browser uses a passkey."""
    options = webauthn.generate_authentication_options(
        rp_id=site.host,
        challenge=challenge,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return _decoded(webauthn.options_to_json(options))


def signed(
    site: Site, challenge: bytes, answer: dict[str, Any], passkey: Passkey
) -> VerifiedAuthentication:
    """Return the verified answer with its sign count; raises the library's errors otherwise."""
    return webauthn.verify_authentication_response(
        credential=answer,
        expected_challenge=challenge,
        expected_rp_id=site.host,
        expected_origin=site.origin,
        credential_public_key=passkey.public_key,
        credential_current_sign_count=passkey.sign_count,
        require_user_verification=True,
    )


def _decoded(text: str) -> dict[str, Any]:
    options: dict[str, Any] = msgspec.json.decode(text)
    return options

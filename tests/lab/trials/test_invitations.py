"""The experiment of invitations, in small; and a door that does not count is found out."""

import pytest

from gridwright.server.accounts import statements
from gridwright_lab.trials.invitations import run

pytestmark = pytest.mark.anyio


async def test_no_one_registers_without_an_invitation() -> None:
    verdict = await run(60, 1)
    assert verdict.ok, verdict.to_json()


@pytest.mark.meta
async def test_a_registration_policy_that_counts_no_uses_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every code that ever was lets people in again and again."""
    careless = "UPDATE invitation SET last_person = $2 WHERE code_hash = $1 AND $3 > 0"
    monkeypatch.setattr(statements, "USE_INVITATION", careless)
    known = "SELECT 1 FROM invitation WHERE code_hash = $1 AND $2 > 0"
    monkeypatch.setattr(statements, "INVITES", known)
    verdict = await run(30, 1)
    assert "let in without an invitation" in verdict.missed()
    assert "let in beyond the uses of a code" in verdict.missed()

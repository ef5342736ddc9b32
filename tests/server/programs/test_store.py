"""The contract of the store of tokens, the same on every kind of place."""

import pytest
from msgspec.structs import replace

from gridwright.server.accounts.store import AccountStore
from gridwright.server.auth.records import Person, ProgramToken
from gridwright.server.storage.errors import RowMissing
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.wire.scopes import Scope

pytestmark = pytest.mark.anyio

TOKEN = ProgramToken("program:1", "p-ada", "My bot", "play read", True, 2_000, None)


@pytest.fixture
async def people(store: ShardedStore) -> AccountStore:
    people = AccountStore(store.home)
    await people.add(Person("p-ada", "Ada", "ada", 1_000), "hash")
    return people


async def test_a_token_is_kept_used_and_revoked(people: AccountStore) -> None:
    await people.add_token(TOKEN)
    assert await people.tokens("p-ada") == [TOKEN]
    await people.use_token("program:1", 3_000)
    assert await people.tokens("p-ada") == [replace(TOKEN, used_at=3_000)]
    assert not await people.remove_token("p-grace", "program:1")
    assert await people.remove_token("p-ada", "program:1")
    assert await people.program("program:1") is None
    assert not await people.remove_token("p-ada", "program:1")


async def test_a_token_opens_what_its_scopes_say(people: AccountStore) -> None:
    await people.add_token(replace(TOKEN, scopes="play read fly"))
    program = await people.program("program:1")
    assert program is not None
    assert (program.person_id, program.name, program.device) == ("p-ada", "Ada", "My bot")
    assert program.scopes == frozenset({Scope.PLAY, Scope.READ})
    assert program.is_program
    assert program.seen_at == 0


async def test_tokens_go_with_the_person_and_with_a_new_password_of_the_operator(
    people: AccountStore,
) -> None:
    with pytest.raises(RowMissing):
        await people.add_token(replace(TOKEN, person_id="p-missing"))
    await people.add_token(TOKEN)
    await people.reset("p-ada", "another", 4_000)
    assert await people.tokens("p-ada") == []
    await people.add_token(TOKEN)
    await people.erase("p-ada")
    assert await people.tokens("p-ada") == []

"""The people at a table of an experiment: they take seats, leave them again and chat."""

from collections.abc import Callable, Sequence
from typing import Final

from gridwright.engine.dice import Dice
from gridwright_lab.trials.kill.client_journal import ClientJournal, Sent
from gridwright_lab.trials.kill.retrying_client import NotCarriedOut, OutcomeUnknown, RetryingClient


class SetUpFailed(Exception):
    """The response to a sit-down was lost, and with it the ticket; another table is created."""


class SeatedPeople:
    """Tickets of seats, and commands that the server names itself."""

    def __init__(
        self,
        client: RetryingClient,
        path: str,
        journal: ClientJournal,
        bots: Sequence[str],
        note: Callable[[Sent], None],
        dice: Dice,
    ) -> None:
        """``bots[seat]`` is empty for a person; ``note`` is called for each acknowledgement."""
        self._client: Final = client
        self._path: Final = path
        self._journal: Final = journal
        self._bots: Final = bots
        self._note: Final = note
        self._dice: Final = dice
        self.tickets: Final[dict[int, str]] = {}
        self.since: Final[dict[int, int]] = {}
        """Version at which a seat was taken last, by seat."""

    def name_of(self, seat: int) -> str:
        return f"Seat {seat}"

    async def sit_down(self, seat: int) -> int:
        """Take a seat; return the version that this created. Raises SetUpFailed."""
        bot = self._bots[seat]
        asked = self._journal.sit_down(seat, self.name_of(seat), bot)
        body = {"name": asked.name, "bot": bot}
        try:
            node, seated = await self._client.post_once(f"{self._path}/seats/{seat}", body)
        except OutcomeUnknown as error:
            asked.n_unknown += 1
            raise SetUpFailed(f"a sit-down: {error}") from error
        except NotCarriedOut as error:
            raise SetUpFailed(f"a sit-down: {error}") from error
        version: int = seated["version"]
        self._journal.seated(asked, seated["seat"], version, node)
        self._note(asked)
        self.tickets[seat] = seated["ticket"]
        self.since[seat] = version
        return version

    async def talk(self) -> None:
        """Send a chat message; it is not repeated without a response."""
        people = [seat for seat in self.since if not self._bots[seat]]
        seat = people[self._dice.below(len(people))]
        voice = f"seat:{seat}:{self.since[seat]}"
        text = f"Message {len(self._journal.messages)} of {self.name_of(seat)}"
        said = self._journal.say(voice, self.name_of(seat), text)
        try:
            node, answer = await self._client.post_once(
                f"{self._path}/chat", {"text": text}, self.tickets[seat]
            )
        except OutcomeUnknown:
            said.n_unknown += 1
        except NotCarriedOut:
            pass
        else:
            said.note_answer(node)
            said.number = answer["number"]
            self._note(said)

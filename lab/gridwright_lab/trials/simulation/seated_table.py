"""A table of a run: a person makes it, people and bots sit down, people play."""

import asyncio
from random import Random
from typing import Final

from gridwright_lab.trials.simulation.frame_secrets import FrameSecrets
from gridwright_lab.trials.simulation.journal import Asker
from gridwright_lab.trials.simulation.person import Person
from gridwright_lab.trials.simulation.plan import TablePlan

MADE: Final = 201


class SeatedTable:
    """Everything that the people of one table do."""

    def __init__(self, plan: TablePlan, asker: Asker, secrets: FrameSecrets, seed: int) -> None:
        self.plan: Final = plan
        self.asker: Final = asker
        self._secrets: Final = secrets
        self._seed: Final = seed
        self.game_id = ""
        """Empty until the table is known to be there."""
        self.people: Final[list[Person]] = []
        self._is_calm = False

    async def play(self) -> None:
        """Make the table, take the seats, and play until the run is over."""
        asker = self.asker
        body = {"spec": self.plan.spec(), "terms": self.plan.terms, "listed": True}
        made = await asker.ask("POST", "/api/tables", body)
        assert made.status == MADE, made.text
        game_id = made.values()["game_id"]
        if game_id not in asker.audit.games or not asker.audit.games[game_id].version:
            asker.audit.find("lost", f"{game_id}: the table was made and is not there")
            return
        self.game_id = game_id
        asker.audit.counts["tables"] += 1
        async with asyncio.TaskGroup() as group:
            for seat in range(self.plan.seats):
                person = await self._sit_down(seat)
                if person is not None:
                    self.people.append(person)
                    group.create_task(person.watch())
                    group.create_task(person.play())
            if self._is_calm:
                self.calm_down()

    async def _sit_down(self, seat: int) -> Person | None:
        """Take a seat, or seat a bot. A guest whose answer got lost finds the seat taken."""
        is_person = seat < self.plan.people
        sitting = {"name": f"Seat {seat}"} | ({} if is_person else {"bot": "l0"})
        path = f"/api/tables/{self.game_id}/seats/{seat}"
        answer = await self.asker.ask("POST", path, sitting)
        audit = self.asker.audit
        if answer.status != MADE:
            audit.counts["seats not given"] += 1
            return None
        values = answer.values()
        audit.acknowledged(self.game_id, values["version"], "door:", seat, "sat_down", [])
        if not is_person:
            return None
        name = f"person {self.plan.number}.{seat}"
        dice = Random(f"{name} {self._seed}")
        own = self.asker
        asker = Asker(name, own.nodes, own.network, own.audit, own.trace, dice)
        since, ticket = values["version"], values["ticket"]
        return Person(asker, self._secrets, self.game_id, seat, since, ticket, dice)

    def calm_down(self) -> None:
        """Stop new requests; people abandon some tables by agreement."""
        self._is_calm = True
        for person in self.people:
            person.is_quiet = True
            if self.plan.ends:
                person.gives_up = True

    def compare(self) -> None:
        for person in self.people:
            person.journal.compare()

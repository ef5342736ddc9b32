"""A person on a server, played by a program: creates tables, takes seats and receives events."""

from collections.abc import Iterator
from typing import Any, Final

from gridwright.client.connection import BROKEN, RETRY_FOR_S, TIMEOUT_S, Connection, Refused
from gridwright.client.seat import STALE, PersonEvent, Seat


class Player:
    """A person on a server, played by a program with the rights of its token.

    ``timeout``: seconds without a byte after which a connection counts as broken. ``retry_for_s``:
    seconds for which a failed request is retried before Unreachable is raised.
    """

    def __init__(
        self, server: str, token: str, timeout: float = TIMEOUT_S, retry_for_s: float = RETRY_FOR_S
    ) -> None:
        self._connection: Final = Connection(server, token, timeout, retry_for_s)

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> "Player":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def make_table(self, edition: str = "classic", seats: int = 3, **spec: Any) -> str:
        """Create a table and return its id. Preset and board default to the first of the edition.

        Not idempotent: a retried request may leave an empty table behind.
        """
        wanted = {"edition": edition, "seats": seats, **spec}
        if not {"preset", "board"} <= wanted.keys():
            wanted = {**self._first_choice(edition, wanted.get("preset")), **wanted}
        made = self._connection.post("/api/tables", {"spec": wanted})
        return str(made["game_id"])

    def _first_choice(self, edition: str, preset: str | None) -> dict[str, str]:
        """Return the first preset and its first board of an edition, or those of a given preset."""
        for each in self._connection.get("/api/choices")["editions"]:
            for offered in each["presets"] if each["id"] == edition else ():
                if preset in (None, offered["id"]):
                    return {"preset": offered["id"], "board": offered["boards"][0]["id"]}
        raise ValueError(f"expected an edition of the server and a preset of it, got {edition}")

    def seat_bot(self, game_id: str, seat: int, bot: str = "l1") -> None:
        """Put a bot of the server on a free seat."""
        self._sit(game_id, seat, {"name": f"Bot {seat}", "bot": bot})

    def sit_down(self, game_id: str, seat: int | None = None) -> Seat:
        """Take a seat, by default the first free one. Idempotent: returns the seat already taken.

        Raises Refused if the seat is not free.
        """
        path = f"/api/tables/{game_id}"
        while (table := self._connection.get(path)["table"])["viewer"] < 0:
            free = [place for place, each in enumerate(table["seats"]) if not each["name"]]
            if not free or seat not in (None, *free):
                raise Refused(STALE, "seat_taken", "expected a free seat")
            # If another player was faster, or a response was lost, the next read shows it.
            self._sit(game_id, free[0] if seat is None else seat, {})
        return Seat(self._connection, game_id)

    def my_seats(self) -> list[Seat]:
        """Return this person's seats in games that are running or have not begun."""
        tables = self._connection.get("/api/me/tables")
        open_now = ("gathering", "running", "paused")
        return [
            Seat(self._connection, each["game_id"]) for each in tables if each["status"] in open_now
        ]

    def events(self) -> Iterator[PersonEvent]:
        """Yield the events of all tables of this person, without end, after the present state."""
        pauses = self._connection.pauses()
        while True:
            try:
                for line in self._connection.lines("/api/stream/events"):
                    pauses.over()
                    if line["type"] == "refused":
                        if line["code"] in ("failed", "store_away"):
                            break
                        raise Refused(403, line["code"], line["problem"])
                    kind = line.pop("type")
                    yield PersonEvent(kind, **line)
                problem: object = "the stream ended"
            except BROKEN as error:
                problem = error
            pauses.wait(problem)

    def _sit(self, game_id: str, seat: int, who: dict[str, str]) -> None:
        """Request a seat.

        A taken one is no error, because the response to a request may be lost.
        """
        path = f"/api/tables/{game_id}/seats/{seat}"
        status, answer = self._connection.ask("POST", path, who, also=(STALE,))
        if status == STALE and answer["code"] not in ("seat_taken", "already_seated", "crowded"):
            raise Refused(STALE, answer["code"], answer["problem"])

"""Compares the stored chat of a table with what its clients said and were answered."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from gridwright.server.chat.messages import Message
from gridwright_lab.trials.kill.audit_counts import AuditCounts
from gridwright_lab.trials.kill.client_journal import ClientJournal


class ChatAudit:
    """Compares one chat after the other, and counts what it finds."""

    def __init__(self, counts: AuditCounts) -> None:
        self._counts: Final = counts
        self.n_compared = 0
        """Acknowledged messages that were compared with what is stored."""

    def compare(self, journal: ClientJournal, stored: Sequence[Message]) -> None:
        game, note = journal.game_id, self._counts.note
        by_number = {message.number: message for message in stored}
        note("forked", game, "numbers of messages", len(stored) - len(by_number))
        missing = set(range(1, max(by_number, default=0) + 1)) - by_number.keys()
        note("gaps", game, "numbers of messages", len(missing))
        for said in journal.messages:
            if said.number:
                self.n_compared += 1
                found = by_number.get(said.number)
                kept = None if found is None else (found.voice, found.name, found.text)
                problem = f"{said.text!r} as {said.number}, found {kept}"
                is_kept = kept == (said.voice, said.name, said.text)
                note("lost_messages", game, problem, int(not is_kept))
        # One without an answer may be there or not, but once.
        sent = Counter([(said.voice, said.name, said.text) for said in journal.messages])
        kept_words = Counter([(each.voice, each.name, each.text) for each in stored])
        for words, n_kept in (kept_words - sent).items():
            note("contradicted", game, f"{words} is there {n_kept} times too often", n_kept)

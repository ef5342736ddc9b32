"""Actions, offers and events as records of the wire, derived from the engine's vocabulary.

The fields are the engine's own, in its order. The seat of an action is the ticket's, so no record
of an action contains it.
"""

from collections.abc import Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Union

import msgspec

from gridwright.engine.fields import Fields
from gridwright.engine.topics import VOCABULARY
from gridwright.engine.vocabulary.base import Event as Happening
from gridwright.engine.vocabulary.base import MayDo
from gridwright.engine.vocabulary.topic import Vocabulary
from gridwright.protocol.kinds import request_type, wire_type


class ActionRecord(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """A game action, as an order requests it."""


class OfferRecord(msgspec.Struct, frozen=True, tag_field="offer"):
    """A kind of action that is legal now, with ranges and costs: a client computes no rule.

    Lists of the same length are parallel: equal indexes belong together.
    """


class EventRecord(msgspec.Struct, frozen=True, tag_field="event"):
    """One public fact."""


class Records:
    """The types of one vocabulary, by their words."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.actions: Final[dict[str, Any]] = {}
        self.offers: Final[dict[str, Any]] = {}
        self.events: Final[dict[str, Any]] = {}
        for word, action in vocabulary.actions.items():
            if not vocabulary.is_chance(word):
                asked = [(field.name, request_type(field.kind)) for field in action.FIELDS]
                self.actions[word] = _record(
                    ActionRecord, "Do" + _camel(word), word, asked, action.ABOUT
                )
        for said in vocabulary.said:
            self.offers[said.WORD] = _offer(said.WORD, MayDo.FIELDS, said.ABOUT)
        for word, offer in vocabulary.offers.items():
            if not vocabulary.is_chance(word):
                self.offers[word] = _offer(word, offer.FIELDS, offer.ABOUT)
        for word, event in vocabulary.events.items():
            told = [(field.name, wire_type(field.kind)) for field in event.FIELDS]
            self.events[word] = _record(EventRecord, event.__name__, word, told, event.ABOUT)


def _offer(word: str, fields: Fields, about: str) -> Any:
    told = [(field.name, wire_type(field.kind)) for field in fields]
    return _record(OfferRecord, "May" + _camel(word), word, told, about)


def _record(
    base: type[msgspec.Struct], name: str, word: str, fields: list[tuple[str, Any]], about: str
) -> Any:
    documented = {"__doc__": about} if about else {}
    return msgspec.defstruct(
        name,
        fields,
        bases=(base,),
        namespace=documented,
        module=__name__,
        tag=word,
        frozen=True,
    )


def _camel(word: str) -> str:
    return "".join([part.capitalize() for part in word.split("-")])


def union_of(records: Iterable[Any]) -> Any:
    """Return the union of these record types."""
    return Union[tuple(records)]  # noqa: UP007 -- the members are known at run time alone.


RECORDS: Final = Records(VOCABULARY)

if TYPE_CHECKING:
    Do = ActionRecord
    Offer = OfferRecord
    Event = EventRecord
else:
    Do = union_of(RECORDS.actions.values())
    Offer = union_of(RECORDS.offers.values())
    Event = union_of(RECORDS.events.values())


def _maker(event: type[Happening]) -> tuple[Any, Any, int]:
    """Return the type of an event's record, the reader of its fields, and their number."""
    names = [field.name for field in event.FIELDS]
    read = attrgetter(*names) if names else None
    return RECORDS.events[event.WORD], read, len(names)


_MAKERS: Final = {event: _maker(event) for event in VOCABULARY.events.values()}


def event_record(event: Happening) -> Event:
    """Return the record of an event of the engine; its values are read here for speed."""
    make, read, n_fields = _MAKERS[type(event)]
    record: Event
    if n_fields > 1:
        record = make(*read(event))
    elif n_fields:
        record = make(read(event))
    else:
        record = make()
    return record

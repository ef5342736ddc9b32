"""Every topic of the three editions, and the vocabulary they form."""

from typing import Final

from gridwright.engine.editions.card import vocabulary as fuel_cards
from gridwright.engine.vocabulary import (
    auction,
    building,
    fuel,
    market,
    parts,
    production,
    setup,
    trust,
    turn,
)
from gridwright.engine.vocabulary.topic import Topic, Vocabulary

TOPICS: Final[list[Topic]] = [
    setup.TOPIC,
    turn.TOPIC,
    market.TOPIC,
    auction.TOPIC,
    fuel.TOPIC,
    building.TOPIC,
    production.TOPIC,
    trust.TOPIC,
    parts.TOPIC,
    fuel_cards.TOPIC,
]

VOCABULARY: Final = Vocabulary(TOPICS)

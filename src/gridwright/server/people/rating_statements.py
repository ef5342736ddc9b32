"""Statements about rated games, in SQL that both databases accept."""

from typing import Final

DUE: Final = "SELECT game_id FROM ended_game WHERE due_at <= $1 ORDER BY due_at LIMIT $2"
DONE: Final = "DELETE FROM ended_game WHERE game_id = $1"
PUT_OFF: Final = """\
INSERT INTO ended_game (game_id, due_at) VALUES ($1, $2)
ON CONFLICT (game_id) DO UPDATE SET due_at = excluded.due_at
"""

LAST: Final = "SELECT max(number) FROM rated_game"
NUMBER_OF: Final = "SELECT number FROM rated_game WHERE game_id = $1"
EXISTS: Final = "SELECT person_id FROM person WHERE person_id = $1"
STANDING: Final = """\
SELECT mu, sigma, games FROM rating WHERE person_id = $1 AND edition = $2 AND kind = $3
"""
KEEP_GAME: Final = """\
INSERT INTO rated_game (number, game_id, edition, board, seats, ended_at, listed, unrated)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
"""
KEEP_SEAT: Final = """\
INSERT INTO rated_seat (number, seat, person_id, kind, bot, place, share, is_left, mu, sigma, gain,
                        edition, board, seats, ended_at)
VALUES ($1, $2, (SELECT person_id FROM person WHERE person_id = $3), $4, $5, $6, $7, $8, $9, $10,
        $11, $12, $13, $14, $15)
"""
"""A person erased meanwhile counts as unknown."""
KEEP_RATING: Final = """\
INSERT INTO rating (person_id, edition, kind, mu, sigma, games)
SELECT person_id, $2, $3, $4, $5, $6 FROM person WHERE person_id = $1
ON CONFLICT (person_id, edition, kind) DO UPDATE
SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games
"""
DROP_RATING: Final = "DELETE FROM rating WHERE person_id = $1 AND edition = $2 AND kind = $3"

WALK_GAMES: Final = """\
SELECT number, game_id, edition, board, seats, ended_at, listed, unrated FROM rated_game
WHERE number > $1 ORDER BY number LIMIT $2
"""
WALK_SEATS: Final = """\
SELECT number, seat, person_id, kind, bot, place, share, is_left, mu, sigma, gain FROM rated_seat
WHERE number > $1 AND number <= $2 ORDER BY number, seat
"""
WALK_RATINGS: Final = """\
SELECT person_id, edition, kind, mu, sigma, games FROM rating
WHERE (person_id, edition, kind) > ($1, $2, $3) ORDER BY person_id, edition, kind LIMIT $4
"""
CHANGE_GAME: Final = """\
UPDATE rated_game SET edition = $2, board = $3, seats = $4, ended_at = $5, listed = $6, unrated = $7
WHERE number = $1
"""
DROP_SEATS: Final = "DELETE FROM rated_seat WHERE number = $1"

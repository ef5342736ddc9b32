"""Statements about people and their games, in words that both databases take."""

from typing import Final

IS_PUBLIC: Final = "SELECT is_public FROM profile WHERE person_id = $1"
CHOOSE: Final = """\
INSERT INTO profile (person_id, is_public) VALUES ($1, $2)
ON CONFLICT (person_id) DO UPDATE SET is_public = excluded.is_public
"""
RATINGS: Final = "SELECT edition, kind, mu, sigma, games FROM rating WHERE person_id = $1"
RESULTS: Final = """\
SELECT edition, board, seats, kind, place, share, is_left, mu, gain, ended_at FROM rated_seat
WHERE person_id = $1 ORDER BY number DESC LIMIT $2
"""
HISTORY: Final = """\
SELECT mine.number, rated_game.game_id, rated_game.listed, rated_game.unrated, mine.edition,
       mine.board, mine.seats, mine.ended_at, mine.place, mine.kind, mine.gain, mine.seat,
       other.seat, other.kind, other.bot, other.place, person.name, profile.is_public,
       other.person_id
FROM (
    SELECT number, seat, edition, board, seats, ended_at, place, kind, gain FROM rated_seat
    WHERE person_id = $1 AND number < $2 ORDER BY number DESC LIMIT $3
) AS mine
JOIN rated_game ON rated_game.number = mine.number
JOIN rated_seat AS other ON other.number = mine.number
LEFT JOIN person ON person.person_id = other.person_id
LEFT JOIN profile ON profile.person_id = other.person_id
ORDER BY mine.number DESC, other.seat
"""
BETWEEN: Final = """\
SELECT mine.place, other.place FROM (
    SELECT number, place FROM rated_seat WHERE person_id = $1 ORDER BY number DESC LIMIT $3
) AS mine
JOIN rated_seat AS other ON other.number = mine.number AND other.person_id = $2
"""
RIVALS: Final = """\
SELECT person.name, met.games, met.ahead, met.behind FROM (
    SELECT other.person_id, count(*) AS games,
           sum(CASE WHEN mine.place < other.place THEN 1 ELSE 0 END) AS ahead,
           sum(CASE WHEN mine.place > other.place THEN 1 ELSE 0 END) AS behind
    FROM (
        SELECT number, seat, place FROM rated_seat
        WHERE person_id = $1 AND place > 0 ORDER BY number DESC LIMIT $2
    ) AS mine
    JOIN rated_seat AS other ON other.number = mine.number AND other.seat <> mine.seat
    WHERE other.person_id IS NOT NULL
    GROUP BY other.person_id ORDER BY count(*) DESC, other.person_id LIMIT $3
) AS met
JOIN person ON person.person_id = met.person_id
ORDER BY met.games DESC, person.name
"""
GAMES_OF: Final = """\
SELECT mine.number, rated_game.game_id, mine.ended_at, mine.place FROM (
    SELECT number, ended_at, place FROM rated_seat
    WHERE person_id = $1 AND number > $2 ORDER BY number LIMIT $3
) AS mine JOIN rated_game ON rated_game.number = mine.number ORDER BY mine.number
"""

FOLLOW: Final = """\
INSERT INTO follow (person_id, other_id, at) VALUES ($1, $2, $3)
ON CONFLICT (person_id, other_id) DO NOTHING
"""
UNFOLLOW: Final = "DELETE FROM follow WHERE person_id = $1 AND other_id = $2"
FOLLOWS: Final = "SELECT 1 FROM follow WHERE person_id = $1 AND other_id = $2"
FOLLOWED: Final = """\
SELECT person.name, follow.at FROM follow JOIN person ON person.person_id = follow.other_id
WHERE follow.person_id = $1 ORDER BY person.name LIMIT $2
"""
BLOCK: Final = """\
INSERT INTO block (person_id, other_id, at) VALUES ($1, $2, $3)
ON CONFLICT (person_id, other_id) DO NOTHING
"""
UNBLOCK: Final = "DELETE FROM block WHERE person_id = $1 AND other_id = $2"
BLOCKS: Final = "SELECT 1 FROM block WHERE person_id = $1 AND other_id = $2"
BLOCKED: Final = """\
SELECT person.name, block.at FROM block JOIN person ON person.person_id = block.other_id
WHERE block.person_id = $1 ORDER BY person.name LIMIT $2
"""
COUNT_FOLLOWED: Final = "SELECT count(*) FROM follow WHERE person_id = $1"
COUNT_BLOCKED: Final = "SELECT count(*) FROM block WHERE person_id = $1"
BLOCKED_IDS: Final = "SELECT other_id FROM block WHERE person_id = $1"

INVITE: Final = """\
INSERT INTO table_invitation (person_id, game_id, from_id, at) VALUES ($1, $2, $3, $4)
ON CONFLICT (person_id, game_id) DO NOTHING
"""
INVITATIONS: Final = """\
SELECT table_invitation.game_id, person.name, table_invitation.at FROM table_invitation
JOIN person ON person.person_id = table_invitation.from_id
WHERE table_invitation.person_id = $1
ORDER BY table_invitation.at DESC, table_invitation.game_id LIMIT $2
"""
COUNT_INVITED: Final = "SELECT count(*) FROM table_invitation WHERE from_id = $1 AND at > $2"
DROP_INVITATION: Final = "DELETE FROM table_invitation WHERE person_id = $1 AND game_id = $2"
DROP_INVITATIONS: Final = "DELETE FROM table_invitation WHERE person_id = $1 AND from_id = $2"

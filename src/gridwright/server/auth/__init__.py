"""Authentication: tickets, sessions, passkeys, origins, and limits on guesses."""

"""Who is asking: tickets, sessions, passkeys, origins, and limits of guesses."""

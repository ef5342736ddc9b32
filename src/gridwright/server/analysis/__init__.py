"""What a finished game looks like in hindsight: made once, by a process beside the server."""

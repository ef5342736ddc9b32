"""The server's doors: REST for tables, bare routes for moves, sockets for watching."""

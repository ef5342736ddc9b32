"""Tables of one device: the client's requests, answered without a server."""

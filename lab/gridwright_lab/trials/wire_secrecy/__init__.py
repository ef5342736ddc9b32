"""No secret leaves the server."""

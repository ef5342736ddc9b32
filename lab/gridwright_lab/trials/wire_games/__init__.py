"""Whole games over HTTP and WebSockets."""

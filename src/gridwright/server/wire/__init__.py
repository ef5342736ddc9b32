"""Parsing of requests, declaration of routes, refusals."""

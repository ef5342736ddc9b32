"""Reads of pages on a full server: their duration and query plans."""

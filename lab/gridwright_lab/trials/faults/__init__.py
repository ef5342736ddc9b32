"""Fault injection: servers and proxies that break a promise on purpose."""

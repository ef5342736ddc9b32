"""Fault injection: servers and proxies that break a guarantee on purpose."""

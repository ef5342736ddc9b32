"""Aids for a seat: prices, plans, fuel, powering, warnings, outlook and hints.

Pure functions of a game, a position and a seat, which return records of ``gridwright.protocol``.
Server, façade and terminal give the same answers, because all of them call these.
"""

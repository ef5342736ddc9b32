"""Analysis of a finished game: chances over the game, costly decisions, luck and skill.

``move`` is the number of actions of the transcript played before: those of seats and of chance, and
those that were taken back. ``gridwright replay --at MOVE`` shows the position. A table on the
server keeps several actions in one log entry; ``moves.entry_of`` finds it.
"""

"""L3: tries a planner's proposals in imagined worlds (determinization); the most wins decide.

A search has the knowledge of its seat. Hidden money and the order of the stack are imagined; it
never has the dealer or the real stack.
"""

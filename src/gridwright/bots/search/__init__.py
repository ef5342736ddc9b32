"""L3: try a planner's proposals in imagined worlds (determinization), choose what wins most often.

A search knows what its seat knows. Hidden money and the order of the stack are imagined; it never
holds the dealer or the real stack.
"""

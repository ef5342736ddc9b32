"""L3: tries what a planner proposes in imagined worlds, and takes what wins most often.

A search knows what its seat knows. Hidden money and the order of the stack are imagined; it never
holds the dealer or the real stack.
"""

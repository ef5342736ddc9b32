"""Quick play-outs of imagined positions: a policy that reads the position, and imagined chance.

Nothing here is ever shown the real stack: a search plays on from what its seat knows.
"""

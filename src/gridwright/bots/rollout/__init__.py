"""Fast play-outs of imagined positions: a policy that reads the position, and imagined chance.

Nothing here has access to the real stack: a search plays on from the knowledge of its seat.
"""

"""Engine that the tests run on; the compiled one carries the full size of the long proofs."""

from gridwright.engine import game

IS_COMPILED = not game.__file__.endswith(".py")


def sized(compiled: int, interpreted: int) -> int:
    """The size of a proof that CI runs on both engines."""
    return compiled if IS_COMPILED else interpreted

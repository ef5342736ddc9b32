"""Known answers of the protocol: made by the second implementation, kept in a file.

``python -m tests.fair.vectors`` prints the file. It changes only with the protocol's name.
"""

import json
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from tests.fair import second

FROZEN = Path(__file__).parent / "vectors.json"
KINDS = ["commit", "master", "words", "below", "shuffle", "hidden"]
PURPOSES = ["order", "regions", "deck", "step3/1", "step3/2", "bot/0", "bot/5"]
N_WORDS = 19
N_DRAWS = 12
BOUNDS = [1, 2, 3, 6, 42, 2**31 - 1, 2**31 + 1, 3 * 2**30, 2**32 - 1, 2**32]
DECKS = [
    [([[13], [], []], [1, 0, 0]), ([list(range(20, 53)), [], []], [25, 0, 0])],
    [
        ([list(range(13)), []], [8, 0]),
        ([list(range(13)), []], [1, 0]),
        ([list(range(13)), list(range(13, 42))], [3, 24]),
        ([[], [42]], [0, 1]),
    ],
]

Case = dict[str, Any]


def ask(kind: str, random: Random) -> Case:
    """Inputs for one case. They need only be varied, so Python's own dice will do."""
    if kind == "commit":
        return {"game": name(random), "rules": random.randbytes(32).hex(), "seed": seed(random)}
    if kind == "master":
        seats = [seat for seat in range(6) if random.random() < 0.6]
        given = [[seat, random.randbytes(random.randint(16, 32)).hex()] for seat in seats]
        return {"game": name(random), "seed": seed(random), "contributions": given}
    case: Case = {"key": seed(random)}
    if kind == "below":
        case["bound"] = random.choice(BOUNDS)
    elif kind == "shuffle":
        case["size"] = random.randint(0, 42)
    elif kind == "hidden":
        layers = random.choice(DECKS)
        case["layers"] = [{"cards": cards, "counts": counts} for cards, counts in layers]
    return case


def name(random: Random) -> str:
    return "".join(random.choices("abcXYZ019-_.", k=random.randint(1, 64)))


def seed(random: Random) -> str:
    return random.randbytes(32).hex()


def answer(kind: str, case: Case) -> Case:
    """The case with the answers of the second implementation."""
    if kind == "commit":
        committed = second.commit(case["game"], case["rules"], bytes.fromhex(case["seed"]))
        return case | {"commit": committed.hex()}
    if kind == "master":
        given = [(seat, bytes.fromhex(value)) for seat, value in case["contributions"]]
        master = second.master(bytes.fromhex(case["seed"]), case["game"], given)
        keys = {purpose: second.mac(master, purpose.encode()).hex() for purpose in PURPOSES}
        return case | {"master": master.hex(), "keys": keys}
    key = bytes.fromhex(case["key"])
    source = second.words(key)
    if kind == "words":
        return case | {"words": list(islice(source, N_WORDS))}
    if kind == "below":
        return case | {"draws": [second.below(source, case["bound"]) for _draw in range(N_DRAWS)]}
    if kind == "shuffle":
        return case | {"order": second.shuffled(source, range(case["size"]))}
    layers = [(layer["cards"], layer["counts"]) for layer in case["layers"]]
    return case | {"hidden": second.hidden(key, layers)}


def build(number: int, n_cases: int) -> dict[str, list[Case]]:
    """Make ``n`` cases of each kind."""
    return {
        kind: [answer(kind, ask(kind, Random(f"{number} {kind} {n}"))) for n in range(n_cases)]
        for kind in KINDS
    }


def shown(vectors: dict[str, list[Case]]) -> str:
    """One case per line."""
    kinds = []
    for kind, cases in vectors.items():
        lines = ",\n".join([f"    {json.dumps(case)}" for case in cases])
        kinds.append(f'  "{kind}": [\n{lines}\n  ]')
    return "{\n" + ",\n".join(kinds) + "\n}\n"


if __name__ == "__main__":
    print(shown(build(number=1, n_cases=8)), end="")

"""Train a bot against ``l1``, at one seat of the card game for two, by masked PPO.

    python examples/ppo_against.py --minutes 10 --out ppo-l1

The environment is Gymnasium's: many games in parallel, the agent at one seat of each, the bot at
the other. First the network learns to repeat ``l1`` in games with itself (``--imitate``);
then PPO plays against ``l1`` and learns to win. Bids are the least that is allowed, and the
observation has the reach of each seat. The folder gets the weights and the learning curve;
``--resume`` continues both. Exit code 1 if ``l1`` is beaten less often than the threshold.
"""

import argparse
import csv
import json
import sys
import time
from pathlib import Path
from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray
from ppo import LAMBDA, MARGIN, MARGIN_SCALE, N_GAMES, N_STEPS, Rollout, learn, share_won
from ppo_bot import EDITION, SEATS
from ppo_network import Adam, Floats, Network, fresh_network, load_network

import gridwright.envs.registration
from gridwright.bots.registry import find_bot
from gridwright.bots.seated_bot import SeatedBot
from gridwright.envs.action_builder import NotMarkedError
from gridwright.envs.turn_env import TurnEnv
from gridwright.envs.vector_env import TableVectorEnv
from gridwright.fair.derive import Keys

OPPONENT: Final = "l1"
OPTIONS: Final[dict[str, Any]] = {"bids": "least", "reach": True}
WIDTH: Final = 128
RATE: Final = 5e-4
IMITATION_RATE: Final = 1e-3
N_IMITATED: Final = 600
"""Games of ``l1`` with itself that are learned from first."""
N_EPOCHS: Final = 6
ROWS: Final = 512
BAR: Final = 0.5
FINAL_DEALS: Final = 200
COLUMNS: Final = ("minutes", "updates", "games", "entropy", "share")


def make_env(n_games: int, shaping: float) -> TableVectorEnv:
    """Return an environment with the agent among bots, its seat drawn for each game."""
    made = gymnasium.make_vec(
        gridwright.envs.registration.TABLE,
        n_games,
        "vector_entry_point",
        edition=EDITION,
        seats=SEATS,
        opponents=OPPONENT,
        shaping=shaping,
        **OPTIONS,
    )
    assert isinstance(made, TableVectorEnv)
    return made


def imitate(network: Network, n_games: int, rng: np.random.Generator) -> None:
    """Learn the choices of ``l1``, and the value from who won."""
    env = TurnEnv(edition=EDITION, seats=SEATS, **OPTIONS)
    seen: list[Floats] = []
    masks: list[NDArray[np.int8]] = []
    choices: list[int] = []
    values: list[float] = []
    for _game in range(n_games):
        env.reset(int(rng.integers(2**62)))
        keys = Keys(rng.bytes(32))
        bots = [SeatedBot(find_bot(OPPONENT), env.table.game, seat, keys) for seat in range(SEATS)]
        actors: list[int] = []
        while env.actor >= 0:
            seat = env.actor
            action = bots[seat].act(env.episode.state)
            try:
                row = env.episode.builder.choices_for(action)
            except NotMarkedError:  # A bid above the least: played, but not learned.
                env.play(action)
                continue
            for choice in row:
                if env.mask().sum() > 1:
                    seen.append(env.observe())
                    masks.append(env.mask())
                    choices.append(choice)
                    actors.append(seat)
                env.step(choice)
        rewards = env.rewards()
        values += [2 * rewards[seat] - 1 for seat in actors]
    _fit(network, np.array(seen), np.array(masks), np.array(choices), np.array(values), rng)


def _fit(
    network: Network,
    seen: Floats,
    masks: NDArray[np.int8],
    choices: NDArray[np.int64],
    values: NDArray[np.float64],
    rng: np.random.Generator,
) -> None:
    """Cross-entropy for the policy, squares for the value."""
    adam = Adam(network)
    for epoch in range(N_EPOCHS):
        hits: list[float] = []
        order = rng.permutation(len(choices))
        for start in range(0, len(order), ROWS):
            part = order[start : start + ROWS]
            logs, told = network.forward(seen[part], masks[part])
            by_logit = np.exp(logs)
            hits.append(float((logs.argmax(axis=1) == choices[part]).mean()))
            by_logit[np.arange(len(part)), choices[part]] -= 1
            by_value = 0.5 * (told - values[part])
            scale = 1 / len(part)
            gradients = network.backward(
                (by_logit * scale).astype(np.float32), (by_value * scale).astype(np.float32)
            )
            adam.step(gradients, IMITATION_RATE * (1 - epoch / N_EPOCHS))
        note = {"imitated": len(choices), "epoch": epoch + 1, "agreed": round(np.mean(hits), 4)}
        print(json.dumps(note), file=sys.stderr, flush=True)


def collect(
    env: TableVectorEnv,
    infos: dict[str, Any],
    n_steps: int,
    network: Network,
    rng: np.random.Generator,
) -> tuple[Rollout, dict[str, Any]]:
    """Play against the bot for some steps; the decisions, and where the games stand."""
    shape = (n_steps, env.num_envs)
    batch = env.batch
    seen = np.zeros((*shape, batch.size), np.float32)
    masks = np.zeros((*shape, batch.n_choices), np.int8)
    choices = np.zeros(shape, np.int64)
    logs, values, rewards = (np.zeros(shape, np.float32) for _each in range(3))
    ended = np.zeros(shape, np.bool_)
    rows = np.arange(env.num_envs)
    for step in range(n_steps):
        seen[step], masks[step] = batch.observations, infos["action_mask"]
        every, values[step] = network.forward(seen[step], masks[step])
        noise = rng.gumbel(size=every.shape).astype(np.float32)
        choices[step] = (every + noise).argmax(axis=1)
        logs[step] = every[rows, choices[step]]
        seats = batch.seats.copy()
        _seen, paid, over, broken_off, infos = env.step(choices[step])
        ended[step] = over | broken_off
        rewards[step] = paid
        # A win is worth 1 and a loss -1, in part by the margin of points.
        lead = (batch.scores[rows, seats] - batch.scores[rows, 1 - seats]) / MARGIN_SCALE
        worth = (1 - MARGIN) * (2 * paid - 1) + MARGIN * np.tanh(lead)
        rewards[step][over] = worth[over]
    _logs, last = network.forward(batch.observations, batch.masks)
    advantages = np.zeros(shape, np.float32)
    carried = np.zeros(env.num_envs, np.float32)
    for step in reversed(range(n_steps)):
        continues = ~ended[step]
        following = values[step + 1] if step + 1 < n_steps else last
        surprise = rewards[step] + continues * following - values[step]
        carried = surprise + LAMBDA * continues * carried
        advantages[step] = carried
    rollout = Rollout(seen, masks, choices, logs, advantages, advantages + values, int(ended.sum()))
    return rollout, infos


def train(network: Network, rows: list[dict[str, Any]], chosen: argparse.Namespace) -> None:
    """Train for some minutes and add to the rows of the learning curve."""
    rng = np.random.default_rng([chosen.seed, len(rows)])
    before: dict[str, Any] = dict(rows[-1] if rows else dict.fromkeys(COLUMNS, 0))
    if not rows and chosen.imitate:
        began = time.process_time()
        imitate(network, chosen.imitate, rng)
        before["minutes"] = (time.process_time() - began) / 60
    env = make_env(chosen.games, chosen.shaping)
    _seen, infos = env.reset(seed=chosen.seed + 1000 * len(rows))
    adam = Adam(network)
    n_games, n_updates, entropy, spent = before["games"], before["updates"], 0.0, 0.0
    while True:
        if n_updates % chosen.every == 0 or spent >= chosen.minutes:
            share = share_won(network, OPPONENT, chosen.eval_deals, "curve")
            numbers = (before["minutes"] + spent, n_updates, n_games, entropy, share)
            row = dict(zip(COLUMNS, [round(each, 4) for each in numbers], strict=True))
            if not rows or rows[-1]["updates"] != n_updates:
                rows.append(row)
                print(json.dumps(row), file=sys.stderr, flush=True)
            if spent >= chosen.minutes:
                return
        began = time.process_time()
        rollout, infos = collect(env, infos, chosen.steps, network, rng)
        entropy = learn(network, adam, rollout, rng, RATE)
        spent += (time.process_time() - began) / 60
        n_games += rollout.n_ended
        n_updates += 1


def draw_curve(rows: list[dict[str, Any]], final: float, n_games: int, path: Path) -> None:
    """The learning curve as a picture."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    told = f"against {OPPONENT}: {final:.1%} of {n_games} games at the end"
    minutes = [row["minutes"] for row in rows]
    axes.plot(minutes, [row["share"] for row in rows], marker=".", label=told)
    axes.axhline(0.5, linestyle=":", color="grey", label="even")
    axes.set(xlabel="CPU minutes", ylabel="share of games won", ylim=(0, 1))
    axes.set_title(f"Masked PPO against {OPPONENT}: the card game at two seats")
    axes.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main(arguments: list[str] | None = None) -> int:
    """Train, measure, write; 1 if the bar is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10.0, help="CPU time of learning")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("ppo-l1"))
    parser.add_argument("--resume", action="store_true", help="continue the run in --out")
    parser.add_argument("--imitate", type=int, default=N_IMITATED, help="games of l1; 0 for none")
    parser.add_argument("--shaping", type=float, default=0.0, help="weight of rewards on the way")
    parser.add_argument("--games", type=int, default=N_GAMES, help="games in parallel")
    parser.add_argument("--steps", type=int, default=N_STEPS, help="steps between two updates")
    parser.add_argument("--every", type=int, default=10, help="updates between two points")
    parser.add_argument("--eval-deals", type=int, default=50, help="deals for each point")
    parser.add_argument("--deals", type=int, default=FINAL_DEALS, help="deals at the end")
    parser.add_argument("--bar", type=float, default=BAR)
    chosen = parser.parse_args(arguments)
    chosen.out.mkdir(parents=True, exist_ok=True)
    weights, curve = chosen.out / "ppo.npz", chosen.out / "curve.csv"
    rows: list[dict[str, Any]] = []
    if chosen.resume:
        network = load_network(weights)
        with curve.open(newline="") as file:
            rows = [
                {name: json.loads(row[name]) for name in COLUMNS} for row in csv.DictReader(file)
            ]
    else:
        env = TurnEnv(edition=EDITION, seats=SEATS, **OPTIONS)
        rng = np.random.default_rng(chosen.seed)
        network = fresh_network(rng, env.size, env.n_choices, WIDTH)
    train(network, rows, chosen)
    network.save(weights)
    final = share_won(network, OPPONENT, chosen.deals, "final")
    with curve.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    draw_curve(rows, final, chosen.deals * SEATS, chosen.out / "curve.svg")
    told = {
        "share": final,
        "bar": chosen.bar,
        "games": chosen.deals * SEATS,
        "seed": chosen.seed,
        **{name: rows[-1][name] for name in ("minutes", "updates")},
        "ok": final >= chosen.bar,
    }
    print(json.dumps(told))
    return 0 if told["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())

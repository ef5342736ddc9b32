"""Train a bot for the card game at two seats by masked PPO, on the batch environment.

    python examples/ppo.py --minutes 15 --out ppo

One network plays both seats of many games in parallel. After each rollout it learns from its own
decisions: PPO's clipped objective, advantages by GAE, illegal choices masked out of the softmax.
Now and then it meets ``l0`` and ``l1``, which it never trains against, in games of the arena's
kind: every deal from both seats. The folder gets the weights, the learning curve as numbers and as
a picture. Exit code 1 if ``l0`` is beaten less often than the bar says.
"""

import argparse
import csv
import hashlib
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from ppo_bot import EDITION, SEATS, Learner
from ppo_network import Adam, Floats, Network, fresh_network

import gridwright
from gridwright.bots.bot_games import play_game
from gridwright.envs.batch import BatchEnv
from gridwright.fair.derive import derive_keys

WIDTH: Final = 128
N_GAMES: Final = 128
N_STEPS: Final = 96
N_EPOCHS: Final = 3
ROWS: Final = 1024
"""Decisions of a minibatch."""
RATE: Final = 1e-3
LAMBDA: Final = 0.95
CLIP: Final = 0.2
ENTROPY: Final = 0.01
VALUE: Final = 0.5
MARGIN: Final = 0.5
"""Share of the margin of points in the reward; the rest is the win alone."""
MARGIN_SCALE: Final = 10.0
OPPONENTS: Final = ("l0", "l1")
"""Whom it meets to be measured; the bar is for the first."""
BAR: Final = 0.70
FINAL_DEALS: Final = 200


@dataclass(frozen=True)
class Rollout:
    """Decisions in the order of play: ``[step, game]``."""

    seen: Floats
    masks: NDArray[np.int8]
    choices: NDArray[np.int64]
    logs: Floats
    """The log-probability of each choice when it was made."""
    advantages: Floats
    returns: Floats
    n_ended: int


def rewards_of(env: BatchEnv) -> Floats:
    """Return the reward of each seat for a game that just ended: the win, and part of the margin.

    Both add up to nothing over the seats. Points are final scores by the rules; nothing is paid on
    the way, so no habit of play is rewarded for its own sake.
    """
    won = 2 * env.rewards - 1
    margin = np.tanh((env.scores - env.scores[:, ::-1]) / MARGIN_SCALE)
    worth: Floats = ((1 - MARGIN) * won + MARGIN * margin).astype(np.float32)
    worth[~env.dones] = 0
    return worth


def collect(env: BatchEnv, network: Network, rng: np.random.Generator) -> Rollout:
    """Let the network play both seats of all games for some steps."""
    shape = (N_STEPS, env.n_games)
    seen = np.zeros((*shape, env.size), np.float32)
    masks = np.zeros((*shape, env.n_choices), np.int8)
    choices = np.zeros(shape, np.int64)
    logs = np.zeros(shape, np.float32)
    values = np.zeros(shape, np.float32)
    actors = np.zeros(shape, np.int8)
    ended = np.zeros(shape, np.bool_)
    rewards = np.zeros((*shape, SEATS), np.float32)
    rows = np.arange(env.n_games)
    for step in range(N_STEPS):
        seen[step], masks[step], actors[step] = env.observations, env.masks, env.actors
        every, values[step] = network.forward(seen[step], masks[step])
        # The largest of log-probability plus Gumbel noise is a draw from the softmax.
        noise = rng.gumbel(size=every.shape).astype(np.float32)
        choices[step] = (every + noise).argmax(axis=1)
        logs[step] = every[rows, choices[step]]
        env.step(choices[step])
        ended[step] = env.dones | env.truncated
        rewards[step] = rewards_of(env)
    _logs, last = network.forward(env.observations, env.masks)
    advantages = gae(values, actors, ended, rewards, last, env.actors)
    return Rollout(seen, masks, choices, logs, advantages, advantages + values, int(ended.sum()))


def gae(
    values: Floats,
    actors: NDArray[np.int8],
    ended: NDArray[np.bool_],
    rewards: Floats,
    last: Floats,
    last_actors: NDArray[np.int8],
) -> Floats:
    """Generalised advantages, for each seat along its own decisions.

    A seat's next value is that of its next decision; after the last step it is that of the acting
    seat, and its opposite for the other one, because rewards add up to nothing.
    """
    n_games = values.shape[1]
    rows = np.arange(n_games)
    following = np.zeros((n_games, SEATS), np.float32)
    following[rows, last_actors] = last
    following[rows, 1 - last_actors] = -last
    carried = np.zeros((n_games, SEATS), np.float32)
    pending = np.zeros((n_games, SEATS), np.float32)
    advantages = np.zeros_like(values)
    for step in reversed(range(len(values))):
        over = ended[step]
        following[over] = 0
        carried[over] = 0
        pending[over] = rewards[step][over]
        seats = actors[step]
        surprise = pending[rows, seats] + following[rows, seats] - values[step]
        advantages[step] = surprise + LAMBDA * carried[rows, seats]
        pending[rows, seats] = 0
        following[rows, seats] = values[step]
        carried[rows, seats] = advantages[step]
    return advantages


def learn(
    network: Network, adam: Adam, rollout: Rollout, rng: np.random.Generator, rate: float
) -> float:
    """Some epochs of PPO over a rollout; returns the mean entropy of the policy."""
    seen = rollout.seen.reshape(-1, rollout.seen.shape[-1])
    masks = rollout.masks.reshape(-1, rollout.masks.shape[-1])
    choices, logs = rollout.choices.reshape(-1), rollout.logs.reshape(-1)
    returns, advantages = rollout.returns.reshape(-1), rollout.advantages.reshape(-1)
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    # Where there was no choice there is nothing to learn for the policy.
    free = (masks.sum(axis=1) > 1).astype(np.float32)
    entropies: list[float] = []
    for _epoch in range(N_EPOCHS):
        order = rng.permutation(len(choices))
        for start in range(0, len(order), ROWS):
            part = order[start : start + ROWS]
            every, values = network.forward(seen[part], masks[part])
            chances = np.exp(every)
            rows = np.arange(len(part))
            ratio = np.exp(every[rows, choices[part]] - logs[part])
            gain = advantages[part]
            # The clipped objective has no slope where the ratio already went too far.
            active = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP) * free[part]
            slope = -(active * ratio * gain)[:, None]
            by_logit = -slope * chances
            by_logit[rows, choices[part]] += slope[:, 0]
            plain = np.where(masks[part], every, 0)
            entropy = -(chances * plain).sum(axis=1, keepdims=True)
            by_logit += ENTROPY * free[part][:, None] * chances * (plain + entropy)
            by_value = VALUE * (values - returns[part])
            scale = np.float32(1 / len(part))
            gradients = network.backward(
                (by_logit * scale).astype(np.float32), (by_value * scale).astype(np.float32)
            )
            adam.step(gradients, rate)
            entropies.append(float(entropy.mean()))
    return float(np.mean(entropies))


def share_won(network: Network, opponent: str, n_deals: int, series: str) -> float:
    """The share of wins against a bot, each deal from both seats; ties are split."""
    learner, other = Learner(network, ""), gridwright.bot(opponent)
    game = gridwright.new(EDITION, seats=SEATS, seed=0).game
    won = 0.0
    for deal in range(n_deals):
        seed = hashlib.sha256(f"ppo {series} {deal}".encode()).digest()
        keys = derive_keys(seed, f"deal-{deal}", {})
        for seat in range(SEATS):
            bots = [learner if each == seat else other for each in range(SEATS)]
            ranking = play_game(game, keys, bots).ranking
            won += (ranking[seat] == 1) / ranking.count(1)
    return won / (n_deals * SEATS)


def draw_curve(
    rows: list[dict[str, Any]], final: dict[str, float], n_games: int, path: Path
) -> None:
    """The learning curve as a picture."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    for name in OPPONENTS:
        shares = [row[name] for row in rows]
        told = f"against {name}: {final[name]:.1%} of {n_games} games at the end"
        axes.plot([row["minutes"] for row in rows], shares, marker=".", label=told)
    axes.axhline(BAR, linestyle="--", color="grey", label=f"bar {BAR:.0%} against l0")
    axes.axhline(0.5, linestyle=":", color="grey", label="even")
    axes.set(xlabel="minutes", ylabel="share of games won", ylim=(0, 1))
    axes.set_title("Masked PPO by self-play: the card game at two seats")
    axes.legend(loc="center right")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def train(minutes: float, seed: int, every: int, eval_deals: int) -> tuple[Network, list[Any]]:
    """Train for some minutes; the network and the rows of its learning curve."""
    rng = np.random.default_rng(seed)
    env = gridwright.env(EDITION, n_games=N_GAMES, seats=SEATS, reward="win")
    env.reset([seed * N_GAMES + place for place in range(N_GAMES)])
    network = fresh_network(rng, env.size, env.n_choices, WIDTH)
    adam = Adam(network)
    rows: list[dict[str, Any]] = []
    began = time.monotonic()
    n_games = n_updates = 0
    entropy = 0.0
    while True:
        elapsed = (time.monotonic() - began) / 60
        if n_updates % every == 0 or elapsed >= minutes:
            row: dict[str, Any] = {
                "minutes": round(elapsed, 3),
                "updates": n_updates,
                "decisions": n_updates * N_STEPS * N_GAMES,
                "games": n_games,
                "entropy": round(entropy, 3),
            }
            for name in OPPONENTS:
                row[name] = round(share_won(network, name, eval_deals, "curve"), 4)
            rows.append(row)
            print(json.dumps(row), file=sys.stderr, flush=True)
            if elapsed >= minutes:
                return network, rows
        rollout = collect(env, network, rng)
        rate = RATE * max(0.05, 1 - elapsed / minutes)
        entropy = learn(network, adam, rollout, rng, rate)
        n_games += rollout.n_ended
        n_updates += 1


def main(arguments: list[str] | None = None) -> int:
    """Train, measure, write; 1 if the bar is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("ppo"))
    parser.add_argument("--every", type=int, default=20, help="updates between two points")
    parser.add_argument("--eval-deals", type=int, default=50, help="deals for each point")
    parser.add_argument("--deals", type=int, default=FINAL_DEALS, help="deals at the end")
    parser.add_argument("--bar", type=float, default=BAR)
    chosen = parser.parse_args(arguments)
    chosen.out.mkdir(parents=True, exist_ok=True)
    network, rows = train(chosen.minutes, chosen.seed, chosen.every, chosen.eval_deals)
    network.save(chosen.out / "ppo.npz")
    final = {name: share_won(network, name, chosen.deals, "final") for name in OPPONENTS}
    with (chosen.out / "curve.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    draw_curve(rows, final, chosen.deals * SEATS, chosen.out / "curve.svg")
    told = {
        "share": final[OPPONENTS[0]],
        "bar": chosen.bar,
        "games": chosen.deals * SEATS,
        "seed": chosen.seed,
        "minutes": chosen.minutes,
        "decisions": rows[-1]["decisions"],
        "shares": final,
        "ok": final[OPPONENTS[0]] >= chosen.bar,
    }
    print(json.dumps(told))
    return 0 if told["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())

"""Renders a game as a few lines of text."""

from gridwright.engine.ids import SPECTATOR
from gridwright.engine.notation import plant_names
from gridwright.engine.observation import HIDDEN
from gridwright.engine.observe import observe
from gridwright.envs.episode import Episode


def render_text(episode: Episode) -> str:
    """Return a spectator's view as text: the phase, the markets and each seat."""
    game = episode.table.game
    seen = observe(game, episode.state, SPECTATOR)
    cards = plant_names(game.rules)
    phase = "over" if episode.is_over() else game.phases[seen.phase].NAME
    lines = [f"round {seen.round} step {seen.step} {phase}"]
    lines.append("plants: " + " ".join(cards[card] for card in seen.market))
    if any(game.rules.market.token_totals):
        kinds = game.rules.market.kinds
        tokens = [f"{kind} {seen.tokens[place]}" for place, kind in enumerate(kinds)]
        lines.append("tokens: " + " ".join(tokens))
    for seat, owned in enumerate(seen.plants):
        mark = ">" if seat == seen.actor else " "
        money = "?" if seen.money[seat] == HIDDEN else str(seen.money[seat])
        plants = " ".join(cards[plant] for plant in owned) or "no plants"
        lines.append(f"{mark} seat {seat}: money {money}, cities {seen.n_cities[seat]}, {plants}")
    return "\n".join(lines)

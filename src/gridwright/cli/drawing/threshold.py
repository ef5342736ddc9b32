"""The comparison of a measured number with its threshold (the bar)."""

from rich.text import Text


def draw_threshold(reached: bool) -> Text:
    return Text("ok", style="green") if reached else Text("MISSED", style="bold red")

"""Whether a bar was reached."""

from rich.text import Text


def draw_verdict(reached: bool) -> Text:
    return Text("ok", style="green") if reached else Text("MISSED", style="bold red")

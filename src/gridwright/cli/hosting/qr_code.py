"""An address as a QR code of half blocks, for the camera of a phone."""

from typing import Final

from rich.text import Text

BORDER: Final = 2
"""Light modules around the code; a camera needs some."""
BLOCKS: Final = {(0, 0): " ", (0, 1): "▄", (1, 0): "▀", (1, 1): "█"}
"""By the upper and the lower module of a line, 1 for a dark one."""


def draw_qr_code(address: str) -> Text:
    """Return the code, dark on light in any colours of the terminal."""
    import segno  # Late: a server without a terminal draws none.

    code = segno.make(address, micro=False, error="l")
    rows = [list(row) for row in code.matrix_iter(border=BORDER)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    lines = [
        "".join(BLOCKS[upper, lower] for upper, lower in zip(above, below, strict=True))
        for above, below in zip(rows[::2], rows[1::2], strict=True)
    ]
    return Text("\n".join(lines), style="black on white", no_wrap=True)

"""The link of a table as a QR code."""

import re

import pytest
import segno

from gridwright.server.tables.link_code import draw_link
from gridwright_lab.trials.live_server import open_live_server
from tests.server.accounts.visitors import SPEC

pytestmark = pytest.mark.anyio

LINE = re.compile(r"M(\d+) (\d+)h(\d+)v1h-\3z")


def modules(path: str, size: int) -> list[list[int]]:
    """The drawing, as dark and light modules again."""
    rows = [[0] * size for _ in range(size)]
    assert LINE.sub("", path) == ""
    for x, y, n_dark in ((int(number) for number in found) for found in LINE.findall(path)):
        for at in range(x, x + n_dark):
            rows[y][at] = 1
    return rows


def test_the_drawing_has_every_module_of_the_code() -> None:
    address = "https://play.example/t/volt-7QK4"
    drawn = draw_link(address)
    wanted = segno.make(address, micro=False, error="m").matrix_iter(border=0)
    assert modules(drawn.path, drawn.size) == [[int(each) for each in row] for row in wanted]
    assert draw_link(address + "x").path != drawn.path


async def test_the_code_links_to_the_table_on_the_requested_host() -> None:
    async with open_live_server() as server:
        game_id = await server.make(SPEC)
        answer = await server.client.get(f"/api/tables/{game_id}/code")
        told = answer.json()
        assert answer.status_code == 200
        assert told["address"] == f"{str(server.client.base_url).rstrip('/')}/t/{game_id}"
        assert told["path"] == draw_link(told["address"]).path
        assert (await server.client.get("/api/tables/nothing/code")).status_code == 404

"""The measurement of pages: whole on a small scale, and able to fail."""

import io

import asyncpg  # type: ignore[import-untyped]  # It ships no types.
import pytest
from rich.console import Console

from gridwright.server.storage.migrations.migrate import migrate
from gridwright_lab.cli.bench.pages import draw_page_figures
from gridwright_lab.load.pages.measure import PageFigures, ReadFigures, measure_pages
from gridwright_lab.load.pages.page_list import PAGES, PageRead
from gridwright_lab.load.pages.plans import LARGE, whole_reads
from gridwright_lab.trials.services.databases import fresh_schema

pytestmark = pytest.mark.anyio

READ = PageRead("watch", "live games", "/api/watch")


@pytest.mark.meta
async def test_a_small_measurement_is_whole() -> None:
    figures = await measure_pages(n_games=300, n_times=3)
    told = figures.to_json()
    assert [each["path"] for each in told["reads"]] == [read.path for read in PAGES]
    assert told["rows"]["game"] > 300
    assert told["rows"]["shown_game"] > 100
    sizes = {each.read.name: each.n_bytes for each in figures.reads}
    assert sizes["home: own tables"] > 1_000, "no tables were found"
    assert sizes["watch: live games"] > 1_000
    assert sizes["watch: finished games"] > 1_000
    assert sizes["profile: games"] > 1_000
    assert sizes["profile: whom one follows"] > 100
    assert all(each.waits and not each.whole_reads for each in figures.reads)


@pytest.mark.meta
async def test_a_table_that_is_read_as_a_whole_is_found() -> None:
    with fresh_schema() as url:
        await migrate(url)
        connection = await asyncpg.connect(url)
        try:
            await connection.execute(
                "INSERT INTO person SELECT 'p' || n, 'P', 'p' || n, 0"
                f" FROM generate_series(0, {2 * LARGE}) AS n"
            )
            await connection.execute("ANALYZE person")
            whole = "SELECT name FROM person WHERE name = $1"
            by_key = "SELECT name FROM person WHERE person_id = $1"
            asked: dict[str, tuple[object, ...]] = {whole: ("P",), by_key: ("p7",)}
            found = await whole_reads(connection, asked)
        finally:
            await connection.close()
    assert found == [f"person: {whole}"]


def test_values_are_printed_next_to_the_threshold() -> None:
    good = ReadFigures(READ, [120.0, *[20.0] * 40], 900, [])
    slow = ReadFigures(READ, [*[20.0] * 30, *[130.0] * 10], 900, [])
    whole = ReadFigures(READ, [20.0] * 40, 900, ["game: SELECT"])
    assert (good.ok, slow.ok, whole.ok) == (True, False, False)
    assert PageFigures({}, [good]).ok
    assert not PageFigures({}, [good, slow]).ok
    told = good.to_json()
    assert (told["first_milliseconds"], told["p95_milliseconds"]) == (120.0, 20.0)
    text = io.StringIO()
    Console(file=text, width=120).print(draw_page_figures(PageFigures({}, [good, slow])))
    assert "watch: live games" in text.getvalue()
    assert "130.0" in text.getvalue()

"""The tables of the guide: ``python -m gridwright.envs.guide_tables`` prints them."""

from gridwright.content.table import default_spec, list_boards, list_editions
from gridwright.envs.action_index import ActionIndex
from gridwright.envs.env_table import table_for
from gridwright.envs.layout import Field


def index_table(edition: str) -> list[str]:
    """The families of an edition, with the numbers they have on each board."""
    boards = list_boards(edition)
    indexes = [table_for(default_spec(edition, board=board)).index for board in boards]
    headings = ["family", "choices", *boards, "meaning"]
    lines = [_row(headings), _row(["---"] * len(headings))]
    for place, family in enumerate(indexes[0].families):
        if family.size:
            ranges = [_numbers(index, place) for index in indexes]
            lines.append(_row([f"`{family.name}`", str(family.size), *ranges, family.meaning]))
    lines.append(_row(["all", "", *[str(index.size) for index in indexes], ""]))
    return lines


def _numbers(index: ActionIndex, place: int) -> str:
    start = index.starts[place]
    end = start + index.families[place].size - 1
    return str(start) if start == end else f"{start}–{end}"


def layout_table(edition: str) -> list[str]:
    """The fields of an edition's observations at its default table of four."""
    layout = table_for(default_spec(edition)).layout
    lines = [_row(["field", "shape", "numbers", "meaning"]), _row(["---"] * 4)]
    lines += [_field_row(field) for field in layout.fields]
    lines.append(_row(["all", str(layout.size), "", ""]))
    return lines


def _field_row(field: Field) -> str:
    shape = " × ".join(str(length) for length in field.shape)
    numbers = f"amount / {field.divisor}" if field.divisor else "0 or 1"
    return _row([f"`{field.name}`", shape, numbers, field.meaning])


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def main() -> None:
    for edition in list_editions():
        print("\n".join(["", f"### {edition}", "", *index_table(edition)]))
    for edition in list_editions():
        print("\n".join(["", f"### {edition}", "", *layout_table(edition)]))


if __name__ == "__main__":
    main()

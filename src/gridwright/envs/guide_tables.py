"""Tables of the guide to environments: ``python -m gridwright.envs.guide_tables`` prints them."""

from itertools import pairwise

from gridwright.content.table import default_spec, list_boards, list_editions
from gridwright.envs.action_index import ActionIndex
from gridwright.envs.env_table import table_for
from gridwright.envs.families import Family
from gridwright.envs.layout import Field


def family_table(edition: str) -> list[str]:
    """Return the families of an edition, with the number of choices over all boards."""
    lines = [_row(["family", "choices", "meaning"]), _row(["---"] * 3)]
    for place, family in _families(edition):
        sizes = [index.families[place].size for index in _indexes(edition).values()]
        n_choices = _range(min(sizes), max(sizes))
        lines.append(_row([f"`{family.name}`", n_choices, family.meaning]))
    return lines


def start_table(edition: str) -> list[str]:
    """Return the first number by board of each family that is behind one of another size there."""
    families = _families(edition)
    indexes = _indexes(edition)
    shown = [
        (place, family)
        for (before, _family), (place, family) in pairwise(families)
        if len({index.families[before].size for index in indexes.values()}) > 1
    ]
    headings = ["board", *[family.name for _place, family in shown], "all"]
    lines = [_row(headings), _row(["---"] * len(headings))]
    for board, index in indexes.items():
        starts = [str(index.starts[place]) for place, _family in shown]
        lines.append(_row([board, *starts, str(index.size)]))
    return lines


def _indexes(edition: str) -> dict[str, ActionIndex]:
    boards = list_boards(edition)
    return {board: table_for(default_spec(edition, board=board)).index for board in boards}


def _families(edition: str) -> list[tuple[int, Family]]:
    """Return the families that have choices, with their places in the index."""
    index = table_for(default_spec(edition)).index
    return [(place, family) for place, family in enumerate(index.families) if family.size]


def _range(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def layout_table(edition: str) -> list[str]:
    """Return the fields of an edition's observations at its default table of four."""
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
        print(
            "\n".join(["", f"### {edition}", "", *family_table(edition), "", *start_table(edition)])
        )
    for edition in list_editions():
        print("\n".join(["", f"### {edition}", "", *layout_table(edition)]))


if __name__ == "__main__":
    main()

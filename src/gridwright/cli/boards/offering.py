"""Own boards for the tables of a command: only good ones, and each says what is wrong with it."""

from pathlib import Path

from gridwright.cli.errors import CommandFailed
from gridwright.content.own_board import OFFERED, OwnBoard, find_own_boards


def offer_boards(folder: Path | None) -> list[OwnBoard]:
    """Offer the boards of a folder for new tables. Raises CommandFailed for an invalid one.

    The check is imported late: a command without own boards need not wait for it.
    """
    if folder is None:
        return []
    from gridwright.content.board_check.check import check_folder

    boards: list[OwnBoard] = []
    for each in find_own_boards(folder):
        checked = check_folder(each)
        if checked.board is None:
            more = len(checked.faults) - 1
            told = f"; and {more} more, see gridwright board check {each}" if more else ""
            raise CommandFailed(f"{each}: {checked.faults[0]}{told}")
        boards.append(checked.board)
    for board in boards:
        OFFERED.offer(board)
    return boards

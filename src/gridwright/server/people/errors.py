"""Why an account does not do what was asked; the text is for people and repeats no secret."""

from typing import Final


class PeopleError(Exception):
    """The base of everything that is refused here."""


class BadName(PeopleError):
    """No name for an account."""


class NameTaken(PeopleError):
    """Somebody has the name, or one that looks the same."""


class BadPassword(PeopleError):
    """Too short, too long, or what everybody takes."""


class WrongPassword(PeopleError):
    """The password of somebody who is signed in is another one."""


class SignInRefused(PeopleError):
    """Nobody is told which part was wrong, nor whether there is such a person."""

    def __init__(self) -> None:
        super().__init__("name and password do not belong together")


class BadPasskey(PeopleError):
    """The answer of a key that proves nothing; why is nobody's business."""

    def __init__(self) -> None:
        super().__init__("the passkey was not accepted; ask for a new challenge")


class TooManyPasskeys(PeopleError):
    """An account has as many keys as it may have."""


class TooManyTries(PeopleError):
    """Come back later."""

    def __init__(self, seconds: int) -> None:
        super().__init__("too many tries; wait a while")
        self.seconds: Final = seconds

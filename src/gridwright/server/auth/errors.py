"""Why an account does not do what was asked; the text is for people and repeats no secret."""

from gridwright.protocol.refusals import Code
from gridwright.server.wire.refusals import Refused


class AccountError(Refused):
    """The base of everything that is refused here."""


class BadName(AccountError):
    """No name for an account."""

    code = "bad_account_name"


class NameTaken(AccountError):
    """Somebody has the name, or one that looks the same."""

    code = "name_taken"


class BadPassword(AccountError):
    """Too short, too long, or what everybody takes."""

    code: Code = "bad_password"


class CommonPassword(BadPassword):
    """One of those that everybody takes."""

    code = "common_password"


class WrongPassword(AccountError):
    """The password of somebody who is signed in is another one."""

    code = "wrong_password"


class SignInRefused(AccountError):
    """Nobody is told which part was wrong, nor whether there is such a person."""

    code = "sign_in_refused"

    def __init__(self) -> None:
        super().__init__("name and password do not belong together")


class BadPasskey(AccountError):
    """The answer of a key that proves nothing; why is nobody's business."""

    code = "bad_passkey"

    def __init__(self) -> None:
        super().__init__("the passkey was not accepted; ask for a new challenge")


class AccountClosed(AccountError):
    """A host has closed the account; told to nobody but its person."""

    code = "account_closed"

    def __init__(self) -> None:
        super().__init__("the account is closed; ask whoever runs the server")


class RegistrationClosed(AccountError):
    """Nobody registers here."""

    code = "registration_closed"

    def __init__(self) -> None:
        super().__init__("nobody registers here now")


class BadInvitation(AccountError):
    """Nobody is told whether there ever was such a code."""

    code = "bad_invitation"

    def __init__(self) -> None:
        super().__init__("expected the code of an invitation that still holds")


class MembersOnly(AccountError):
    """For whoever has an account here; guests come in by the link of a table."""

    code = "members_only"

    def __init__(self) -> None:
        super().__init__("expected somebody with an account here")


class SignedOut(AccountError):
    """Only somebody who is signed in may ask."""

    code = "signed_out"


class TooManyPasskeys(AccountError):
    """An account has as many keys as it may have."""

    code = "too_many_passkeys"


class TooManyTries(AccountError):
    """Come back later."""

    code = "too_many"

    def __init__(self, seconds: int) -> None:
        super().__init__("too many tries; wait a while")
        self.retry_after = seconds

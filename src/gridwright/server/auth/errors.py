"""Errors of accounts and authentication; the text is for people and repeats no secret."""

from gridwright.protocol.refusals import Code, Refused


class AccountError(Refused):
    """The base class of these errors."""


class BadName(AccountError):
    """The name is not allowed for an account."""

    code = "bad_account_name"


class NameTaken(AccountError):
    """Another account has the name, or one that looks the same."""

    code = "name_taken"


class BadPassword(AccountError):
    """The password is too short, too long or too common."""

    code: Code = "bad_password"


class CommonPassword(BadPassword):
    """The password is too common."""

    code = "common_password"


class WrongPassword(AccountError):
    """The password of a signed-in person is wrong."""

    code = "wrong_password"


class SignInRefused(AccountError):
    """Reveals neither which part was wrong nor whether the person exists."""

    code = "sign_in_refused"

    def __init__(self) -> None:
        super().__init__("wrong name or password")


class BadPasskey(AccountError):
    """The response of a passkey was not accepted; the reason is not revealed."""

    code = "bad_passkey"

    def __init__(self) -> None:
        super().__init__("the passkey was not accepted; ask for a new challenge")


class AccountClosed(AccountError):
    """A host has closed the account; shown to its person only."""

    code = "account_closed"

    def __init__(self) -> None:
        super().__init__("this account is closed; ask the host of this server")


class RegistrationClosed(AccountError):
    """Registration is closed."""

    code = "registration_closed"

    def __init__(self) -> None:
        super().__init__("registration is closed on this server")


class BadInvitation(AccountError):
    """Does not reveal whether the code ever existed."""

    code = "bad_invitation"

    def __init__(self) -> None:
        super().__init__("this invitation is invalid or has expired; ask the host for a new one")


class MembersOnly(AccountError):
    """The route is for members; guests use the link of a table."""

    code = "members_only"

    def __init__(self) -> None:
        super().__init__("this server is for members; sign in, or ask for the link of a table")


class SignedOut(AccountError):
    """The route requires a signed-in person."""

    code = "signed_out"


class TooManyPasskeys(AccountError):
    """The account has the maximum number of passkeys."""

    code = "too_many_passkeys"


class TooManyTries(AccountError):
    """Rate limit of guesses; retry after `retry_after` seconds."""

    code = "too_many"

    def __init__(self, seconds: int) -> None:
        super().__init__("too many attempts; wait a while")
        self.retry_after = seconds

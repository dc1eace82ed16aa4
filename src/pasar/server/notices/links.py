"""The addresses that people are sent: one place for each, so that mails, answers and routes agree."""


def table(base: str, number: str) -> str:
    return f"{base}/table/{number}"


def enter(base: str, token: str) -> str:
    """Opens a page with a button: only the button uses the token up, not a program that looks ahead at links."""
    return f"{base}/link/enter/{token}"


def confirm(base: str, token: str) -> str:
    return f"{base}/link/email/{token}"


def no_mails(base: str, token: str) -> str:
    return f"{base}/link/off/{token}"

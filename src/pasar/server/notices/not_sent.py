"""What the ways of telling a person something have in common."""


class NotSent(Exception):
    """It did not get through. Its text holds no address: it goes to the log."""

    def __init__(self, reason: str, final: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.final = final  # trying again would not help

"""How far long work is, told to whoever wants to know."""


class Progress:
    """Is told how far long work is, and does nothing; a subclass may show it."""

    def step(self, done: int, total: int, what: str) -> None:
        """Take note that ``done`` of ``total`` are done."""

    def note(self, text: str) -> None:
        """Take note of something beside the result."""

"""Progress of long work."""


class Progress:
    """Receives the progress of long work and ignores it; a subclass may show it."""

    def step(self, done: int, total: int, what: str) -> None:
        """Receive that ``done`` of ``total`` items are done; ``what`` names the items."""

    def note(self, text: str) -> None:
        """Receive a message that is not part of the result."""

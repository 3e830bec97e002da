"""Requests of which one is worked on until that is stopped."""

import threading

from jotto import stopping
from jotto.assistant.requests import Requests


class Endless(Requests):
    """Answers hello when it is stopped, and not before."""

    def __post_init__(self):
        super().__post_init__()
        self.begun, self.ended = threading.Event(), threading.Event()

    def hello(self, given, notes):
        self.begun.set()
        try:
            while True:
                stopping.check()
        finally:
            self.ended.set()

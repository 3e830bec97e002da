"""Codes: strings of symbols, listed in order without being stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations
from typing import overload

import numpy as np
import numpy.typing as npt

SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz"

Digits = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Codes(Sequence[str]):
    """All codes of a shape, in ascending order of their digits or as ``digits`` lists them.

    ``digits (N, P)`` uint8 holds one code a row. Strings are made when asked for, and only then.
    ``shares`` is where scoring remembers the rows it adds up, each (N,).

    >>> codes = Codes.of(2, 3, distinct=True)
    >>> list(codes), codes.index("20"), "11" in codes
    (['01', '02', '10', '12', '20', '21'], 4, False)
    """

    digits: Digits
    shares: dict[int, npt.NDArray[np.unsignedinteger]] = field(default_factory=dict, repr=False)

    @staticmethod
    def of(pegs: int, colours: int, *, distinct: bool = False) -> Codes:
        """List all codes of ``pegs`` symbols out of ``colours``; with ``distinct``, no repeats."""
        if distinct:
            rows = list(permutations(range(colours), pegs))
            return Codes(np.array(rows, np.uint8).reshape(len(rows), pegs))
        numbers = np.arange(colours**pegs)
        powers = colours ** np.arange(pegs - 1, -1, -1)
        return Codes((numbers[:, None] // powers % colours).astype(np.uint8))

    def take(self, indices: npt.NDArray[np.intp]) -> Codes:
        """List the codes at ``indices``, in that order."""
        return Codes(self.digits[indices])

    @cached_property
    def symbols(self) -> npt.NDArray[np.uint32]:
        """The code points of every code: an array (N, P)."""
        return np.array([ord(symbol) for symbol in SYMBOLS], np.uint32)[self.digits]

    def __len__(self) -> int:
        return len(self.digits)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> Codes: ...
    def __getitem__(self, at: int | slice) -> str | Codes:
        if isinstance(at, slice):
            return Codes(self.digits[at])
        return "".join(SYMBOLS[digit] for digit in self.digits[at])

    def index(self, code: object, start: int = 0, stop: int | None = None) -> int:
        """Say where a code stands; raises ValueError if it is not one of these."""
        width = self.digits.shape[1]
        if isinstance(code, str) and len(code) == width and all(c in SYMBOLS for c in code):
            wanted = [SYMBOLS.index(symbol) for symbol in code]
            found = np.flatnonzero((self.digits[start:stop] == wanted).all(axis=1))
            if len(found):
                return start + int(found[0])
        raise ValueError(f"{code!r} is not in the list")

    def __contains__(self, code: object) -> bool:
        try:
            return self.index(code) >= 0
        except ValueError:
            return False

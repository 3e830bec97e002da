"""What counts, compiled from the C beside this file: arrays in, arrays out.

The only module that knows ctypes. It checks types and shapes, makes the scratch arrays, and lets
other threads run during a call. What each function does is said in ``core.h``; slow twins:
tests/naive.py. Scores are uint8, or uint16 for more than 256; ``by_secret (S, G)`` has the scores
of a secret in a row. The page calls the same functions as WebAssembly.
"""

from __future__ import annotations

import ctypes
import os
import sys
import warnings
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, cast
from zlib import crc32

import numpy as np

from jotto import stopping

IntArray = np.typing.NDArray[np.int64]
Scores = np.typing.NDArray[np.unsignedinteger]
Letters = np.typing.NDArray[np.uint16]

HERE = Path(__file__).parent
Struct = ctypes.Structure
NEVER = 1 << 60  # higher than any value or total: there is none
BIT = 1 << 32  # the unit of entropy: whole numbers of 2**-32 bits
BLOCK = 512  # guesses at a time
AT_ONCE = 1 << 28  # scores, or their bytes, of a call: half a second, after which it can be stopped
WORDS = 1024  # words at a time that are scored
LONGEST = 10  # letters of a word that is scored alone
POINTS = f"utf-32-{sys.byteorder[0]}e"  # code points as the core reads them
ON_BOARDS = -1  # a measure; the others are those of engine/measure_table.py
BY_COSTS, BY_ENTROPY, BY_SIZE, EARLIEST = range(4)  # what a part costs


# --- the library ----------------------------------------------------------------------------------


def sources() -> int:
    """Return a number that is another for other sources; 0 where they are not installed."""
    texts = [path.read_bytes() for path in sorted(HERE.glob("*.[ch]"))]
    return crc32(b"".join(texts))


@lru_cache(1)
def library() -> ctypes.CDLL:
    """Load the library, built for AVX2 or AVX-512 where there is that. Raises ImportError."""
    named = os.environ.get("JOTTO_CORE")
    path = Path(named) if named else HERE / "core.bin"
    try:
        loaded = ctypes.CDLL(str(path))
        faster = HERE / f"core-v{loaded.level()}.bin"
        if not named and faster.exists():
            loaded = ctypes.CDLL(str(faster))
        loaded.sources.restype = ctypes.c_int64
    except (OSError, AttributeError) as error:  # no library, or another one
        again = "install jotto again, or build it: python scripts/build_core.py"
        again = "unset JOTTO_CORE, or let it name a core that was built" if named else again
        reason = f"the compiled core cannot be loaded from {str(path)!r} ({error}); {again}"
        raise ImportError(reason, name=__name__) from error
    if loaded.sources() != sources() != 0:
        built = "jotto/core differs from the library that was built from it"
        again = f"{built}; build again: python scripts/build_core.py"
        warnings.warn_explicit(again, RuntimeWarning, "jotto", 1)  # without a line of source
    return loaded


def call(name: str, *arguments: Any) -> int:
    """Call a function with numbers, arrays or structs by their addresses, None as null.

    Raises Stopped, before the call, see ``stopping``.
    """
    stopping.check()
    function = getattr(library(), name)
    function.restype = ctypes.c_int64
    return cast(int, function(*map(_argument, arguments)))


def _argument(value: Any) -> Any:
    if value is None or isinstance(value, np.ndarray):
        return ctypes.c_void_p(None if value is None else address(value))
    if isinstance(value, float):
        return ctypes.c_double(value)
    return ctypes.byref(value) if isinstance(value, ctypes.Structure) else ctypes.c_int64(value)


def address(array: np.typing.NDArray[Any]) -> int:
    """Return where an array begins."""
    return cast(int, array.__array_interface__["data"][0])


def struct(**fields: Any) -> ctypes.Structure:
    """Make a struct of int64 numbers, then addresses of arrays and structs, which it keeps alive.

    >>> struct(n=3, codes=np.zeros(3, np.uint8)).n
    3
    """
    pointers = tuple(not isinstance(value, int) for value in fields.values())
    made: Any = _struct_type(tuple(fields), pointers)()
    for name, value in fields.items():
        if isinstance(value, np.ndarray):
            check(name, value, value.dtype)
            value = address(value)
        elif isinstance(value, ctypes.Structure):
            value = ctypes.addressof(value)
        setattr(made, name, value)
    made.kept = fields
    return cast(ctypes.Structure, made)


@lru_cache
def _struct_type(names: tuple[str, ...], pointers: tuple[bool, ...]) -> Any:
    kinds = (ctypes.c_void_p if pointer else ctypes.c_int64 for pointer in pointers)
    fields = list(zip(names, kinds, strict=True))
    return type("Struct", (ctypes.Structure,), {"_fields_": fields})


def check(name: str, array: np.typing.NDArray[Any], dtype: Any, *shape: int) -> None:
    """Raise ValueError for an array that the core cannot take."""
    if array.dtype != dtype or not array.flags.c_contiguous or (shape and array.shape != shape):
        is_ = f"{array.dtype} {array.shape}{'' if array.flags.c_contiguous else ', not contiguous'}"
        raise ValueError(f"{name} is {is_}; it must be {np.dtype(dtype)} {shape or ''}")


def integers(array: Any) -> IntArray:
    """Return an array as the core takes it."""
    return np.ascontiguousarray(array, np.int64)


def coded(name: str, scores: Scores) -> str:
    """Return the name of a function for the type of these scores."""
    if scores.dtype not in (np.uint8, np.uint16):
        raise ValueError(f"scores are {scores.dtype}; they must be uint8 or uint16")
    return f"{name}_{8 * scores.itemsize}"


def _columns(by_secret: Scores) -> tuple[int, int]:
    """Return how many guesses ``by_secret`` has, and from one row to the next."""
    if by_secret.ndim != 2 or (
        by_secret.shape[1] > 1 and by_secret.strides[1] != by_secret.itemsize
    ):
        raise ValueError(f"by_secret {by_secret.shape} must have its rows in one piece")
    return by_secret.shape[1], by_secret.strides[0] // by_secret.itemsize


# --- numbers --------------------------------------------------------------------------------------


def costs(measure: int, largest: int) -> IntArray:
    """Tabulate what parts of 0 .. largest candidates cost by a measure of that number."""
    table = np.empty(largest + 1, np.int64)
    call("costs", measure, len(table), table)
    return table


# --- scores ---------------------------------------------------------------------------------------


def scores(
    rule: int, guesses: Letters, secrets: Letters, dtype: np.typing.DTypeLike = np.uint8
) -> Scores:
    """Score words, whose letters are numbered from 0, as rows (N, L): codes (G, S).

    The rows of the longer list are in one piece: (S, G) is, unless guesses are few.

    >>> scores(0, np.array([[0, 1, 2]], np.uint16), np.array([[0, 2, 3]], np.uint16))
    array([[5]], dtype=uint8)
    """
    swapped = len(guesses) >= min(len(secrets), WORDS // 4)  # rows of guesses for each secret
    words, others = (secrets, guesses) if swapped else (guesses, secrets)
    length = words.shape[1]
    for array in (words, others):
        check("words", array, np.uint16, len(array), length)
    slots, keys = np.empty(words.shape, np.int32), np.empty(words.size, np.int64)
    seen = np.zeros((int(words.max(initial=0)) + 1) << length, np.int32)
    n_keys = call("number_letters", len(words), length, words, slots, keys, seen)
    made = np.empty((len(words), len(others)), dtype)
    table, letters = np.empty((n_keys, WORDS), dtype), np.empty((length, WORDS), np.uint16)
    name, step = coded("scores", made), max(WORDS, AT_ONCE // max(1, made.strides[0]))
    for start in range(0, len(words), step):
        some, into = slots[start : start + step], made[start : start + step]
        sizes = len(some), n_keys, some, keys, len(others), others
        call(name, rule, length, swapped, *sizes, table, letters, into)
    return made.T if swapped else made


@lru_cache(1)
def _pair() -> Any:
    function = library().score_pair
    function.restype, numbers = ctypes.c_int64, [ctypes.c_int64] * 2
    function.argtypes = [*numbers, ctypes.c_char_p, ctypes.c_char_p]
    return function


def score_pair(rule: int, guess: bytes, secret: bytes) -> int:
    """Score one guess against one secret, code points of as many letters, at most LONGEST: a code.

    >>> score_pair(0, "fools".encode(POINTS), "score".encode(POINTS))  # the seventh: 1,1
    7
    """
    return cast(int, _pair()(rule, len(guess) // 4, guess, secret))


# --- parts ----------------------------------------------------------------------------------------


class Worth(NamedTuple):
    """What a guess is worth: the sum, or the highest, of the ``costs (A + 1,)`` of its parts.

    If ``weighed`` is BY_ENTROPY or BY_SIZE, by the ``weights (S,)`` of secrets instead. If it is
    EARLIEST, nothing is valued, and the earliest candidate is guessed.
    """

    costs: IntArray
    highest: bool
    weights: IntArray
    weighed: int = BY_COSTS

    def struct(self) -> ctypes.Structure:
        """Return it as the core takes it."""
        costs, weights = integers(self.costs), integers(self.weights)
        return struct(highest=int(self.highest), weighed=self.weighed, costs=costs, weights=weights)


def weighed_cost(weighed: int, weight: int, size: int, *, win: bool) -> int:
    """Return what a part costs by its weight, BY_ENTROPY or BY_SIZE."""
    return call("weighed_cost", weighed, weight, size, int(win))


def part_sizes(by_secret: Scores, rows: Any, n_codes: int) -> IntArray:
    """Count the candidates, ``rows (A,)``, in every part of every guess: (G, K).

    >>> part_sizes(np.array([[0, 1], [1, 0], [1, 2]], np.uint8), [0, 1, 2], 3)
    array([[1, 2, 0],
           [1, 1, 1]])
    """
    (n_guesses, stride), rows = _columns(by_secret), integers(rows)
    sizes = np.empty((n_guesses, n_codes), np.int64)
    sized = len(rows), rows, n_guesses, stride, n_codes
    counts = np.empty(BLOCK * n_codes, np.int32)
    call(coded("part_sizes", by_secret), *sized, by_secret, counts, sizes)
    return sizes


def part_weights(by_secret: Scores, rows: Any, weights: Any, n_codes: int) -> IntArray:
    """Add up the ``weights (A,)`` of the candidates in every part of every guess: (G, K).

    >>> part_weights(np.array([[0], [1], [1]], np.uint8), [0, 1, 2], [5, 2, 1], 3)
    array([[5, 3, 0]])
    """
    (n_guesses, stride), rows, weights = _columns(by_secret), integers(rows), integers(weights)
    check("weights", weights, np.int64, len(rows))
    sums = np.empty((n_guesses, n_codes), np.int64)
    sized = len(rows), rows, weights, n_guesses, stride, n_codes
    call(coded("part_weights", by_secret), *sized, by_secret, sums)
    return sums


def values(by_secret: Scores, rows: Any, n_codes: int, worth: Worth) -> IntArray:
    """Value every guess on the candidates ``rows (A,)``: (G,)."""
    (n_guesses, stride), rows = _columns(by_secret), integers(rows)
    made, counts = np.empty(n_guesses, np.int64), np.zeros(BLOCK * n_codes, np.int32)
    sums = np.zeros(BLOCK * n_codes if worth.weighed else 0, np.int64)
    name, step = coded("values", by_secret), AT_ONCE // (len(rows) + n_codes) // BLOCK * BLOCK
    for start in range(0, n_guesses, max(step, BLOCK)):
        some, into = by_secret[:, start : start + max(step, BLOCK)], made[start:]
        sized = len(rows), rows, some.shape[1], stride, n_codes
        call(name, *sized, some, worth.struct(), counts, sums, into)
    return made


def values_within(
    by_guess: Scores, parts: Sequence[IntArray], guesses: Any, n_codes: int, costs: Any, limit: int
) -> IntArray:
    """Value ``guesses`` by the parts that they make of ``parts``; ``by_guess (G, S)``.

    Values above ``limit`` are not exact. ``costs`` ascend; parts are below 65,536.

    >>> by_guess, parts = np.array([[0, 1, 1, 1]], np.uint8), [np.arange(2), np.arange(2, 4)]
    >>> values_within(by_guess, parts, [0], 2, [0, 1, 4, 9, 16], NEVER)
    array([6])
    """
    check("by_guess", by_guess, by_guess.dtype)
    largest_first = sorted(parts, key=len, reverse=True)
    members, sizes = integers(np.concatenate(largest_first)), integers([*map(len, largest_first)])
    guesses, counts = integers(guesses), np.zeros(max(256, n_codes), np.uint16)
    made = np.empty(len(guesses), np.int64)
    sized = len(sizes), sizes, members, len(guesses), guesses, by_guess.shape[1], n_codes
    rest = by_guess, integers(np.diff(costs)), limit, counts, made
    call(coded("values_within", by_guess), *sized, *rest)
    return made


# --- games played out -----------------------------------------------------------------------------


def lengths(
    by_secret: Scores,
    candidates: Any,
    n_codes: int,
    worth: Worth,
    guess_of: Any,
    secret_of: Any,
    opening: Any = (),
) -> IntArray:
    """Play ``opening``, then the guess of lowest value: the guesses of each secret, (S,).

    0 for secrets that are not in ``candidates (A,)``. ``guess_of (S,)`` is the index of a secret as
    a guess, ascending, and ``secret_of (G,)`` that of a guess as a secret, or -1. Of equal values a
    candidate comes first, then the earliest.
    """
    check("by_secret", by_secret, by_secret.dtype)
    candidates, opening, made = (
        integers(candidates),
        integers(opening),
        np.zeros(len(by_secret), int),
    )
    sized = *by_secret.shape, n_codes
    scratch = np.zeros(call("lengths_scratch", *sized), np.uint8)
    game = by_secret, worth.struct(), integers(guess_of), integers(secret_of)
    played = len(candidates), candidates, len(opening), opening
    call(coded("lengths", by_secret), *sized, *game, *played, scratch, made)
    return made

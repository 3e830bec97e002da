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
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np

IntArray = np.typing.NDArray[np.int64]
Scores = np.typing.NDArray[np.unsignedinteger]
Letters = np.typing.NDArray[np.uint16]

HERE = Path(__file__).parent
SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
NEVER = 1 << 60  # higher than any value or total: there is none
BIT = 1 << 32  # the unit of entropy: whole numbers of 2**-32 bits
BLOCK = 512  # guesses at a time
WORDS = 1024  # words at a time that are scored
SMALL_SET = 64  # candidates
EXACT_ELSEWHERE, JOTS, COLOURS = range(3)  # rules
BY_COSTS, BY_ENTROPY, BY_SIZE, EARLIEST = range(4)  # what a part costs
LEVELS = 8  # guesses after which a bound takes all candidates to be found
STRIP = 64  # guesses whose codes are a cache line
PLANAR, GROUP = 32, 8  # codes that are counted in bit planes; candidates at a time
SLOTS, VARIETY, LARGE = 64, 5, 200  # sets whose varieties are kept; their bits; candidates
DEEPEST, LEVELS_AT_FIRST = 1000, 16  # searches within each other; that there is memory for at first
OUT_OF_MEMORY, TOO_DEEP = -8, -9
REFUTED, OPEN, SOLVED, UNTRIED = range(-1, 3)  # whether some guesses are enough for a set
Verdict = tuple[int, ...]  # on a set: lower bound, best total so far or NEVER, its guess or -1


# --- the library ----------------------------------------------------------------------------------


def sources() -> int:
    """Return a number that is another for other sources; 0 where they are not installed."""
    texts = [path.read_bytes() for path in sorted(HERE.glob("*.[ch]"))]
    return int.from_bytes(blake2b(b"".join(texts), digest_size=7).digest()) if texts else 0


@lru_cache(1)
def library() -> ctypes.CDLL:
    """Load the library, built for AVX2 where the processor has it. Raises ImportError."""
    named = os.environ.get("JOTTO_CORE")
    path = Path(named) if named else HERE / f"core{SUFFIX}"
    try:
        loaded = ctypes.CDLL(str(path))
    except OSError as error:
        again = "install jotto again, or build it: python scripts/build_core.py"
        raise ImportError(f"the compiled core cannot be loaded ({error}); {again}") from error
    faster = HERE / f"core-v3{SUFFIX}"
    if not named and loaded.has_v3() and faster.exists():
        loaded = ctypes.CDLL(str(faster))
    loaded.sources.restype = ctypes.c_int64
    if loaded.sources() != sources() != 0:
        built = "jotto/core differs from the library that was built from it"
        warnings.warn(f"{built}; build again: python scripts/build_core.py", stacklevel=2)
    return loaded


def call(name: str, *arguments: Any) -> int:
    """Call a function with numbers, arrays or structs by their addresses, None as null."""
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
            _check(name, value, value.dtype)
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


def _check(name: str, array: np.typing.NDArray[Any], dtype: Any, *shape: int) -> None:
    if array.dtype != dtype or not array.flags.c_contiguous or (shape and array.shape != shape):
        is_ = f"{array.dtype} {array.shape}{'' if array.flags.c_contiguous else ', not contiguous'}"
        raise ValueError(f"{name} is {is_}; it must be {np.dtype(dtype)} {shape or ''}")


def _integers(array: Any) -> IntArray:
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


def logarithms(numbers: Any) -> np.typing.NDArray[np.float64]:
    """Return the base 2 logarithms of whole numbers up to 2**53; for 0 some finite number.

    All operations are rounded alike on every machine, unlike a library's logarithm.

    >>> logarithms([8, 10]).round(6).tolist()
    [3.0, 3.321928]
    """
    into = np.empty(np.shape(numbers))
    call("logarithms", into.size, _integers(numbers), into)
    return into


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

    >>> scores(EXACT_ELSEWHERE, np.array([[0, 1, 2]], np.uint16), np.array([[0, 2, 3]], np.uint16))
    array([[5]], dtype=uint8)
    """
    swapped = len(guesses) >= min(len(secrets), WORDS)  # rows of guesses for each secret
    words, others = (secrets, guesses) if swapped else (guesses, secrets)
    length = words.shape[1]
    for array in (words, others):
        _check("words", array, np.uint16, len(array), length)
    slots, keys = np.empty(words.shape, np.int32), np.empty(words.size, np.int64)
    seen = np.zeros((int(words.max(initial=0)) + 1) << length, np.int32)
    n_keys = call("number_letters", len(words), length, words, slots, keys, seen)
    made = np.empty((len(words), len(others)), dtype)
    table, letters = np.empty((n_keys, WORDS), dtype), np.empty((length, WORDS), np.uint16)
    sizes = len(words), n_keys, slots, keys, len(others), others
    call(coded("scores", made), rule, length, swapped, *sizes, table, letters, made)
    return made.T if swapped else made


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
        costs, weights = _integers(self.costs), _integers(self.weights)
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
    (n_guesses, stride), rows = _columns(by_secret), _integers(rows)
    sizes = np.empty((n_guesses, n_codes), np.int64)
    sized = len(rows), rows, n_guesses, stride, n_codes
    call(coded("part_sizes", by_secret), *sized, by_secret, sizes)
    return sizes


def part_weights(by_secret: Scores, rows: Any, weights: Any, n_codes: int) -> IntArray:
    """Add up the ``weights (A,)`` of the candidates in every part of every guess: (G, K).

    >>> part_weights(np.array([[0], [1], [1]], np.uint8), [0, 1, 2], [5, 2, 1], 3)
    array([[5, 3, 0]])
    """
    (n_guesses, stride), rows, weights = _columns(by_secret), _integers(rows), _integers(weights)
    _check("weights", weights, np.int64, len(rows))
    sums = np.empty((n_guesses, n_codes), np.int64)
    sized = len(rows), rows, weights, n_guesses, stride, n_codes
    call(coded("part_weights", by_secret), *sized, by_secret, sums)
    return sums


def values(by_secret: Scores, rows: Any, n_codes: int, worth: Worth) -> IntArray:
    """Value every guess on the candidates ``rows (A,)``: (G,)."""
    (n_guesses, stride), rows = _columns(by_secret), _integers(rows)
    made, counts = np.empty(n_guesses, np.int64), np.empty(BLOCK * n_codes, np.int32)
    sums = np.empty(BLOCK * n_codes if worth.weighed else 0, np.int64)
    sized = len(rows), rows, n_guesses, stride, n_codes
    call(coded("values", by_secret), *sized, by_secret, worth.struct(), counts, sums, made)
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
    n_secrets, n_guesses = by_secret.shape
    _check("by_secret", by_secret, by_secret.dtype)
    candidates, opening = _integers(candidates), _integers(opening)
    game = struct(
        n_secrets=n_secrets,
        n_guesses=n_guesses,
        n_codes=n_codes,
        by_secret=by_secret,
        worth=worth.struct(),
        guess_of=_integers(guess_of),
        secret_of=_integers(secret_of),
        inside=np.zeros(n_secrets, np.uint8),
        masks=np.empty(BLOCK, np.uint32),
        n_parts=np.empty(n_guesses, np.uint8),
        sizes=np.empty(n_codes, np.int64),
        totals=np.zeros(n_codes, np.int64),
        heavy=np.empty(SMALL_SET, np.int64),
        counts=np.empty(BLOCK * n_codes, np.int32),
        sums=np.empty(BLOCK * n_codes, np.int64),
        values=np.empty(n_guesses, np.int64),
    )
    n, made = len(candidates), np.zeros(n_secrets, np.int64)
    work = np.empty(5 * n, np.int64)
    played = len(opening), opening, work, made
    call(coded("lengths", by_secret), game, n, candidates, *played)
    return made


# --- searches -------------------------------------------------------------------------------------


class Hints(NamedTuple):
    """Which guesses may follow a score in hard mode; all are empty otherwise."""

    codes: Scores  # (G, G) what each guess would score if each guess were the secret
    kinds: IntArray  # (G,)
    uses: np.typing.NDArray[np.bool_]  # (kinds, K, K) whether a guess of the second score uses the
    # hints of the first


@dataclass(frozen=True, eq=False)
class Problem:
    """What a search reads, its table, and the scratch arrays of its thread: see ``core.h``.

    Candidates are numbered from 0, the heaviest first; guess i < A is candidate i. A set of
    candidates is an ascending array (n,) int64. A choice (2 + m,) int64 is a hash of the guesses
    that may be made, 128 bits, and these, ascending; if there are none in it, all may be made.
    """

    codes: Scores  # see scores_for
    columns: Scores  # (G, A) the same by guess; if scores are symmetric, it may be ``codes``
    weights: IntArray  # (A,) descending
    randoms: IntArray  # (2, A + 1, 2); in hard mode (3, G + 1, 2)
    hints: Hints
    widths: IntArray  # (A + 1,) how many guesses are tried for a set of n; all for a proof
    n_guesses: int
    n_codes: int
    only_candidates: bool  # are guessed
    table: IntArray  # see table_of; threads may share it
    salt: IntArray  # (2,) searches of other problems, or of other widths, may share a table
    stop: np.typing.NDArray[np.uint8]  # (1,) another thread sets it to 1 to stop the search
    scratch: dict[str, np.typing.NDArray[Any]] = field(default_factory=dict)  # filled when needed

    @property
    def by_secret(self) -> Scores:
        """The scores, (A, G)."""
        return self.codes[:-1, : self.n_guesses]

    @property
    def even(self) -> bool:
        """Whether all weights are 1."""
        return bool(self.weights[0] == 1)

    @property
    def planar(self) -> bool:
        """Whether the sizes of parts are counted in bit planes."""
        few = self.n_codes <= PLANAR and self.codes.itemsize == 1
        return self.even and few and not len(self.hints.kinds)

    @property
    def bounds(self) -> IntArray:
        """The least totals the guesses can lead to, (G,), after :func:`bound_guesses`."""
        return self.scratch["by_guess"][1, : self.n_guesses]

    @property
    def keys(self) -> IntArray:
        """What guesses are ordered by, the lowest first, (G,); NEVER for useless ones."""
        return self.scratch["by_guess"][2, : self.n_guesses]

    @cached_property
    def struct(self) -> ctypes.Structure:
        """All of it, as the core takes it."""
        (rows, stride), n_codes = self.codes.shape, self.n_codes
        n, n_planes, n_bytes = rows - 1, max(3, (rows - 1).bit_length()), -(-(n_codes - 1) // 8)
        if not self.scratch:
            planar, slots = stride * self.planar, SLOTS if n >= 2 * LARGE else 0
            shape = slots, planar // STRIP, VARIETY, n_bytes, STRIP
            self.scratch.update(
                by_guess=np.zeros((3, stride), np.int64),
                varieties=np.empty(shape, np.uint8),
                slots=np.zeros((SLOTS, 2), np.uint64),
                rows_of=np.empty(n + GROUP, np.uintp),
                planes=np.empty(planar * n_planes * n_bytes, np.uint8),
                overfull=np.empty(stride, np.uint32),
                kinds=np.empty(stride, np.uint8),
                twins=np.empty(stride, np.uint8),
                pairs=np.empty(stride, np.uint16),
                counts=np.empty(BLOCK * n_codes, np.int32),
                heavy=np.empty(BLOCK * n_codes, np.int64),
                costs=np.empty(rows, np.int64),
                by_code=np.zeros((6, n_codes), np.int64),
                memory=np.empty(LEVELS_AT_FIRST * (3 * stride + 6 * rows), np.int64),
            )
        return struct(
            n_candidates=n,
            n_guesses=self.n_guesses,
            n_codes=n_codes,
            stride=stride,
            column_stride=self.columns.shape[1],
            even=int(self.even),
            planar=int(self.planar),
            only_candidates=int(self.only_candidates),
            hard=int(len(self.hints.kinds) > 0),
            n_rows=len(self.table),
            n_planes=n_planes,
            n_memory=self.scratch["memory"].nbytes,
            **dict.fromkeys(("used", "level", "failed", "variety"), 0),
            by_secret=self.codes,
            columns=self.columns,
            weights=self.weights,
            randoms=self.randoms,
            salt=self.salt,
            hint_codes=self.hints.codes,
            hint_kinds=self.hints.kinds,
            hint_uses=self.hints.uses,
            widths=self.widths,
            n_log2_n=costs(0, n),
            rows=self.table,
            stop=self.stop,
            **self.scratch,
        )

    def searched(self, name: str, *arguments: Any) -> int:
        """Return the result of a search, with more and more memory until it is enough."""
        while (result := _coded(name, self, *arguments)) == OUT_OF_MEMORY:
            memory = np.empty(2 * len(self.scratch["memory"]), np.int64)
            self.struct.memory, self.struct.n_memory = address(memory), memory.nbytes
            self.scratch["memory"] = self.struct.kept["memory"] = memory
        if result == TOO_DEEP:
            raise RecursionError(f"a search may be at most {DEEPEST:,} guesses deep")
        return result


def _coded(name: str, problem: Problem, *arguments: Any) -> int:
    return call(coded(name, problem.codes), problem.struct, *arguments)


def scores_for(n: int, n_guesses: int, n_codes: int, dtype: np.typing.DTypeLike) -> Scores:
    """Make an array for the scores of n candidates, as :class:`Problem` has them: (n + 1, stride).

    All are wins: so are those beyond the guesses and in the last row. Rows begin at a cache line
    and are an odd number of lines apart, which keeps lines of the same guesses apart in a cache.
    """
    stride = STRIP * (-(-n_guesses // STRIP) | 1)
    made = np.empty((n + 1) * stride + STRIP, dtype)
    start = -address(made) % STRIP // made.itemsize
    rows = made[start : start + (n + 1) * stride].reshape(n + 1, stride)
    rows[:] = n_codes - 1
    return rows


def table_of(n: int) -> IntArray:
    """Make an empty transposition table of n rows, a power of two: (n, 5), see ``find_row``."""
    return np.zeros((n, 5), np.int64)


def _sized(array: IntArray) -> tuple[int, IntArray]:
    array = _integers(array)
    return len(array), array


def least_costs(found: IntArray, n: int) -> IntArray:
    """Tabulate the least totals of 0, 1, .. n candidates of weight 1: (n + 1,).

    ``found (LEVELS + 1,)``: the most candidates that 0, 1, .. guesses can find.
    """
    made = np.empty(n + 1, np.int64)
    call("least_costs", _integers(found), n, made)
    return made


def look_up(problem: Problem, members: IntArray, choice: IntArray, most: int) -> Verdict:
    """Return a set's lower bound, best total and the guess for that; -1, -1, -1 if not stored."""
    into = np.empty(3, np.int64)
    call("look_up", problem.struct, *_sized(members), *_sized(choice), most, into)
    return tuple(into.tolist())


def store(
    problem: Problem, members: IntArray, choice: IntArray, most: int, bounds: Verdict
) -> None:
    """Store the bounds of a set; if no row is free, they replace the set with the lowest bound."""
    call("store", problem.struct, *_sized(members), *_sized(choice), most, *map(int, bounds))


def follow(problem: Problem, choice: IntArray, guess: int, code: int) -> IntArray:
    """Return the choice after a score in hard mode."""
    into = np.empty_like(choice)
    return into[: _coded("follow", problem, *_sized(choice), guess, code, into)]


def quick_bounds(
    problem: Problem, members: IntArray, choice: IntArray, most: int, found: IntArray
) -> Verdict:
    """Return a set's lower bound, its best total so far or NEVER, and the guess for that or -1."""
    into = np.empty(3, np.int64)
    _coded("quick_bounds", problem, *_sized(members), *_sized(choice), most, found, into)
    return tuple(into.tolist())


def bound_guesses(
    problem: Problem,
    members: IntArray,
    choice: IntArray,
    found: IntArray,
    *,
    ordered: bool,
    variety: np.typing.NDArray[np.uint8] | None = None,
) -> IntArray:
    """Fill ``problem.bounds`` and, if ``ordered``, ``problem.keys``.

    Return the most candidates that 0, 1, .. guesses find of the set; ``found``, and ``variety`` as
    one of ``varieties``, are known of it or of a superset.
    """
    made = np.empty(LEVELS + 1, np.int64)
    known = found, 0 if variety is None else variety, int(ordered), made
    _coded("bound_guesses", problem, *_sized(members), *_sized(choice), *known)
    return made


def bound_guess(
    problem: Problem,
    members: IntArray,
    guess: int,
    most: int,
    found: IntArray,
    variety: np.typing.NDArray[np.uint8] | None = None,
) -> int:
    """Return a lower bound on the total of a guess, by its parts and what the table has of them."""
    known = found, 0 if variety is None else variety
    return _coded("bound_guess", problem, *_sized(members), guess, most, *known)


def least(
    problem: Problem,
    members: IntArray,
    choice: IntArray,
    limits: tuple[int, int, int],
    found: IntArray,
    only: IntArray,
) -> int:
    """Return the least total of a set if that is below a limit, else a bound not below it.

    ``limits``: of the total, of the guesses, of the guesses searched ahead. After those, bounds
    stand for totals. ``found`` is known of the set or of a superset. If the search is stopped, the
    result is only a lower bound. If ``only`` has one guess, no other is tried, and nothing is
    stored; if it has more, ascending, they stand for all, by symmetry.
    """
    sets = *_sized(members), *_sized(choice), *limits, found
    return problem.searched("least", *sets, *_sized(only))


def capacity_for(problem: Problem, members: IntArray, most: int) -> int:
    """Return how many candidates of a set ``most`` guesses can find at most, by counting."""
    return _coded("capacity_for", problem, *_sized(members), most, np.empty(1, np.int64))


def value_parts(problem: Problem, members: IntArray, most: int) -> None:
    """Fill ``problem.keys``: NEVER if a part is too large for the guesses left after it."""
    _coded("value_parts", problem, *_sized(members), most)


def recalled(problem: Problem, members: IntArray, choice: IntArray, most: int, effort: int) -> int:
    """Return SOLVED or REFUTED if that is known, OPEN if so much effort failed, else UNTRIED."""
    return call("recalled", problem.struct, *_sized(members), *_sized(choice), most, effort)


def learn(
    problem: Problem,
    members: IntArray,
    choice: IntArray,
    most: int,
    answer: int,
    guess: int,
    effort: int,
) -> None:
    """Store an answer, with the guess of the strategy or -1."""
    call("learn", problem.struct, *_sized(members), *_sized(choice), most, answer, guess, effort)


def decide(
    problem: Problem,
    members: IntArray,
    choice: IntArray,
    most: int,
    widths: IntArray,
    effort: int,
) -> int:
    """Decide whether ``most`` guesses are enough for a set: SOLVED, OPEN or REFUTED.

    With m guesses left the first ``widths[m]`` guesses are tried; what is refuted is proved, for
    any width. ``effort``: the number of these widths, higher for wider ones. If the search is
    stopped, the answer may be OPEN.
    """
    sets = *_sized(members), *_sized(choice), most
    return problem.searched("decide", *sets, _integers(widths), effort)

"""Damage of files: bits, bytes, lines, encodings, and values that are out of range."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

LONG_S, BIG_I = "\u017f", "\u0130"  # letters that capitals or small letters change into others
JUNK = (
    *(b"", b"\0", b"\xff\xfe", b"\r\n", b'"', b"{" * 9, b"[" * 100_000, b"-1", b"1e999", b"null"),
    *(b"NaN", b"9" * 5000, b'{"a":', b"\\ud800", LONG_S.encode(), b"\xef\xbb\xbf", b"true", b","),
)

VALUES: tuple[Any, ...] = (  # in the place of one that was meant
    *(None, True, False, "", [], {}, [[]], {"a": []}, "\ud800", "\x1b[2J", "x" * 3000, LONG_S),
    *(-1, -100, 0, 1, 1.5, 2**31, 2**63, 10**400, 1e308, -1e308, 5e-324, math.inf, math.nan),
    *("9999-12-31", "0001-01-01T00:00:00", "2026-02-30", "-1", "1e999", "NaN", "{nosuch}", "a=b=c"),
)


def flipped(content: bytes, draw: Random) -> bytes:
    """Change some bits."""
    made = bytearray(content or b"\0")
    for _ in range(draw.choice([1, 1, 3, 50])):
        made[draw.randrange(len(made))] ^= 1 << draw.randrange(8)
    return bytes(made)


def spliced(content: bytes, draw: Random) -> bytes:
    """Put junk in the place of some bytes."""
    start = draw.randrange(len(content) + 1)
    junk = draw.choice(JUNK)
    return content[:start] + junk + content[start + draw.choice([0, 0, 1, 5, 30]) :]


def moved(content: bytes, draw: Random) -> bytes:
    """Repeat, drop or exchange lines."""
    lines = content.split(b"\n")
    one, other = (draw.randrange(len(lines)) for _ in range(2))
    lines[one], lines[other] = draw.choice([(lines[other], lines[one]), (b"", lines[one])])
    return b"\n".join(lines + lines[one:other])


def recoded(content: bytes, draw: Random) -> bytes:
    """Write a text in another encoding, or with other line ends."""
    text = content.decode("utf-8", errors="replace")
    others = [text.encode("utf-16"), text.encode("utf-32"), text.upper().encode()]
    ends = [content.replace(b"\n", b"\r\n"), content.replace(b"\n", b"\r"), content.rstrip(b"\n")]
    return draw.choice([*others, *ends, b"\xef\xbb\xbf" + content])


def valued(content: bytes, draw: Random) -> bytes:
    """Put a value of another kind, or out of range, in the place of one in a line of JSON."""
    lines = content.split(b"\n")
    for parts in ([content], lines):
        at = draw.randrange(len(parts))
        begin = min((place for sign in b"[{" if (place := parts[at].find(sign)) >= 0), default=0)
        with suppress(ValueError, RecursionError):
            changed = json.dumps(replaced(json.loads(parts[at][begin:]), draw))
            parts[at] = parts[at][:begin] + changed.encode()
            return b"\n".join(parts)
    return content


def replaced(value: Any, draw: Random) -> Any:
    """Return a value of JSON with another in the place of one of its parts, or of all of it."""
    if not isinstance(value, dict | list) or not value or draw.random() < 0.1:
        return draw.choice(VALUES)
    made = value.copy()
    at = draw.choice([*value] if isinstance(value, dict) else range(len(value)))
    if draw.random() < 0.1:
        del made[at]
    else:
        made[at] = replaced(value[at], draw)
    return made


CHANGES: tuple[Callable[[bytes, Random], bytes], ...] = (
    *2 * (flipped, spliced, moved),
    *3 * (valued,),
    recoded,
    lambda content, draw: content[: draw.randrange(len(content) + 1)],
    lambda content, draw: draw.randbytes(draw.choice([0, 1, 100, 10_000])),
)


def damaged(content: bytes, draw: Random) -> bytes:
    """Return what became of the content of a file."""
    return draw.choice(CHANGES)(content, draw)

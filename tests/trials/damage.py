"""Damage of files: bits, bytes, lines and encodings."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

LONG_S, BIG_I = "\u017f", "\u0130"  # letters that capitals or small letters change into others
JUNK = (
    *(b"", b"\0", b"\xff\xfe", b"\r\n", b'"', b"{" * 9, b"[" * 100_000, b"-1", b"1e999", b"null"),
    *(b"NaN", b"9" * 5000, b'{"a":', b"\\ud800", LONG_S.encode(), b"\xef\xbb\xbf", b"true", b","),
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


CHANGES: tuple[Callable[[bytes, Random], bytes], ...] = (
    *2 * (flipped, spliced, moved),
    recoded,
    lambda content, draw: content[: draw.randrange(len(content) + 1)],
    lambda content, draw: draw.randbytes(draw.choice([0, 1, 100, 10_000])),
)


def damaged(content: bytes, draw: Random) -> bytes:
    """Return what became of the content of a file."""
    return draw.choice(CHANGES)(content, draw)

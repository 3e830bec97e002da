"""Texts from outside and what should be read of them, written by hand: tests/corpus/outside."""

import tomllib
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus/outside"


def shapes(kind):
    path = CORPUS / f"{kind}.toml"
    if not path.exists():
        return []  # the sdist has no corpus
    found = tomllib.loads(path.read_text("utf-8"))
    for shape in found["shape"]:
        shape.setdefault("game", found.get("game"))
    return found["shape"]


def stored(shape, folder):
    """Store the text of an entry, and return its path, with the column that the person names."""
    path = folder / "list.txt"
    path.write_bytes(shape["text"].encode(shape.get("encoding", "utf-8")))
    return f"{path}:{shape['column']}" if "column" in shape else path


def named(shape):
    return shape["name"]

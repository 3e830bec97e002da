"""A second language for tests: the sentences of the catalogue with accents, in brackets."""

import json
import re
from pathlib import Path

from jotto.assistant.sentences import PLACE, SENTENCES

ACCENTS = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
BEGIN, END = "⟦", "⟧"


def accented(text: str) -> str:
    """A text with accents, but in its places; the texts of a choice have them, too."""
    parts, end = list[str](), 0
    for place in PLACE.finditer(text):
        parts += [text[end : place.start()].translate(ACCENTS), _place(place)]
        end = place.end()
    return "".join([*parts, text[end:].translate(ACCENTS)])


def _place(place: re.Match[str]) -> str:
    if ":" not in (place[2] or ""):
        return place[0]
    choices = (choice.split(":", 1) for choice in place[2].split("|"))
    texts = (f"{name}:{text.translate(ACCENTS)}" for name, text in choices)
    return f"{{{place[1]}|{'|'.join(texts)}}}"


def write(folder: Path) -> Path:
    """Write the catalogue of the language; return its file."""
    given = json.loads(SENTENCES.read_text("utf-8"))
    nouns = {noun: [*map(accented, forms)] for noun, forms in given["nouns"].items()}
    said = {key: f"{BEGIN}{accented(text)}{END}" for key, text in given["sentences"].items()}
    path = folder / "pseudo.json"
    almost = accented(given["almost"])
    language = {**given, "almost": almost, "nouns": nouns, "sentences": said}
    path.write_text(json.dumps(language, ensure_ascii=False), "utf-8")
    return path

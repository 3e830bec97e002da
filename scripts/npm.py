"""Make the package for JavaScript, as npm publishes it.

    python scripts/npm.py dist

It needs npm, and the core as WebAssembly (scripts/build_core.py). The package has the modules that
``npm/index.js`` imports, found by following its imports, under the paths they have here, and two
modules that are written for it: what else these read from files, and the English list.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from base64 import b64encode
from pathlib import Path
from typing import Any

import jotto
from jotto.assistant import move_table, page_file

ROOT = Path(__file__).resolve().parents[1]
ENTRY = ROOT / "npm" / "index.js"
LICENCES = "LICENSE", "NOTICE", "wordlists/SCOWL-COPYRIGHT", "wordlists/CC-BY-SA-4.0.txt"
LICENCE = "MIT AND CC-BY-SA-4.0 AND LicenseRef-SCOWL"  # without what only the page and tests have
IMPORTED = re.compile(r'(?:from |import\()"(\.{1,2}/[\w./-]+)"')
DEVELOPED = re.compile(r"\.dev(\d+)(?:\+(.+))?$")
OF_WORDS = (
    "// English words of SCOWL, with weights and strings of wordfreq (CC BY-SA 4.0): see NOTICE.\n"
)
TYPED = """import type { WordList } from "./public.js";

/** 6,780 English words of five letters; common words are likelier. */
export const english: WordList & { readonly weights: readonly number[] };
"""


def version() -> str:
    """Return the version of jotto as npm writes it: 2.0.0.dev7+gab is 2.0.0-dev.7."""
    return DEVELOPED.sub(r"-dev.\1", jotto.__version__)


def described() -> dict[str, Any]:
    """Return the package.json."""
    both = {name: {"types": f"./npm/{types}.d.ts", "default": f"./npm/{name}.js"}
            for name, types in (("index", "public"), ("english", "english"))}  # fmt: skip
    return {
        "name": "jotto",
        "version": version(),
        "description": "Best guesses for Wordle, Jotto, Mastermind and your own games",
        "keywords": ["wordle", "solver", "jotto", "mastermind", "entropy"],
        "license": LICENCE,
        "type": "module",
        "sideEffects": ["./npm/index.js"],  # it starts the core
        "types": both["index"]["types"],
        "exports": {
            ".": both["index"],
            "./english": both["english"],
            "./package.json": "./package.json",
        },
        "engines": {"node": ">=20"},
    }


def imported(path: Path) -> set[Path]:
    """Return a file and all that it imports, for types as well, as far as they are in the checkout.

    A module that stands for its types alone, such as ``types.js``, is the file ``types.d.ts``.
    """
    found, waiting = set[Path](), [path]
    while waiting:
        file = waiting.pop()
        if file in found:
            continue
        found.add(file)
        for name in IMPORTED.findall(file.read_text("utf-8")):
            other = (file.parent / name).resolve()
            typed = other.with_suffix(".d.ts")
            pair = (typed,) if file.name.endswith(".d.ts") else (other,)
            waiting += [one for one in pair if one.exists()]
    return found


def module(**values: Any) -> str:
    """Return a module that exports some values.

    >>> print(module(version="2.0.0"), end="")
    export const version = "2.0.0";
    """
    texts = {
        name: json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        for name, value in values.items()
    }
    return "".join(f"export const {name} = {text};\n" for name, text in texts.items())


def written() -> dict[str, str]:
    """Return the files of the package that no file of the checkout has, by their paths."""
    game = jotto.words(prior="common")
    data = page_file.data_of(game, jotto.strategy())
    modules = "".join(path.read_text("utf-8") for path in imported(ENTRY) if path.suffix == ".js")
    values = {
        "version": version(),
        "core": b64encode(page_file.CORE.read_bytes()).decode(),
        "sentences": page_file.sentences_in(modules, "level ", "move "),
        "moves": move_table.moves(),
        "rules": page_file.rules_of_words(),
        **{name: data[name] for name in ("measures", "remaining")},
    }
    english = {
        "words": [*map(str, game.secrets)],
        "weights": game.prior.tolist() if game.prior is not None else None,
        "answers": page_file.data_of(jotto.named("wordle"), jotto.strategy())["weights"],
        "strings": data["bonuses"],
    }
    return {
        "package.json": json.dumps(described(), indent=2) + "\n",
        "npm/packed.js": module(**values),
        "npm/english.js": OF_WORDS + module(english=english),
        "npm/english.d.ts": TYPED,
    }


def pack(folder: Path) -> Path:
    """Write the package into a folder; return its path."""
    copied = imported(ENTRY) | imported(ENTRY.with_name("public.d.ts"))
    with tempfile.TemporaryDirectory() as made:
        tree = Path(made)
        for path in [*copied, *(ROOT / name for name in LICENCES)]:
            place = tree / path.relative_to(ROOT)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)
        for name, text in written().items():
            (tree / name).write_text(text, encoding="utf-8")
        shutil.copyfile(ENTRY.with_name("README.md"), tree / "README.md")
        folder.mkdir(parents=True, exist_ok=True)
        command = ["npm", "pack", "--json", "--pack-destination", str(folder.resolve())]
        told = subprocess.run(command, cwd=tree, check=True, capture_output=True, text=True)
    return folder / str(json.loads(told.stdout)[0]["filename"])


if __name__ == "__main__":
    print(pack(Path(sys.argv[1] if sys.argv[1:] else "dist")))

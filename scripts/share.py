"""Write what a system keeps in its folder share: the manual page, and the completions of shells.

    python scripts/share.py FOLDER

A wheel has them: build_core.py. They are made of the help, which needs Typer alone.
"""

from __future__ import annotations

import io
import os
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path
from textwrap import dedent

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # where jotto is not installed
from jotto import cli
from jotto.cli.app import PANEL_OF, PANELS

WIDTH = "90"
IN_MANUAL = "73"  # man indents it, and a terminal has 80
PLACES = {  # of the completions of each shell
    "bash": "bash-completion/completions/jotto",
    "zsh": "zsh/site-functions/_jotto",
    "fish": "fish/vendor_completions.d/jotto.fish",
}


def main(folder: Path) -> None:
    """Write all files."""
    files = {"man/man1/jotto.1": manual()} | {PLACES[shell]: completion(shell) for shell in PLACES}
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8", newline="\n")


def completion(shell: str) -> str:
    """Return the script by which a shell completes what is typed after jotto."""
    from typer.completion import get_completion_script  # type: ignore[attr-defined]

    script = get_completion_script(prog_name="jotto", complete_var="_JOTTO_COMPLETE", shell=shell)
    if shell == "zsh":  # which runs it at the first Tab, when Typer's would only load itself
        script = script.replace("compdef _jotto_completion jotto", '_jotto_completion "$@"')
    return script.strip() + "\n"


def help_of(*command: str, width: str = WIDTH) -> str:
    """Return what the program prints for --help, on every machine alike."""
    before, printed = os.environ.copy(), io.StringIO()
    try:
        os.environ |= {"COLUMNS": width, "NO_COLOR": "1"}
        with redirect_stdout(printed):
            cli.run([*command, "--help"])
    finally:
        os.environ.clear()
        os.environ.update(before)
    return printed.getvalue()


def helps(width: str = WIDTH) -> dict[str, str]:
    """Return the help of each command."""
    return {name: help_of(name, width=width).rstrip() for name in PANEL_OF}


def usage_and_options(width: str = WIDTH) -> tuple[str, str]:
    """Return what the help of the program itself begins with, and its options."""
    usage, *sections = re.split(r"\n(?=\S.*:\n)", help_of(width=width))
    return usage, "\n".join(text for text in sections if not text.startswith(tuple(PANELS)))


def manual() -> str:
    """Return the help as a page for man, set as it is printed.

    click-man asks for commands of click itself, and Typer has a copy of its own.
    """
    usage, general = usage_and_options(IN_MANUAL)
    head, text = usage.strip().split("\n", 1)
    commands = helps(IN_MANUAL)
    lines = [".TH JOTTO 1", ".SH NAME", "jotto \\- " + " ".join(text.split("\n\n")[0].split())]
    parts = {"SYNOPSIS": head, "DESCRIPTION": text, "OPTIONS": general, **commands}
    for title, its in parts.items():
        if title == next(iter(commands)):
            lines.append(".SH COMMANDS")
        body = re.sub(r"^Options:\n|^Usage: (?=jotto \[)", "", its)
        body = dedent(body).strip("\n")
        body = re.sub("^", r"\&", body.replace("\\", r"\e").replace("-", r"\-"), flags=re.MULTILINE)
        lines += [f"{'.SS' if title in commands else '.SH'} {title}", ".nf", body, ".fi"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main(Path(sys.argv[1]))

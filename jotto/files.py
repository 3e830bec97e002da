"""Where files are, writing them atomically, reading JSON, and HTML from templates."""

import errno
import json
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, BinaryIO

from jotto.errors import FileError

Lines = Iterable[str | bytes | memoryview]
MINUS = "\N{MINUS SIGN}"
LARGEST = 1 << 27  # bytes of a file of our own: over 100,000 finished games
NOWHERE = Path("/nonexistent")  # Debian's home for those who have none
code_folders = list[str]()  # of a game of the person's own, for the processes that share the work


def user_folder(kind: str) -> Path:
    """Return the user's folder for ``cache``, ``config``, ``data`` or ``state``; it may not exist.

    A user whom the system does not know, as in a container, has no home; then it is in NOWHERE.
    """
    import platformdirs

    with suppress(RuntimeError):
        path: Path = getattr(platformdirs, f"user_{kind}_path")("jotto", appauthor=False)
        if path.parts[0] != "~":  # what earlier versions return in place of the RuntimeError
            return path
    return NOWHERE / kind / "jotto"


def contents(path: Path) -> bytes:
    """Read a file of our own. Raises OSError, also for a device that never ends."""
    with path.open("rb") as file:
        return whole(file)


def whole(file: BinaryIO) -> bytes:
    """Read a file that is open. Raises OSError, also if it never ends."""
    data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return data


def from_json(text: str | bytes, **options: Any) -> Any:
    """Parse JSON, with options of ``json.loads``. Raises ValueError, also if nested too deep.

    >>> from_json("[" * 100_000)
    Traceback (most recent call last):
    ValueError: it is nested too deep
    """
    try:
        return json.loads(text, **options)
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def target(path: Path) -> Path:
    """Return the file that is written for a path. Raises OSError, also if it is write-protected."""
    path = Path(os.path.realpath(path)) if path.is_symlink() else path
    if path.is_symlink() or (path.is_file() and not path.stat().st_mode & 0o222):
        number = errno.ELOOP if path.is_symlink() else errno.EACCES
        raise OSError(number, os.strerror(number))
    return path


def write(path: Path, lines: Lines, *, private: bool = False) -> None:
    """Write a file atomically, in UTF-8.

    A temporary file in the same folder is renamed over the old one, whose permissions it takes.
    Symbolic links are followed; devices and pipes are written to directly. ``private``: only the
    owner can read a new file, and its folder is made if there is none: files of our own are
    private; of those that a user names, umask decides. The file survives a power cut, too, not
    only the end of the program. Raises OSError, and any exception from ``lines``; the old file is
    then unchanged.
    """
    path = target(path)
    data = (line.encode() if isinstance(line, str) else line for line in lines)
    old = path.stat() if path.exists() else None
    if old and not path.is_file():
        with path.open("wb") as device:
            device.writelines(data)
        return
    if private:
        path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name[:100]}-{os.urandom(8).hex()}")
    try:
        with open(new, "xb", opener=partial(os.open, mode=0o600 if private else 0o666)) as file:
            file.writelines(data)
            file.flush()
            os.fsync(file.fileno())
        if old:
            new.chmod(stat.S_IMODE(old.st_mode))
        new.replace(path)
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise


def save(what: str, path: str | Path, lines: Lines) -> None:
    """Write a file that a user names, as ``write`` does. Raises FileError."""
    with refusing(what, path, "it cannot be written: "):
        write(Path(path), lines)


def _check_name(path: object) -> None:
    with suppress(UnicodeEncodeError):
        if b"\0" not in os.fsencode(str(path)):
            return
    raise OSError("no file can have this name")


def is_there(path: str | Path) -> bool:
    """Whether this names a file or a pipe; a text that no file can have as its name does not."""
    with suppress(OSError, ValueError):
        return Path(path).exists() and not Path(path).is_dir()
    return False


@contextmanager
def refusing(what: str, path: object, failed: str = "") -> Iterator[None]:
    """Turn an OSError into FileError, whose reason says what has ``failed``.

    So it does a name that no file can have: with a zero byte or half of a surrogate pair.
    """
    try:
        _check_name(path)
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC and failed:  # SQLite may write where it reads
            failed = "it cannot be written: "
        raise FileError(what, path, f"{failed}{error.strerror or error}") from None


def fill(folder: Path, template: str, **values: Any) -> str:
    """Fill the template of a folder; the filter ``minus`` writes a minus sign for a hyphen."""
    return str(templates(folder).get_template(template).render(**values))


@cache
def templates(folder: Path) -> Any:
    """Return the environment of the templates of a folder, each compiled when it is first used."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    env = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    env.filters["minus"] = lambda text: str(text).replace("-", MINUS)
    return env

"""Make a wheel for each system on this machine, and let a program of that system call its library.

    python scripts/wheels.py dist

It needs what '.[dev]' installs. The program, tests/load.c, runs where there is something to run it:
for arm64 qemu-user and libc6-arm64-cross, for Windows wine64, musl (Debian's packages).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from build_core import TARGETS

ROOT = Path(__file__).resolve().parents[1]
LOAD = ROOT / "tests" / "load.c"
STATIC = ["-nostdlib", "-lcompiler_rt", "-lkernel32", "-Wl,--entry=start"]
RUNS = [  # the target of a wheel; that of the program, its options, what runs it
    ("x86_64-linux", "x86_64-linux-gnu.2.17", [], ["/lib64/ld-linux-x86-64.so.2"]),
    ("x86_64-linux", "x86_64-linux-musl", ["-dynamic"], ["/lib/ld-musl-x86_64.so.1"]),
    (
        "aarch64-linux",
        "aarch64-linux-gnu.2.17",
        [],
        ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
    ),
    ("x86_64-windows", "x86_64-windows-gnu", STATIC, ["/usr/lib/wine/wine64"]),
]


def wheel(target: str, folder: Path) -> Path:
    """Build the wheel of a target; return its path."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory"]
    given = os.environ | {"JOTTO_TARGET": target}
    subprocess.run([*command, folder], cwd=ROOT, env=given, check=True, stdout=subprocess.DEVNULL)
    return next(folder.glob(f"*-{TARGETS[target][-1]}.whl"))


def opened(made: Path, zig: str, options: list[str], runner: list[str]) -> str:
    """Say whether the libraries of a wheel count as they should. Raises CalledProcessError."""
    program = shutil.which(runner[0])
    if program is None:
        return f"not run, as {runner[0]} is not installed"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # wine lingers
        command = [sys.executable, "-m", "ziglang", "cc", "-O1", "-target", zig, *options]
        subprocess.run([*command, LOAD, "-o", "load.exe"], cwd=folder, check=True)
        given = os.environ | {"WINEPREFIX": f"{folder}/wine", "WINEDEBUG": "-all"}
        files = zipfile.ZipFile(made)
        libraries = [name for name in files.namelist() if name.endswith(".bin")]
        for name in libraries:
            (Path(folder) / "core.bin").write_bytes(files.read(name))
            call = [program, *runner[1:], "./load.exe"]
            subprocess.run(call, cwd=folder, env=given, check=True, stderr=subprocess.DEVNULL)
    return f"{len(libraries)} libraries run"


def main(folder: Path) -> None:
    """Build all wheels, two at a time, and run what runs."""
    with tempfile.TemporaryDirectory() as cache, ThreadPoolExecutor(os.cpu_count()) as workers:
        os.environ |= {"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache}
        made = dict(
            zip(TARGETS, workers.map(lambda name: wheel(name, folder), TARGETS), strict=True)
        )
        print(*made.values(), sep="\n")
        said = workers.map(lambda run: opened(made[run[0]], *run[1:]), RUNS)
        for (_, zig, *_), what in zip(RUNS, said, strict=True):
            print(f"{zig}: {what}")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())

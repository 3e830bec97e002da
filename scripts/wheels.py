"""Make a wheel for each system on this machine, and let a program of that system call its library.

    python scripts/wheels.py dist

It needs the group ``dev``. The program, tests/load.c, runs where there is something to run it:
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
from build_core import LEVELS, TARGETS

ROOT = Path(__file__).resolve().parents[1]
ARM = "/usr/aarch64-linux-gnu"
DLL = ["-nostdlib", "-lcompiler_rt", "-lkernel32", "-Wl,--entry=start"]
RUNS = [  # the target of a wheel; that of a program, with options; what runs it
    ("x86_64-linux", ["x86_64-linux-gnu.2.17"], ["/lib64/ld-linux-x86-64.so.2"]),
    ("x86_64-linux", ["x86_64-linux-musl", "-dynamic"], ["/lib/ld-musl-x86_64.so.1"]),
    ("aarch64-linux", ["aarch64-linux-gnu.2.17"], ["qemu-aarch64", "-L", ARM]),
    ("x86_64-windows", ["x86_64-windows-gnu", *DLL], ["/usr/lib/wine/wine64"]),
]


def wheel(target: str, folder: Path) -> Path:
    """Build the wheel of a target; return its path."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory"]
    given = os.environ | {"JOTTO_TARGET": target}
    subprocess.run([*command, folder], cwd=ROOT, env=given, check=True, stdout=subprocess.DEVNULL)
    return next(folder.glob(f"*-{TARGETS[target][-1]}.whl"))


def run(made: Path, target: list[str], runner: list[str]) -> str:
    """Say which libraries of a wheel count as they should, of those that this processor can run.

    Raises CalledProcessError.
    """
    program = shutil.which(runner[0])
    if program is None:
        return f"{target[0]}: not run, as {runner[0]} is not installed"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # wine lingers
        zig = [sys.executable, "-m", "ziglang", "cc", "-O1", "-target", *target, "-o", "load.exe"]
        subprocess.run([*zig, ROOT / "tests" / "load.c"], cwd=folder, check=True)
        given = os.environ | {"WINEPREFIX": f"{folder}/wine", "WINEDEBUG": "-all"}
        files = zipfile.ZipFile(made)
        libraries = [name for name in files.namelist() if name.endswith(".bin")]
        by_level = {int(Path(name).stem.partition("-v")[2] or 0): name for name in libraries}
        level, ran = 0, []
        for needed in sorted(by_level):
            if needed > level:
                break
            (Path(folder) / "core.bin").write_bytes(files.read(by_level[needed]))
            call = [program, *runner[1:], "./load.exe"]
            done = subprocess.run(call, cwd=folder, env=given, stderr=subprocess.DEVNULL)
            if (level := done.returncode) not in (0, *LEVELS):
                raise subprocess.CalledProcessError(level, call)
            ran.append(Path(by_level[needed]).name)
    return f"{target[0]}: {', '.join(ran)} of {len(libraries)}"


if __name__ == "__main__":
    dist = Path(sys.argv[1]).resolve()
    dist.mkdir(parents=True, exist_ok=True)  # two builds that begin at once would both make it
    with tempfile.TemporaryDirectory() as cache, ThreadPoolExecutor(os.cpu_count()) as workers:
        os.environ |= {"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache}
        wheels = {name: workers.submit(wheel, name, dist) for name in TARGETS}
        made = {name: built.result() for name, built in wheels.items()}
        print(*workers.map(lambda of: run(made[of[0]], *of[1:]), RUNS), sep="\n")

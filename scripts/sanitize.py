"""Run tests against the core, compiled by gcc with sanitizers: any finding fails.

    python scripts/sanitize.py address tests/search     # and undefined behaviour
    python scripts/sanitize.py thread tests/search/test_proof.py -k openings

Everything after the sanitizer goes to pytest. Python itself is not instrumented, so only what the
core does is checked; it is compiled for AVX2 or AVX-512 where the processor has that, or with
--plain as for any processor.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

CORE = Path(__file__).resolve().parents[1] / "jotto" / "core"
sys.path.insert(0, str(Path(__file__).parent))
from build_core import FLAGS  # noqa: E402

SANITIZERS = {
    "address": ("address,undefined,float-cast-overflow", ["asan", "ubsan"]),  # not in undefined
    "thread": ("thread", ["tsan"]),
}
OPTIONS = {"ASAN_OPTIONS": "detect_leaks=0", "TSAN_OPTIONS": "exitcode=66"}  # Python itself leaks


def build(sanitizer: str, path: Path, *, plain: bool) -> list[str]:
    """Compile the core; return the libraries that a process must load before it."""
    from jotto.core import library, sources

    names, libraries = SANITIZERS[sanitizer]
    level = 0 if plain else library().level()
    flags = [*FLAGS[1:-1], f"-DSOURCES={sources()}", *([f"-march=x86-64-v{level}"] * (level > 0))]
    checks = [f"-fsanitize={names}", "-fno-sanitize-recover=all", "-g", "-O1"]
    command = ["gcc", "-shared", "-fPIC", *flags, *checks, str(CORE / "core.c"), "-o", str(path)]
    subprocess.run(command, check=True)
    found = [
        subprocess.run(
            ["gcc", f"-print-file-name=lib{name}.so"], capture_output=True, text=True, check=True
        )
        for name in libraries
    ]
    return [run.stdout.strip() for run in found]


def main() -> int:
    """Build, and run pytest with the rest of the command line."""
    sanitizer, *rest = sys.argv[1:] or [""]
    if sanitizer not in SANITIZERS:
        print(__doc__, file=sys.stderr)
        return 2
    plain = "--plain" in rest
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "core.so"
        preloaded = ":".join(build(sanitizer, path, plain=plain))
        tests = [argument for argument in rest if argument != "--plain"]
        command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "--capture=sys", *tests]
        its = {"JOTTO_CORE": str(path), "LD_PRELOAD": preloaded, "OMP_NUM_THREADS": "1", **OPTIONS}
        return subprocess.run(command, env=os.environ | its, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())

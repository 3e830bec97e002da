"""Build the core, jotto/core/*.c, as a shared library and as WebAssembly for the page.

    python scripts/build_core.py

builds it into the checkout, for this machine; so does a hook of hatchling for every editable
installation. For a wheel the hook builds into a temporary folder, and for another system if
``JOTTO_TARGET`` names that, such as aarch64-linux: see wheels.py. It compiles with zig, a wheel
(ziglang) that is installed for the build alone; where there is none, with the system's compiler.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from zlib import crc32

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface as Hook
except ImportError:  # called by hand
    Hook = object  # type: ignore[assignment,misc]

CORE = Path(__file__).resolve().parents[1] / "jotto" / "core"
ZIG = "ziglang==0.17.1"  # one compiler for all: the same library on every machine that builds it
FLAGS = ["-O3", "-std=c11", "-ffreestanding", "-ffp-contract=off", "-fno-math-errno"]
FLAGS += ["-fvisibility=hidden", "-Wall", "-Wextra", "-Werror", "-s"]
WASM = ["-target", "wasm32-freestanding", "-mcpu=generic+simd128+bulk_memory", "-nostdlib"]
LINKED = ["-Wl,--no-entry", "-Wl,-z,stack-size=1048576"]
EXPORTED = re.compile(r"^EXPORT \w+ (\w+)\(", re.MULTILINE)
SHARED = ["-nostdlib", "-shared", "-fPIC"]
DYLIB = [*SHARED, "-Wl,-install_name,core.bin"]  # by default where it is built
# What a DLL has no libc for: zig's memset and probes of the stack; and nothing to do on loading.
DLL = ["-nostdlib", "-shared", "-lcompiler_rt", "-Wl,--no-entry"]
LINUX = "manylinux_2_17_{0}.musllinux_1_1_{0}"  # it needs no libc
LEVELS = 3, 4  # of processors x86-64 with a library of their own, as level() of the core has them
TARGETS = {  # the target of zig, its options, the tag of a wheel
    "x86_64-linux": ("x86_64-linux-gnu.2.17", SHARED, LINUX.format("x86_64")),
    "aarch64-linux": ("aarch64-linux-gnu.2.17", SHARED, LINUX.format("aarch64")),
    "x86_64-macos": ("x86_64-macos.11.0", DYLIB, "macosx_11_0_x86_64"),
    "aarch64-macos": ("aarch64-macos.11.0", DYLIB, "macosx_11_0_arm64"),
    "x86_64-windows": ("x86_64-windows-gnu", DLL, "win_amd64"),
    "aarch64-windows": ("aarch64-windows-gnu", DLL, "win_arm64"),
}
NAMES = {"amd64": "x86_64", "arm64": "aarch64", "darwin": "macos"}  # as Python calls them


def this_machine() -> str:
    """Name this machine as in TARGETS."""
    names = platform.machine().lower(), platform.system().lower()
    return "-".join(NAMES.get(name, name) for name in names)


def build(folder: Path, target: str) -> list[Path]:
    """Compile all libraries for a target into a folder; return their paths."""
    sources = [path.read_bytes() for path in sorted(CORE.glob("*.[ch]"))]
    number = crc32(b"".join(sources))  # see core.sources
    flags = [*FLAGS, f"-DSOURCES={number}", str(CORE / "core.c")]
    if target not in TARGETS or importlib.util.find_spec("ziglang") is None:
        for path in folder.glob("core-v?.bin"):  # of an earlier build with zig
            path.unlink()
        return [compiled_by_system(folder, flags)]
    zig, options, _ = TARGETS[target]
    shared = ["-target", zig, *options]
    built = {"core.bin": [*shared, "-mcpu=baseline"]}
    if target.startswith("x86_64"):
        built |= {f"core-v{level}.bin": [*shared, f"-mcpu=x86_64_v{level}"] for level in LEVELS}
    built["core.wasm"] = [*WASM, *LINKED, *called_by_pages()]
    with tempfile.TemporaryDirectory() as cache:
        caches = {"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache}

        def compiled(name: str) -> Path:
            made = Path(cache) / name
            command = [sys.executable, "-m", "ziglang", "cc", *built[name], *flags]
            subprocess.run([*command, "-o", made], env=caches | os.environ, check=True, cwd=cache)
            shutil.move(made, folder / name)  # at once: a running program may have the old one open
            return folder / name

        with ThreadPoolExecutor(os.cpu_count()) as workers:
            return [*workers.map(compiled, built)]


def called_by_pages() -> list[str]:
    """Return the options to export what the pages call, a third less than all.

    A name is between quotation marks there, or begins a template: scores_${..} is both types.
    """
    scripts = (CORE.parent / "pages").glob("*.js")
    called = "".join(path.read_text("utf-8") for path in scripts)
    header = (CORE / "core.h").read_text("utf-8")
    names = {re.sub(r"_(8|16)$", "_", name) for name in EXPORTED.findall(header)}
    coded = [f"{name}{bits}" for name in names if f"`{name}${{" in called for bits in (8, 16)]
    plain = [name for name in names if f'"{name}"' in called]
    return [f"-Wl,--export={name}" for name in sorted(coded + plain)]


def compiled_by_system(folder: Path, flags: list[str]) -> Path:
    """Compile a library for this machine by the system's compiler, which may warn of more."""
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise SystemExit(f"no C compiler is there; install one, or {ZIG}")
    path, flags = folder / "core.bin", [flag for flag in flags if flag != "-Werror"]
    subprocess.run([compiler, "-shared", "-fPIC", *flags, "-o", str(path)], check=True)
    return path


class CoreBuildHook(Hook):  # type: ignore[type-arg]
    """What hatchling calls."""

    def dependencies(self) -> list[str]:
        """Ask for zig where there is a wheel of it."""
        return [ZIG] if this_machine() in TARGETS else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, and say for which systems the wheel is."""
        target = this_machine()
        if version == "editable":
            build(CORE, target)
        else:
            target = os.environ.get("JOTTO_TARGET") or target
            self.folder = tempfile.TemporaryDirectory()
            for path in build(Path(self.folder.name), target):
                build_data["force_include"][str(path)] = f"jotto/core/{path.name}"
        build_data["pure_python"] = False
        if target in TARGETS:
            build_data["tag"] = f"py3-none-{TARGETS[target][-1]}"
        else:
            build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what the wheel has a copy of."""
        if version != "editable":
            self.folder.cleanup()


if __name__ == "__main__":
    print(*build(CORE, this_machine()), sep="\n")

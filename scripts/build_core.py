"""Build the core, jotto/core/*.c, as a shared library and as WebAssembly for the page.

    python scripts/build_core.py

builds it into the checkout, for this machine; so does a hook of hatchling for every editable
installation. For a wheel the hook builds into a temporary folder, and adds what share.py writes.

It compiles with zig, a wheel (ziglang) that is installed for the build alone, and the wheel runs on
every computer of its kind; on one of another kind if ``JOTTO_TARGET`` names that, such as
aarch64-linux: see wheels.py. With ``JOTTO_TARGET=system``, or where ziglang is missing, it compiles
with the compilers of the system, for this system alone: see docs/packaging.md.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
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
FLAGS += ["-fvisibility=hidden", "-Wall", "-Wextra"]
SMALL = "-fno-unroll-loops"  # 3 kB less to send, compressed, and as fast
WASM = ["-target", "wasm32-freestanding", "-mcpu=generic+simd128+bulk_memory", SMALL]
CLANG_WASM = ["--target=wasm32", "-msimd128", "-mbulk-memory", SMALL]
LINKED = ["-s", "-nostdlib", "-Wl,--no-entry", "-Wl,-z,stack-size=1048576"]
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
ALL = ["core.bin", *(f"core-v{level}.bin" for level in LEVELS), "core.wasm"]
PAGE = "jotto page and jotto serve will not work; install zig, or clang and lld, and build again"
WITHOUT = dict.fromkeys(ALL, "it will be slower on new processors") | {"core.wasm": PAGE}
SYSTEM = "system"  # JOTTO_TARGET: the compilers of the system, and a wheel for this system alone
VARIABLES = "CC", "WASM_CC", "CPPFLAGS", "CFLAGS", "LDFLAGS"
NAMES = {"amd64": "x86_64", "arm64": "aarch64", "darwin": "macos"}  # as Python calls them


def this_machine() -> str:
    """Name this machine as in TARGETS."""
    names = platform.machine().lower(), platform.system().lower()
    return "-".join(NAMES.get(name, name) for name in names)


def asked_for() -> str:
    """Return the target of a wheel: of TARGETS, or ``system``. Raises SystemExit."""
    target = os.environ.get("JOTTO_TARGET", "")
    if target in ("", SYSTEM):
        return target or this_machine()
    if target not in TARGETS:
        raise SystemExit(f"JOTTO_TARGET is {target!r}; it can be {', '.join([*TARGETS, SYSTEM])}")
    if not has_ziglang():
        raise SystemExit(f"JOTTO_TARGET={target} needs the package {ZIG}")
    return target


def has_ziglang() -> bool:
    """Whether the compiler of portable wheels is installed."""
    return importlib.util.find_spec("ziglang") is not None


def build(folder: Path, target: str) -> list[Path]:
    """Compile all libraries for a target into a folder; return the paths of those that are built.

    A compiler of the system may not know a processor, or WebAssembly: that is said.
    """
    sources = [path.read_bytes() for path in sorted(CORE.glob("*.[ch]"))]
    number = crc32(b"".join(sources))  # see core.sources
    portable = target in TARGETS and has_ziglang()
    ziglang = [sys.executable, "-m", "ziglang", "cc"]
    commands = by_zig([*ziglang, "-Werror", "-s"], target) if portable else by_system()
    with tempfile.TemporaryDirectory() as cache:
        caches = {"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache}

        def compiled(name: str) -> Path | None:
            made = Path(cache) / name
            command = [
                *commands[name],
                f"-DSOURCES={number}",
                str(CORE / "core.c"),
                "-o",
                str(made),
            ]
            optional = not portable and name != "core.bin"
            output = subprocess.DEVNULL if optional else None
            done = subprocess.run(command, env=caches | os.environ, cwd=cache, stderr=output)
            if done.returncode and not optional:
                raise SystemExit(f"the core cannot be compiled: {shlex.join(command)}")
            if done.returncode:
                return None
            shutil.move(made, folder / name)  # at once: a running program may have the old one open
            return folder / name

        with ThreadPoolExecutor(os.cpu_count()) as workers:
            built = [*filter(None, workers.map(compiled, commands))]
    for name in {*ALL} - {path.name for path in built}:
        (folder / name).unlink(missing_ok=True)  # of an earlier build
        if name in commands or name == "core.wasm":
            print(f"jotto is built without {name}: {WITHOUT[name]}", file=sys.stderr)
    return built


def by_zig(zig: list[str], target: str) -> dict[str, list[str]]:
    """Return the commands that compile the libraries of a target, but for the source."""
    shared = [*zig, *FLAGS, "-target", TARGETS[target][0], *TARGETS[target][1]]
    commands = {"core.bin": [*shared, "-mcpu=baseline"]}
    if target.startswith("x86_64"):
        commands |= {f"core-v{level}.bin": [*shared, f"-mcpu=x86_64_v{level}"] for level in LEVELS}
    return commands | {"core.wasm": [*zig, *FLAGS, *WASM, *LINKED, *called_by_pages()]}


def by_system() -> dict[str, list[str]]:
    """Return the commands of the system's compilers, which read CC, CPPFLAGS, CFLAGS and LDFLAGS.

    The page counts by what zig compiles, or clang: WASM_CC names another.
    """
    given = {name: shlex.split(os.environ.get(name, "")) for name in VARIABLES}
    found = {name: shutil.which(name) for name in ("cc", "gcc", "clang", "zig")}
    compiler = given["CC"] or [*filter(None, (found["cc"], found["gcc"], found["clang"]))][:1]
    zig = [str(found["zig"]), "cc"] if found["zig"] else []
    if not compiler:
        if zig and this_machine() in TARGETS:
            return by_zig(zig, this_machine())
        raise SystemExit(f"no C compiler is there; install one, or {ZIG}")
    speed, *needed = FLAGS
    shared = [*compiler, speed, *given["CPPFLAGS"], *given["CFLAGS"], *needed]
    shared += ["-shared", "-fPIC", *given["LDFLAGS"]]
    commands = {"core.bin": shared}
    if this_machine().startswith("x86_64"):
        commands |= {f"core-v{level}.bin": [*shared, f"-march=x86-64-v{level}"] for level in LEVELS}
    clang = given["WASM_CC"] or [*filter(None, [found["clang"]])]
    pages = [*zig, *WASM] if zig and not given["WASM_CC"] else [*clang, *CLANG_WASM] * bool(clang)
    if pages:
        commands["core.wasm"] = [*pages, *FLAGS, *LINKED, *called_by_pages()]
    return commands


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


def share(folder: Path) -> Path | None:
    """Write the manual page and the completions into a folder; None if Typer is missing."""
    script = Path(__file__).with_name("share.py")
    done = subprocess.run([sys.executable, script, folder], stderr=subprocess.PIPE, text=True)
    if done.returncode == 0:
        return folder
    why = done.stderr.strip().rpartition("\n")[-1]
    print(f"jotto is built without its manual page and completions: {why}", file=sys.stderr)
    return None


class CoreBuildHook(Hook):  # type: ignore[type-arg]
    """What hatchling calls."""

    def dependencies(self) -> list[str]:
        """Ask for what share.py needs, and for zig unless the system's compilers are to be used."""
        typer = [need for need in self.metadata.core.dependencies if need.startswith("typer")]
        by_zig = this_machine() in TARGETS and os.environ.get("JOTTO_TARGET") != SYSTEM
        return [*typer, *[ZIG] * by_zig]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, and say for which systems the wheel is."""
        target = asked_for()
        if version == "editable":
            target = SYSTEM if target == SYSTEM else this_machine()
            build(CORE, target)
        else:
            self.folder = tempfile.TemporaryDirectory()
            for path in build(Path(self.folder.name), target):
                build_data["force_include"][str(path)] = f"jotto/core/{path.name}"
            if folder := share(Path(self.folder.name, "share")):
                build_data["shared_data"][str(folder)] = "share"
        system = re.sub(r"\W", "_", sysconfig.get_platform())
        portable = target in TARGETS and has_ziglang()
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{TARGETS[target][-1] if portable else system}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what the wheel has a copy of."""
        if version != "editable":
            self.folder.cleanup()


if __name__ == "__main__":
    print(*build(CORE, this_machine()), sep="\n")

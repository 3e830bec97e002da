"""What the build hook gives hatchling, without compiling for other systems: scripts/wheels.py."""

import ctypes
import os
import re
import shutil
from pathlib import Path

import build_core
import pytest
from packaging.tags import parse_tag

from jotto import core


@pytest.fixture
def hook(monkeypatch):
    """The hook; instead of compiling, a build writes the name of its target."""

    def build(folder, target):
        (folder / "core.bin").write_text(target)
        return [folder / "core.bin"]

    monkeypatch.setattr(build_core, "build", build)
    monkeypatch.setattr(build_core, "share", lambda folder: folder)
    monkeypatch.setattr(build_core, "has_ziglang", lambda: True)
    monkeypatch.setattr(build_core, "CORE", None)
    return object.__new__(build_core.CoreBuildHook)


@pytest.mark.parametrize("target", build_core.TARGETS)
def test_a_wheel_for_another_system_leaves_nothing_in_the_checkout(hook, monkeypatch, target):
    monkeypatch.setenv("JOTTO_TARGET", target)
    said = {"force_include": {}, "shared_data": {}}
    hook.initialize("standard", said)
    ((path, inside),) = said["force_include"].items()
    assert (Path(path).read_text(), inside) == (target, "jotto/core/core.bin")
    machine, system = target.split("-")
    tags = parse_tag(said["tag"])
    assert {(tag.interpreter, tag.abi) for tag in tags} == {("py3", "none")}
    begins = {"linux": ("manylinux_2_17_", "musllinux_1_1_"), "macos": ("macosx_11_0_",)}
    systems = begins.get(system, ("win_",))
    arm = "aarch64" if system == "linux" else "arm64"
    ends = {"aarch64": arm, "x86_64": "amd64" if system == "windows" else "x86_64"}[machine]
    assert {tag.platform for tag in tags} == {begin + ends for begin in systems}
    hook.finalize("standard", said, "")
    assert not Path(path).exists()


def test_an_editable_installation_is_for_this_machine(hook, monkeypatch, tmp_path):
    monkeypatch.setenv("JOTTO_TARGET", "aarch64-windows")
    monkeypatch.setattr(build_core, "CORE", tmp_path)
    said = {"force_include": {}}
    hook.initialize("editable", said)
    assert (tmp_path / "core.bin").read_text() == build_core.this_machine()
    assert not said["force_include"]


@pytest.fixture
def system(monkeypatch, tmp_path):
    """A function that makes a folder of programs the only one on the path; it returns the names.

    No ziglang is installed there. Each program is one of this system, or one that fails.
    """
    monkeypatch.setattr(build_core, "has_ziglang", lambda: False)
    for name in build_core.VARIABLES:
        monkeypatch.setenv(name, "")

    def only(**programs):
        folder = tmp_path / "bin"
        folder.mkdir(exist_ok=True)
        for name, program in programs.items():
            (folder / name).write_text(f"#!/bin/sh\n{program}\n")
            (folder / name).chmod(0o755)
        monkeypatch.setenv("PATH", str(folder))

    return only


CC = shutil.which("cc") or shutil.which("gcc")
PATH = f'PATH="{os.environ["PATH"]}"'


@pytest.mark.full
@pytest.mark.skipif(not CC, reason="no C compiler")
def test_the_compiler_of_the_system_builds_and_what_is_missing_is_said(
    system, monkeypatch, tmp_path, capfd
):
    called, made = tmp_path / "called", tmp_path / "made"
    made.mkdir()
    (made / "core.wasm").touch()  # of an earlier build
    system(cc=f'echo "$@" >> {called}; {PATH} exec {CC} "$@"')
    monkeypatch.setenv("CFLAGS", "-O0 -DHARDENED='a b'")
    monkeypatch.setenv("LDFLAGS", "-Wl,-z,relro")
    built = build_core.build(made, build_core.this_machine())
    names = [path.name for path in built]
    assert sorted(path.name for path in made.iterdir()) == sorted(names)
    assert names == build_core.ALL[: len(names)]
    assert "core.bin" in names
    for line in called.read_text().splitlines():
        assert "-O3 -O0 -DHARDENED=a b " in line
        assert "-Wl,-z,relro" in line
    for path in built:
        library = ctypes.CDLL(str(path))
        library.sources.restype = ctypes.c_int64
        assert library.sources() == core.sources() != 0
    assert re.fullmatch(
        "jotto is built without core.wasm: jotto page .* clang and lld.*\n", capfd.readouterr().err
    )
    system(cc="exit 1")
    with pytest.raises(SystemExit, match=r"the core cannot be compiled: .*cc -O3"):
        build_core.build(made, build_core.this_machine())
    (tmp_path / "bin" / "cc").unlink()
    with pytest.raises(SystemExit, match="no C compiler"):
        build_core.build(made, build_core.this_machine())


def test_zig_on_the_path_builds_for_the_page_and_everything_where_there_is_no_other(
    system, tmp_path, capfd
):
    """Programs that write only their name where the library should be."""
    writes = 'name=$0; while [ "$1" != -o ]; do shift; done; echo "${name##*/}" > "$2"'
    everything = build_core.by_zig([], build_core.this_machine())
    system(zig=writes)
    built = build_core.build(tmp_path, build_core.this_machine())
    assert {path.name: path.read_text() for path in built} == dict.fromkeys(everything, "zig\n")
    for page, more in ("zig", {"cc": writes, "clang": writes}), ("mine", {"mine": writes}):
        os.environ["WASM_CC"] = "mine" * (page == "mine")
        system(**more)
        build_core.build(tmp_path, build_core.this_machine())
        assert (tmp_path / "core.bin").read_text() == "cc\n"
        assert (tmp_path / "core.wasm").read_text() == f"{page}\n"
    assert capfd.readouterr().err == ""


def test_a_wheel_of_the_systems_compilers_is_for_this_system_alone(hook, system, monkeypatch):
    system()
    machine = build_core.sysconfig.get_platform().replace("-", "_").replace(".", "_")
    for target in ("", "system"):
        monkeypatch.setenv("JOTTO_TARGET", target)
        said = {"force_include": {}, "shared_data": {}}
        hook.initialize("standard", said)
        assert said["tag"] == f"py3-none-{machine}"
        hook.finalize("standard", said, "")
    for target, why in ("solaris", "can be x86_64-linux, .*, system"), ("aarch64-linux", "ziglang"):
        monkeypatch.setenv("JOTTO_TARGET", target)
        with pytest.raises(SystemExit, match=why):
            hook.initialize("standard", {})


def test_a_wheel_has_the_manual_page_and_completions_if_typer_is_there(
    tmp_path, monkeypatch, capfd
):
    assert build_core.share(tmp_path) == tmp_path
    made = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert made == {
        "man/man1/jotto.1",
        "bash-completion/completions/jotto",
        "zsh/site-functions/_jotto",
        "fish/vendor_completions.d/jotto.fish",
    }
    (tmp_path / "typer.py").write_text("raise ImportError('no typer')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert build_core.share(tmp_path) is None
    said = "jotto is built without its manual page and completions: ImportError: no typer\n"
    assert capfd.readouterr().err == said

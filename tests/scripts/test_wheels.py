"""What the build hook gives hatchling, without compiling for other systems: scripts/wheels.py."""

import ctypes
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
    monkeypatch.setattr(build_core, "CORE", None)
    return object.__new__(build_core.CoreBuildHook)


@pytest.mark.parametrize("target", build_core.TARGETS)
def test_a_wheel_for_another_system_leaves_nothing_in_the_checkout(hook, monkeypatch, target):
    monkeypatch.setenv("JOTTO_TARGET", target)
    said = {"force_include": {}}
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


@pytest.mark.skipif(not (shutil.which("cc") or shutil.which("gcc")), reason="no C compiler")
def test_where_there_is_no_zig_the_compiler_of_the_system_builds(monkeypatch, tmp_path):
    monkeypatch.setattr(build_core, "TARGETS", {})
    (tmp_path / "core-v4.bin").touch()  # of an earlier build
    (made,) = build_core.build(tmp_path, build_core.this_machine())
    assert [*tmp_path.iterdir()] == [made]
    library = ctypes.CDLL(str(made))
    library.sources.restype = ctypes.c_int64
    assert library.sources() == core.sources() != 0
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(SystemExit, match="no C compiler"):
        build_core.build(tmp_path, "any")

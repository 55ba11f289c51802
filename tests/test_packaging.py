"""The installed package has the sources: kernels, data files, versions, cheap imports."""

import ast
import fnmatch
import importlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import navcore
from editor import resources
from navcore import kernels, samples
from navcore.export import bytes_of

ROOT = Path(__file__).parent.parent
PACKAGES = ("navcore", "editor")
CARRIED = {"editor._resources": "resources", "navcore._samples": "sample_levels"}
"""Folders that a wheel has below these packages."""
BUILT = {".py", ".pyc", ".so", ".pyd", ".c", ".html"}


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    """The project's configuration."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("free_threaded", [False, True])
@pytest.mark.parametrize("required", ["", "1"])
def test_that_every_kernel_is_compiled_at_install(
    project: dict[str, Any], monkeypatch: pytest.MonkeyPatch, free_threaded: bool, required: str
) -> None:
    """A kernel that is not found would run interpreted, silently.

    Without the interpreter's lock there is no stable ABI, and kernels say they need no lock.
    """
    setuptools = pytest.importorskip("setuptools")
    pytest.importorskip("setuptools.command.bdist_wheel")
    build = importlib.import_module("navcore._build")
    commands = project["tool"]["setuptools"]["cmdclass"]
    assert commands["build_ext"] == "navcore._build.Build"
    assert commands["bdist_wheel"] == "navcore._build.Wheel"
    monkeypatch.setattr(build, "FREE_THREADED", free_threaded)
    monkeypatch.setenv(build.REQUIRED, required)
    (row,) = project["tool"]["setuptools"]["ext-modules"]
    placeholder = setuptools.Extension(row["name"], row["sources"])
    command = build.Build(setuptools.Distribution({"ext_modules": [placeholder]}))
    command.ensure_finalized()
    assert {kernel.name for kernel in command.distribution.ext_modules} == {
        f"navcore.kernels.{name}" for name in kernels.KERNELS
    }
    for kernel in command.distribution.ext_modules:
        assert kernel.sources == [kernel.name.replace(".", "/") + ".py"]
        assert os.name == "nt" or "-ffp-contract=off" in kernel.extra_compile_args
        assert kernel.py_limited_api is not free_threaded
        assert bool(kernel.define_macros) is not free_threaded
        assert kernel.optional is not bool(required)
    declared = {"freethreading_compatible": True} if free_threaded else {}
    assert command.cython_directives == declared


def test_that_all_data_files_are_installed(project: dict[str, Any]) -> None:
    """They are the files that the program opens; its screenshots are for the README alone."""
    patterns = project["tool"]["setuptools"]["package-data"]["*"]
    found = [
        path
        for package in (*PACKAGES, *CARRIED.values())
        for path in (ROOT / package).rglob("*")
        if path.is_file()
        and path.suffix not in BUILT
        and not {"__pycache__", "pictures"} & set(path.parts)
    ]
    missing = [
        path.relative_to(ROOT).as_posix()
        for path in found
        if not any(fnmatch.fnmatch(path.name, pattern) for pattern in patterns)
    ]
    assert missing == []
    assert {path.suffix for path in found} >= {".svg", ".json", ".pxd"}


def test_that_all_packages_are_installed(project: dict[str, Any]) -> None:
    """The patterns of setuptools name the two packages, and nothing else is one."""
    include = project["tool"]["setuptools"]["packages"]["find"]["include"]
    assert sorted(include) == sorted(f"{package}*" for package in PACKAGES)
    others = {path.parent.name for path in ROOT.glob("*/__init__.py")} - set(PACKAGES)
    assert others <= {"tests"}


def test_that_site_packages_get_no_other_names(
    project: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Resources and samples go below the packages that use them, every file that is asked for."""
    setuptools = pytest.importorskip("setuptools")
    pytest.importorskip("setuptools.command.bdist_wheel")
    told = project["tool"]["setuptools"]
    assert told["package-dir"] == CARRIED
    monkeypatch.chdir(ROOT)
    assert told["cmdclass"]["build_py"] == "navcore._build.Carry"
    found = setuptools.find_namespace_packages(include=told["packages"]["find"]["include"])
    described = {
        "script_name": "setup.py",
        "packages": found,
        "package_dir": dict(CARRIED),
        "package_data": {"": told["package-data"]["*"]},
    }
    build = importlib.import_module("navcore._build")
    command = build.Carry(setuptools.Distribution(described))
    command.ensure_finalized()
    assert set(found) < set(command.packages)
    assert {name.partition(".")[0] for name in command.packages} == set(PACKAGES)
    taken = {
        (Path(folder) / name).as_posix()
        for _, folder, _, names in command.data_files
        for name in names
    } | {Path(file).as_posix() for _, _, file in command.find_all_modules()}
    wanted = {
        path.relative_to(ROOT).as_posix()
        for folder in CARRIED.values()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and not {"__pycache__", "pictures"} & set(path.parts)
    }
    assert {name for name in taken if name.startswith(tuple(CARRIED.values()))} == wanted
    assert {
        "sample_levels/inn.json",
        "resources/icons/app.svg",
        "resources/loaders/grid.py",
    } <= wanted


def test_that_nothing_imports_what_a_wheel_has_elsewhere() -> None:
    """In a clone these folders could be imported; an installed program would not start."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for folder in (*PACKAGES, "resources", "tests")
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names]
        )
        if name.partition(".")[0] in CARRIED.values() and not getattr(node, "level", 0)
    ]
    assert found == []


def test_where_carried_files_are_found(tmp_path: Path) -> None:
    """Below the package where a wheel is installed, else beside it."""
    package = tmp_path / "navcore"
    assert samples.carried(package, "_samples", "sample_levels") == tmp_path / "sample_levels"
    (package / "_samples").mkdir(parents=True)
    assert samples.carried(package, "_samples", "sample_levels") == package / "_samples"
    assert samples.path("tavern") == ROOT / "sample_levels" / "tavern.json"
    assert resources.path("icons/app.svg") == ROOT / "resources" / "icons" / "app.svg"


def test_that_one_oldest_python_is_named_everywhere(project: dict[str, Any]) -> None:
    """The stable ABI, the wheel's tag and the checkers all speak of the same version."""
    oldest = re.fullmatch(r">=3\.(\d+)", project["project"]["requires-python"])
    assert oldest is not None
    minor = int(oldest[1])
    tool = project["tool"]
    assert tool["distutils"]["bdist_wheel"]["py-limited-api"] == f"cp3{minor}"
    assert tool["ruff"]["target-version"] == f"py3{minor}"
    assert tool["mypy"]["python_version"] == f"3.{minor}"
    pytest.importorskip("setuptools.command.bdist_wheel")
    build = importlib.import_module("navcore._build")
    assert ("Py_LIMITED_API", f"0x03{minor:02X}0000") == build.STABLE_ABI


def test_that_dependencies_have_tested_upper_bounds(project: dict[str, Any]) -> None:
    """A new major version of a library does not break an old release of this program."""
    metadata = project["project"]
    wanted = [*metadata["dependencies"]]
    for extra in metadata["optional-dependencies"].values():
        wanted += extra
    unbounded = [line for line in wanted if not line.startswith("waywright[") and ",<" not in line]
    assert unbounded == []


def test_that_importing_navcore_is_cheap() -> None:
    """Neither Qt nor the slow libraries are loaded before they are used."""
    code = (
        "import sys, navcore; "
        "print(*sorted({name.partition('.')[0] for name in sys.modules} "
        "& {'shapely', 'scipy', 'PySide6', 'pyqtgraph', 'rich', 'editor'}))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == ""


def test_that_baking_and_searching_do_without_qt() -> None:
    """A build machine without a screen loads a level, bakes it and asks for a way."""
    code = (
        "import sys, navcore, navcore.samples as samples; "
        "world = navcore.World.build(navcore.load_level(samples.path('tavern'))); "
        "print(world.find_path((7, -6), (3, 16)).status, "
        "*[name for name in ('PySide6', 'pyqtgraph', 'editor') if name in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout.split() == ["Complete"]


def test_that_public_names_of_navcore_are_there() -> None:
    """Each name in `__all__` can be imported."""
    for name in navcore.__all__:
        assert getattr(navcore, name) is not None
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        _ = navcore.nothing_of_the_kind


MANUAL = ROOT / "resources" / "manual"
GRIDS = MANUAL / "grids_in_games.md"


def code_blocks(language: str, page: Path = ROOT / "README.md") -> list[str]:
    """The code in this language of a page."""
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_that_the_readme_has_the_command_that_runs_the_tests() -> None:
    """`.ci/run` takes it from there."""
    commands = [
        line
        for block in code_blocks("sh")
        for line in block.splitlines()
        if line.startswith("python3 -m venv ") and line.endswith(" && python -m pytest -n auto")
    ]
    assert len(commands) == 1


def test_that_the_readmes_example_runs() -> None:
    """As it stands, from the folder of the README."""
    example = next(block for block in code_blocks("python") if "World.build" in block)
    result = subprocess.run(
        [sys.executable, "-c", example], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout.split()[0] == "Complete"
    assert result.stdout.split()[-1] == "NoPath"


# The examples about grids need an exported one; they have tests of their own.
@pytest.mark.parametrize("page", sorted({*MANUAL.glob("*.md")} - {GRIDS}), ids=lambda p: p.stem)
def test_that_the_examples_of_the_manual_run(page: Path) -> None:
    """As they stand, from the folder of the README."""
    for example in code_blocks("python", page):
        subprocess.run([sys.executable, "-c", example], cwd=ROOT, capture_output=True, check=True)


def test_that_the_loader_in_the_manual_is_the_one_that_is_shipped() -> None:
    """It is equal letter by letter; `test_loaders.py` compares it with exported files."""
    loader = next(block for block in code_blocks("python", GRIDS) if "class Grid" in block)
    assert loader == (ROOT / "resources" / "loaders" / "grid.py").read_text(encoding="utf-8")


def test_that_the_readmes_game_walks(tmp_path: Path) -> None:
    """With the loader beside it; walls stop it, and other keys do nothing."""
    floor = np.ones((4, 8), np.uint8)
    grid = navcore.NavGrid.from_array(floor, min_x=-7.0, min_z=-3.0)
    navcore.save_grid(grid, tmp_path / "inn.grid.txt")
    shutil.copy(ROOT / "resources" / "loaders" / "grid.py", tmp_path)
    game = next(block for block in code_blocks("python") if "input(" in block)
    assert len(game.splitlines()) <= 10
    result = subprocess.run(
        [sys.executable, "-c", game],
        input="d\na\nx\na\na\na\nw\n\n",
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    places = [line.split("at ")[1] for line in result.stdout.splitlines() if "at " in line]
    assert places == [
        "-5.5, -2.0", "-6.0, -2.0", "-6.0, -2.0", "-6.5, -2.0", "-7.0, -2.0", "-7.0, -2.0",
        "-7.0, -1.5",
    ]  # fmt: skip


def test_that_the_door_in_the_manual_shuts(tmp_path: Path) -> None:
    """The lines that a game's programmer copies shut a door in an exported grid."""
    world = navcore.World.build(navcore.load_level(samples.path("tavern")))
    name = next(area.name for area in world.level.areas.values() if area.door and area.available)
    (tmp_path / "inn.grid.json").write_bytes(bytes_of(world, "json")[2])
    example = next(block for block in code_blocks("python", GRIDS) if 'gate["cells"]' in block)
    code = example.replace('== "gate"', f"== {name!r}") + "print(*map(''.join, rows))\n"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    shut = world.set_area_available(name, False).grid.walkable
    assert result.stdout.split() == ["".join(map(str, row)) for row in shut.tolist()]


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", *sorted(MANUAL.glob("*.md"))], ids=lambda p: p.stem
)
def test_that_pages_name_files_that_are_there(page: Path) -> None:
    """Samples and links; links are relative to the page."""
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([\w./]+)\)", text)
    samples_named = re.findall(r"sample_levels/\w+\.json", text)
    named = {page.parent / link for link in links} | {ROOT / name for name in samples_named}
    assert [str(path) for path in sorted(named) if not path.exists()] == []


def test_that_each_page_of_the_manual_is_linked_from_the_readme() -> None:
    """A page without a link would not be found."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [p.name for p in sorted(MANUAL.glob("*.md")) if f"manual/{p.name})" not in text] == []


@pytest.mark.parametrize("room", ["navcore", "editor"])
def test_that_the_map_draws_the_house_as_it_is(project: dict[str, Any], room: str) -> None:
    """Its layers are those of the import contracts."""
    contracts = project["tool"]["importlinter"]["contracts"]
    layers = next(c["layers"] for c in contracts if c.get("containers") == [room])
    text = (MANUAL / "house.md").read_text(encoding="utf-8")
    drawn = re.search(rf"^{room}:((?:  .*\n)+)", text, re.MULTILINE)
    assert drawn is not None
    assert [layer.strip() for layer in drawn[1].split(">")] == layers

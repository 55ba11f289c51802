"""After a kill during a save, the file holds the old or the new level, never a part of one."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from navcore.formats import load_level, save_level
from navcore.formats.level import write_level
from navcore.level.model import Level, Obstacle, Settings

ROOT = Path(__file__).parents[2]

STEPS = {
    "before anything": ("navcore.formats.atomic._replace", "before"),
    "before the bytes are safe": ("os.fsync", "before"),
    "after the bytes are safe": ("os.fsync", "after"),
    "before the file is replaced": ("pathlib.Path.replace", "before"),
    "after the file is replaced": ("pathlib.Path.replace", "after"),
}

DIE_AT_STEP = """
import importlib, os, sys
from navcore.formats import load_level, save_level
import navcore.formats.atomic, pathlib

source, target, step, moment = sys.argv[1:]
owner_name, _, name = step.rpartition(".")
owner = pathlib.Path if owner_name == "pathlib.Path" else importlib.import_module(owner_name)
real = getattr(owner, name)

def dying(*arguments):
    if moment == "before":
        os._exit(77)
    real(*arguments)
    os._exit(77)

level = load_level(source)
setattr(owner, name, dying)
save_level(level, target)
"""

SAVE_FOR_EVER = """
import sys
from navcore.formats import load_level, save_level

levels = [load_level(path) for path in sys.argv[1:3]]
print("ready", flush=True)
while True:
    for level in levels:
        save_level(level, sys.argv[3])
"""


def level_of(count: int, title: str) -> Level:
    """Return a level that is large enough for writing to take a while."""
    ring = ((0.1, 0.2), (3.3, 0.7), (2.9, 5.1))
    obstacles = {number: Obstacle(id=number, polygon=ring) for number in range(1, count + 1)}
    return Level(settings=Settings(title=title), obstacles=obstacles)


@pytest.fixture
def two(tmp_path: Path) -> tuple[Path, Path, Path]:
    """Return the files of an old and a new level, and a third file that holds the old level."""
    paths = tmp_path / "old.json", tmp_path / "new.json", tmp_path / "target.json"
    save_level(level_of(40, "old"), paths[0])
    save_level(level_of(3000, "new"), paths[1])
    save_level(level_of(40, "old"), paths[2])
    return paths


def arguments_of(script: str, *arguments: Path | str) -> list[str]:
    """Return the arguments of a Python process that runs the script."""
    return [sys.executable, "-c", script, *map(str, arguments)]


@pytest.mark.parametrize("step", STEPS)
def test_death_at_a_step(two: tuple[Path, Path, Path], step: str) -> None:
    """A kill at any step of a save leaves a complete level."""
    old, new, target = two
    command = arguments_of(DIE_AT_STEP, new, target, *STEPS[step])
    died = subprocess.run(command, cwd=ROOT, check=False, timeout=60)
    assert died.returncode == 77
    expected = new if step == "after the file is replaced" else old
    assert target.read_bytes() == expected.read_bytes()


def test_kills_at_random_moments(two: tuple[Path, Path, Path], exhaustive: bool) -> None:
    """Killing a program that saves continually leaves one of its two levels, complete."""
    old, new, target = two
    whole = {old.read_bytes(), new.read_bytes()}
    moments = random.Random(5)
    for _ in range(100 if exhaustive else 5):
        command = arguments_of(SAVE_FOR_EVER, old, new, target)
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as saving:
            assert saving.stdout is not None
            saving.stdout.readline()
            time.sleep(moments.uniform(0.0, 0.2))
            saving.kill()
        assert target.read_bytes() in whole
        assert load_level(target).settings.title in {"old", "new"}


@pytest.mark.skipif(os.name == "nt", reason="a file that is being read can't be replaced there")
def test_readers_never_see_a_piece(two: tuple[Path, Path, Path]) -> None:
    """While a program saves continually, another program always reads a complete level."""
    old, new, target = two
    whole = {old.read_bytes(), new.read_bytes()}
    command = arguments_of(SAVE_FOR_EVER, old, new, target)
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as saving:
        assert saving.stdout is not None
        saving.stdout.readline()
        found = [target.read_bytes() for _ in range(300)]
        saving.kill()
    assert set(found) <= whole


def test_the_next_save_succeeds_after_a_death(two: tuple[Path, Path, Path]) -> None:
    """The temporary file of a killed save doesn't matter, and the next save deletes it."""
    _, new, target = two
    command = arguments_of(DIE_AT_STEP, new, target, "pathlib.Path.replace", "before")
    subprocess.run(command, cwd=ROOT, check=False, timeout=60)
    assert list(target.parent.glob(".waywright-*"))
    save_level(level_of(7, "later"), target)
    assert not list(target.parent.glob(".waywright-*"))
    assert target.read_text(encoding="utf-8") == write_level(level_of(7, "later"))

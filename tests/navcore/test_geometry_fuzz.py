"""Difficult outlines and random edits end in time, with right cells or one message.

What is found goes into `corpus/outlines.json`, and is tried at every run.
"""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from geometry_attack import attack, attack_edits, operations_on
from nasty_outlines import nasty

from navcore.level.model import Ring

CORPUS = Path(__file__).with_name("corpus") / "outlines.json"

SECONDS = 60
"""Seconds of processor time for all operations on an outline: thirty times what they usually need.
"""

LARGE = ("star 1001 500", "star 1001 2", "scattered 10000", "few places 5000", "comb 3000",
         "petals 9000", "spiral 2000", "line 1000", "grid 2000", "sliver 3000")  # fmt: skip
HUGE = ("comb 10000", "spiral 10000", "line 5000", "circle 1000000", "scattered 1000000",
        "comb 1000000", "petals 300000", "grid 100000", "spiral 1000000",
        "few places 1000000")  # fmt: skip


def _corpus() -> list[tuple[str, tuple[Ring, ...]]]:
    entries = json.loads(CORPUS.read_text(encoding="utf-8"))
    return [
        (entry["name"], tuple(tuple((x, z) for x, z in ring) for ring in entry["outlines"]))
        for entry in entries
    ]


@pytest.mark.parametrize(("name", "rings"), _corpus(), ids=[name for name, _ in _corpus()])
def test_outlines_that_were_trouble(name: str, rings: tuple[Ring, ...]) -> None:
    """Alone, together, and edited."""
    assert name
    for ring in rings:
        attack(ring)
    attack_edits(random.Random(1), list(rings), 4)


def test_outlines_of_any_kind_are_borne(exhaustive: bool) -> None:
    """Every operation on them answers, or says in one sentence why not."""
    for seed in range(20_000 if exhaustive else 60):
        rng = random.Random(seed)
        attack(nasty(rng, 60))


def test_edits_of_such_outlines_equal_builds_and_are_undone(exhaustive: bool) -> None:
    """They are equal cell for cell after drags, additions, toggles and undo."""
    for seed in range(5000 if exhaustive else 10):
        rng = random.Random(seed)
        rings = [nasty(rng, rng.choice((12, 12, 60))) for _ in range(rng.randint(1, 4))]
        attack_edits(rng, rings, 6)


@pytest.mark.parametrize("outline", LARGE)
def test_large_outlines_take_seconds(outline: str) -> None:
    """In a process of their own, that may take only so much time and memory."""
    _run(outline, SECONDS)


@pytest.mark.parametrize("outline", HUGE)
def test_huge_outlines_take_a_minute(outline: str, exhaustive: bool) -> None:
    """This is the time of all operations together."""
    if not exhaustive:
        pytest.skip("takes a minute each")
    _run(outline, 10 * SECONDS)


def _run(outline: str, seconds: int) -> None:
    here = Path(__file__).parent
    paths = os.pathsep.join(map(str, (here.parent.parent, here.parent, here)))
    command = [sys.executable, "-m", "geometry_attack", outline, str(seconds)]
    done = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{outline}: {done.returncode}\n{done.stdout}{done.stderr}"


def test_operations_are_the_ones_that_a_window_starts() -> None:
    """A list that is not empty by mistake."""
    assert len(operations_on(nasty(random.Random(1), 9))) > 12

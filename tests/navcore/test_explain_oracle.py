"""Reasons against brute force: the named changes make a path, and no fewer changes do."""

from collections import Counter
from dataclasses import replace
from math import isclose

import pytest
from reason_levels import (
    Asked,
    all_sets,
    as_switches,
    fewest_moved,
    random_level,
    size_of,
    there_is_a_path,
)

from navcore.proof.ends import end_at
from navcore.proof.explain import explain
from navcore.proof.explanation import Reason, Relaxation

LEVELS = 2000
SAMPLES = 100


def test_named_relaxation_is_the_smallest(exhaustive: bool):
    """All switches are tried, widths a millimetre less, and all cells to move an end to."""
    found = Counter[str]()
    for seed in range(LEVELS if exhaustive else SAMPLES):
        asked = random_level(seed)
        ends = zip((asked.start, asked.goal), asked.layers, strict=True)
        beside = [end_at(asked.world, asked.profile, at, layer).beside for at, layer in ends]
        # The oracle knows no other cell than the end's own.
        asked.start, asked.goal = beside[0] or asked.start, beside[1] or asked.goal
        told = explain(
            asked.world, asked.start, asked.goal, profile=asked.profile,
            layer=asked.layers[0], goal_layer=asked.layers[1],
        )  # fmt: skip
        assert told.text
        _check(asked, told.relaxation, told.reason, seed)
        if told.fix is not None and not told.relaxation.abilities:
            fixed = replace(asked, level=told.fix.apply(asked.level))
            assert there_is_a_path(fixed), f"seed {seed}: {told.fix.label}"
        found[told.reason] += 1
    assert {"none", "doors", "abilities", "width", "island"} <= found.keys()


def _check(asked: Asked, relaxation: Relaxation, reason: Reason, seed: int) -> None:
    where = f"seed {seed}: {reason} {relaxation}"
    if not relaxation:
        assert there_is_a_path(asked) == (reason is Reason.NONE), where
        if reason is Reason.NO_LINK:
            assert fewest_moved(asked) is None, where
        return
    sets = all_sets(asked)
    switches = as_switches(relaxation)
    first = next((some for some in sets if there_is_a_path(asked, some)), None)
    if not relaxation.width and not relaxation.moved:
        assert first is not None, where
        assert size_of(first) == size_of(switches), where
        assert there_is_a_path(asked, switches), where
        return
    assert first is None, where
    every = sets[-1]
    if relaxation.moved:
        assert not there_is_a_path(asked, every, 3.0), where
        least = fewest_moved(asked)
        assert least is not None, where
        assert isclose(least, relaxation.moved, abs_tol=1e-9), where
        return
    assert there_is_a_path(asked, switches, relaxation.width), where
    less = relaxation.width - 0.001
    if not switches:
        assert not there_is_a_path(asked, (), less), where
        return
    assert not there_is_a_path(asked, (), 3.0), where
    assert not there_is_a_path(asked, every, less), where
    first = next(some for some in sets if there_is_a_path(asked, some, relaxation.width))
    assert size_of(first) == size_of(switches), where


@pytest.mark.parametrize("seed", [0, 1])
def test_answers_are_the_same_twice(seed: int):
    """Ties between sets of equal size are broken by distances, not by chance."""
    asked = random_level(seed)
    told = [explain(asked.world, asked.start, asked.goal, profile=asked.profile) for _ in "ab"]
    assert told[0] == told[1]

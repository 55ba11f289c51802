"""Tests of a level in a report, with their results; failing tests are findings too."""

from collections.abc import Iterable, Mapping
from typing import Final
from xml.etree import ElementTree as ET

import msgspec

from navcore.i18n import mark, tr
from navcore.level.model import PathTest
from navcore.level.naming import called
from navcore.proof.path_tests.suite import answers_of
from navcore.proof.path_tests.words import expectation, outcome
from navcore.proof.problem import Rule
from navcore.report.text import plain
from navcore.world import World

__all__ = ["FAILED", "Tested", "add_cases", "counted", "tested"]

FAILED: Final = Rule(
    "failed-test", "error", mark("Test of the level that fails"),
    mark("The level says itself that this must stay true."), lambda _: iter(()),
)  # fmt: skip
"""Rule of findings for failing tests. It is in no table, because levels define the tests."""


class Tested(msgspec.Struct, frozen=True):
    """One enabled test of a level."""

    id: int
    name: str
    line: int
    """Line of the test in the file, from 1."""
    expects: str
    """The expectation, in a few words."""
    text: str
    """The result, in a sentence."""
    passed: bool
    place: tuple[float, float]
    """Start of the test: x and z, metres."""
    layer: str
    profile: str
    """Agent type; empty: that without a name."""
    state: str
    """Empty: as the level is drawn."""
    length: float | None = None
    """Metres of the path; null without one."""
    seconds: float | None = None
    """Time of the path, or until all have arrived; null without a path, or if not all arrive."""


def tested(world: World, lines: Mapping[int, int]) -> tuple[Tested, ...]:
    """Return how each test of a level comes out, in drawing order.

    Args:
        world: The level as drawn.
        lines: Lines of the file by id of the element.
    """
    level = world.level
    found = []
    for key, answer in answers_of(world).items():
        test = level.of(PathTest)[key]
        found.append(
            Tested(
                key,
                called([test]),
                lines.get(key, 1),
                expectation(level, test),
                outcome(level, test, answer),
                answer.passed,
                _rounded(test),
                level.settings.layer_of(test),
                test.profile,
                test.state,
                _figure(answer.length),
                _figure(answer.seconds),
            )
        )
    return tuple(found)


def _rounded(test: PathTest) -> tuple[float, float]:
    return (round(test.start[0], 6), round(test.start[1], 6))


def _figure(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def counted(tests: Iterable[Tested]) -> str:
    """Return how many tests passed, as text; empty without any."""
    told = [one.passed for one in tests]
    return tr("{0} of {1} tests pass").format(sum(told), len(told)) if told else ""


def add_cases(suite: ET.Element, name: str, tests: Iterable[Tested], failing: set[int]) -> None:
    """Add a case for each test to a JUnit suite; those whose ids are `failing` fail."""
    for one in tests:
        case = ET.SubElement(suite, "testcase", name=plain(one.name), classname=name, time="0")
        if one.id in failing:
            told = plain(f"{one.expects}. {one.text}")
            ET.SubElement(case, "failure", message=plain(one.text), type=FAILED.code).text = told

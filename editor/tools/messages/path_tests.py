"""Messages about path tests."""

from collections.abc import Mapping
from typing import Final

from navcore.i18n import mark, several, tr
from navcore.proof.path_tests.answer import Answer

EXPECT: Final[Mapping[str, str]] = {"path": mark("A path"), "noPath": mark("No path")}
"""Possible expectations of a path test."""

WAITING: Final = mark("Not run yet.")
NOT_ASKED: Final = mark("Not in use.")


def verdict(answer: Answer | None) -> str:
    """Return one word for the result of a test, before translation."""
    if answer is None:
        return mark("Not run")
    return mark("Passes") if answer.passed else mark("Fails")


def counted(count: int, failing: int) -> str:
    """Return how many of so many tests fail."""
    if failing:
        return several(failing, "1 test fails", "{0} tests fail")
    return several(count, "1 test passes", "{0} tests pass")


def expects(name: str, *, path: bool) -> str:
    """A test was made from the probe."""
    said = tr("{0} expects a path here.") if path else tr("{0} expects no path here.")
    return said.format(name)


def expects_arrival(name: str, seconds: float) -> str:
    """A test was made from a run."""
    words = tr("{0} expects all agents to arrive within {1} s, with Waywright's crowd.")
    return words.format(name, f"{seconds:g}")

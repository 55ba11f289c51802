"""Tests in words: what each expects, and what came out."""

from collections.abc import Iterable
from typing import Final

from navcore.i18n import several, tr
from navcore.level.model import Level, PathTest
from navcore.level.naming import called
from navcore.level.path_tests import EVERY_STATE
from navcore.proof.path_tests.answer import Answer, Fault

__all__ = ["expectation", "outcome"]

_MOST: Final = 3
"""Most late agents that are named; of more, the others are counted."""


def expectation(level: Level, test: PathTest) -> str:
    """Return the expectation in a few words: "A path, at most 30.00 m, for cart, in Night"."""
    parts = [_expectation_text(test), *_bounds(test), *_areas(level, test)]
    if test.profile:
        parts.append(tr("for {0}").format(test.profile))
    if test.state == EVERY_STATE:
        parts.append(tr("in every state"))
    elif test.state:
        parts.append(tr("in {0}").format(test.state))
    return ", ".join(parts)


def _expectation_text(test: PathTest) -> str:
    if test.is_run:
        return tr("All agents arrive within {0}").format(_seconds(test.within))
    return tr("No path") if test.expect == "noPath" else tr("A path")


def _bounds(test: PathTest) -> Iterable[str]:
    if test.expect != "path":
        return
    most, least = tr("at most {0}"), tr("at least {0}")
    for bound, words, unit in (
        (test.max_length, most, _metres),
        (test.min_length, least, _metres),
        (test.max_seconds, most, _seconds),
        (test.min_seconds, least, _seconds),
    ):
        if bound is not None:
            yield words.format(unit(bound))


def _areas(level: Level, test: PathTest) -> Iterable[str]:
    if test.expect != "path":
        return
    for ids, words in ((test.passes, tr("through {0}")), (test.avoids, tr("not through {0}"))):
        for one in ids:
            area = level.areas.get(one)
            yield words.format(tr("area {0}").format(one) if area is None else called([area]))


def outcome(level: Level, test: PathTest, answer: Answer) -> str:
    """Return the result in a sentence; `level` is the drawing that contains the test.

    For a test of every state the sentence names the state in which it fails.
    """
    text = _outcome_text(level, test, answer)
    if test.state != EVERY_STATE or answer.passed:
        return text
    return tr("{0}: {1}").format(answer.state or tr("As drawn"), text)


def _outcome_text(level: Level, test: PathTest, answer: Answer) -> str:
    if answer.passed:
        return _passed(answer)
    if answer.length is not None:
        return _of_path(level, test, answer, answer.length, answer.seconds or 0.0)
    if answer.fault is Fault.LATE:
        return _late_text(level, test, answer)
    return {
        Fault.NO_PATH: tr("No path leads there."),
        Fault.NO_START: tr("It begins where agents can't stand."),
        Fault.NO_END: tr("It ends where agents can't stand."),
        Fault.NO_TYPE: tr("No agent type is called {0}.").format(test.profile),
        Fault.NO_STATE: tr("No state is called {0}.").format(test.state),
        Fault.NO_AREA: tr("The level has no area {0}.").format(answer.area),
        Fault.NOBODY: tr("No agent has a goal."),
    }[answer.fault]


def _passed(answer: Answer) -> str:
    if answer.count:
        arrived = several(answer.count, "The only agent that walks arrived", "All {0} arrived")
        return tr("{0} after {1}.").format(arrived, _seconds(answer.seconds or 0.0))
    if answer.length is None:
        return tr("No path, as expected.")
    return tr("{0}, {1}.").format(_metres(answer.length), _seconds(answer.seconds or 0.0))


def _of_path(level: Level, test: PathTest, answer: Answer, length: float, seconds: float) -> str:
    long, takes = tr("The path is {0} long, {1}."), tr("It takes {0}, {1}.")
    if answer.fault is Fault.TOO_LONG:
        over = tr("{0} too long").format(_metres(length - (test.max_length or 0.0)))
        return long.format(_metres(length), over)
    if answer.fault is Fault.TOO_SHORT:
        under = tr("{0} too short").format(_metres((test.min_length or 0.0) - length))
        return long.format(_metres(length), under)
    if answer.fault is Fault.TOO_SLOW:
        over = tr("{0} too long").format(_seconds(seconds - (test.max_seconds or 0.0)))
        return takes.format(_seconds(seconds), over)
    if answer.fault is Fault.TOO_QUICK:
        under = tr("{0} too short").format(_seconds((test.min_seconds or 0.0) - seconds))
        return takes.format(_seconds(seconds), under)
    if answer.fault is Fault.PATH:
        return tr("A path of {0} leads there.").format(_metres(length))
    area = called([level.areas[answer.area]])
    if answer.fault is Fault.PASSED_BY:
        return tr("The path does not lead through {0}.").format(area)
    return tr("The path leads through {0}.").format(area)


def _late_text(level: Level, test: PathTest, answer: Answer) -> str:
    names = [called([level.agents[one]]) for one in answer.late]
    shown, more = names[:_MOST], len(names) - _MOST
    if more > 0:
        shown = [*shown, several(more, "1 other", "{0} others")]
    listed = shown[0]
    if len(shown) > 1:
        listed = tr("{0} and {1}").format(", ".join(shown[:-1]), shown[-1])
    words = tr("Not there within {0}: {1}, of {2}.")
    return words.format(_seconds(test.within), listed, answer.count)


def _metres(value: float) -> str:
    return tr("{0} m").format(f"{value:.2f}")


def _seconds(value: float) -> str:
    return tr("{0} s").format(f"{value:.1f}")

"""All tests of a level, kept up to date from world to world: only what may differ is asked anew."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from navcore.errors import Cancelled
from navcore.level.model import Element, Level, PathTest, in_drawing_order
from navcore.level.path_tests import EVERY_STATE
from navcore.level.states import names_of_states
from navcore.path.result import PathResult
from navcore.proof.path_tests.answer import (
    Answer,
    Asked,
    Fault,
    asked_of,
    found_by,
    in_state,
    judged,
    run_answer,
)
from navcore.proof.path_tests.reads import Changes
from navcore.world import World

__all__ = ["Suite", "answers_of"]

_ASIDE: Final[Mapping[str, Any]] = MappingProxyType(
    {"name": "", "group": "", "note": "", "tags": (), "locked": False, "extra": {}}
)
"""Fields that change nothing about what an element does."""


_UNHEARD: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "title": "", "description": "", "notes": "", "export_on_save": False, "exports": (),
        "background": (), "severities": {}, "meant": (), "states": (),
        "extra": {},
    }
)  # fmt: skip
"""Settings that no run hears of."""


class _Known(msgspec.Struct, frozen=True, eq=False):
    """What is known of one test, and of which world it is known."""

    test: PathTest
    answer: Answer
    world: World | None
    """In the state of the test; None: there is no such state."""
    asked: Asked | None = None
    found: Any = None
    """The `Found` of a path test; None of a run."""


class Suite:
    """The tests of a level, and how they come out. Of one thread."""

    def __init__(self) -> None:
        """Of no level yet."""
        self._known: dict[tuple[int, str], _Known] = {}
        """By id of the test and name of the state, those of a test in the order of states."""
        self.asked: tuple[int, ...] = ()
        """Ids of the tests that were asked anew by the last update, in drawing order."""

    @property
    def answers(self) -> Mapping[int, Answer]:
        """How each test that is in use comes out, by id, in drawing order.

        One that is asked in every state: as in the first in which it fails.
        """
        found: dict[int, Answer] = {}
        for (test_id, _), known in self._known.items():
            before = found.get(test_id)
            if before is None or (before.passed and not known.answer.passed):
                found[test_id] = known.answer
        return found

    def update(
        self, world: World, *, stop: Callable[[], bool] | None = None
    ) -> Mapping[int, Answer]:
        """Bring all answers up to a world, which need not come from the last one by one edit.

        Args:
            world: The level, in whichever state; each test is asked in its own.
            stop: Asked before every test, and every step of a run; true ends the update. What was
                answered until then stays known.

        Raises:
            Cancelled: if `stop` said so.
        """
        worlds: dict[str, World | None] = {}
        changes: dict[tuple[int, int], Changes] = {}
        before, known, asked = self._known, dict[tuple[int, str], _Known](), set[int]()
        tests = [one for one in in_drawing_order(world.level.of(PathTest)) if one.enabled]
        every = names_of_states(world.level)
        cases = [
            (one, state)
            for one in tests
            for state in (every if one.state == EVERY_STATE else (one.state,))
        ]
        try:
            # Runs come last: a path is answered in less than a frame.
            for test, state in sorted(cases, key=lambda case: case[0].is_run):
                if stop is not None and stop():
                    raise Cancelled
                if state not in worlds:
                    worlds[state] = in_state(world, state)
                key, now = (test.id, state), worlds[state]
                old = before.get(key)
                if old is not None and not _may_differ(test, old, now, changes):
                    known[key] = replace(old, test=test, world=now)
                else:
                    asked.add(test.id)
                    found = _ask(test, now, stop)
                    known[key] = replace(found, answer=replace(found.answer, state=state))
        finally:
            # What was not come to is known of an earlier world still.
            merged = {**before, **known}
            keys = [(test.id, state) for test, state in cases]
            self._known = {key: merged[key] for key in keys if key in merged}
            self.asked = tuple(one.id for one in tests if one.id in asked)
        return self.answers


def answers_of(world: World) -> Mapping[int, Answer]:
    """Return how each test of a level that is in use comes out, by id, in drawing order."""
    return Suite().update(world)


def _ask(test: PathTest, world: World | None, stop: Callable[[], bool] | None) -> _Known:
    if world is None:
        return _Known(test, Answer(Fault.NO_STATE), world)
    if test.is_run:
        return _Known(test, run_answer(world, test, stop=stop), world)
    asked = asked_of(world, test)
    found = None if asked is None else found_by(world, test, asked)
    return _Known(test, judged(world, test, asked, found), world, asked, found)


def _may_differ(
    test: PathTest, old: _Known, now: World | None, changes: dict[tuple[int, int], Changes]
) -> bool:
    """Whether a test may come out otherwise in a world than is known of it."""
    if _bare(test) != _bare(old.test):
        return True
    if now is None or old.world is None or now is old.world:
        return now is not old.world
    if test.is_run:
        return not _runs_alike(old.world.level, now.level)
    asked = asked_of(now, test)
    if asked is None or old.asked is None or old.found is None:
        return asked != old.asked
    before, after = old.world.level, now.level
    for one in (*test.passes, *test.avoids):
        if _bare(before.areas[one]) != _bare(after.areas[one]):
            return True
        if before.settings.layers != after.settings.layers:
            return True
    key = (id(old.world), id(now))
    if key not in changes:
        changes[key] = Changes(old.world, now)
    result: PathResult = old.found.result
    return changes[key].touch(old.test, asked, old.asked, result)


def _runs_alike(one: Level, other: Level) -> bool:
    """Whether a run of one level goes as that of another: nothing that acts in it differs."""
    if replace(one.settings, **_UNHEARD) != replace(other.settings, **_UNHEARD):
        return False
    kinds = (one.held.keys() | other.held.keys()) - {PathTest}
    return all(_act_alike(one.of(kind), other.of(kind)) for kind in kinds)


def _act_alike(ones: Mapping[int, Element], others: Mapping[int, Element]) -> bool:
    if ones is others:
        return True
    if ones.keys() != others.keys():
        return False
    pairs: Iterable[tuple[Element, Element]] = ((one, others[key]) for key, one in ones.items())
    return all(a is b or _bare(a) == _bare(b) for a, b in pairs)


def _bare(element: Element) -> Element:
    """An element without what changes nothing about what it does."""
    return replace(element, **_ASIDE)

"""All tests of a level, updated from world to world: only tests that may change are rerun."""

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
"""Settings that don't affect runs."""


class _Known(msgspec.Struct, frozen=True, eq=False):
    """Known result of one test, and the world that it belongs to."""

    test: PathTest
    answer: Answer
    world: World | None
    """The world in the state of the test; None if the state does not exist."""
    asked: Asked | None = None
    found: Any = None
    """The `Found` of a path test; None for a run."""


class Suite:
    """The tests of a level, with their results. For one thread."""

    def __init__(self) -> None:
        """Start without a level."""
        self._known: dict[tuple[int, str], _Known] = {}
        """By test id and state name; states of a test in their order."""
        self.asked: tuple[int, ...] = ()
        """Ids of the tests that the last update reran, in drawing order."""

    @property
    def answers(self) -> Mapping[int, Answer]:
        """The result of each enabled test, by id, in drawing order.

        For a test of every state: the result in the first state in which it fails.
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
        """Update all results to a world, which need not differ by one edit from the last one.

        Args:
            world: The level in any state; each test uses its own state.
            stop: Called before every test and every step of a run; true ends the update. Results up
                to then are kept.

        Raises:
            Cancelled: if `stop` returned true.
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
            # Tests that were not reached keep their result for an earlier world.
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
    """Return whether the result of a test in a world may differ from the known one."""
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
        old_area, new_area = before.areas.get(one), after.areas.get(one)
        if old_area is not new_area and not (
            old_area and new_area and _bare(old_area) == _bare(new_area)
        ):
            return True
        if before.settings.layers != after.settings.layers:
            return True
    key = (id(old.world), id(now))
    if key not in changes:
        changes[key] = Changes(old.world, now)
    result: PathResult = old.found.result
    return changes[key].touch(old.test, asked, old.asked, result)


def _runs_alike(one: Level, other: Level) -> bool:
    """Return whether runs of both levels are the same: nothing that affects a run differs."""
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
    """Return an element without fields that don't affect a run."""
    return replace(element, **_ASIDE)

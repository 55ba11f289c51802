"""Complete comparison of two levels, for `navcore diff` and the editor."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Final

import msgspec

from navcore.i18n import several
from navcore.level.model import Level
from navcore.proof.members import first_place, newcomers, parts_of, pointed
from navcore.proof.path_tests.answer import Answer
from navcore.proof.path_tests.suite import answers_of
from navcore.proof.problem import Key, Problem
from navcore.proof.problems import problems
from navcore.report.comparing.agents import AgentChange, agent_changes
from navcore.report.comparing.elements import Change, element_changes, settings_changes
from navcore.report.comparing.floors import FloorChange, floor_changes, on_same_cells
from navcore.report.comparing.matching import aligned
from navcore.report.comparing.verdicts import DoorChange, TestChange, door_changes, test_changes
from navcore.world import World


class Side(msgspec.Struct, frozen=True):
    """A level with its bake and its problems."""

    world: World
    problems: tuple[Problem, ...]
    answers: Mapping[int, Answer]
    """Results of its tests, by id."""

    @classmethod
    def of(cls, level: Level, *, max_cells: int) -> "Side":
        """Bake a level, and evaluate all rules and all tests.

        Raises:
            NavcoreError: if it can't be baked.
        """
        return cls.of_world(World.build(level, max_cells=max_cells))

    @classmethod
    def of_world(cls, world: World) -> "Side":
        """Evaluate all rules and all tests on a world."""
        return cls(world, problems(world), answers_of(world))


class Comparison(msgspec.Struct, frozen=True):
    """Differences between an old level and a new one."""

    changes: tuple[Change, ...]
    """Changes of elements and of the settings."""
    floors: tuple[FloorChange, ...]
    agents: tuple[AgentChange, ...]
    tests: tuple[TestChange, ...]
    doors: tuple[DoorChange, ...]
    new: tuple[Problem, ...]
    """Findings that the old level lacks, most severe first, without accepted ones."""
    gone: tuple[Problem, ...]
    """Findings that it had, and the new level has not."""

    @property
    def same(self) -> bool:
        """True if nothing changed."""
        drawn = self.changes or self.floors
        return not (drawn or self.agents or self.tests or self.doors or self.new or self.gone)


def compare(old: Side, new: Side) -> Comparison:
    """Return the differences between an old level and a new one.

    Elements are matched by id; findings by their rule and elements.
    """
    was, now = old.world.level, new.world.level
    before = on_same_cells(old.world, new.world)
    known = {part for one in old.problems if _counts(one) for part in parts_of(one)}
    left = {part for one in new.problems if _counts(one) for part in parts_of(one)}
    return Comparison(
        (*element_changes(was, now), *settings_changes(was.settings, now.settings)),
        floor_changes(before, new.world),
        agent_changes(before, new.world),
        test_changes(old.answers, new.answers, new.world),
        door_changes(old.world, new.world),
        _sorted(
            _reduced_to_new(one, known)
            for one in new.problems
            if _counts(one) and not known.issuperset(parts_of(one))
        ),
        _sorted(one for one in old.problems if _counts(one) and left.isdisjoint(parts_of(one))),
    )


def sides(old: Level, new: Level, *, max_cells: int) -> tuple[Side, Side]:
    """Return two levels baked and checked; the old one gets the element ids of the new one.

    Raises:
        NavcoreError: if one of them can't be baked.
    """
    was = Side.of(aligned(old, new), max_cells=max_cells)
    return was, Side.of(new, max_cells=max_cells)


_WEIGHTS: Final = {"error": 0, "warning": 1, "note": 2}


def _counts(problem: Problem) -> bool:
    """Return whether a finding is compared: accepted findings are left out."""
    return problem.meant is None


def _reduced_to_new(problem: Problem, known: Collection[Key]) -> Problem:
    """Return a problem that is new or has more members than before, reduced to new members."""
    fresh = newcomers(problem, known)
    if not fresh:
        return problem
    said = several(
        len(fresh), "1 of them is new, at {1}, {2}.",
        "{0} of them are new, the first at {1}, {2}.", *first_place(fresh),
    )  # fmt: skip
    return replace(problem, finding=pointed(problem.finding, fresh, said))


def _sorted(found: Iterable[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(found, key=lambda one: (_WEIGHTS.get(one.severity, 3), one.key)))

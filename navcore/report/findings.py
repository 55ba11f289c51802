"""Findings of a check of level files, as plain data that the JSON report contains unchanged.

A report of an earlier check can be a baseline: findings in it are not new. A level whose bytes and
rules equal those in the baseline is not baked again.
"""

import dataclasses
import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from navcore.errors import LevelTooLarge, NavcoreError
from navcore.formats.atomic import read_text
from navcore.formats.level import read_level
from navcore.formats.limits import MAX_JSON_BYTES
from navcore.formats.texts import whole
from navcore.i18n import several
from navcore.level.kinds import words_of
from navcore.level.model import Level
from navcore.level.states import names_of_states, no_state
from navcore.level.tables import DRAWN, EVERY_STATE
from navcore.proof.from_run import RUN_RULES
from navcore.proof.members import first_place, keys_of_parts, newcomers, parts_of
from navcore.proof.problem import Key, Problem, key_of
from navcore.proof.problems import RULES, problems
from navcore.report.ran import ran
from navcore.report.tested import FAILED, Tested, tested
from navcore.world import World

FORMAT: Final = "waywright-check"

Json: TypeAlias = dict[str, Any]
"""An object of JSON."""

Kept: TypeAlias = Callable[[str], "Checked | None"]
"""Function that returns the stored result for a digest, or None."""


class Subject(msgspec.Struct, frozen=True):
    """An element that a finding is about."""

    id: int
    name: str
    kind: str
    """Kind of the element, in one or two words: `obstacle`."""
    line: int
    """Line of the element in the file, from 1."""


class FoundMember(msgspec.Struct, frozen=True):
    """One member of a finding about many elements."""

    elements: tuple[int, ...]
    """Ids of its elements."""
    place: tuple[float, float]
    """Position: x and z, metres."""
    layer: str
    new: bool = True
    """True if the baseline lacks it."""


class Found(msgspec.Struct, frozen=True):
    """One finding in a level."""

    code: str
    severity: str
    text: str
    why: str
    elements: tuple[Subject, ...]
    place: tuple[float, float]
    """Position: x and z, metres."""
    layer: str
    about: str = ""
    """Name of the row of a table that it is about; empty for most."""
    meant: str | None = None
    """Why it is accepted as intended; null if it is not."""
    new: bool = True
    """True if the baseline lacks it."""
    picture: str | None = None
    """Path of its picture, with slashes; null if none was drawn."""
    states: tuple[str, ...] = (DRAWN,)
    """Names of the checked states in which it occurs; "" is the drawing."""
    seconds: float | None = None
    """Time in the run at which it was seen; null: it concerns the drawing."""
    members: tuple[FoundMember, ...] = ()
    """Members of a finding about many elements; empty for most findings."""
    placed: bool = True
    """False if the finding is about settings: then the place is the middle of the level."""

    @property
    def parts(self) -> tuple[Key, ...]:
        """The keys of its parts, see :mod:`navcore.proof.members`."""
        ids, members = [one.id for one in self.elements], [one.elements for one in self.members]
        return keys_of_parts(self.code, ids, self.about, members)

    @property
    def key(self) -> Key:
        """The key that identifies it, see :class:`navcore.proof.problem.Problem`."""
        return key_of(self.code, (one.id for one in self.elements), self.about)

    @property
    def only_in(self) -> tuple[str, ...]:
        """Names of the states in which it occurs; empty if it occurs as drawn."""
        return () if DRAWN in self.states else self.states

    @property
    def counts(self) -> bool:
        """True if it is an error or a warning and not accepted as intended."""
        return self.meant is None and self.severity in {"error", "warning"}

    @property
    def fails(self) -> bool:
        """True if it fails the check: it counts, and the baseline lacks it."""
        return self.counts and self.new


class Checked(msgspec.Struct, frozen=True):
    """A level that was checked."""

    file: str
    """Path of the file, with slashes, as it was found."""
    digest: str
    """SHA-256 of its bytes and of the rules, hexadecimal."""
    title: str
    problems: tuple[Found, ...]
    """Findings, including failing tests of the level."""
    tests: tuple[Tested, ...] = ()
    """All that are in use."""
    ran: float | None = None
    """Seconds of the run whose findings are included; null without a run."""
    notes: tuple[str, ...] = ()
    """What was repaired, kept or left out when the file was read, a sentence each."""
    asked: tuple[str, ...] = ()
    """Names of the states that were checked; "" is the drawing."""


class Unread(msgspec.Struct, frozen=True):
    """A file that could not be checked."""

    file: str
    """Path of the file, with slashes, as it was given."""
    text: str
    """Why, in a sentence."""


class Report(msgspec.Struct, frozen=True):
    """Result of a check."""

    levels: tuple[Checked, ...]
    format: str = FORMAT
    navcore: str = ""
    """Version that checked."""
    unread: tuple[Unread, ...] = ()
    """Files that could not be checked."""

    @property
    def failing(self) -> int:
        """The number of findings that make the check fail."""
        return sum(one.fails for level in self.levels for one in level.problems)


def version() -> str:
    """Return the version of navcore, empty where it is run without being installed."""
    try:
        return metadata.version("waywright")
    except metadata.PackageNotFoundError:
        return ""


def check_file(
    file: Path,
    known: Mapping[str, Checked],
    *,
    max_cells: int,
    state: str = DRAWN,
    run: float | None = None,
    kept: Kept | None = None,
    keep: Callable[[Checked], None] | None = None,
) -> Checked:
    """Check a level file with all rules.

    A level that lacks the state is checked as drawn, and its notes say so.

    Args:
        file: A level.
        known: Results of earlier checks, by digest; a result with the same digest is reused.
        max_cells: The most cells to bake.
        state: Name of a state to check as well as the drawing; `all` for every state.
        run: Seconds of a run in each of these states, whose findings are included; None: no run.
        kept: Returns another stored result for a digest, or None.
        keep: Called with the result of a level that had none.

    Raises:
        NavcoreError: if the file is not a level, or can't be baked.
    """
    text = read_text(file, MAX_JSON_BYTES)
    digest = _digest(text, state, run)
    before = known.get(digest) or (kept(digest) if kept is not None else None)
    if before is not None:
        plain = (msgspec.structs.replace(one, picture=None) for one in before.problems)
        return msgspec.structs.replace(before, file=name_of(file), problems=tuple(plain))
    level, said = read_level(text, file)
    known_names = names_of_states(level)
    names = known_names if state == EVERY_STATE else tuple(dict.fromkeys((DRAWN, state)))
    notes = [one.removeprefix(f"{file}: ") for one in said]
    if not set(names) <= {*known_names}:
        notes.append(f"{no_state(level, state)} It was checked as drawn.")
        names = (DRAWN,)
    lines, world = _lines(text), _baked(level, file, max_cells)
    found, has_run = _in_states(world, names, run)
    told = [_found_of(level, one, lines, holds) for one, holds in found]
    tests = tested(world, lines)
    told += [_failed(one, known_names) for one in tests if not one.passed]
    checked = Checked(
        name_of(file), digest, level.settings.title, tuple(told), tests, run if has_run else None,
        tuple(notes), names,
    )  # fmt: skip
    if keep is not None:
        keep(checked)
    return checked


def _baked(level: Level, file: Path, max_cells: int) -> World:
    """Return the world of a level; an error about its size names the file."""
    try:
        return World.build(level, max_cells=max_cells)
    except LevelTooLarge as error:
        message = f"{file}: {error}"
        raise LevelTooLarge(message, error.cells) from error


def name_of(file: Path) -> str:
    """Return the path of a file, with slashes, as text that every report can hold.

    A name that is no Unicode, as old archives leave behind, has U+FFFD where that fails.
    """
    name: str = whole(file.as_posix())
    return name


def _in_states(
    world: World, names: Iterable[str], run: float | None
) -> tuple[list[tuple[Problem, tuple[str, ...]]], bool]:
    """Return each problem once, as it is in the first of these states that has it, and all that do.

    And whether anybody walked in a run.
    """
    found: dict[Key, Problem] = {}
    where: dict[Key, dict[str, None]] = {}
    has_run = False
    for name in names:
        there = world.in_state(name)
        told = problems(there)
        seen = None if run is None else ran(there, run, told)
        has_run |= seen is not None
        told += seen or ()
        for one in told:
            before = found.get(one.key)
            found[one.key] = one if before is None else _joined(before, one, name)
            where.setdefault(one.key, {})[name] = None
    return [(one, tuple(where[key])) for key, one in found.items()], has_run


def _joined(before: Problem, here: Problem, state: str) -> Problem:
    """Return a problem of several states, with the members that only this state has."""
    more = newcomers(here, parts_of(before))
    if not more:
        return before
    said = several(
        len(more), "1 more in {1}, at {2}, {3}.", "{0} more in {1}, the first at {2}, {3}.",
        state, *first_place(more),
    )  # fmt: skip
    finding = dataclasses.replace(
        before.finding, text=f"{before.text} {said}", members=(*before.finding.members, *more),
        elements=tuple(dict.fromkeys((*before.elements, *here.elements))),
    )  # fmt: skip
    meant = None if here.meant is None else before.meant
    return dataclasses.replace(before, finding=finding, meant=meant)


def _digest(text: str, state: str, run: float | None) -> str:
    asked_of = [*RULES.values(), *(() if run is None else RUN_RULES.values())]
    rules = ",".join(f"{rule.code}={rule.severity}" for rule in asked_of)
    asked = f"\0{state}" if state else ""
    asked += "" if run is None else f"\0run {run!r}"
    whole = f"{version()}\0{rules}{asked}\0{text}"
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


def _lines(text: str) -> dict[int, int]:
    """Return the line of each element by id: files have one element on a line."""
    found: dict[int, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        head = line.lstrip()
        if head.startswith('{"id":'):
            digits = head[6:].split(",", 1)[0].strip(" }")
            if digits.isdigit():
                found.setdefault(int(digits), number)
    return found


def _found_of(
    level: Level, problem: Problem, lines: Mapping[int, int], states: tuple[str, ...]
) -> Found:
    elements = []
    for key in problem.elements:
        element = level.element(key)
        words = words_of(element)
        elements.append(Subject(key, element.name, words.stem, lines.get(key, 1)))
    x, z = problem.place
    return Found(
        problem.code, problem.severity, problem.text, problem.rule.why, tuple(elements),
        (round(x, 6), round(z, 6)), problem.layer, problem.about, problem.meant,
        states=states, seconds=None if problem.seconds is None else round(problem.seconds, 3),
        members=tuple(
            FoundMember(one.elements, (round(one.place[0], 6), round(one.place[1], 6)), one.layer)
            for one in problem.finding.members
        ),
        placed=problem.finding.placed,
    )  # fmt: skip


def _failed(test: Tested, names: Collection[str]) -> Found:
    """Return the finding that a test fails, in its state if the level has that."""
    subject = Subject(test.id, test.name, "test", test.line)
    return Found(
        FAILED.code, FAILED.severity, f"{test.name}: {test.text}", FAILED.why, (subject,),
        test.place, test.layer, states=(test.state if test.state in names else DRAWN,),
    )  # fmt: skip


def in_states(one: Found) -> str:
    """Return the time and the states of a finding, as the end of a sentence.

    Empty for a finding about the level as drawn.
    """
    moment = "" if one.seconds is None else f" (at {one.seconds:.1f} s)"
    return moment + (f" (in {', '.join(one.only_in)})" if one.only_in else "")


def json_of(report: Report) -> str:
    """Return a report as JSON on one line, which `load_report` reads."""
    return msgspec.json.encode(report).decode() + "\n"


def load_report(file: Path) -> Report:
    """Return the report in a file.

    Raises:
        NavcoreError: if it can't be read, or holds no report.
    """
    text = read_text(file, MAX_JSON_BYTES)
    try:
        report = msgspec.json.decode(text.encode(), type=Report)
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        message = f"{file}: not a report of navcore check --json: {error}"
        raise NavcoreError(message) from error
    if report.format != FORMAT:
        message = f"{file}: not a report of navcore check --json"
        raise NavcoreError(message)
    return report

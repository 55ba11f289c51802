"""Rules and problems: what can be wrong with a level, and what was found in one.

A rule is a row of the table in `navcore.proof.problems`: a code, how much its findings weigh, why
they matter, and a function from a survey of a world to findings. A problem is a finding with its
rule and what the level says of it: how much it weighs here, and whether it is meant.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from navcore.level.edit import Edit
from navcore.level.model import Point
from navcore.level.tables import GROUND, MANY
from navcore.proof.survey import Survey

Severity: TypeAlias = Literal["error", "warning", "note", "off"]
"""How much findings of a rule weigh: errors and warnings fail a check, notes don't, and a rule
that is off finds nothing."""

SEVERITIES: Final[tuple[Severity, ...]] = get_args(Severity)
"""From the heaviest to none."""

Key: TypeAlias = tuple[str, tuple[int, ...], str]
"""What a problem is known by: the code of its rule, the ids of its elements in ascending order, and
the row of a table that it is about. Never a place: what is dragged stays the same problem. A
finding about `MANY` elements has the id of none, see :mod:`navcore.proof.members`."""


def key_of(code: str, elements: Iterable[int], about: str) -> Key:
    """Return what a problem is known by: the code of its rule, its elements, its row."""
    return (code, () if about == MANY else tuple(sorted(elements)), about)


@dataclass(frozen=True, slots=True)
class Member:
    """One of the things that a finding about `MANY` tells of."""

    elements: tuple[int, ...]
    """Ids of its elements, as a finding of it alone would have them."""
    place: Point
    """Where to look, metres."""
    layer: str = GROUND
    """Name of the storey of the place."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule found in one place."""

    text: str
    """A sentence or two for a person: what was found, and what to do."""
    elements: tuple[int, ...]
    """Ids of the elements that it is about, the first one foremost; none: the level as a whole."""
    place: Point
    """Where to look, metres."""
    fix: Edit | None = None
    """The edit that fixes it, where there is one."""
    about: str = ""
    """Name of the row of a table that it is about: a terrain, a storey, an agent type; `MANY`
    where it tells at once of many elements of which none is foremost."""
    layer: str = GROUND
    """Name of the storey of the place."""
    seconds: float | None = None
    """Moment of a run to look at; None: it is about the drawing."""
    agents: tuple[int, ...] = ()
    """Ids of agents of the run who do so at that moment."""
    members: tuple[Member, ...] = ()
    """Of a finding about `MANY` each thing that it tells of; without any it is known by its rule
    alone, whichever they are."""
    old: bool = False
    """Whether the level was changed since it was seen in a run."""


Check: TypeAlias = Callable[[Survey], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of the table: what is looked for in every level."""

    code: str
    """As in the code of a lint rule: `outline-crosses-itself`."""
    severity: Severity
    """How much its findings weigh in a level that says nothing about it."""
    title: str
    """What is wrong, in a few words, in English: goes through `tr` where it is shown."""
    why: str
    """Why it matters, in a sentence or two, in English."""
    check: Check
    """Yields what is found; different findings have different elements or rows."""
    of_drawings: bool = True
    """Whether it is about what is drawn, so that grids baked elsewhere have none of it."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding about a level."""

    rule: Rule
    finding: Finding
    severity: Severity
    """How much it weighs in this level."""
    meant: str | None = None
    """Why the designer means it so; None if nobody said that."""

    @property
    def code(self) -> str:
        """Code of the rule."""
        return self.rule.code

    @property
    def text(self) -> str:
        """A sentence or two for a person: what was found, and what to do."""
        return self.finding.text

    @property
    def elements(self) -> tuple[int, ...]:
        """Ids of the elements that it is about, the first one foremost."""
        return self.finding.elements

    @property
    def place(self) -> Point:
        """Where to look, metres."""
        return self.finding.place

    @property
    def layer(self) -> str:
        """Name of the storey of the place."""
        return self.finding.layer

    @property
    def about(self) -> str:
        """Name of the row of a table that it is about; empty for most."""
        return self.finding.about

    @property
    def fix(self) -> Edit | None:
        """The edit that fixes it, where there is one."""
        return self.finding.fix

    @property
    def seconds(self) -> float | None:
        """Moment of a run to look at; None: it is about the drawing."""
        return self.finding.seconds

    @property
    def key(self) -> Key:
        """What it is known by, the same after every edit that leaves it there."""
        return key_of(self.code, self.elements, self.about)

    @property
    def fails(self) -> bool:
        """Whether it fails a check: it is an error or a warning that nobody means."""
        return self.meant is None and self.severity in {"error", "warning"}

"""Rules that find problems in levels, and the problems that they found.

A rule is a row of the table in `navcore.proof.problems`: a code, the severity of its findings, a
reason, and a function from a survey of a world to findings. A problem is a finding with its rule,
its severity in the level, and whether it is accepted as intended.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from navcore.level.edit import Edit
from navcore.level.model import Point
from navcore.level.tables import GROUND, MANY
from navcore.proof.survey import Survey

Severity: TypeAlias = Literal["error", "warning", "note", "off"]
"""Severity of findings of a rule: errors and warnings fail a check, notes don't, and a rule that is
off finds nothing."""

SEVERITIES: Final[tuple[Severity, ...]] = get_args(Severity)
"""Severities in descending order."""

Key: TypeAlias = tuple[str, tuple[int, ...], str]
"""Identity of a problem: code of its rule, ascending ids of its elements, and the table row that it
is about. Positions are not part of it: a dragged element keeps its problem. A finding about `MANY`
elements contains no ids, see :mod:`navcore.proof.members`."""


def key_of(code: str, elements: Iterable[int], about: str) -> Key:
    """Return the identity of a problem: the code of its rule, its elements, its row."""
    return (code, () if about == MANY else tuple(sorted(elements)), about)


@dataclass(frozen=True, slots=True)
class Member:
    """One member of a finding about `MANY` elements."""

    elements: tuple[int, ...]
    """Ids of its elements, as in a finding about it alone."""
    place: Point
    """Position, metres."""
    layer: str = GROUND
    """Name of the storey of the place."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding of a rule."""

    text: str
    """One or two sentences for people: the finding and the remedy."""
    elements: tuple[int, ...]
    """Ids of the elements that it is about, the first one foremost; none: the level as a whole."""
    place: Point
    """Position, metres."""
    fix: Edit | None = None
    """The edit that fixes it, where there is one."""
    about: str = ""
    """Name of the table row that it is about: a terrain, a storey, an agent type; `MANY` if it is
    about many equally important elements."""
    layer: str = GROUND
    """Name of the storey of the place."""
    seconds: float | None = None
    """Moment of a run to look at; None: it is about the drawing."""
    agents: tuple[int, ...] = ()
    """Ids of agents of the run that are involved at that moment."""
    members: tuple[Member, ...] = ()
    """Members of a finding about `MANY`; a finding about `MANY` without members is identified by
    its rule only."""
    old: bool = False
    """True if the level was changed since it was seen in a run."""
    placed: bool = True
    """True if the place says anything; a finding about settings has the middle of the level."""


Check: TypeAlias = Callable[[Survey], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of the table: something that is checked in every level."""

    code: str
    """Code like that of a lint rule: `outline-crosses-itself`."""
    severity: Severity
    """Default severity of its findings."""
    title: str
    """What is wrong, in a few English words; translated by `tr` where it is shown."""
    why: str
    """Why it matters, in a sentence or two, in English."""
    check: Check
    """Function that yields findings; different findings have different elements or rows."""
    of_drawings: bool = True
    """True if it checks the drawing, so that it does not apply to given grids."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem of a level."""

    rule: Rule
    finding: Finding
    severity: Severity
    """Severity in this level."""
    meant: str | None = None
    """Why the designer accepts it as intended; None if not accepted."""

    @property
    def code(self) -> str:
        """Code of the rule."""
        return self.rule.code

    @property
    def text(self) -> str:
        """One or two sentences for people: the finding and the remedy."""
        return self.finding.text

    @property
    def elements(self) -> tuple[int, ...]:
        """Ids of the elements that it is about, the first one foremost."""
        return self.finding.elements

    @property
    def place(self) -> Point:
        """Position, metres."""
        return self.finding.place

    @property
    def placed(self) -> bool:
        """True if its place says anything."""
        return self.finding.placed

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
        """Identity of the problem, stable across edits that don't fix it."""
        return key_of(self.code, self.elements, self.about)

    @property
    def fails(self) -> bool:
        """True if it fails a check: an error or a warning that is not accepted as intended."""
        return self.meant is None and self.severity in {"error", "warning"}

"""The problems of the level as a table: what, and where."""

from collections.abc import Callable, Hashable, Sequence
from typing import Final

from editor.look.row_table import Column, RowModel
from editor.look.style import SIZE
from editor.tools.messages.play import clock_text
from navcore.i18n import mark, tr
from navcore.level.model import Level
from navcore.level.naming import called
from navcore.proof.problem import Key, Problem, Severity

ICONS: Final[dict[Severity, tuple[str, str]]] = {
    "error": ("error", "error"),
    "warning": ("warning", "warn"),
    "note": ("info", "text2"),
    "off": ("eye_off", "disabled"),
}
"""Icon of how much a problem weighs, and its colour."""

WORDS: Final[dict[Severity, str]] = {
    "error": mark("Error"),
    "warning": mark("Warning"),
    "note": mark("Note"),
    "off": mark("Off"),
}
"""Words for severities."""

_MEANT: Final = ("check", "text2")
_FROM_RUN: Final = ("play", "text2")


class ProblemModel(RowModel[Problem]):
    """One row for each problem: errors first, then warnings, notes, and accepted ones."""

    columns = (
        Column(mark("What")),
        Column(mark("Where"), width=SIZE.problem_where, room=2 * SIZE.problem_where),
    )

    def __init__(self, level: Callable[[], Level]) -> None:
        """Start without rows; `level` returns the level with the names."""
        super().__init__()
        self._level = level

    def show(self, rows: Sequence[Problem]) -> None:
        """Show these, what weighs most first."""
        super().show(sorted(rows, key=_rank))

    def cells(self, row: Problem) -> tuple[str, ...]:
        """Return what and where."""
        return told(row), self.where(row)

    def key(self, row: Problem) -> Hashable:
        """Return its rule and elements."""
        return row.key

    def told(self, row: Problem) -> str:
        """Return the text of a problem."""
        return told(row)

    def heard(self, row: Problem) -> str:
        """Return severity and text of a problem."""
        word = tr("Intended") if row.meant is not None else tr(WORDS[row.severity])
        return f"{word}: {told(row)}"

    def sign(self, row: Problem) -> tuple[str, str]:
        """Return how much it weighs."""
        return _icon_of(row)

    def is_quiet(self, row: Problem, column: int) -> bool:
        """Return whether a row is dimmed: problems that fail no check are."""
        return not row.fails

    def where(self, problem: Problem) -> str:
        """Return the elements that it is about, else what of a table."""
        level = self._level()
        elements = [level.element(one) for one in problem.elements if level.get(one) is not None]
        if len(elements) > 1:
            others = called(elements[1:])
            return tr("{0} and {1}").format(called(elements[:1]), others)
        return called(elements) if elements else problem.about or tr("the level")


def told(problem: Problem) -> str:
    """Return the text of a problem; for one from a run with its time and whether it is outdated."""
    if problem.seconds is None:
        return problem.text
    if problem.finding.old:
        said = tr("From the run, before the last change, {0}: {1}")
    else:
        said = tr("From the run, {0}: {1}")
    return said.format(clock_text(problem.seconds), problem.text)


def _icon_of(problem: Problem) -> tuple[str, str]:
    if problem.meant is not None:
        return _MEANT
    if problem.seconds is not None and problem.severity == "note":
        return _FROM_RUN
    return ICONS[problem.severity]


def _rank(problem: Problem) -> tuple[bool, int, bool, Key]:
    """Return the sort key: by severity, the drawing before runs, outdated ones last."""
    weight = list(ICONS).index(problem.severity)
    return (problem.meant is not None, weight + problem.finding.old, problem.seconds is not None,
            problem.key)  # fmt: skip

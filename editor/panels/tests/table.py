"""Table of the level's tests: name, expectation, result."""

from collections.abc import Hashable, Mapping

from editor.look.row_table import Column, RowModel
from editor.look.style import SIZE
from editor.tools.messages.path_tests import NOT_ASKED, WAITING, verdict
from navcore.i18n import mark, tr
from navcore.level.model import Level, PathTest, in_drawing_order
from navcore.level.naming import called
from navcore.proof.path_tests.answer import Answer
from navcore.proof.path_tests.words import expectation, outcome


class TestRows(RowModel[PathTest]):
    """One row for each test: failing tests first, then in drawing order."""

    columns = (
        Column(mark("Test"), width=SIZE.problem_where),
        Column(mark("Expects"), room=3 * SIZE.problem_where),
        Column(mark("Came out")),
    )

    def __init__(self) -> None:
        """Start without rows."""
        super().__init__()
        self._level = Level()
        self._answers: Mapping[int, Answer] = {}

    def take(self, level: Level, answers: Mapping[int, Answer]) -> list[PathTest]:
        """Know this level and what its tests answered; return the tests in the order of rows."""
        self._level, self._answers = level, answers
        return sorted(in_drawing_order(level.of(PathTest)), key=lambda one: not self._fails(one))

    def cells(self, row: PathTest) -> tuple[str, ...]:
        """Name, expectation, outcome."""
        return called([row]), expectation(self._level, row), self.outcome(row)

    def key(self, row: PathTest) -> Hashable:
        """Return the id of a test."""
        return row.id

    def heard(self, row: PathTest) -> str:
        """Return whether it passes, then the rest, as text for screen readers."""
        return f"{tr(verdict(self._answer(row)))}: {self.told(row)}"

    def sign(self, row: PathTest) -> tuple[str, str]:
        """Return a tick or a cross; a pause until it is known."""
        answer = self._answer(row)
        if answer is None:
            return ("pause", "text2")
        return ("check", "ok") if answer.passed else ("error", "error")

    def is_quiet(self, row: PathTest, column: int) -> bool:
        """Return whether a row is dimmed: tests without a result are."""
        return self._answer(row) is None

    def outcome(self, test: PathTest) -> str:
        """Return what came out, in a sentence."""
        answer = self._answer(test)
        if answer is None:
            return tr(WAITING) if test.enabled else tr(NOT_ASKED)
        return outcome(self._level, test, answer)

    def _fails(self, test: PathTest) -> bool:
        answer = self._answer(test)
        return answer is not None and not answer.passed

    def _answer(self, test: PathTest) -> Answer | None:
        return self._answers.get(test.id) if test.enabled else None

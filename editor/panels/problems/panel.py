"""Problems of the level: a list that follows the drawing, and details of the chosen one."""

from typing import ClassVar, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from editor.actions.check import fix, show
from editor.actions.workbench import Workbench
from editor.look.boxes import fill, horizontal, vertical
from editor.look.row_table import RowTable
from editor.look.style import SIZE
from editor.look.widgets import make_label
from editor.panels.panel import Panel, Place, scrolled
from editor.panels.problems.details import Details
from editor.panels.problems.from_run import RunFindings
from editor.panels.problems.table import ProblemModel
from editor.services.problems import ProblemService
from navcore.i18n import mark, several, tr
from navcore.level.model import Level
from navcore.level.operations.findings import set_severity
from navcore.proof.from_run import RUN_RULES
from navcore.proof.problem import Problem, Rule
from navcore.proof.problems import RULES, severity_of

_TRAP: Final = "trap"
"""Code of the rule about places that can be entered and not left."""

_ALL: Final[dict[str, Rule]] = {**RULES, **RUN_RULES}


class ProblemsPanel(Panel):
    """Problems at the left, the chosen one at the right."""

    name: ClassVar[str] = "problems"
    title: ClassVar[str] = mark("Problems")
    place: ClassVar[Place] = "bottom"
    order: ClassVar[int] = 1

    def __init__(self, bench: Workbench) -> None:
        """Show the document's level."""
        super().__init__(bench)
        self.model = ProblemModel(lambda: bench.document.level)
        self.table = RowTable(self.model, tr("Problems, errors first"))
        self.empty = make_label(wraps=True)
        self.traps = make_label(wraps=True)
        self.details = Details(bench, self._go, lambda: fix(bench))
        self.off = QToolButton()
        self.off.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.off.setMenu(QMenu(self.off))
        self.off.menu().aboutToShow.connect(self._fill_off)
        self._found: tuple[Problem, ...] | None = None
        self._lay_out()
        self.table.chosen.connect(self._choose)
        self.table.wanted.connect(lambda problem: show(bench, problem))
        self.table.left.connect(self.leave)
        self.from_run = RunFindings(bench.run, bench.document, bench.problems, self.isVisible)
        bench.problems.changed.connect(self.refresh)
        self.refresh()

    def _lay_out(self) -> None:
        left = QWidget()
        self.empty.setContentsMargins(SIZE.margin, SIZE.related, SIZE.margin, 0)
        self.traps.setContentsMargins(SIZE.margin, SIZE.related, SIZE.margin, 0)
        self.traps.setAlignment(Qt.AlignmentFlag.AlignTop)
        column = vertical(left, gap=0, margins=0)
        fill(column, self.empty, (self.traps, 1), (self.table, 1), self.off)
        self._right = scrolled(self.details)
        self._right.setMinimumWidth(SIZE.problem_details)
        self._right.setMaximumWidth(SIZE.problem_details_most)
        fill(horizontal(self, gap=0, margins=0), (left, 5), (self._right, 3))

    def showEvent(self, event: QShowEvent) -> None:
        """Update the problems of the run when the panel becomes visible."""
        super().showEvent(event)
        self.from_run.refresh()

    def refresh(self, _: object = None) -> None:
        """Show the known problems, and the chosen one."""
        service = self.bench.problems
        if service.listed is not self._found:
            self._found = service.listed
            self.table.show_rows(service.listed)
        self.table.choose(service.picked)
        self.empty.setText(_empty_text(service))
        self.empty.setVisible(not service.listed)
        traps = _traps_text(service, self.bench.document.level)
        self.traps.setText(traps)
        self.traps.setVisible(not service.listed)
        self.table.setVisible(bool(service.listed))
        self._right.setVisible(bool(service.listed))
        self.details.show_problem(service.problem, traps)
        self._show_off()

    def _choose(self, problem: Problem | None) -> None:
        self.bench.problems.pick(problem)

    def _go(self) -> None:
        problem = self.bench.problems.problem
        if problem is not None:
            show(self.bench, problem)

    # Rules that are off in this level.

    def _show_off(self) -> None:
        count = len(self._rules_off())
        self.off.setVisible(bool(count))
        text = several(count, "1 kind of problem is off", "{0} kinds of problems are off")
        self.off.setText(text)
        self.off.setAccessibleName(text)
        self.off.setToolTip(tr("Choose one to check for it again"))

    def _rules_off(self) -> list[str]:
        level = self.bench.document.level
        return [code for code, rule in _ALL.items() if severity_of(level, rule) == "off"]

    def _fill_off(self) -> None:
        menu = self.off.menu()
        menu.clear()
        for code in self._rules_off():
            action = menu.addAction(tr(_ALL[code].title))
            action.triggered.connect(lambda _=False, code=code: self._turn_on(code))

    def _turn_on(self, code: str) -> None:
        document = self.bench.document
        self.bench.canvas.settle()
        document.commit(set_severity(document.level, code, None, tr(_ALL[code].title)))


def _empty_text(service: ProblemService) -> str:
    """Return the message for an empty list."""
    if service.cannot_be_known:
        return tr("Problems can't be checked: the level is not baked.")
    if service.is_known:
        return tr("No problems. Checked as you draw.")
    return tr("Looking for problems.")


def _traps_text(service: ProblemService, level: Level) -> str:
    """Return that nobody can get stuck, if that was checked and is so; else ""."""
    rule = RULES[_TRAP]
    is_checked = service.is_known and not service.cannot_be_known and level.areas
    if not is_checked or severity_of(level, rule) == "off":
        return ""
    if any(one.code == _TRAP for one in service.listed):
        return ""
    return tr("No traps: agents can leave every place that they can enter, with all doors open.")


PANELS = (ProblemsPanel,)

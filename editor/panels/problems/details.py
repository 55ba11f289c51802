"""Details of a problem: why it matters, its fix, its severity, and accepting it."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from editor.actions.workbench import Workbench
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.fields import Field
from editor.look.fields.elided import ElidedPush
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_choice, make_label, named
from editor.panels.problems.table import WORDS, told
from navcore.errors import NavcoreError
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.operations.findings import mean, not_meant, set_severity
from navcore.proof.problem import SEVERITIES, Problem


class Details(QWidget):
    """One problem with its actions; each action is one undo step."""

    def __init__(
        self, bench: Workbench, go: Callable[[], object], fix: Callable[[], object]
    ) -> None:
        """Start without a problem; `go` shows the problem's place, `fix` fixes it."""
        super().__init__()
        self._bench = bench
        self._problem: Problem | None = None
        self.title = make_label(name="group", wraps=True)
        self.text = make_label(name="hint", wraps=True, plain=True)
        self.why = make_label(wraps=True, plain=True)
        self.show_button = make_button(tr("Show"), go, takes_enter=False)
        self.fix_button = ElidedPush(fix)
        # Until a problem sets the text, so that no control is without a name.
        self.fix_button.setText(tr("Fix it in one step"))
        self.severity = make_choice(
            tr("How much problems of this kind count"), [tr(WORDS[one]) for one in SEVERITIES]
        )
        self.severity.setToolTip(tr("Errors and warnings fail a check of this level; notes don't"))
        self.severity.activated.connect(self._weigh)
        self.reason = named(Field(), tr("Why this is intended"))
        self.reason.set_hint(tr("Why this is intended, then Enter"))
        self.reason.take = self._mean
        self.reason.left.connect(lambda _: bench.canvas.setFocus())
        self.means = make_label(tr("Intended because"), buddy=self.reason)
        self.unmean_button = make_button(tr("Not intended"), self._unmean, takes_enter=False)
        self._lay_out()
        self.show_problem(None)

    def _lay_out(self) -> None:
        head, buttons, means = horizontal(), horizontal(), horizontal()
        fill(head, (self.title, 1), self.severity)
        fill(buttons, self.show_button, self.fix_button, STRETCH)
        fill(means, self.means, (self.reason, 1), self.unmean_button)
        margins = (SIZE.margin, SIZE.inside, SIZE.margin, SIZE.related)
        fill(
            vertical(self, gap=SIZE.inside, margins=margins),
            head, self.text, self.why, SIZE.inside, buttons, means, STRETCH,
        )  # fmt: skip

    def show_problem(self, problem: Problem | None, otherwise: str = "") -> None:
        """Show a problem; None: nothing is chosen, and `otherwise` is shown as well."""
        self._problem = problem
        for part in (self.title, self.severity, self.why, self.show_button, self.fix_button,
                     self.means, self.reason, self.unmean_button):  # fmt: skip
            part.setVisible(problem is not None)
        if problem is None:
            hint = tr("Choose a problem to see why it matters, and how to fix it.")
            self.text.setText("\n\n".join(filter(None, (hint, otherwise))))
            return
        self.title.setText(tr(problem.rule.title))
        self.text.setText(told(problem))
        self.why.setText(_why(problem))
        self.show_button.setToolTip(_shows(problem))
        self.fix_button.setVisible(problem.fix is not None)
        if problem.fix is not None:
            self.fix_button.setText(problem.fix.label)
            self.fix_button.setToolTip(tr("Fix it in one step"))
        self.severity.setCurrentIndex(SEVERITIES.index(problem.severity))
        self.reason.show_value(problem.meant or "")
        self.unmean_button.setVisible(problem.meant is not None)

    def _commit(self, edit: Edit) -> None:
        self._bench.canvas.settle()
        self._bench.document.commit(edit)

    def _weigh(self, index: int) -> None:
        problem, level = self._problem, self._bench.document.level
        if problem is None:
            return
        severity = SEVERITIES[index]
        usual = severity == problem.rule.severity
        title = tr(problem.rule.title)
        said = None if usual else severity
        self._commit(set_severity(level, problem.code, said, title))

    def _mean(self, reason: str) -> None:
        problem, level = self._problem, self._bench.document.level
        if problem is None:
            return
        if not reason.strip():
            if problem.meant is None:
                raise NavcoreError(tr("Say why this is intended."))
            self._unmean()
            return
        members = tuple(one.elements for one in problem.finding.members)
        edit = mean(level, problem.code, problem.elements, problem.about, reason, members)
        self._commit(edit)

    def _unmean(self) -> None:
        problem, level = self._problem, self._bench.document.level
        if problem is not None:
            members = tuple(one.elements for one in problem.finding.members)
            about = problem.about
            self._commit(not_meant(level, problem.code, problem.elements, about, members))


def _why(problem: Problem) -> str:
    said = tr(problem.rule.why)
    if problem.finding.old:
        said += " " + tr("The level has changed since: play on to see whether it still is so.")
    return said


def _shows(problem: Problem) -> str:
    """Return the tool tip of the button *Show*."""
    if problem.seconds is None:
        return tr("Select the affected elements and show them")
    return tr("Go to that moment of the run, and select the agents that it happens to")

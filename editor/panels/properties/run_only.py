"""Properties of selected agents that only the run has, not the level."""

from PySide6.QtWidgets import QPushButton, QWidget

from editor.look.boxes import fill, vertical
from editor.look.fields import number_text
from editor.look.style import SIZE
from editor.look.widgets import make_label
from editor.run.run import Run
from navcore.i18n import tr
from navcore.level.naming import called


class RunOnly(QWidget):
    """Hidden unless such an agent is selected. Its button adds them to the level."""

    def __init__(self, run: Run) -> None:
        """About the agents that are chosen in this run."""
        super().__init__()
        self._run = run
        self._told: frozenset[int] = frozenset()
        self.what = make_label(wraps=True)
        self.keep = QPushButton(tr("Keep it in the level"))
        self.keep.setToolTip(tr("Gone when the run starts again, unless you keep it in the level"))
        fill(vertical(self, gap=SIZE.related, margins=0), self.what, self.keep)
        self.hide()

    def follow(self) -> bool:
        """Show the chosen agents; return whether they differ from before."""
        chosen = self._run.agents.chosen
        if chosen == self._told:
            return False
        self._told = chosen
        self.setVisible(bool(chosen))
        agents = [self._run.inputs.added[i] for i in sorted(chosen)]
        if len(agents) == 1:
            radius = number_text(agents[0].radius, "m")
            said = tr("This agent is only in the run.")
            told = tr("{0}, radius {1}").format(called(agents), radius)
            self.what.setText(f"{told}\n{said}")
            self.keep.setText(tr("Keep it in the level"))
        elif agents:
            said = tr("These agents are only in the run.")
            self.what.setText(f"{called(agents)}\n{said}")
            self.keep.setText(tr("Keep them in the level"))
        return True

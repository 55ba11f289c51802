"""The counters at the right of the status bar; each opens its panel."""

from editor.actions.workbench import Workbench
from editor.bars.door_counter import DoorCounter
from editor.bars.fit_counter import FitCounter
from editor.bars.path_test_counter import PathTestCounter
from editor.bars.problem_counter import ProblemCounter
from editor.bars.status import StatusBar


def add_counters(status: StatusBar, bench: Workbench) -> None:
    """Let the buttons count problems, tests, doors and gaps."""
    ProblemCounter(status.problems, bench)
    PathTestCounter(status.tests, bench)
    DoorCounter(status.doors, bench)
    FitCounter(status.fit, bench)

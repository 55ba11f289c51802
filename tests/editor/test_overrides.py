"""An exception in an override of a Qt method is reported like others, without a crash."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PROGRAM = """
import gc, sys
gc.disable()
from pathlib import Path
from hand import Hand
from PySide6.QtCore import QCoreApplication
from answers import Answers
from editor.system.application import make_app
from editor.settings.settings import Settings
settings = Settings(Path(sys.argv[2]) / "w.ini")
app = make_app(settings)
from editor.canvas.layers import Layers
from editor.canvas.canvas import Canvas
from editor.shell.window import MainWindow
told = []
sys.excepthook = lambda kind, value, trace: told.append(f"{kind.__name__}: {value}")
window = MainWindow(settings, Answers())
window.show()
QCoreApplication.processEvents()

def divides(*_):
    return 1 // 0

try:
    if sys.argv[1] == "paint":
        Layers._bring_up_to_date = divides
        window.canvas.paint_anew()
        window.canvas.grab()
    else:
        window.canvas.gestures.press = divides
        Hand(window.canvas).press((0.0, 0.0))
    QCoreApplication.processEvents()
except ZeroDivisionError as fault:
    told.append(f"{type(fault).__name__}: {fault}")
print("lives", sorted(set(told)), flush=True)
window.document.stack.setClean()
window.close()
"""


@pytest.mark.parametrize("way", ["paint", "press"])
def test_fault_that_c_code_raises_does_not_end_the_program(tmp_path: Path, way: str) -> None:
    """Python 3.11 with PySide 6.10 and 6.11 ended in a segmentation fault."""
    paths = os.pathsep.join((str(ROOT), str(ROOT / "tests")))
    done = subprocess.run(
        (sys.executable, "-c", PROGRAM, way, str(tmp_path)),
        env=os.environ | {"PYTHONPATH": paths, "HOME": str(tmp_path)},
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert "lives" in done.stdout, done.stderr
    assert "ZeroDivisionError" in done.stdout
    assert done.returncode == 0


GENERIC = """
from typing import Generic, TypeVar
from PySide6.QtCore import QObject
from editor.system.override_faults import make_faults_safe
make_faults_safe()
T = TypeVar("T")
class Holder(QObject, Generic[T]):
    pass
class Numbers(Holder[int]):
    pass
print(Numbers.__mro__[1] is Holder)
"""


def test_generic_classes_of_qt_can_be_made_later() -> None:
    """Their type parameters are known, as without the safety net."""
    done = subprocess.run(
        [sys.executable, "-c", GENERIC], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "True\n"

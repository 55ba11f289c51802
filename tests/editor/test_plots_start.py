"""Charts are imported only when they are shown, because the import takes 0.3 s."""

import subprocess
import sys

SCRIPT = """
import sys, tempfile
from pathlib import Path
from editor.settings.settings import Settings
from editor.shell.window import MainWindow
from editor.system.application import make_app
settings = Settings(Path(tempfile.mkdtemp()) / "waywright.ini")
app = make_app(settings)
window = MainWindow(settings)
window.show()
app.processEvents()
window.run.clock.step_once()
app.processEvents()
assert "pyqtgraph" not in sys.modules, "at the start"
window.show_panel("fit")
app.processEvents()
assert "pyqtgraph" in sys.modules, "where it is needed"
window.end()
print("done", flush=True)
import os
os._exit(0)
"""


def test_the_start_imports_no_charts() -> None:
    """A run doesn't either; the first panel with a chart does."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.stdout == "done\n", done.stderr

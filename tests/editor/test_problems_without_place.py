"""Problems of settings have no mark on the canvas, which would lie anywhere."""

from msgspec.structs import replace
from rule_levels import CASES

from editor.canvas.overlays.problems import ProblemsOverlay
from editor.shell.window import MainWindow
from navcore.level.model import Obstacle


def marks(window: MainWindow) -> list[str]:
    """Return the codes of problems with a mark."""
    window.bake.wait()
    window.workspace.problems.wait()
    overlay = next(one for one in window.canvas.overlays if isinstance(one, ProblemsOverlay))
    return [one.code for one in overlay._marked(window.canvas.scene()).problems]  # noqa: SLF001


def test_problem_of_settings_has_no_mark_and_does_not_move_the_view(window: MainWindow) -> None:
    """It is counted and listed all the same; an obstacle that crosses itself has one."""
    level = CASES["export-broken"][0]()
    odd = Obstacle(id=60, name="odd", polygon=((4, 4), (6, 6), (6, 4), (4, 6)))
    level = level.with_items({60: odd})
    level = level.with_settings(replace(level.settings, title="exports"))
    window.document.load(level, None)
    assert marks(window) == ["outline-crosses-itself"]
    assert [one.code for one in window.workspace.problems.counting] == [
        "export-broken", "outline-crosses-itself",
    ]  # fmt: skip
    camera = window.canvas.viewport.camera
    window.commands.refresh()
    window.commands.table["next_problem"].trigger()
    picked = window.workspace.problems.problem
    assert picked is not None
    assert picked.code == "export-broken"
    assert window.canvas.viewport.camera == camera

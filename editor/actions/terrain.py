"""Actions of terrain that no tool is chosen for."""

from editor.actions.workbench import Workbench
from editor.tools.brush import BrushTool
from navcore.level.model import Point
from navcore.level.tables import GROUND
from navcore.level.tiles import terrain_at


def has_terrain(bench: Workbench) -> bool:
    """Return whether terrain is under the mouse; with a brush, plain ground counts, too."""
    place = _place(bench)
    if place is None:
        return False
    if isinstance(bench.canvas.gestures.tool, BrushTool):
        return True
    view = bench.canvas.gestures.view()
    return terrain_at(view.level, place, view.storey) != GROUND


def pick(bench: Workbench) -> None:
    """Take the brush in hand with the terrain under the mouse."""
    place = _place(bench)
    if place is not None:
        view = bench.canvas.gestures.view()
        paint_with(bench, terrain_at(view.level, place, view.storey))


def paint_with(bench: Workbench, name: str) -> None:
    """Take the brush in hand with a terrain."""
    gestures = bench.canvas.gestures
    (brush,) = (tool for tool in gestures.tools if isinstance(tool, BrushTool))
    gestures.choose(brush)
    brush.terrain.take(name, bench.document.level)
    bench.canvas.state_changed.emit(None)


def _place(bench: Workbench) -> Point | None:
    pointer = bench.canvas.gestures.pointer
    return None if pointer is None else pointer.position

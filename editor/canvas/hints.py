"""What the next click does: the tool says it, unless a run gives the click another meaning."""

from typing import Final

from editor.canvas.input.gestures import Gestures
from editor.document import Document
from editor.look.style import CANVAS
from editor.run.playhead import PlayState
from editor.run.run import Run
from editor.run.traffic import RunTraffic
from editor.services.bake.service import BakeService
from editor.tools.messages import clearances as width_words
from editor.tools.messages import play as play_words
from editor.tools.messages import select as select_words
from editor.tools.messages import traffic as traffic_words
from editor.tools.run import target

_READS_WIDTHS: Final = frozenset({"select", "probe"})
"""Tools whose mouse reads what is shown over the floor, as long as it does nothing else."""


def width_now(gestures: Gestures, document: Document, bake: BakeService, scale: float) -> str:
    """What is said of the narrow place under the mouse at so many pixels a metre, or nothing."""
    pointer = gestures.pointer
    if pointer is None or gestures.drag is not None or gestures.tool.name not in _READS_WIDTHS:
        return ""
    reach = CANVAS.handle_reach / scale
    found = bake.widths.at(document.level, bake.preview.radius, pointer.position, reach)
    if found is None or found.width * scale < CANVAS.width_from:
        return ""
    largest = 0.0 if found.greatest_radius is None else found.greatest_radius
    return width_words.passage(found.verdict, found.width, found.always_from, largest)


def traffic_now(gestures: Gestures, run: Run, traffic: RunTraffic) -> str:
    """What is said of the walking and waiting in the cell under the mouse, or nothing."""
    pointer = gestures.pointer
    if pointer is None or gestures.drag is not None or gestures.tool.name not in _READS_WIDTHS:
        return ""
    counted = None if run.playhead.at_start else traffic.now().at(*pointer.position)
    if counted is None or counted == (0.0, 0.0):
        return ""
    area = run.world.grid.lattice.cell_size**2
    return traffic_words.at_place(counted[0] / area, counted[1] / area)


def hint_now(gestures: Gestures, document: Document, run: Run, door: int | None) -> str:
    """The sentence for the status bar; `door` is the one under the mouse."""
    said = gestures.hint()
    if run.playhead.at_start or gestures.drag is not None or gestures.tool is not gestures.tools[0]:
        return said
    if target(gestures.pointer, gestures.view()) is not None:
        return said
    paused = run.playhead.state is PlayState.PAUSED
    agents = (document.selection.ids & document.level.agents.keys()) | run.agents.chosen
    if agents:
        return play_words.sends(len(agents), paused=paused)
    area = None if door is None else document.level.areas.get(door)
    if area is not None:
        return play_words.door(
            area.name, is_open=run.doors.is_open(area), toggled=area.id in run.doors.toggled
        )
    if paused and said == select_words.select_nothing():
        told = play_words.looks_back_at if run.playhead.looks_back else play_words.paused_at
        return told(run.playhead.time_text)
    return said

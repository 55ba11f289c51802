"""Heat maps of where agents walked, and where they wanted to walk but were blocked."""

from typing import ClassVar

from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.canvas.overlays.heat import HeatOverlay
from editor.canvas.overlays.overlay import Scene
from editor.tools.messages import traffic as say
from navcore.i18n import mark, tr
from navcore.level.model import Point
from navcore.sim.cell_counts import Cells


class TrafficOverlay(HeatOverlay):
    """Where agents walk."""

    name: ClassVar[str] = "traffic"
    title: ClassVar[str] = mark("Traffic")
    group: ClassVar[OverlayGroup] = OverlayGroup.RUN
    presets: ClassVar[frozenset[Preset]] = frozenset()

    def cells(self, scene: Scene) -> tuple[Cells, int]:
        """Return counts of agents that walk and make progress."""
        traffic = scene.traffic.now()
        return traffic.walked, traffic.ticks

    def words(self, least: str) -> str:
        """Return the meaning in agent-seconds."""
        return tr("walked: from {0} agent-seconds per m²").format(least)

    def tip(self, scene: Scene, place: Point) -> str:
        """Return the walking and waiting in the cell there."""
        return _tip(scene, place)


class WaitingOverlay(HeatOverlay):
    """Where agents wait: behind others, for a plan, or because there is no path."""

    name: ClassVar[str] = "waiting"
    title: ClassVar[str] = mark("Waiting")
    group: ClassVar[OverlayGroup] = OverlayGroup.RUN
    presets: ClassVar[frozenset[Preset]] = frozenset()
    hatched: ClassVar[bool] = True

    def cells(self, scene: Scene) -> tuple[Cells, int]:
        """Return counts of agents that want to walk but make no progress."""
        traffic = scene.traffic.now()
        return traffic.waited, traffic.ticks

    def words(self, least: str) -> str:
        """Return the meaning in agent-seconds."""
        return tr("waited: from {0} agent-seconds per m²").format(least)

    def tip(self, scene: Scene, place: Point) -> str:
        """Return the walking and waiting in the cell there."""
        return _tip(scene, place)


def _tip(scene: Scene, place: Point) -> str:
    counted = None if scene.run.playhead.at_start else scene.traffic.now().at(*place)
    if counted is None or counted == (0.0, 0.0):
        return ""
    area = scene.run.world.grid.lattice.cell_size**2
    return say.at_place(counted[0] / area, counted[1] / area)


OVERLAYS = (TrafficOverlay, WaitingOverlay)

"""Heat maps of where agents overlap, are pushed and turn back in a run."""

from typing import ClassVar

from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.canvas.overlays.heat import HeatOverlay
from editor.canvas.overlays.overlay import LegendRow, Scene
from editor.look import style
from editor.tools.messages import traffic as say
from navcore.i18n import mark, tr
from navcore.level.model import Point
from navcore.sim.cell_counts import Cells
from navcore.sim.judging import DEEP, PUSHED


class TroubleOverlay(HeatOverlay):
    """Events where agents get into each other's way; one count of a run serves all."""

    group: ClassVar[OverlayGroup] = OverlayGroup.RUN
    presets: ClassVar[frozenset[Preset]] = frozenset()
    hatched: ClassVar[bool] = True

    def tip(self, scene: Scene, place: Point) -> str:
        """Overlaps, pushes and turns in the cell there."""
        counted = None if scene.run.playhead.at_start else scene.traffic.trouble().at(*place)
        if counted is None or not any(counted):
            return ""
        area = scene.run.world.grid.lattice.cell_size**2
        return say.trouble_at(*(count / area for count in counted))


class OverlapsOverlay(TroubleOverlay):
    """Where agents overlap."""

    name: ClassVar[str] = "overlaps"
    title: ClassVar[str] = mark("Overlapping agents")

    def cells(self, scene: Scene) -> tuple[Cells, int]:
        """Agent-seconds."""
        trouble = scene.traffic.trouble()
        return trouble.overlapped, trouble.ticks

    def words(self, least: str) -> str:
        """Return the meaning in agent-seconds."""
        words = tr("overlapped by over {0:.0f} %: from {1} agent-seconds per m²")
        return words.format(100 * DEEP, least)


class PushesOverlay(TroubleOverlay):
    """Where agents are pushed."""

    name: ClassVar[str] = "pushes"
    title: ClassVar[str] = mark("Pushed agents")

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return the colours that are there, or why nothing is known."""
        run = scene.run
        if not run.playhead.at_start and not run.record.pushes.known:
            words = tr("pushes are measured only while a run plays")
            return (LegendRow(words, style.current().outside, style.current().control),)
        return super().legend(scene)

    def cells(self, scene: Scene) -> tuple[Cells, int]:
        """Return numbers of pushes."""
        trouble = scene.traffic.trouble()
        return trouble.pushed, trouble.ticks

    def words(self, least: str) -> str:
        """Return the meaning in pushes."""
        words = tr("pushed by over {0:.0f} cm a step: from {1} times per m²")
        return words.format(100 * PUSHED, least)


class TurningOverlay(TroubleOverlay):
    """Where agents turn back."""

    name: ClassVar[str] = "turning_back"
    title: ClassVar[str] = mark("Turning back")

    def cells(self, scene: Scene) -> tuple[Cells, int]:
        """Return numbers of turns."""
        trouble = scene.traffic.trouble()
        return trouble.turned, trouble.ticks

    def words(self, least: str) -> str:
        """Return the meaning in turns."""
        return tr("turned back: from {0} times per m²").format(least)


OVERLAYS = (OverlapsOverlay, PushesOverlay, TurningOverlay)

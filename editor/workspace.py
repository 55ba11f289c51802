"""The open level with its selection, bake and run, for the canvas and the panels."""

from dataclasses import dataclass

from editor.document import Document
from editor.run.run import Run
from editor.services.backgrounds.service import BackgroundService
from editor.services.bake.service import BakeService
from editor.services.doors import DoorService
from editor.services.path_tests import PathTests
from editor.services.probe import ProbeService
from editor.services.problems import ProblemService
from editor.services.route_legs import RouteLegs
from editor.settings.settings import Settings
from navcore.sim.settings import SimulationSettings


@dataclass(frozen=True, slots=True)
class Workspace:
    """The parts of the workspace; the same objects for the life of the window."""

    document: Document
    settings: Settings
    bake: BakeService
    run: Run
    probe: ProbeService
    legs: RouteLegs
    backgrounds: BackgroundService
    problems: ProblemService
    tests: PathTests
    doors: DoorService

    def shutdown(self) -> None:
        """Stop what works behind the window; the run is stopped before."""
        self.legs.shutdown()
        self.probe.shutdown()
        self.problems.shutdown()
        self.backgrounds.shutdown()
        self.bake.shutdown()


def make_workspace(settings: Settings) -> Workspace:
    """Return a workspace with an empty level."""
    document = Document()
    bake = BakeService(document)
    run = Run(
        document,
        bake,
        settings=lambda: SimulationSettings.of(
            document.level.settings, seeks_shorter=settings.seeks_shorter
        ),
    )
    probe = ProbeService(run.switches)
    probe.follow(bake.shown_floor)
    probe.measure(document, bake.widths)
    document.loaded.connect(probe.begin_anew)
    document.changed.connect(probe.pins.follow)
    legs = RouteLegs(run.switches)
    document.loaded.connect(legs.forget)
    return Workspace(
        document, settings, bake, run, probe, legs, BackgroundService(document, bake),
        ProblemService(document, bake), PathTests(document, bake), DoorService(document, bake),
    )  # fmt: skip

"""A run with a document, a bake on the same thread, and a clock that tests set."""

from editor.document import Document
from editor.run.playhead import PlayState
from editor.run.run import Run
from editor.services.backgrounds.service import BackgroundService
from editor.services.bake.service import BakeService
from editor.services.doors import DoorService
from editor.services.path_tests import PathTests
from editor.services.probe import ProbeService
from editor.services.problems import ProblemService
from editor.services.route_legs import RouteLegs
from editor.settings.settings import Settings
from editor.workspace import Workspace
from navcore.level.model import Level


class Clock:
    """A clock that a test sets, in seconds; each reading takes `look` seconds."""

    def __init__(self) -> None:
        """Start at 0."""
        self.now = 0.0
        self.look = 0.0

    def __call__(self) -> float:
        """Return the time."""
        self.now += self.look
        return self.now


class Stage:
    """A run with its document, its clock and its messages."""

    def __init__(self, level: Level) -> None:
        """Prepare a run of the level at its start."""
        self.document = Document(level)
        self.bake = BakeService(self.document, short_ms=float("inf"))
        self.clock = Clock()
        self.run = Run(self.document, self.bake, now=self.clock)
        self.said: list[str] = []
        self.frames: list[float] = []
        self.states: list[PlayState] = []
        self.run.signals.said.connect(self.said.append)
        self.run.signals.frame.connect(self.frames.append)
        self.run.signals.state_changed.connect(self.states.append)

    def wait(self, seconds: float) -> None:
        """Let time pass, then draw a frame."""
        self.clock.now += seconds
        self.run.clock.advance()

    def workspace(self, settings: Settings) -> Workspace:
        """Return the document, bake, run and everything else that follows the level."""
        document, bake, switches = self.document, self.bake, self.run.switches
        return Workspace(
            document, settings, bake, self.run, ProbeService(switches), RouteLegs(switches),
            BackgroundService(document, bake), ProblemService(document, bake),
            PathTests(document, bake), DoorService(document, bake),
        )  # fmt: skip

"""A run with a document, a bake on the same thread, and a clock that a test sets."""

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
    """Seconds that a test sets; each look at it takes `look` seconds."""

    def __init__(self) -> None:
        """Time 0."""
        self.now = 0.0
        self.look = 0.0

    def __call__(self) -> float:
        """The time."""
        self.now += self.look
        return self.now


class Stage:
    """A run with its document and clock, and what it said."""

    def __init__(self, level: Level) -> None:
        """At the start of a run of the level."""
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
        """A frame after so much time."""
        self.clock.now += seconds
        self.run.clock.advance()

    def workspace(self, settings: Settings) -> Workspace:
        """The document, bake and run with all else that follows the level."""
        document, bake, switches = self.document, self.bake, self.run.switches
        return Workspace(
            document, settings, bake, self.run, ProbeService(switches), RouteLegs(switches),
            BackgroundService(document, bake), ProblemService(document, bake),
            PathTests(document, bake), DoorService(document, bake),
        )  # fmt: skip

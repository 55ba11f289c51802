"""A run with a document, a bake on the same thread, and a clock that a test sets."""

from editor.document import Document
from editor.run.playhead import PlayState
from editor.run.run import Run
from editor.services.bake.service import BakeService
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

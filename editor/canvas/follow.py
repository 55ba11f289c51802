"""Follow an agent with the camera: it stays in the middle until the user pans away.

If the agent climbs to another storey, that storey becomes active.
"""

import math
from collections.abc import Callable
from time import monotonic
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal

from editor.canvas.camera import Camera
from editor.canvas.chips import ChipButton
from editor.canvas.viewport import Viewport
from editor.document import Document
from editor.look.icons import icon
from editor.look.theme import motion_reduced
from editor.run.run import Run
from navcore.i18n import tr
from navcore.level.model import Agent, Point

EASE: Final = 0.15
"""Seconds in which two thirds of the distance to an agent are covered."""
LEAP: Final = 2.0
"""Metres that no agent walks in one frame: the camera then glides to it."""
CALM: Final = 0.25
"""Share of the canvas around its middle where an agent may walk with reduced motion."""


class Follower(QObject):
    """Moves a viewport after one agent, as it is drawn, in whole pixels."""

    changed = Signal(object)
    """Emitted with the id of the followed agent, or None."""

    def __init__(
        self,
        viewport: Viewport,
        document: Document,
        run: Run,
        busy: Callable[[], bool] = lambda: False,
        *,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Start without an agent. While `busy` returns true (a drag), the view stands still.

        `clock` returns seconds.
        """
        super().__init__(viewport)
        self._viewport, self._run, self._busy = viewport, run, busy
        self._storey = document.storey
        self.clock = clock
        self._agent: int | None = None
        self._place: Point = (0.0, 0.0)
        """Last drawn position of the agent."""
        self._behind = (0.0, 0.0)
        """Distance of the middle from the agent, metres."""
        self._last = 0.0
        self._moving = False
        self._camera = viewport.camera
        self._name = ""
        run.signals.frame.connect(self._step)
        viewport.camera_changed.connect(self._look_round)
        document.storey.changed.connect(self._look_upstairs)
        document.loaded.connect(self.end)

    @property
    def agent(self) -> int | None:
        """Id of the agent that is followed, or None."""
        return self._agent

    @property
    def name(self) -> str:
        """The name of the agent."""
        return self._name

    def begin(self, agent_id: int) -> None:
        """Follow this agent; nothing happens where there is none of this id."""
        found = self._find(agent_id)
        if found is None or agent_id == self._agent:
            return
        agent, self._place = found
        self._name = agent.name
        self._agent, self._last = agent_id, self.clock()
        self._fall_behind(self._place)
        self.changed.emit(agent_id)
        self._step()

    def end(self, _: object = None) -> None:
        """Stop following."""
        if self._agent is not None:
            self._agent = None
            self.changed.emit(None)

    def _fall_behind(self, place: Point) -> None:
        """Begin to glide there from where the middle is now."""
        x, z = self._viewport.middle()
        self._behind = (x - place[0], z - place[1])

    def _find(self, agent_id: int) -> tuple[Agent, Point] | None:
        """Return an agent, and where it is drawn now."""
        crowd = self._run.agents.crowd()
        row = crowd.roster.rows.get(agent_id)
        if row is None:
            return None
        x, z = crowd.positions[row].tolist()
        return crowd.elements[row], (x, z)

    def _step(self, _: object = None) -> None:
        """A frame: the agent may have moved, or be gone."""
        if self._agent is None or self._moving:
            return
        found = self._find(self._agent)
        if found is None:
            self.end()
            return
        (agent, place), now = found, self.clock()
        self._go_upstairs(agent)
        if self._busy():
            self._last = now
            return
        if math.dist(place, self._place) > LEAP:
            self._fall_behind(place)
        share = math.exp(-max(0.0, now - self._last) / EASE)
        self._place, self._last = place, now
        if motion_reduced():
            self._behind = (0.0, 0.0)
            if self._is_calm(place):
                return
        self._behind = (self._behind[0] * share, self._behind[1] * share)
        self._centre((place[0] + self._behind[0], place[1] + self._behind[1]))

    def _go_upstairs(self, agent: Agent) -> None:
        """Take the storey in hand where the agent is."""
        self._moving = True
        try:
            self._storey.bring([agent])
        finally:
            self._moving = False

    def _look_upstairs(self, _: object) -> None:
        """Another storey is in hand: whoever took it has another place in mind."""
        if not self._moving and self._storey.name is not None:
            self.end()

    def _is_calm(self, place: Point) -> bool:
        """Return whether an agent is near enough to the middle for the view to stand still."""
        camera = self._viewport.camera
        x, y = camera.to_pixel(place)
        across, down = abs(x - camera.width / 2), abs(y - camera.height / 2)
        return across <= CALM * camera.width and down <= CALM * camera.height

    def _centre(self, place: Point) -> None:
        """Move by whole pixels, so that painted parts only need to be shifted."""
        camera = self._viewport.camera
        dx = round((camera.x - place[0]) * camera.scale)
        dy = round((place[1] - camera.z) * camera.scale)
        if not (dx or dy):
            return
        self._moving = True
        try:
            self._viewport.look(camera.panned(dx, dy), glides=True)
        finally:
            self._moving = False

    def _look_round(self, camera: Camera) -> None:
        """Stop following if the user panned or framed something else."""
        before, self._camera = self._camera, camera
        if self._agent is None or self._moving:
            return
        moved = math.hypot(camera.x - before.x, camera.z - before.z) * camera.scale > 1.0
        zoomed = camera.scale != before.scale and self._viewport.glides
        resized = (camera.width, camera.height) != (before.width, before.height)
        if moved and not zoomed and not resized:
            self.end()


class FollowChip(ChipButton):
    """Chip with the followed agent; a click stops following."""

    def __init__(self, follower: Follower) -> None:
        """Start hidden, without an agent."""
        super().__init__()
        self._follower = follower
        self.setObjectName("chip")
        self.setIcon(icon("follow"))
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self.setToolTip(tr("Stop following"))
        self.setAccessibleName(self.toolTip())
        self.clicked.connect(follower.end)
        follower.changed.connect(self._show)
        self.hide()

    def _show(self, agent_id: int | None) -> None:
        self.setVisible(agent_id is not None)
        if agent_id is None:
            return
        said = tr("Following {0}").format(self._follower.name or tr("an agent"))
        self.setAccessibleName(said)
        self.set_words(said)

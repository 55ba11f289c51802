"""Hints of the status bar: the tool's hint, unless a run changes the meaning of a click."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QObject, Signal

from editor.canvas.input.gestures import Gestures
from editor.canvas.overlays.overlay import Overlay, Scene
from editor.document import Document
from editor.run.playhead import PlayState
from editor.run.run import Run
from editor.tools.messages import play as play_words
from editor.tools.messages import select as select_words
from editor.tools.messages import states as state_words
from editor.tools.messages import with_fact
from editor.tools.messages.probe import probe_kept
from editor.tools.run import target
from navcore.level.model import Area, Obstacle, Point, Waypoint, Zone
from navcore.level.switches import Switch, as_switch

_READING: Final = frozenset({"select", "probe"})
"""Tools for which the mouse reads overlays of the floor while nothing else happens."""

_SAYINGS: Final[Mapping[type[Switch], Callable[..., str]]] = MappingProxyType(
    {
        Area: play_words.door,
        Obstacle: play_words.obstacle,
        Zone: play_words.zone,
        Waypoint: play_words.waypoint,
    }
)


class HintTeller(QObject):
    """Text of the status bar: what the next click does, or what lies under the mouse."""

    changed = Signal(object)
    """Another sentence."""

    def __init__(
        self,
        gestures: Gestures,
        document: Document,
        run: Run,
        overlays: Sequence[Overlay],
        scene_now: Callable[[], Scene],
        switch_now: Callable[[], int | None],
    ) -> None:
        """`switch_now` gives the id of the door or, in a run, the obstacle under the mouse."""
        super().__init__(gestures)
        self._gestures, self._document, self._run = gestures, document, run
        self._overlays, self._scene_now, self._switch_now = overlays, scene_now, switch_now
        self._said = ""

    def tell(self) -> None:
        """Say it if it is another sentence than before."""
        # While something is dragged, nothing is said of what lies under the mouse.
        under = None if self._gestures.drag is not None else self._switch_now()
        hint = hint_now(self._gestures, self._document, self._run, under)
        tip, door = self._tip(), self._door_of(under)
        said = tip if tip and door is None else self._with_fact(tip or self._with_probe(hint), door)
        if said != self._said:
            self._said = said
            self.changed.emit(said)

    def repeat(self) -> None:
        """Show the text again, even if it is the same as before."""
        self.tell()
        self.changed.emit(self._said)

    def _with_probe(self, said: str) -> str:
        """Return the hint with the probe's result, which stays when another tool is chosen."""
        gestures = self._gestures
        busy = gestures.drag is not None or gestures.tool.can_take_back()
        if busy or gestures.tool.name == "probe":
            return said
        view = gestures.view()
        if view.probe is None:
            return said
        return probe_kept(said, view.probe, view.probe_facts, view.shown_type)

    def _tip(self) -> str:
        """Return the tip of the foremost overlay that has one for the place under the mouse."""
        place = self._place_read()
        if place is None:
            return ""
        scene = self._scene_now()
        tips = (o.tip(scene, place) for o in reversed(self._overlays) if o.visible)
        return next(filter(None, tips), "")

    def _with_fact(self, said: str, door: Area | None) -> str:
        """Return the hint with an overlay's fact about the place under the mouse."""
        place = self._place_read()
        if place is None and door is not None and self._gestures.tool.name == "door":
            place = self._place_pointed()
        if place is None:
            return said
        scene = self._scene_now()
        facts = (o.fact(scene, place) for o in reversed(self._overlays) if o.visible)
        fact = next(filter(None, facts), "")
        state = self._document.state.name
        if not fact and door is not None and state:
            fact = state_words.toggles(is_open=door.available, state=state)
        return with_fact(said, fact)

    def _door_of(self, under: int | None) -> Area | None:
        """Return the door under the mouse that T toggles in the level."""
        if under is None or not self._run.playhead.at_start:
            return None
        return self._document.level.areas.get(under)

    def _place_pointed(self) -> Point | None:
        """Return the place under the mouse, unless a gesture or an outline is begun."""
        gestures = self._gestures
        begun = gestures.drag is not None or gestures.tool.can_take_back()
        return None if begun or gestures.pointer is None else gestures.pointer.position

    def _place_read(self) -> Point | None:
        """Return the place under the mouse, if overlays there are to be read."""
        gestures = self._gestures
        reads = gestures.drag is None and gestures.tool.name in _READING
        return gestures.pointer.position if reads and gestures.pointer is not None else None


def hint_now(gestures: Gestures, document: Document, run: Run, under: int | None) -> str:
    """Return the sentence for the status bar; `under` is the switch that T turns."""
    said = gestures.hint()
    if run.playhead.at_start or gestures.drag is not None or gestures.tool is not gestures.tools[0]:
        return said
    if target(gestures.pointer, gestures.view()) is not None:
        return said
    paused = run.playhead.state is PlayState.PAUSED
    agents = (document.selection.ids & document.level.agents.keys()) | run.agents.chosen
    if agents:
        return play_words.sends(len(agents), paused=paused)
    switch = None if under is None else as_switch(document.level.get(under))
    if switch is not None:
        say = _SAYINGS[type(switch)]
        switched = switch.id in run.switches.switched
        return say(switch.name, on=run.switches.is_on(switch), switched=switched)
    if paused and said == select_words.select_nothing():
        told = play_words.looks_back_at if run.playhead.looks_back else play_words.paused_at
        return told(run.playhead.time_text)
    return said

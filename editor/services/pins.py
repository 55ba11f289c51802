"""Pinned probes: paths that stay on the canvas and in the list.

They are part of the view: neither saved nor undone. Their paths are searched like those of routes,
for a moment within a frame and in slices on a thread, and only while they are visible.
"""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from editor.services.route_legs import RouteLegs
from editor.services.worlds import Worlds
from editor.tools.legs import Leg, leg_between
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Level, Point, Profile, Settings
from navcore.level.profiles import name_after, profile_named
from navcore.level.state_edits import state_after
from navcore.level.tables import DRAWN, GROUND
from navcore.path.result import PathResult


class Pin(NamedTuple):
    """A probe that stays."""

    number: int
    """Number from 1; removed numbers are used again."""
    start: Point
    goal: Point
    storeys: tuple[str, str] = (GROUND, GROUND)
    """Storeys of start and goal."""
    type_name: str = ""
    """The agent type; "" is the unnamed one."""
    state: str = DRAWN
    """The state of the level; "" for as drawn."""

    def leg(self, settings: Settings) -> Leg:
        """Return the leg of the path in a level with these settings."""
        profile = profile_named(settings.profiles, self.type_name) if self.type_name else None
        leg = leg_of(self.start, self.goal, self.storeys, profile, settings)
        return leg._replace(state=self.state)


class Pins(QObject):
    """The pinned probes, and their paths in the newest world."""

    changed = Signal(object)
    """Emitted when pins, the picked pin, or paths change."""
    listed = Signal(object)
    """Others are pinned."""

    def __init__(self, worlds: Worlds) -> None:
        """Start without pins; `worlds` has the world in which agents walk."""
        super().__init__()
        self.legs = RouteLegs(worlds, walked_only=False)
        self.legs.changed.connect(self.changed)
        self._worlds = worlds
        self.pins: tuple[Pin, ...] = ()
        """The pins in the order of their numbers."""
        self.picked: int | None = None
        """The number of the picked pin."""

    def add(
        self, start: Point, goal: Point, storeys: tuple[str, str], type_name: str, state: str
    ) -> Pin:
        """Pin a path and return the pin; an existing pin is kept."""
        for pin in self.pins:
            if pin[1:] == (start, goal, storeys, type_name, state):
                return pin
        taken = {pin.number for pin in self.pins}
        number = next(one for one in range(1, len(taken) + 2) if one not in taken)
        pin = Pin(number, start, goal, storeys, type_name, state)
        self._keep(tuple(sorted((*self.pins, pin))))
        return pin

    def remove(self, number: int) -> None:
        """Take one away."""
        self._keep(tuple(pin for pin in self.pins if pin.number != number))

    def begin_anew(self) -> None:
        """Another level is open: take all away, with the paths that are known."""
        self.clear()
        self.legs.forget()

    def clear(self, _: object = None) -> None:
        """Take all away."""
        self._keep(())

    def pick(self, number: int | None) -> None:
        """Pick one of the pins, or none."""
        if number != self.picked:
            self.picked = number
            self.changed.emit(None)

    def follow(self, edit: Edit) -> None:
        """Follow renamed types and states after an edit of the level.

        Deleted ones are replaced by the unnamed type and by the drawing.
        """
        before, after = edit.before.get(SETTINGS_ID), edit.after.get(SETTINGS_ID)
        if isinstance(before, Settings) and isinstance(after, Settings):
            self._keep(tuple(_renamed_pin(pin, before, after) for pin in self.pins))

    def paths(self, legs: Sequence[Leg], *, urgent: bool = False) -> list[PathResult | None]:
        """Return the newest known paths; missing ones are searched."""
        return self.legs.of(legs, urgent=urgent)

    def path_of(self, pin: Pin) -> PathResult | None:
        """Return the newest known path of a pin; a missing one is searched."""
        return self.paths([pin.leg(self._worlds.world.level.settings)])[0]

    def shutdown(self) -> None:
        """Stop the thread."""
        self.legs.shutdown()

    def _keep(self, pins: tuple[Pin, ...]) -> None:
        if pins != self.pins:
            self.pins = pins
            if self.picked not in {pin.number for pin in pins}:
                self.picked = None
            self.listed.emit(None)
            self.changed.emit(None)


def _renamed_pin(pin: Pin, before: Settings, after: Settings) -> Pin:
    levels = Level(settings=before), Level(settings=after)
    name = pin.type_name and name_after(pin.type_name, before.profiles, after.profiles)
    return pin._replace(type_name=name, state=pin.state and state_after(pin.state, *levels))


def leg_of(
    start: Point,
    goal: Point,
    storeys: tuple[str, str],
    profile: Profile | None,
    settings: Settings,
) -> Leg:
    """Return the leg between two places on storeys; on the ground where the level lacks one."""
    start_on, goal_on = (name if name in settings.layer_names else GROUND for name in storeys)
    return leg_between(start, start_on, goal, goal_on, profile)

"""Switches of a run: the level's bake with doors, obstacles and zones switched in play.

The level, its bake and exports are not affected; if nothing is switched, the world is the bake's
own.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from PySide6.QtCore import QObject, Signal

from editor.document import Document
from editor.services.bake.service import BakeService
from editor.services.scheduler import Scheduler
from navcore.level.edit import Edit
from navcore.level.model import Level
from navcore.level.switches import Switch, as_switch, is_on, turned
from navcore.world import CellRect, World

Dirty = tuple[CellRect, ...] | None


class RunSwitches(QObject):
    """Keeps the run's world up to the bake's."""

    baked = Signal(object)
    """A `World` with new cells; its `dirty` cells may differ from those before."""
    changed = Signal(object)
    """An `Edit`: switches of the run, before and after. Not an edit of the level."""

    def __init__(self, document: Document, bake: BakeService) -> None:
        """Start without switches."""
        super().__init__()
        self._document = document
        self._bake = bake
        self._wanted: dict[int, bool] = {}
        self._applied: tuple[Level, Mapping[int, bool], Level] | None = None
        """A level, its switches, and the resulting level of the run."""
        self._world = bake.world
        self._differs: Dirty = ()
        """Where this world differs from the bake's."""
        bake.baked.connect(self._follow)

    @property
    def world(self) -> World:
        """The bake's world with the switches of the run."""
        return self._world

    @property
    def scheduler(self) -> Scheduler:
        """The scheduler for computations about the world."""
        return self._bake.scheduler

    @property
    def switched(self) -> Mapping[int, bool]:
        """Doors, obstacles and zones that are not as the level says: id -> on."""
        if not self._wanted:
            return MappingProxyType(self._wanted)
        level = self._document.level
        return MappingProxyType(
            {
                element_id: on
                for element_id, on in self._wanted.items()
                if (switch := as_switch(level.get(element_id))) and is_on(switch) != on
            }
        )

    def applied(self, level: Level) -> Level:
        """Return the level as the run has it; itself while nothing is switched."""
        if not self._wanted:
            return level
        wanted = {**self._wanted}
        if self._applied is None or self._applied[0] is not level or self._applied[1] != wanted:
            # Needed in every frame: the same level object avoids repainting.
            switched = _switches(level, wanted)
            items = {one.id: self._of_run(one) for one in switched}
            self._applied = (level, wanted, level.with_items(items) if items else level)
        return self._applied[2]

    def is_on(self, switch: Switch) -> bool:
        """Return whether a door is open in the run, an obstacle in the way, or a zone laid."""
        return self._wanted.get(switch.id, is_on(switch))

    def switch(self, ids: Iterable[int]) -> list[Switch]:
        """Open or shut the doors among these elements, and so on for obstacles and zones.

        Returns them as they are then.
        """
        before = [self._of_run(switch) for switch in _switches(self._document.level, ids)]
        after = [turned(switch, on=not is_on(switch)) for switch in before]
        if after:
            self._wanted.update({switch.id: is_on(switch) for switch in after})
            self._put(before, after)
        return after

    def put(self, states: Mapping[int, bool]) -> None:
        """Let these be so in the run, id -> on, and all others as the level says."""
        level = self._document.level
        wanted = {switch.id: states[switch.id] for switch in _switches(level, states)}
        concerned = _switches(level, wanted | self._wanted)
        before = [self._of_run(switch) for switch in concerned]
        self._wanted = wanted
        after = [self._of_run(switch) for switch in concerned]
        if before != after:
            self._put(before, after)

    def _of_run(self, switch: Switch) -> Switch:
        return turned(switch, on=self.is_on(switch))

    def _put(self, before: list[Switch], after: list[Switch]) -> None:
        """Change switches, make the new world, and notify listeners."""
        last = self._world
        world = _with_switches(last, {switch.id: is_on(switch) for switch in after})
        self._drop_what_the_level_says()
        self._world = world if self._wanted else self._bake.world
        if world is not last:
            self._differs = _together(self._differs, world.dirty) if self._wanted else ()
        self.changed.emit(_edit(before, after))
        if world is not last:
            self.baked.emit(world)

    def forget(self) -> None:
        """Let everything be as the level says."""
        back = _switches(self._document.level, self.switched)
        before = [self._of_run(switch) for switch in back]
        differs = self._differs
        self._wanted, self._differs, self._world = {}, (), self._bake.world
        if back:
            self.changed.emit(_edit(before, back))
        if differs != ():
            self.baked.emit(replace(self._world, dirty=differs))

    def _follow(self, world: World) -> None:
        """The level was baked: the switches of the run stay as they are."""
        self._drop_what_the_level_says()
        before = self._differs
        self._world = _with_switches(world, self._wanted)
        self._differs = () if self._world is world else self._world.dirty
        dirty = _together(_together(before, world.dirty), self._differs)
        if dirty != self._world.dirty:
            self._world = replace(self._world, dirty=dirty)
        self.baked.emit(self._world)

    def _drop_what_the_level_says(self) -> None:
        """Forget switches that the level and its bake now contain, or whose element is gone."""
        drawn, baked = self._document.level, self._bake.world.level
        for element_id, on in list(self._wanted.items()):
            switch, of_bake = (as_switch(level.get(element_id)) for level in (drawn, baked))
            agree = {is_on(one) for one in (switch, of_bake) if one is not None} == {on}
            if switch is None or agree:
                del self._wanted[element_id]


def _switches(level: Level, ids: Iterable[int]) -> list[Switch]:
    """Return the switches of a level among these elements."""
    found = (as_switch(level.get(element_id)) for element_id in ids)
    return [switch for switch in found if switch is not None]


def _with_switches(world: World, states: Mapping[int, bool]) -> World:
    """Return the world with these states, id -> on; itself if it has them already."""
    changed = [
        turned(switch, on=states[switch.id])
        for switch in _switches(world.level, states)
        if is_on(switch) != states[switch.id]
    ]
    if not changed:
        return world
    edit = Edit.put(world.level, changed)
    switched = world.update(edit.apply(world.level), edit, keep_lattice=True)
    return switched.drawn_as(world.drawing)


def _edit(before: list[Switch], after: list[Switch]) -> Edit:
    return Edit({one.id: one for one in before}, {one.id: one for one in after})


def _together(one: Dirty, other: Dirty) -> Dirty:
    return None if one is None or other is None else tuple(dict.fromkeys((*one, *other)))

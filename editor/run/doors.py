"""Doors of a run: the level's bake with the doors that were toggled in play.

The level, its bake and what is exported know nothing of it; where no door was toggled it is
the bake's world itself.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

import msgspec
from PySide6.QtCore import QObject, Signal

from editor.document import Document
from editor.services.bake.service import BakeService
from navcore.level.edit import Edit
from navcore.level.model import Area
from navcore.world import CellRect, World

Dirty = tuple[CellRect, ...] | None


class RunDoors(QObject):
    """Keeps the run's world up to the bake's."""

    baked = Signal(object)
    """A `World` of new cells; its `dirty` tells where they differ from those before."""
    changed = Signal(object)
    """An `Edit`: how doors stand in the run, before and after. Not an edit of the level."""

    def __init__(self, document: Document, bake: BakeService) -> None:
        """No door is toggled yet."""
        super().__init__()
        self._document = document
        self._bake = bake
        self._wanted: dict[int, bool] = {}
        self._world = bake.world
        self._differs: Dirty = ()
        """Where this world is not the bake's."""
        bake.baked.connect(self._follow)

    @property
    def world(self) -> World:
        """The bake's world with the doors of the run."""
        return self._world

    @property
    def toggled(self) -> Mapping[int, bool]:
        """Doors that do not stand as the level says: id -> open."""
        areas = self._document.level.areas
        return MappingProxyType(
            {
                door_id: is_open
                for door_id, is_open in self._wanted.items()
                if door_id in areas and areas[door_id].available != is_open
            }
        )

    def is_open(self, door: Area) -> bool:
        """Whether a door of the level is open in the run."""
        return self._wanted.get(door.id, door.available)

    def toggle(self, ids: Iterable[int]) -> list[Area]:
        """Open what is shut and shut what is open, of the doors among these elements.

        Returns the doors as they now stand.
        """
        areas = self._document.level.areas
        doors = [areas[i] for i in ids if i in areas and areas[i].door]
        before = [_standing(door, is_open=self.is_open(door)) for door in doors]
        after = [_standing(door, is_open=not door.available) for door in before]
        if not after:
            return []
        self._wanted.update({door.id: door.available for door in after})
        self._put(before, after)
        return after

    def stand(self, doors: Mapping[int, bool]) -> None:
        """Let these doors stand so in the run, id -> open, and all others as the level says."""
        areas = self._document.level.areas
        wanted = {i: is_open for i, is_open in doors.items() if i in areas and areas[i].door}
        concerned = [areas[i] for i in wanted | self._wanted if i in areas]
        before = [_standing(door, is_open=self.is_open(door)) for door in concerned]
        self._wanted = wanted
        after = [_standing(door, is_open=self.is_open(door)) for door in concerned]
        if before != after:
            self._put(before, after)

    def _put(self, before: list[Area], after: list[Area]) -> None:
        """Doors stand otherwise than before: make the world of it, and tell."""
        last = self._world
        world = self._with_doors(last, {door.id: door.available for door in after})
        self._drop_what_the_level_says()
        self._world = world if self._wanted else self._bake.world
        if world is not last:
            self._differs = _together(self._differs, world.dirty) if self._wanted else ()
        self.changed.emit(_edit(before, after))
        if world is not last:
            self.baked.emit(world)

    def forget(self) -> None:
        """Let every door stand as the level says."""
        areas = self._document.level.areas
        back = [areas[i] for i in self.toggled]
        before = [_standing(door, is_open=self._wanted[door.id]) for door in back]
        differs = self._differs
        self._wanted, self._differs, self._world = {}, (), self._bake.world
        if back:
            self.changed.emit(_edit(before, back))
        if differs != ():
            self.baked.emit(replace(self._world, dirty=differs))

    def _follow(self, world: World) -> None:
        """The level was baked: the doors of the run stay as they are."""
        self._drop_what_the_level_says()
        before = self._differs
        self._world = self._with_doors(world, self._wanted)
        self._differs = () if self._world is world else self._world.dirty
        dirty = _together(_together(before, world.dirty), self._differs)
        if dirty != self._world.dirty:
            self._world = replace(self._world, dirty=dirty)
        self.baked.emit(self._world)

    def _with_doors(self, world: World, doors: Mapping[int, bool]) -> World:
        """The world with these doors; itself if they stand so already."""
        areas = world.level.areas
        changed = [
            _standing(areas[door_id], is_open=is_open)
            for door_id, is_open in doors.items()
            if door_id in areas and areas[door_id].available != is_open
        ]
        if not changed:
            return world
        edit = Edit.put(world.level, changed)
        return world.update(edit.apply(world.level), edit, keep_lattice=True)

    def _drop_what_the_level_says(self) -> None:
        """Forget doors that are gone, and those that stand so in the level and in its bake."""
        drawn, baked = self._document.level.areas, self._bake.world.level.areas
        for door_id, is_open in list(self._wanted.items()):
            door, of_bake = drawn.get(door_id), baked.get(door_id)
            agree = {area.available for area in (door, of_bake) if area is not None} == {is_open}
            if door is None or not door.door or agree:
                del self._wanted[door_id]


def _standing(door: Area, *, is_open: bool) -> Area:
    return msgspec.structs.replace(door, available=is_open)


def _edit(before: list[Area], after: list[Area]) -> Edit:
    return Edit({door.id: door for door in before}, {door.id: door for door in after})


def _together(one: Dirty, other: Dirty) -> Dirty:
    return None if one is None or other is None else tuple(dict.fromkeys((*one, *other)))

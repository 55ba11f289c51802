"""Grids in and onto files: all are checked and made before the first is written."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from navcore.bake.grid import DoorCells, NavGrid
from navcore.bake.profile import profile_called
from navcore.errors import NavcoreError
from navcore.export.doors import door_names, grid_for_export
from navcore.export.targets import ExportFault, MayLeave, Place, faults, resolved
from navcore.formats.atomic import read_bytes, write_atomically
from navcore.formats.grid_json import write_grid_json
from navcore.formats.grid_text import write_grid_text
from navcore.formats.regular import is_file
from navcore.level.model import DoorStates, ExportTarget, GridFormat, Settings
from navcore.level.profiles import Profile, on_layer
from navcore.level.tables import GROUND
from navcore.open_doors import all_open
from navcore.world import World

Told: TypeAlias = Callable[[int, Place], None]
"""Called with the index of the grid in progress, from 0; an exception stops the work."""

_ANYBODY: Final = Profile()


class Written(NamedTuple):
    """A grid that was written."""

    place: Place
    grid: NavGrid
    opened: tuple[str, ...]
    """Names of the doors that are open in it."""
    shut: tuple[str, ...]
    size: int
    """Bytes."""


class _Made(NamedTuple):
    written: Written
    data: bytes


def bytes_of(
    world: World,
    form: GridFormat,
    doors: DoorStates = "drawn",
    profile: Profile = _ANYBODY,
    state: str = "",
) -> tuple[NavGrid, tuple[DoorCells, ...], bytes]:
    """Return an exported grid, its doors' cells (JSON only) and the bytes of its file.

    `state` is the name of the state that the world is in.

    Raises:
        NavcoreError: if the grid has no cells, or the radius is out of its limits.
    """
    if form == "json":
        grid, cells = grid_for_export(world, doors, profile)
    else:
        grid, cells = (all_open(world) if doors == "open" else world).grid_for(profile), ()
    states = (state, tuple(one.name for one in world.level.states))
    return grid, cells, data_of(grid, cells, form, profile, states)


def data_of(
    grid: NavGrid,
    doors: Sequence[DoorCells],
    form: GridFormat,
    profile: Profile = _ANYBODY,
    states: tuple[str, Sequence[str]] = ("", ()),
) -> bytes:
    """Return the bytes of a grid's file; only JSON files contain more than the cells.

    Args:
        grid: The cells.
        doors: Cells of the doors.
        form: The file format.
        profile: The agent type; its name and storey are written.
        states: The state that the grid shows, and the names of all states of the level.

    Raises:
        NavcoreError: if the grid has no cells.
    """
    if form == "json":
        layer = "" if profile.layer == GROUND else profile.layer
        state, names = states
        text = write_grid_json(grid, doors, profile.name, layer, state=state, states=names)
        return text.encode("utf-8")
    return write_grid_text(grid)


def profile_for(target: ExportTarget, settings: Settings) -> Profile:
    """Return the profile whose floor a target exports, on its storey.

    The storey is the one that the target names, else the type's own, else the ground.

    Raises:
        UnknownProfile: if the level has no type of the name.
    """
    return _on_storey_of(target, profile_called(target.profile, settings))


def _on_storey_of(target: ExportTarget, profile: Profile) -> Profile:
    return on_layer(profile, target.layer) if target.layer else profile


def checked(
    level_path: Path | None, targets: Sequence[ExportTarget], may_leave: MayLeave | None = None
) -> tuple[Place, ...]:
    """Return the files of targets.

    Raises:
        ExportFault: for the first target that can't be written, see `faults`.
    """
    for fault in faults(level_path, targets, may_leave):
        if fault is not None:
            raise fault
    return tuple(Place(target, resolved(target.path, level_path)) for target in targets)


def write_exports(
    world: World,
    level_path: Path | None,
    targets: Sequence[ExportTarget],
    *,
    may_leave: MayLeave | None = None,
    profile: Profile | None = None,
    told: Told | None = None,
) -> tuple[Written, ...]:
    """Write the grids of a world, each atomically.

    Nothing is written before all targets are checked and all grids are made; files that already
    have the same bytes are left alone. Doors are as drawn in the world's level, in the state that a
    target names, or all open.

    Args:
        world: The bake of the level.
        level_path: The level's file, to which paths are relative; None if it has none.
        targets: The exports to write.
        may_leave: Decides which paths outside the level's folder are allowed; None allows all.
        profile: The agent type; None: the type that each target names. On the storey that a target
            names; otherwise on the profile's own, usually the ground.
        told: Called for each grid before it is made, and again before it is written.

    Raises:
        ExportFault: if a target can't be written. If its reason is `failed`, earlier targets have
            been written.
        UnknownLayer, UnknownState: if the level lacks a storey or a state.
        NavcoreError: if a grid can't be made.
    """
    places = checked(level_path, targets, may_leave)
    made = []
    for number, place in enumerate(places):
        if told is not None:
            told(number, place)
        made.append(_make(world, place, profile))
    for number, (written, data) in enumerate(made):
        if told is not None:
            told(number, written.place)
        try:
            _put(written.place.path, data)
        except NavcoreError as error:
            raise ExportFault(str(error), "failed", number, written.place.path) from error
    return tuple(one.written for one in made)


def differing(
    world: World,
    level_path: Path | None,
    targets: Sequence[ExportTarget],
    *,
    may_leave: MayLeave | None = None,
    profile: Profile | None = None,
) -> tuple[Place, ...]:
    """Return the targets whose files are missing or differ from what would be written.

    Raises:
        ExportFault, NavcoreError: as `write_exports`; a missing folder is not a fault here.
    """
    for fault in faults(level_path, targets, may_leave):
        if fault is not None and fault.reason not in {"no_folder", "read_only"}:
            raise fault
    found = []
    for target in targets:
        place = Place(target, resolved(target.path, level_path))
        made = _make(world, place, profile).data
        if not _holds(place.path, made):
            found.append(place)
    return tuple(found)


def _put(path: Path, data: bytes) -> None:
    """Write a file only if it changes: build tools and version control check times too."""
    with suppress(NavcoreError):
        if _holds(path, data):
            return
    write_atomically(path, data)


def _holds(path: Path, data: bytes) -> bool:
    return is_file(path) and read_bytes(path) == data


def _make(world: World, place: Place, profile: Profile | None) -> _Made:
    target = place.target
    world = world.in_state(target.state)
    if profile is None:
        profile = profile_for(target, world.level.settings)
    else:
        profile = _on_storey_of(target, profile)
    grid, _, data = bytes_of(world, target.format, target.doors, profile, target.state)
    opened, shut = door_names(world.level, target.doors, profile.layer)
    return _Made(Written(place, grid, opened, shut, len(data)), data)

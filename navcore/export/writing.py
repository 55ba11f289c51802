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
"""Hears which grid is worked on, counted from 0; what it raises stops the work."""

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
    """Return a grid for games, its doors' cells (of a JSON grid only) and the bytes of its file.

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
    """Return the bytes of a grid's file; all but the cells goes into JSON ones only.

    Args:
        grid: The cells.
        doors: Their cells.
        form: Which kind of file.
        profile: Its name and its storey are told.
        states: The name of the state that the grid is of, and those of the level's states.

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
    """Return the agents whose floor a target writes, on its storey.

    That is the storey that the target names, else the type's own, else the ground.

    Raises:
        UnknownProfile: if the level has no type of the name.
    """
    return _on_storey_of(target, profile_called(target.profile, settings))


def _on_storey_of(target: ExportTarget, profile: Profile) -> Profile:
    return on_layer(profile, target.layer) if target.layer else profile


def checked(
    level_path: Path | None, targets: Sequence[ExportTarget], may_leave: MayLeave | None = None
) -> tuple[Place, ...]:
    """Return the files that targets mean.

    Raises:
        ExportFault: for the first of them that can't be written, see `faults`.
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
    """Writes the grids of a world, each whole or not at all.

    Nothing is written before all targets are checked and all grids are made; files that hold
    the same bytes already are left alone. Doors are as the world's level has them drawn or in the
    state that a target names, or all open.

    Args:
        world: The bake of the level.
        level_path: The level's file, from whose folder paths are taken; None if it has none.
        targets: What to write.
        may_leave: Which paths outside the level's folder are fine; without it, all are.
        profile: For which agents; None: for those that each target names. On the storey that a
            target names; without one, on the profile's own, which is the ground mostly.
        told: Hears of each grid before it is made, and again before it is written.

    Raises:
        ExportFault: if a target can't be written. Where its reason is `failed`, those before
            it are.
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
    """Return the targets whose files are missing or hold other bytes than would be written.

    Raises:
        ExportFault, NavcoreError: as `write_exports`; a folder that is missing is none here.
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
    """Write what is not there yet: build tools and version control look at times, too."""
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

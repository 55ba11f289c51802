"""Edit backgrounds: pictures to trace, and grids that a game already has.

Paths are stored as text with slashes, relative to the folder of the level's file, so that a level
and its pictures can move together to another machine. Files far from the level, and backgrounds of
a level without a file, keep absolute paths.
"""

import math
from collections.abc import Sequence
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Any, Final

from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.i18n import tr
from navcore.level.affine import turned_by
from navcore.level.edit import Edit
from navcore.level.limits import LIMITS
from navcore.level.model import Background, Level, Point, Ring

NEAR: Final = 3
"""Folders up from the level's that a path may lead and still be kept relative."""

_DIGITS: Final = 12
"""Digits that a scale is kept with."""


def add_background(level: Level, background: Background) -> Edit:
    """Add a picture or grid in front of the other backgrounds.

    Raises:
        NavcoreError: if a number is out of its limits.
    """
    _check(background)
    words = tr("Trace {0}") if background.kind == "picture" else tr("Compare with {0}")
    label = words.format(file_name(background.path))
    return _put(level, (*level.settings.background, background), label)


def remove_background(level: Level, index: int) -> Edit:
    """Remove one background; they are counted from the back."""
    gone = level.settings.background[index]
    kept = [b for number, b in enumerate(level.settings.background) if number != index]
    return _put(level, kept, tr("Remove {0}").format(file_name(gone.path)))


def change_background(level: Level, index: int, **fields: Any) -> Edit:
    """Change path, position, scale, turn, opacity or visibility of one background.

    Raises:
        NavcoreError: if a number is out of its limits.
    """
    old = level.settings.background[index]
    new = replace(old, **fields)
    _check(new)
    backgrounds = list(level.settings.background)
    backgrounds[index] = new
    return _put(level, backgrounds, _label(old, new, fields))


def move_background(level: Level, index: int, vector: Point) -> Edit:
    """Move a picture to another position."""
    x, z = level.settings.background[index].position
    return change_background(level, index, position=_rounded((x + vector[0], z + vector[1])))


def scale_background(
    level: Level,
    index: int,
    fixed: Point,
    other: Point,
    metres: float,
    heading: float | None = None,
) -> Edit:
    """Scale and turn a picture about one place so that another place is this far from it.

    Args:
        level: The level before the edit.
        index: Index of the picture, counted from the back.
        fixed: The place that stays, metres.
        other: The place that moves, metres.
        metres: Distance between the two places after the edit.
        heading: Direction from `fixed` to `other` after the edit, radians; None keeps it.

    Raises:
        NavcoreError: if both places are the same, or the new scale is out of its limits.
    """
    apart = math.dist(fixed, other)
    if apart == 0:
        raise NavcoreError(tr("Both points are the same place. Click two that lie apart."))
    if not (math.isfinite(metres) and metres > 0):
        raise NavcoreError(tr("Type a length over 0, like 4.0 m."))
    old, factor = level.settings.background[index], metres / apart
    by = 0.0
    if heading is not None:
        by = heading - math.atan2(other[1] - fixed[1], other[0] - fixed[0])
    cosine, sine = turned_by(by)
    dx, dz = (factor * (a - b) for a, b in zip(old.position, fixed, strict=True))
    x, z = fixed[0] + cosine * dx - sine * dz, fixed[1] + sine * dx + cosine * dz
    fields: dict[str, Any] = {"position": _rounded((x, z))}
    if factor != 1.0:
        fields["scale"] = float(f"{old.scale * factor:.{_DIGITS}g}")
    if by:
        fields["turn"] = round(math.remainder(old.turn + by, math.tau), _DIGITS) + 0.0
    return change_background(level, index, **fields)


def corners_of(background: Background, width: float, height: float) -> Ring:
    """Return the corners of a picture, metres, counter-clockwise from the lower left."""
    (x, z), (cosine, sine) = background.position, turned_by(background.turn)
    right, up = width * background.scale, height * background.scale
    return (
        (x, z),
        (x + cosine * right, z + sine * right),
        (x + cosine * right - sine * up, z + sine * right + cosine * up),
        (x - sine * up, z + cosine * up),
    )


def reorder_background(level: Level, index: int, to: int) -> Edit:
    """Put a background at another position of the list, counted from the back."""
    backgrounds = list(level.settings.background)
    moved = backgrounds.pop(index)
    backgrounds.insert(min(max(to, 0), len(backgrounds)), moved)
    forward = to > index
    words = tr("Bring {0} forward") if forward else tr("Send {0} backward")
    return _put(level, backgrounds, words.format(file_name(moved.path)))


def rebase_backgrounds(level: Level, old: PurePath | None, new: PurePath) -> Edit:
    """Rewrite stored paths for a level file in another folder, as on saving elsewhere.

    `old` is the folder that stored paths start from now; None for a level without a file.
    """
    moved = [
        replace(b, path=stored_path(found, new)) if (found := found_path(b.path, old)) else b
        for b in level.settings.background
    ]
    return _put(level, moved, tr("Name background files from the level's folder"))


def stored_path(path: PurePath, folder: PurePath | None) -> str:
    """A whole path as a level in `folder` keeps it: relative with slashes, where that is near."""
    if folder is None or path.anchor != folder.anchor:
        return path.as_posix()
    shared = 0
    for mine, other in zip(path.parts, folder.parts, strict=False):
        if mine != other:
            break
        shared += 1
    up = len(folder.parts) - shared
    if up > NEAR or shared <= 1:
        return path.as_posix()
    return "/".join([".."] * up + list(path.parts[shared:]))


def found_path(stored: str, folder: PurePath | None) -> Path | None:
    """Return the path of a stored file on this machine; None if that is unknown.

    A path with a drive letter of another system is absolute too, and None here.
    """
    if is_whole(stored):
        return Path(stored)
    return None if folder is None else Path(_plain(PurePath(folder, stored)))


def is_whole(stored: str) -> bool:
    """Return whether a stored path begins at a root, of this system or another."""
    return PurePosixPath(stored).is_absolute() or PureWindowsPath(stored).drive != ""


def file_name(stored: str) -> str:
    """Return the file name of a stored path."""
    return PureWindowsPath(stored).name or stored


def _rounded(place: Point) -> Point:
    """Round to a micrometre, so that files contain no floating-point noise."""
    return (round(place[0], 6) + 0.0, round(place[1], 6) + 0.0)


def _plain(path: PurePath) -> PurePath:
    """Return the path without `..`, which leads up by words alone."""
    parts: list[str] = []
    for part in path.parts:
        if part == ".." and parts and parts[-1] not in {path.anchor, ".."}:
            parts.pop()
        else:
            parts.append(part)
    return PurePath(*parts)


def _put(level: Level, backgrounds: Sequence[Background], label: str) -> Edit:
    settings = replace(level.settings, background=tuple(backgrounds))
    return Edit.put(level, [settings], label)


def _check(background: Background) -> None:
    if not all(map(math.isfinite, background.position)):
        raise NavcoreError(tr("A picture lies at two finite numbers, x and z."))
    if not LIMITS["scale"].allows(background.scale):
        message = tr("A pixel of a picture can't be {0} m wide: more than 0, at most {1} m.")
        raise NavcoreError(message.format(f"{background.scale:g}", LIMITS["scale"].greatest))
    if not LIMITS["turn"].allows(background.turn):
        raise NavcoreError(tr("A picture is turned by a finite number of degrees."))
    if not LIMITS["opacity"].allows(background.opacity):
        raise NavcoreError(tr("An opacity lies between 0 and 100 %."))


def _label(old: Background, new: Background, fields: dict[str, Any]) -> str:
    name = file_name(old.path)
    if "visible" in fields:
        return (tr("Show {0}") if new.visible else tr("Hide {0}")).format(name)
    if "opacity" in fields:
        return tr("Change opacity of {0}").format(name)
    if "path" in fields:
        return tr("Replace {0} with {1}").format(name, file_name(new.path))
    if new.turn != old.turn:
        words = tr("Turn {0}") if new.scale == old.scale else tr("Scale and turn {0}")
        return words.format(name)
    return (tr("Scale {0}") if "scale" in fields else tr("Move {0}")).format(name)

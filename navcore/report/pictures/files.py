"""Pictures of what fails a check, a file each, with names that stay."""

import hashlib
import re
from pathlib import Path
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from navcore.formats.atomic import make_folder, write_atomically
from navcore.level.tables import MANY
from navcore.report.baseline import pointed_at_news
from navcore.report.findings import Checked, Found
from navcore.report.pictures.finding import finding_picture
from navcore.report.pictures.raster import png_of
from navcore.report.pictures.svg import svg_of
from navcore.world import World

PictureFormat: TypeAlias = Literal["svg", "png"]

_LONGEST: Final = 60
"""Most letters of one part of a name; longer parts end in a hash."""


def draw_failures(
    checked: Checked, world: World, folder: Path, form: PictureFormat = "svg"
) -> Checked:
    """Draw each finding that fails a check, and return them with the files of their pictures.

    Findings about settings have no picture: no part of the level shows what they say.

    A file has the name of the level with its folders, the code of the rule, and the ids of the
    elements, so that the picture of a finding has the same name in every check.

    Raises:
        NavcoreError: if a picture can't be written.
    """
    make_folder(folder)
    found = []
    for one in checked.problems:
        if one.fails and one.placed:
            file = folder / picture_name(checked.file, one, form)
            picture = finding_picture(
                world.in_state(one.states[0]), pointed_at_news(one), checked.file
            )
            data = svg_of(picture).encode() if form == "svg" else png_of(picture)
            write_atomically(file, data)
            found.append(replace(one, picture=file.as_posix()))
        else:
            found.append(one)
    return replace(checked, problems=tuple(found))


def picture_name(file: str, found: Found, form: PictureFormat) -> str:
    """Return the name of the picture of a finding in a level file."""
    code, ids, about = found.key
    parts = [_level_name(file), code]
    if ids:
        parts.append(_short("+".join(map(str, ids))))
    if about:
        parts.append("many" if about == MANY else _short(about))
    return ".".join(parts) + f".{form}"


def _level_name(file: str) -> str:
    """The path of a level without what only this machine has, its folders parted by hyphens."""
    path = Path(file)
    if path.is_absolute() and path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    inner = [part for part in path.with_suffix("").parts if part not in {path.anchor, ".", ".."}]
    return _short("-".join(inner))


def _short(text: str) -> str:
    """Return a text of letters that every system allows in names of files."""
    plain = re.sub(r"[^\w+-]", "_", text, flags=re.ASCII)
    if plain == text and len(plain) <= _LONGEST:
        return plain
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{plain[: _LONGEST - 9]}_{digest}"

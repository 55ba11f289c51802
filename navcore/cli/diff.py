"""`navcore diff`: what changed between two levels."""

import argparse
import os
import sys
from pathlib import Path
from typing import Final

from navcore.cli.answer import Answer, json_line, table
from navcore.cli.arguments import add_json, add_max_cells, add_state
from navcore.cli.commands import world_of
from navcore.errors import LevelTooLarge, NavcoreError
from navcore.formats.atomic import decode, read_bytes, write_atomically
from navcore.formats.level import read_level
from navcore.formats.limits import MAX_JSON_BYTES, size_text
from navcore.level.model import Level
from navcore.level.states import in_state
from navcore.report.comparing.comparison import Comparison, compare, sides
from navcore.report.comparing.words import json_of, rows_of
from navcore.report.pictures.changes import changes_picture
from navcore.report.pictures.raster import png_of
from navcore.report.pictures.svg import svg_of

DETAILS: Final = """\
OLD and NEW are levels; - is standard input, and a file that is empty or /dev/null is a level
without anything. Elements are the same that have one id: the order and the form of files don't
count. Doors are as they are drawn, or as --state says, which both levels must have.

It tells which findings of `navcore check` are new and gone, which tests come out otherwise, which
stops agents can't come to any more, which floor is lost, gained, cut off and joined, which doors
matter otherwise, and what was drawn otherwise. --picture draws it, as SVG or by the ending .png as
PNG.

--json prints one object on one line:
  format        "waywright-diff"
  old, new      the files
  same          whether nothing changed
  changes       [{"what", "kind", "id", "name", "text", "place", "layer"}, ...]: what is added,
                removed or changed, id is 0 for the level's settings, place is [x, z] or null
  floors        [{"type", "layer", "lost", "gained", "lostAt", "gainedAt", "cutOff", "joined"},
                ...] of each agent type and storey that differs, square metres; the last four are
                the largest pieces, [{"area", "place", "room"}, ...]
  agents        [{"id", "name", "text", "worse", "place", "layer"}, ...]
  tests         [{"id", "name", "text", "passed"}, ...] that come out otherwise
  doors         [{"id", "name", "text", "was", "now"}, ...]: square metres that toggling changes
  newProblems, goneProblems
                [{"code", "severity", "text", "elements", "about", "place", "layer"}, ...]

"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Take two levels, and what to write."""
    parser.set_defaults(command=diff)
    parser.add_argument("old", type=Path, metavar="OLD", help="a level as it was, or -")
    parser.add_argument("new", type=Path, metavar="NEW", help="a level as it is, or -")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw what changed")
    add_state(parser)
    add_json(parser)
    add_max_cells(parser)


def diff(options: argparse.Namespace) -> Answer:
    """Say what changed between two levels."""
    if str(options.old) == str(options.new) == "-":
        message = "only one of both can come from standard input"
        raise NavcoreError(message)
    if options.picture is not None:
        read = {os.path.realpath(file) for file in (options.old, options.new)}
        if os.path.realpath(options.picture) in read:
            message = f"{options.picture}: --picture would overwrite a level that is compared"
            raise NavcoreError(message)
    levels = [in_state(_level(file), options.state) for file in (options.old, options.new)]
    try:
        old, new = sides(levels[0], levels[1], max_cells=options.max_cells)
    except LevelTooLarge:
        # Find out which of the two levels is too large.
        for level, file in zip(levels, (options.old, options.new), strict=True):
            world_of(level, file, options)
        raise
    found = compare(old, new)
    names = (options.old.as_posix(), options.new.as_posix())
    if options.picture is not None:
        picture = changes_picture(old.world, new.world, found, names)
        is_png = options.picture.suffix.lower() == ".png"
        write_atomically(options.picture, png_of(picture) if is_png else svg_of(picture).encode())
    text = json_line(json_of(found, names)) if options.json else _text(found)
    return Answer(text, found.same)


def _level(file: Path) -> Level:
    """The level in a file; one without anything where there is nothing, as git passes files."""
    if str(file) in {"/dev/null", os.devnull}:
        return Level()
    data = _input() if str(file) == "-" else read_bytes(file, MAX_JSON_BYTES)
    name = "standard input" if str(file) == "-" else file
    return read_level(decode(data, name), name).level if data.strip() else Level()


def _input() -> bytes:
    stream = sys.stdin
    data = b"" if stream is None else stream.buffer.read(MAX_JSON_BYTES + 1)
    if len(data) > MAX_JSON_BYTES:
        message = f"standard input: it has more than {size_text(MAX_JSON_BYTES)}"
        raise NavcoreError(message)
    return data


def _text(found: Comparison) -> str:
    rows = rows_of(found)
    if not rows:
        return "the same\n"
    return "".join(f"{heading}:\n{_indented(table(listed))}" for heading, listed in rows.items())


def _indented(text: str) -> str:
    return "".join(f"  {line}\n" for line in text.splitlines())

"""`navcore check`: find problems in levels, for build machines."""

import argparse
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, get_args

from msgspec.structs import replace

from navcore.cli.answer import Answer, table
from navcore.cli.arguments import RUN_SECONDS, add_json, add_max_cells, run_seconds
from navcore.errors import LevelTooLarge, NavcoreError
from navcore.formats.atomic import BOM, read_head, read_text, reason, write_atomically
from navcore.formats.level import read_level
from navcore.formats.level_keys import FORMAT
from navcore.formats.limits import MAX_JSON_BYTES
from navcore.formats.texts import visible
from navcore.i18n import several
from navcore.level.tables import DRAWN, EVERY_STATE
from navcore.report.baseline import against, pointed_at_news
from navcore.report.cache import Cache, user_folder
from navcore.report.findings import (
    Checked,
    Report,
    Unread,
    check_file,
    in_states,
    json_of,
    load_report,
    name_of,
    version,
)
from navcore.report.junit import junit_of
from navcore.report.pictures.files import PictureFormat, draw_failures
from navcore.report.sarif import sarif_of
from navcore.report.tested import counted
from navcore.world import World

DETAILS: Final = """\
LEVEL is a level, or a folder: then all levels in it and below, but for folders whose name begins
with a dot. The rules are those of the Problems
panel; a level sets their severities, and which problems are intended. Errors and warnings fail
the check; notes and intended problems don't. So do tests of the level that do not pass; run tests
are measured with Waywright's crowd.

--baseline takes what an earlier check printed with --json: then only what it lacks fails, and
levels that have not changed since are not baked again.

--pictures draws what fails, a file a finding with a name that stays, and names it in all reports.
What is about settings has no picture.
Notes are counted; --notes prints them as well.

--state NAME asks in that state of the levels as well, --state all in every one. A finding is told
once, with the states in which it holds if it doesn't hold as drawn. A level that lacks the state is
checked as drawn and named on standard error; if all lack it the exit code is 2.

What was repaired, kept or left out when a level was read is told on standard error, and fails
nothing.

--run lets everybody walk as well, for 60 s or as long as it says (--run 90, --run=90), as
`navcore simulate` does. What follows it and is no number is a level. An agent that has not come to
all its goals by then is an error (run-late), unless a rule told why it can't; where agents wait,
overlap or turn back is a note, with the moment. In levels in which nobody has goals nothing
runs. With --state each of the states has a run.

What was found in a level is kept by its content, in NAVCORE_CACHE or a folder of your user, and
taken from there while neither the level nor navcore changes. --no-cache asks all rules again.

--json prints one object on one line:
  format        "waywright-check"
  navcore       version that checked
  levels        [{"file", "digest", "title", "problems", "tests", "ran", "notes", "asked"}, ...]:
                ran, seconds of the run, null without one; notes, what was repaired, kept or left
                out when it was read; asked, names of the states that were checked
  problems      [{"code", "severity", "text", "why", "elements", "place", "layer", "about", "meant",
                "new", "picture", "states", "seconds", "members", "placed"}, ...]: elements are
                [{"id", "name", "kind", "line"}, ...], place is [x, z], meant is
                the reason why the problem is intended, or null,
                new is false for what the baseline has, picture is a file or null, states are names
                of those asked in which it holds, "" is the drawing, seconds is the moment of the
                run or null; members are [{"elements", "place", "layer", "new"}, ...] of a finding
                that tells of many things at once: ids, and whether the baseline lacks each; placed
                is false for what is about settings, where place is the middle of the level and no
                picture is drawn; tests that fail are among them, as failed-test
  unread        [{"file", "text"}, ...]: files that could not be checked, and why
  tests         [{"id", "name", "line", "expects", "text", "passed", "place", "layer", "profile",
                "state", "length", "seconds"}, ...]: length in metres and seconds may be null

"""

NAME: Final = "check"
_RUN: Final = "--run"
_NUMBER: Final = re.compile(r"[+-]?(?:[0-9.]+(?:e[+-]?[0-9]+)?|inf|nan)\Z", re.IGNORECASE)
_SIGN: Final = FORMAT.encode()
_HEAD: Final = 1024
"""Bytes at the beginning of a file within which a level says that it is one."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Take levels, and the files to write."""
    parser.set_defaults(command=check)
    parser.add_argument("files", type=Path, metavar="LEVEL", nargs="+", help="levels, or folders")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write JUnit XML as well")
    parser.add_argument("--sarif", type=Path, metavar="FILE", help="write SARIF 2.1.0 as well")
    parser.add_argument(
        "--baseline", type=Path, metavar="FILE", help="fail only for what this report lacks"
    )
    parser.add_argument(
        "--pictures", type=Path, metavar="FOLDER", help="draw each failure into this folder"
    )
    parser.add_argument(
        "--picture-format", choices=get_args(PictureFormat), default="svg",
        help="what pictures are written as (default: svg)",
    )  # fmt: skip
    parser.add_argument("--notes", action="store_true", help="print notes as well")
    parser.add_argument(
        "--no-cache", action="store_true", help="ask all rules, and keep nothing of this check"
    )
    parser.add_argument(
        "--state", default="", metavar="NAME",
        help="ask in this state of the levels as well, or in all of them with `all` (default: as "
        "drawn only)",
    )  # fmt: skip
    parser.add_argument(
        _RUN, type=run_seconds, nargs="?", const=RUN_SECONDS, metavar="SECONDS",
        help="let everybody walk as well, and tell who does not arrive; what follows and is no "
        f"number is a level (default: {RUN_SECONDS:g})",
    )  # fmt: skip
    add_json(parser)
    add_max_cells(parser)


def spelt_out(argv: Sequence[str]) -> list[str]:
    """Return arguments with `--run` first and its seconds, so that no level is taken for them.

    argparse takes whatever follows an option with an optional value as that value.
    """
    arguments = list(argv)
    if not arguments or arguments[0] != NAME:
        return arguments
    ends = arguments.index("--") if "--" in arguments else len(arguments)
    if _RUN in arguments[:ends]:
        place = arguments.index(_RUN)
        after = arguments[place + 1 : place + 2]
        has_number = bool(after) and _NUMBER.match(after[0]) is not None
        seconds = after[0] if has_number else f"{RUN_SECONDS:g}"
        del arguments[place : place + 1 + has_number]
        arguments.insert(1, f"{_RUN}={seconds}")
    return arguments


def check(options: argparse.Namespace) -> Answer:
    """Report problems of levels."""
    baseline = None if options.baseline is None else load_report(options.baseline)
    earlier = {} if baseline is None else {one.file: one for one in baseline.levels}
    known = {} if baseline is None else {one.digest: one for one in baseline.levels}
    cache = Cache(None if options.no_cache else user_folder())
    most = options.max_cells
    levels, unread = [], []
    lost = list[OSError]()
    files = [*_levels(options.files, lost)]
    _refuse_to_overwrite(files, options)
    for file in files:
        try:
            checked = check_file(
                file, known, max_cells=most, state=options.state, run=options.run,
                kept=lambda digest: cache.get(digest, most),
                keep=lambda one: cache.put(one, most),
            )  # fmt: skip
            known[checked.digest] = checked
            marked = against(checked, earlier.get(checked.file))
            levels.append(_drawn(marked, file, options))
        except NavcoreError as error:
            allows = isinstance(error, LevelTooLarge) and error.cells is not None
            told_of = f"{error}; --max-cells N allows more" if allows else str(error)
            unread.append(Unread(name_of(file), visible(told_of)))
    for fault in lost:
        folder = Path(fault.filename)
        told_of = f"{folder}: can't be read: {reason(fault)}"
        unread.append(Unread(name_of(folder), visible(told_of)))
    cache.prune()
    if levels and not any(_has_state(level, options.state) for level in levels):
        # Most likely a name with a typing error: else a build would pass that asks nothing.
        unread += [Unread(level.file, visible(_notes_of(level)[-1])) for level in levels]
        levels = []
    notes = [note for level in levels for note in _notes_of(level)]
    notes += [one.text for one in unread]
    report = Report(tuple(levels), navcore=version(), unread=tuple(unread))
    printed = replace(report, levels=tuple(_as_shown(level) for level in levels))
    if options.junit is not None:
        write_atomically(options.junit, junit_of(printed).encode())
    if options.sarif is not None:
        write_atomically(options.sarif, sarif_of(printed, baseline=baseline is not None).encode())
    if not levels and not notes:
        notes.append(f"no level in {', '.join(map(str, options.files))}")
        return Answer("", notes=tuple(notes), failed=True)
    if options.json:
        text = json_of(report)
    else:
        text = "".join(_text(level, notes=options.notes) for level in printed.levels)
        text += _drawn_text(levels, options.pictures)
    return Answer(text, report.failing == 0, tuple(notes), failed=bool(unread))


def _has_state(level: Checked, state: str) -> bool:
    """Return whether a level was checked in the requested states; reports of before don't say."""
    return state in {DRAWN, EVERY_STATE, *level.asked} or not level.asked


def _notes_of(level: Checked) -> list[str]:
    """Return the notes of a level, each with the name of its file."""
    return [f"{level.file}: {note}" for note in level.notes]


def _as_shown(level: Checked) -> Checked:
    """Return the findings as shown to people; JSON lists each member instead."""
    return replace(level, problems=tuple(map(pointed_at_news, level.problems)))


def _drawn(checked: Checked, file: Path, options: argparse.Namespace) -> Checked:
    """Return the findings, with pictures of failing ones if requested."""
    if options.pictures is None or not any(one.fails for one in checked.problems):
        return checked
    level = read_level(read_text(file, MAX_JSON_BYTES), file).level
    world = World.build(level, max_cells=options.max_cells)
    return draw_failures(checked, world, options.pictures, options.picture_format)


def _refuse_to_overwrite(levels: Sequence[Path], options: argparse.Namespace) -> None:
    """Refuse reports that would overwrite input files or each other.

    Raises:
        NavcoreError: if one of them would.
    """
    taken = {os.path.realpath(file): "a level of this check" for file in levels}
    if options.baseline is not None:
        taken[os.path.realpath(options.baseline)] = "the baseline"
    for name in ("junit", "sarif"):
        file: Path | None = getattr(options, name)
        if file is None:
            continue
        place = os.path.realpath(file)
        if place in taken:
            message = f"{file}: --{name} would overwrite {taken[place]}"
            raise NavcoreError(message)
        taken[place] = f"what --{name} writes"


def _levels(files: Sequence[Path], lost: list[OSError]) -> Iterator[Path]:
    """Yield the files to check, each once; in folders, only files that are or may be levels.

    Folders that can't be listed are added to `lost`.
    """
    seen = set[str]()
    for file in files:
        is_folder = file.is_dir()
        for one in sorted(_below(file, lost)) if is_folder else [file]:
            place = os.path.realpath(one)
            if place in seen or (is_folder and not _may_be_level(one)):
                continue
            seen.add(place)
            yield one


def _below(folder: Path, lost: list[OSError]) -> Iterator[Path]:
    """Yield JSON files in a folder; backups and environments lie in hidden folders below it."""
    for place, folders, names in os.walk(folder, onerror=lost.append):
        folders[:] = [one for one in folders if not one.startswith(".")]
        yield from (Path(place, one) for one in names if os.path.normcase(one).endswith(".json"))


def _may_be_level(file: Path) -> bool:
    """Return whether a file says that it is a level, or is too damaged to say what it is.

    A file that can't be read, or that is empty, may be a damaged level. Checking it lists it among
    the files that could not be checked; otherwise it would be skipped silently.
    """
    try:
        head = read_head(file, _HEAD)
    except NavcoreError:
        return True
    written = head.replace(b"\0", b"").removeprefix(BOM).strip()  # UTF-16 has a zero a letter
    return not written or _SIGN in written


def _drawn_text(levels: Sequence[Checked], folder: Path | None) -> str:
    drawn = sum(one.picture is not None for level in levels for one in level.problems)
    return several(drawn, "1 picture", "{0} pictures") + f" in {folder}\n" if drawn else ""


def _text(level: Checked, *, notes: bool) -> str:
    failing = [one for one in level.problems if one.counts]
    shown = [one for one in level.problems if one.counts or (notes and one.meant is None)]
    rows = [
        (one.severity, one.code,
         f"{one.place[0]:.2f}, {one.place[1]:.2f}" if one.placed else "settings",
         one.text + in_states(one) + ("" if one.new else " (known)"))
        for one in shown
    ]  # fmt: skip
    head = several(len(failing), "1 problem", "{0} problems") if failing else "sound"
    remarks = [
        several(count, one, many)
        for count, one, many in (
            (sum(one.meant is not None for one in level.problems), "1 intended", "{0} intended"),
            (sum(one.meant is None and not one.counts for one in level.problems),
             "1 note", "{0} notes"),
        )
        if count
    ]  # fmt: skip
    if level.tests:
        remarks.insert(0, counted(level.tests))
    more = f" ({', '.join(remarks)})" if remarks else ""
    return f"{visible(level.file)}: {head}{more}\n" + (table(rows) if rows else "")

"""`navcore check`: what is wrong with levels, for build machines."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from navcore.cli.answer import Answer, table
from navcore.cli.arguments import add_json, add_max_cells
from navcore.errors import NavcoreError
from navcore.formats.atomic import read_head, write_atomically
from navcore.formats.level_keys import FORMAT
from navcore.i18n import several
from navcore.report.findings import (
    Checked,
    Report,
    against,
    check_file,
    json_of,
    load_report,
    version,
)
from navcore.report.junit import junit_of
from navcore.report.sarif import sarif_of

DETAILS: Final = """\
LEVEL is a level, or a folder: then all levels in it and below, but for folders whose name begins
with a dot. The rules are those of the Problems
panel; a level says itself how much they weigh, and what is meant. Errors and warnings fail the
check, notes and what is meant don't.

--baseline takes what an earlier check printed with --json: then only what it lacks fails, and
levels that have not changed since are not baked again.

--json prints one object on one line:
  format        "waywright-check"
  navcore       version that checked
  levels        [{"file", "digest", "title", "problems"}, ...]
  problems      [{"code", "severity", "text", "why", "elements", "place", "layer", "about", "meant",
                "new"}, ...]: elements are [{"id", "name", "kind", "line"}, ...], place is [x, z],
                meant is the reason or null, new is false for what the baseline has

"""

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
    add_json(parser)
    add_max_cells(parser)


def check(options: argparse.Namespace) -> Answer:
    """Say what is wrong with levels."""
    baseline = None if options.baseline is None else load_report(options.baseline)
    earlier = {} if baseline is None else {one.file: one for one in baseline.levels}
    known = {} if baseline is None else {one.digest: one for one in baseline.levels}
    levels, notes = [], []
    for file in _levels(options.files):
        try:
            checked = check_file(file, known, max_cells=options.max_cells)
        except NavcoreError as error:
            notes.append(str(error))
            continue
        known[checked.digest] = checked
        levels.append(against(checked, earlier.get(checked.file)))
    report = Report(tuple(levels), navcore=version())
    if options.junit is not None:
        write_atomically(options.junit, junit_of(report).encode())
    if options.sarif is not None:
        write_atomically(options.sarif, sarif_of(report, baseline=baseline is not None).encode())
    if not levels and not notes:
        notes.append(f"no level in {', '.join(map(str, options.files))}")
        return Answer("", notes=tuple(notes), failed=True)
    text = json_of(report) if options.json else "".join(map(_text, levels))
    return Answer(text, report.failing == 0, tuple(notes), failed=bool(notes))


def _levels(files: Sequence[Path]) -> Iterator[Path]:
    """Yield the files to check, each once; of folders those that say that they are levels."""
    seen = set[Path]()
    for file in files:
        is_folder = file.is_dir()
        for one in sorted(file.rglob("*.json")) if is_folder else [file]:
            if one in seen or (is_folder and not _is_level_below(file, one)):
                continue
            seen.add(one)
            yield one


def _is_level_below(folder: Path, file: Path) -> bool:
    """Whether a file says that it is a level; backups and environments lie in hidden folders."""
    is_hidden = any(part.startswith(".") for part in file.relative_to(folder).parent.parts)
    return not is_hidden and _SIGN in read_head(file, _HEAD)


def _text(level: Checked) -> str:
    told = [one for one in level.problems if one.counts]
    rows = [
        (one.severity, one.code, f"{one.place[0]:.2f}, {one.place[1]:.2f}",
         one.text if one.new else f"{one.text} (known)")
        for one in told
    ]  # fmt: skip
    head = several(len(told), "1 problem", "{0} problems") if told else "sound"
    aside = [
        several(count, one, many)
        for count, one, many in (
            (sum(one.meant is not None for one in level.problems), "1 meant", "{0} meant"),
            (sum(one.meant is None and not one.counts for one in level.problems),
             "1 note", "{0} notes"),
        )
        if count
    ]  # fmt: skip
    more = f" ({', '.join(aside)})" if aside else ""
    return f"{level.file}: {head}{more}\n" + (table(rows) if rows else "")

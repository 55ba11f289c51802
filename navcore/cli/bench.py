"""`navcore bench`: compare this library with others, first results, then times in turns."""

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from navcore import kernels
from navcore.bench import peers, report
from navcore.bench.plan import WORKS, Plan, paired, run, works_for
from navcore.cli.answer import Answer, table
from navcore.errors import NavcoreError
from navcore.formats.atomic import write_atomically

__all__ = ["DETAILS", "add_options", "bench"]

_SIZES: Final = (512, 1024)
_SIZES_INTERPRETED: Final = (48,)
_LARGEST: Final = 4096

DETAILS: Final = """\
FILE is a map followed by its scenario (.scen), or by a table of shortest lengths off the cells
(.csv with the columns sx, sy, gx, gy, euclid_optimal; corners of cells). Without files maps and
levels are made, the same on every machine.

work:
  query         ways on floor that is all alike
  terrain       ways where each cell costs 1 to 9: by the cell entered, by the mean of both
  batch         all ways of a map at once, on two threads and on one
  smooth        how much longer ways are than the shortest off the cells
  bake          a level of 1,000 obstacles on 1024 x 1024 cells to a world
  update        edits to it, each to a new world
  load          a .txt grid of 1000 x 1000 cells

Every answer is checked before a time is taken: peers with the same rules must agree with
navcore, and navcore with published lengths; "wrong" counts those that do not. A peer with
other rules is timed beside them, and the notes say what it does instead. Ratios are times
beside navcore's on the same calls, over all cases their geometric mean. All take turns in
every round, and each call counts with the median of its rounds.

The peers come with: pip install 'waywright[bench]'

"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.set_defaults(command=bench)
    parser.add_argument("files", type=Path, metavar="FILE", nargs="*", help="as described below")
    parser.add_argument(
        "--work", type=_names, metavar="A,B", help=f"what to do: {','.join(WORKS)} (default: all)"
    )
    parser.add_argument(
        "--peers", type=_names, metavar="A,B", help="with whom; none for nobody (default: all)"
    )
    parser.add_argument(
        "--sizes", type=_counts, metavar="N,N", help="cells along a side of what is made"
    )
    for name, default, what in (
        ("rounds", 5, "how often all is timed"),
        ("queries", 60, "ways on each map, at most"),
        ("edits", 2000, "edits in an update"),
    ):
        parser.add_argument(
            f"--{name}", type=_count, default=default, metavar="N", help=f"{what} ({default})"
        )
    parser.add_argument(
        "--budget",
        type=_seconds,
        default=0.5,
        metavar="SECONDS",
        help="what a tool may take in a round on a case; slower ones do fewer calls (0.5)",
    )
    parser.add_argument("--json", type=Path, metavar="OUT", help="write all figures to a file")


def bench(options: argparse.Namespace) -> Answer:
    """Run the requested comparisons."""
    files = paired(options.files)
    works = options.work or works_for(files)
    for work in works:
        if work not in WORKS:
            message = f"no work is named {work!r}; there is {', '.join(WORKS)}"
            raise NavcoreError(message)
    names = [] if options.peers == ["none"] else options.peers
    present, absent = peers.chosen(names)
    plan = Plan(
        files=files,
        works=works,
        peers=present,
        sizes=options.sizes or (_SIZES_INTERPRETED if kernels.INTERPRETED else _SIZES),
        rounds=options.rounds,
        queries=options.queries,
        edits=options.edits,
        budget=options.budget,
    )
    results = list(run(plan, _report_progress))
    if options.json is not None:
        data = report.as_data(results, absent, plan.rounds)
        text = json.dumps(data, indent=1, allow_nan=False) + "\n"
        write_atomically(options.json, text.encode())
    text = table(report.rows(results), report.HEADERS)
    text += "\n" + table(report.summary_rows(results), report.SUMMARY_HEADERS)
    if absent:
        text += f"\nnot installed: {', '.join(absent)}\n"
    right = not any(standing.wrong for result in results for standing in result.standings)
    return Answer(text, right)


def _report_progress(step: str) -> None:
    """Report progress on standard error: a step may take a while."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"{step}\n")
            sys.stderr.flush()


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _counts(text: str) -> Sequence[int]:
    counts = [_count(part) for part in text.split(",")]
    if max(counts) > _LARGEST:
        message = f"{text!r} has a size over {_LARGEST}"
        raise argparse.ArgumentTypeError(message)
    return counts


def _count(text: str) -> int:
    if not text.strip().isdecimal() or not 1 <= int(text) <= 10**6:
        message = f"{text!r} is not a whole number from 1 to 1,000,000"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 3600:
        message = f"{text!r} is not a number of seconds over 0, 3600 at most"
        raise argparse.ArgumentTypeError(message)
    return value

"""The command line: `navcore bake | path | info`, for build machines and the curious.

Answers go to standard output, everything else to standard error, and no traceback to either.
"""

import argparse
import logging
import math
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Final, TextIO

from navcore import kernels
from navcore.cli.commands import Answer, bake, info, path
from navcore.errors import NavcoreError

__all__ = ["BAD_INPUT", "DONE", "FAULT", "INTERRUPTED", "NO", "main"]

DONE: Final = 0
NO: Final = 1
BAD_INPUT: Final = 2
FAULT: Final = 3
INTERRUPTED: Final = 130

_EXIT_CODES: Final = """\
exit codes:
  0    done
  1    the goal can't be reached: NoPath, BadStart, BadEnd, LimitReached, and
       Partial, the answer of --nearest when it leads elsewhere
  2    bad input, told on standard error
  3    a fault in navcore itself (NAVCORE_TRACE=1 shows where)
  130  interrupted
"""
_BAKE: Final = """\
GRID.txt holds a header and rows of 1 and 0, the lowest z first. GRID.json holds the same and
"doors": [{"name", "open", "cells": [[z, x0, x1], ...]}]: the cells of row z from column x0 up
to, but not including, x1 that fall when this door alone is shut.

"""
_PATH: Final = """\
--json prints one object on one line:
  status        Complete, Partial, AlreadyThere, NoPath, LimitReached, BadStart or BadEnd
  start, goal   [x, z] as asked
  snappedStart, snappedGoal
                [x, z] of the walkable cell that stood in for it, or null
  points        [[x, z], ...] to walk, without the start
  floorY        height of all points
  length        metres from start along points
  cost          sum of steps in cells, before smoothing
  visited       cells that were looked at
  step          which of the three steps of --nearest answered; 1 without it

"""
_INFO: Final = """\
--json prints one object on one line:
  kind          level or grid
  title, description, areas (without doors), doors, shutDoors, obstacles,
  disabledObstacles, agents
                of a level; of a grid only doors and shutDoors
  cellSize, agentRadius, objectPadding, boundaryPadding, floorY, minX, minZ,
  gridWidth, gridDepth
                as in the header of a grid
  walkableCells, walkableArea
                their number, and their square metres
  islands       [{"cells", "area"}, ...]: pieces of floor that no way joins, largest first

"""
_NEGATIVE: Final = re.compile(r"-(?:[0-9.]|inf|nan).*", re.IGNORECASE)

_logger = logging.getLogger(__name__)
_logger.addHandler(logging.NullHandler())


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code; `argv` are the arguments after the name."""
    if os.environ.get("NAVCORE_TRACE"):
        logging.basicConfig(level=logging.DEBUG)
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except NavcoreError as error:
        return _complain(str(error), BAD_INPUT)
    except KeyboardInterrupt:
        return INTERRUPTED
    except MemoryError:
        return _complain("not enough memory", BAD_INPUT)
    except Exception as error:
        _logger.exception("a fault in navcore")
        return _complain(f"a fault in navcore: {type(error).__name__}: {error}", FAULT)


def _run(argv: Sequence[str]) -> int:
    try:
        options = _parser().parse_args([_shielded(argument) for argument in argv])
    except SystemExit as ended:
        return _print("", int(ended.code or 0))
    if kernels.INTERPRETED:
        _tell(
            "the kernels are not compiled, so this is slow; "
            "to compile them: pip install -e . (with a C compiler)"
        )
    answer: Answer = options.command(options)
    for note in answer.notes:
        _tell(note)
    return _print(answer.text, DONE if answer.ok else NO)


def _print(text: str, code: int) -> int:
    """Writes to standard output, whatever it can show.

    A reader that has left is no fault, nor that there was none from the start.
    """
    out: TextIO | None = sys.stdout
    if out is None:
        return code
    encoding = out.encoding or "utf-8"
    try:
        out.write(text.encode(encoding, "backslashreplace").decode(encoding))
        out.flush()
    except BrokenPipeError:
        _let_go(out)
    except OSError as error:
        _let_go(out)
        return _complain(f"the answer can't be written: {error.strerror}", BAD_INPUT)
    return code


def _complain(message: str, code: int) -> int:
    _tell(message)
    return code


def _tell(message: str) -> None:
    """Writes to standard error; where nobody can be told, the exit code has to do."""
    err: TextIO | None = sys.stderr
    if err is None:
        return
    try:
        err.write(f"navcore: {message}\n")
        err.flush()
    except OSError:
        _let_go(err)


def _let_go(stream: TextIO) -> None:
    """Python flushes streams once more at its end: let that go nowhere."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _shielded(argument: str) -> str:
    """A negative number in a form that argparse does not take for an option."""
    return f" {argument}" if _NEGATIVE.fullmatch(argument) else argument


def _coordinate(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        message = f"{text.strip()!r} is not a coordinate in metres"
        raise argparse.ArgumentTypeError(message)
    return value


def _version() -> str:
    try:
        return f"navcore {metadata.version('waywright')}"
    except metadata.PackageNotFoundError:
        return "navcore, run from its sources without being installed"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="navcore",
        description="Bake levels to grids and find ways on them. Coordinates are metres.",
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_bake(_command(commands, "bake", "bake a level to a grid for a game", _BAKE))
    _add_path(_command(commands, "path", "find the way between two points", _PATH))
    _add_info(_command(commands, "info", "say what a level or grid holds", _INFO))
    return parser


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    summary: str,
    details: str,
) -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=details + _EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def _add_bake(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=bake)
    parser.add_argument("level", type=Path, metavar="LEVEL.json")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="GRID",
        help="the grid to write, for example LEVEL.grid.txt or LEVEL.grid.json",
    )
    parser.add_argument(
        "--doors",
        choices=("drawn", "open"),
        default="drawn",
        help="leave doors as they are drawn, or open all of them (default: drawn)",
    )


def _add_path(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=path)
    parser.add_argument("file", type=Path, metavar="FILE", help="a level or a grid")
    for name, metavar in (("start_x", "X"), ("start_z", "Z"), ("goal_x", "X"), ("goal_z", "Z")):
        parser.add_argument(name, type=_coordinate, metavar=metavar)
    parser.add_argument(
        "--nearest", action="store_true", help="go as near as possible to a goal out of reach"
    )
    parser.add_argument(
        "--no-smoothing", action="store_true", help="print every cell's centre along the way"
    )
    parser.add_argument("--json", action="store_true", help="print JSON, as described below")


def _add_info(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=info)
    parser.add_argument("file", type=Path, metavar="FILE", help="a level or a grid")
    parser.add_argument("--json", action="store_true", help="print JSON, as described below")

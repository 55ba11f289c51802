"""Options of the commands, and their help texts."""

import argparse
import re
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any, Final, get_args

from navcore.cli import bake, bench, check, diff, network, simulate, why
from navcore.cli.arguments import (
    add_json,
    add_layer,
    add_max_cells,
    add_radius,
    add_state,
    coordinate,
    count,
    tolerance,
)
from navcore.cli.commands import info, path
from navcore.cli.scen import scen
from navcore.path.options import Over
from navcore.path.searcher import Engine
from navcore.path.smooth import Smoothing

_EXIT_CODES: Final = """\
exit codes:
  0    done
  1    path: the goal can't be reached: NoPath, BadStart, BadEnd, LimitReached, and
       Partial, the answer of --nearest when it leads elsewhere; why: there is no path;
       scen: a length is not the one in the file; bench: an answer is wrong;
       bake --check: a grid would differ; simulate: somebody did not arrive;
       check: a level has problems; diff: the levels differ
  2    bad input, told on standard error
  3    a fault in navcore itself (NAVCORE_TRACE=1 shows where)
  130  interrupted
"""
_PATH: Final = """\
--json prints one object on one line:
  status        Complete, Partial, AlreadyThere, NoPath, LimitReached, BadStart or BadEnd
  start, goal   [x, z] as asked
  snappedStart, snappedGoal
                [x, z] of the walkable cell that stood in for it, or null
  points        [[x, z], ...] to walk, without the start
  floorY        height of the storey of the start, and of all points without layers
  layers        [name, ...] storey of each point; empty if all lie on that of the start
  links         [{"id", "name", "type", "layer", "toLayer", "from", "to"}, ...] that are taken, in
                order, as they are gone through: from and to are [x, z]
  terrain       [{"name", "metres", "cost"}, ...] under the path, in the order in which it comes to
                each; cost is metres times that of its cells
  length        metres from start along points
  cost          sum of steps in cells, before smoothing, and of links
  visited       cells that were taken from the queue
  heapOperations
                cells that were put into the queue or taken out of it
  seconds       how long the search took
  step          which of the three steps of --nearest answered; 1 without it

"""
_INFO: Final = """\
--json prints one object on one line:
  kind          level or grid
  title, description, areas (without doors), doors, shutDoors, obstacles,
  disabledObstacles, agents, layers (names of storeys), terrains
                of a level; of a grid only doors and shutDoors
  states        names of the level's states; of a grid also state, the one that it is of
  terrains      [{"name", "cells", "area"}, ...] under the floor of the storey, before obstacles
                and padding: cells, and their square metres
  links         {type: count} of all links of a level; of a grid those that lead from it
  cellSize, agentRadius, objectPadding, boundaryPadding, floorY, minX, minZ,
  gridWidth, gridDepth
                as in the header of a grid
  walkableCells, walkableArea
                their number, and their square metres
  islands       [{"cells", "area"}, ...]: pieces of floor that no path joins, largest first
  problems      [{"code", "text", "elements", "place"}, ...]: what a designer should look at

"""
_SCEN: Final = """\
FILE is a map, followed by its scenario where that is not called like the map with .scen added;
or a folder, for all maps in it that have one. Every query is searched from cell centre to cell
centre, without smoothing. A length of 0 between different cells means that there is no path.

A length is met if it differs by no more than the digits in the file can tell: with a fixed
number of decimals 0.6 of the last one's unit or 1e-6 of the length, whichever is more; else
(six significant digits) 1e-5 of the length plus 1e-5.

--json prints one object on one line:
  engine        as asked
  scenarios     [{...}, ...], of each:
    map, scen     the files
    gridWidth, gridDepth, walkableCells
    tolerance     [least, greatest] that was allowed, cells
    mismatches    [{"query", "line", "start", "goal", "expected", "status", "got"}, ...]: its
                  number, counted from 1; its line; columns and rows; cost in cells, null for
                  no path
    all, buckets  {"bucket", "queries", "mean", "median", "max", "visited"} of all queries
                  and [...] of each bucket: microseconds, and cells in the mean
    queriesPerSecond
  queries, mismatchCount, seconds, queriesPerSecond
                of all files together

"""
_NEGATIVE: Final = re.compile(r"-(?:[0-9.]|inf|nan).*", re.IGNORECASE)


def parsed(argv: Sequence[str]) -> argparse.Namespace:
    """Return the options of one call; `command` is the function that answers it.

    Raises:
        SystemExit: for `--help`, `--version`, and invalid options.
    """
    return _parser().parse_args([_shielded(argument) for argument in check.spelt_out(argv)])


def _shielded(argument: str) -> str:
    """Return a negative number in a form that argparse does not take for an option."""
    return f" {argument}" if _NEGATIVE.fullmatch(argument) else argument


class _Mixed(argparse.ArgumentParser):
    """Takes options anywhere: `check a.json --json b.json`, `why a.json --json 7 -6 3 16`.

    argparse gives all of a list of files or numbers to the first ones that it meets, and refuses
    those after an option; parsing them intermixed does not, but is not offered to subcommands.
    """

    _is_mixing = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse options first, then what is left."""
        if self._is_mixing:
            return super().parse_known_args(args, namespace)
        self._is_mixing = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._is_mixing = False


def _version() -> str:
    try:
        return f"navcore {metadata.version('waywright')}"
    except metadata.PackageNotFoundError:
        return "navcore, run from its sources without being installed"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="navcore",
        description="Bake levels, find ways and let agents walk on them. Coordinates are metres.",
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(
        title="commands", required=True, metavar="COMMAND", parser_class=_Mixed
    )
    _add_bake(_command(commands, "bake", "bake levels to grids for games", bake.HELP))
    _add_path(_command(commands, "path", "find the way between two points", _PATH))
    why.add_options(_command(commands, "why", "say why there is no path", why.DETAILS))
    _add_info(_command(commands, "info", "say what a level or grid holds", _INFO))
    check.add_options(_command(commands, "check", "say what is wrong with levels", check.DETAILS))
    diff.add_options(
        _command(commands, "diff", "say what changed between two levels", diff.DETAILS)
    )
    _add_scen(_command(commands, "scen", "check published lengths, and time the searches", _SCEN))
    simulate.add_options(
        _command(commands, "simulate", "let agents walk, and say who arrived", simulate.DETAILS)
    )
    network.add_options(
        _command(commands, "network", "grow waypoints over a level", network.DETAILS)
    )
    bench.add_options(_command(commands, "bench", "measure beside other libraries", bench.DETAILS))
    return parser


def _command(
    commands: "argparse._SubParsersAction[_Mixed]",
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
    parser.set_defaults(command=bake.bake)
    parser.add_argument("files", type=Path, metavar="LEVEL.json", nargs="+")
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="GRID",
        help="write this grid instead of those that the level names, for example LEVEL.grid.txt "
        "or LEVEL.grid.json; for one level",
    )
    where.add_argument(
        "--out-dir",
        type=Path,
        metavar="DIR",
        help="write all grids into this folder, which is made if it is not there",
    )
    parser.add_argument(
        "--doors",
        choices=("drawn", "open"),
        help="leave doors as they are drawn, or open all of them (default: as the level says, "
        "else drawn)",
    )
    parser.add_argument(
        "--outside",
        action="store_true",
        help="also write grids that a level names outside the folder of its file",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing; exit code 1 if a file is missing or would differ",
    )
    add_radius(parser)
    add_layer(parser)
    add_state(parser, "that of the export, else as drawn")
    add_max_cells(parser)


def _add_path(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=path)
    parser.add_argument("file", type=Path, metavar="FILE", help="a level or a grid")
    for name, metavar in (("start_x", "X"), ("start_z", "Z"), ("goal_x", "X"), ("goal_z", "Z")):
        parser.add_argument(name, type=coordinate, metavar=metavar)
    parser.add_argument(
        "--goal-layer",
        default="",
        metavar="NAME",
        help="to this storey of the level (default: that of the start)",
    )
    parser.add_argument(
        "--over",
        choices=get_args(Over),
        default="cells",
        help="over walkable cells, or over the level's waypoints, entered and left at those in "
        "sight (default: cells)",
    )
    parser.add_argument(
        "--nearest", action="store_true", help="go as near as possible to a goal out of reach"
    )
    parser.add_argument(
        "--smoothing",
        choices=get_args(Smoothing),
        default="taut",
        help="around corners as closely as it goes, by string pulling between cells, or every "
        "cell's centre (default: taut)",
    )
    _add_engine(parser)
    add_radius(parser)
    add_layer(parser)
    add_state(parser)
    add_max_cells(parser)
    add_json(parser)


def _add_info(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=info)
    parser.add_argument("file", type=Path, metavar="FILE", help="a level or a grid")
    add_layer(parser)
    add_max_cells(parser)
    add_json(parser)


def _add_scen(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=scen)
    parser.add_argument("files", type=Path, metavar="FILE", nargs="+", help="as described below")
    _add_engine(parser)
    parser.add_argument(
        "--limit-queries",
        type=count,
        metavar="N",
        help="search at most N queries of each scenario, spread over it evenly",
    )
    parser.add_argument(
        "--tolerance", type=tolerance, metavar="CELLS", help="how far a length may be off"
    )
    add_json(parser)


def _add_engine(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--engine",
        choices=get_args(Engine),
        default="auto",
        help="how to search: the fastest for the map, A* to the letter, or jump points "
        "(default: auto)",
    )

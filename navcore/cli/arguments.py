"""Arguments that several commands take: numbers in metres, and options by one name."""

import argparse
import math
import re
from typing import Final

from navcore.bake.extent import MAX_CELLS
from navcore.formats.grid_header import MOST_CELLS
from navcore.level.limits import FARTHEST

RUN_SECONDS: Final = 60.0
"""Seconds of a run, unless it is said otherwise."""

_MOST_SECONDS: Final = 86_400


def coordinate(text: str) -> float:
    """Read a coordinate, metres."""
    return _metres(text, "a coordinate")


def length(text: str) -> float:
    """Read a length of any sign, metres."""
    return _metres(text, "a length")


def _metres(text: str, kind: str) -> float:
    value = _number(text, f"{kind} in metres")
    if abs(value) > FARTHEST:
        message = f"{text.strip()!r} is more than {FARTHEST:,.0f} metres"
        raise argparse.ArgumentTypeError(message)
    return value


def _number(text: str, kind: str = "a number") -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        message = f"{text.strip()!r} is not {kind}"
        raise argparse.ArgumentTypeError(message)
    return value


def tolerance(text: str) -> float:
    """Read a number that is 0 or more."""
    value = _number(text)
    if value < 0:
        message = f"{text.strip()!r} is less than 0"
        raise argparse.ArgumentTypeError(message)
    return value


def over_zero(text: str) -> float:
    """Read a number over 0."""
    value = _number(text)
    if value <= 0:
        message = f"{text.strip()!r} is not over 0"
        raise argparse.ArgumentTypeError(message)
    return value


def count(text: str) -> int:
    """Read a whole number from 1 on."""
    value = int(text) if re.fullmatch(r"\s*[0-9]{1,12}", text) else 0
    if not 1 <= value <= MOST_CELLS:
        message = f"{text.strip()!r} is not a whole number from 1 to {MOST_CELLS}"
        raise argparse.ArgumentTypeError(message)
    return value


def run_seconds(text: str) -> float:
    """Read how long a run takes, seconds."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= _MOST_SECONDS:
        message = f"{text.strip()!r} is not a number of seconds from 0 to {_MOST_SECONDS:,}"
        raise argparse.ArgumentTypeError(message)
    return value


def add_radius(parser: argparse.ArgumentParser) -> None:
    """Take the agent type and the radius."""
    parser.add_argument(
        "--profile",
        default="",
        metavar="NAME",
        help="for agents of this profile of the level (default: those without one)",
    )
    parser.add_argument(
        "--radius",
        type=length,
        metavar="R",
        help="for agents of this radius, metres (default: that of the profile)",
    )


def add_layer(parser: argparse.ArgumentParser) -> None:
    """Take the storey."""
    parser.add_argument(
        "--layer",
        default="",
        metavar="NAME",
        help="on this storey of the level (default: that of the profile or export, else ground)",
    )


def add_state(parser: argparse.ArgumentParser, of: str = "as drawn") -> None:
    """Take the state of the level."""
    parser.add_argument(
        "--state",
        default="",
        metavar="NAME",
        help=f"with the doors and switches of this state of the level (default: {of})",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Take the switch for JSON."""
    parser.add_argument("--json", action="store_true", help="print JSON, as described below")


def add_max_cells(parser: argparse.ArgumentParser) -> None:
    """Take the limit of cells."""
    parser.add_argument(
        "--max-cells",
        type=count,
        default=MAX_CELLS,
        metavar="N",
        help=f"bake levels of up to so many cells (default: {MAX_CELLS:,})",
    )

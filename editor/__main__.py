"""`python -m editor [FILE]`: the window; with `--screenshot`, a picture of it and no window."""

import argparse
import atexit
import os
import signal
import sys
import threading
from importlib import import_module
from pathlib import Path
from typing import Final

FAULT: Final = 1
BAD_INPUT: Final = 2


def main(arguments: list[str] | None = None) -> int:
    """Run the program; return the exit code: 0 for success, 2 for bad input, 1 for a fault.

    Without `arguments` the command line is used and the process belongs to the program: Ctrl+C
    leaves no traceback while Qt is loaded, and a signal that ended the program also ends the
    process, after everything else that Python does at exit.
    """
    ended: list[int] = []
    if arguments is None:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        # Before Qt is loaded, because exit functions run in reverse order.
        atexit.register(_end_process, ended)
    status = _run(_parser().parse_args(arguments))
    ended.append(status)
    return status if status >= 0 else 128 - status


def _end_process(ended: list[int]) -> None:
    """End the process with the status of the program, -n for signal n.

    The signal is raised with the system's default action. A thread that still decodes a picture, or
    waits for a hanging drive, is not awaited: it would go on in Qt while the memory of Python and
    Qt is freed, which caused segmentation faults.
    """
    for status in ended:
        if status < 0 and sys.platform != "win32":
            signal.signal(-status, signal.SIG_DFL)
            signal.raise_signal(-status)
        if threading.active_count() > 1:
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:
                    stream.flush()
            os._exit(status if status >= 0 else 128 - status)


def _run(options: argparse.Namespace) -> int:
    if not _prepare_environment(options):
        complain(
            "waywright: no display here. Set DISPLAY or WAYLAND_DISPLAY, or make a picture: "
            "--screenshot OUT.png"
        )
        return BAD_INPUT
    try:
        start = import_module("editor.shell.start")
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in {"PySide6", "shiboken6", "pyqtgraph"}:
            raise
        complain(f"waywright: {missing.name} is missing. Run: pip install 'waywright[editor]'")
        return BAD_INPUT
    except ImportError as broken:
        complain(f"waywright: Qt can't start here: {broken}")
        return BAD_INPUT
    try:
        return int((start.run if options.screenshot is None else start.picture)(options))
    except start.CannotStart as reason:
        complain(f"waywright: {reason}")
        return int(reason.status)
    except Exception as fault:
        # The crash boundary is not installed yet: there is no log and no window to report to.
        if os.environ.get("NAVCORE_TRACE"):
            raise
        complain(
            f"waywright: something unexpected happened before the start: {fault!r}. "
            "NAVCORE_TRACE=1 shows where"
        )
        return FAULT


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="waywright",
        description="Draw where characters can walk and see at once whether they get there.",
    )
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a level to open")
    parser.add_argument(
        "--screenshot", type=Path, metavar="OUT.png", help="save a picture of the window and end"
    )
    parser.add_argument(
        "--theme", choices=("system", "dark", "light"), help="instead of the one that is set"
    )
    parser.add_argument(
        "--language", metavar="CODE", help="instead of the one that is set; pseudo tries texts out"
    )
    parser.add_argument("--scale", type=int, choices=(1, 2), help="of the picture, default 1")
    parser.add_argument(
        "--size", type=_size, metavar="WxH", help="of the picture, default 1440x900"
    )
    parser.add_argument("--select", metavar="NAME", help="select the element with this name")
    parser.add_argument(
        "--probe", nargs=4, type=float, metavar=("X", "Z", "X", "Z"), help="a path from, to"
    )
    parser.add_argument("--play", type=float, metavar="SECONDS", help="let agents walk so long")
    return parser


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal() and int(width) and int(height)):
        message = f"{text!r} is not a size like 1440x900"
        raise argparse.ArgumentTypeError(message)
    return (int(width), int(height))


def _prepare_environment(options: argparse.Namespace) -> bool:
    """Set what Qt reads once at start; return False if there is no display to open."""
    if options.scale is not None:
        os.environ["QT_SCALE_FACTOR"] = str(options.scale)
    display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform != "linux" or display or os.environ.get("QT_QPA_PLATFORM"):
        return True
    if options.screenshot is None:
        return False
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    return True


def complain(sentence: str) -> None:
    """Say it where there is a terminal; windowed programs on Windows have none."""
    if sys.stderr is not None:
        sys.stderr.write(f"{sentence}\n")


if __name__ == "__main__":
    sys.exit(main())

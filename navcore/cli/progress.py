"""Progress bar on standard error, if it is a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module


@contextmanager
def progress(name: str, count: int) -> Iterator[Callable[[], None]]:
    """Show a bar of this many steps; yields a function to call after each."""
    err = sys.stderr
    if err is None or not err.isatty():
        yield _nothing
        return
    console = import_module("rich.console").Console(file=err)
    bars = import_module("rich.progress").Progress(console=console, transient=True)
    with bars:
        task = bars.add_task(name, total=count)
        yield lambda: bars.advance(task)


def _nothing() -> None:
    """Do nothing: there is no bar."""

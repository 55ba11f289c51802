"""Find tools, overlays, panels and dialogs, each in a module of its own."""

from collections.abc import Iterable, Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any


def listed(package: str, folders: Iterable[str], name: str) -> Iterator[Any]:
    """Yield the entries of tuples called `name` in the modules below a package.

    Args:
        package: The package's dotted name.
        folders: Its `__path__`.
        name: `TOOLS`, `OVERLAYS`, `PANELS` or `DIALOGS`; modules without it are skipped.
    """
    for module in walk_packages(folders, f"{package}."):
        yield from getattr(import_module(module.name), name, ())

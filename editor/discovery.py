"""Discovery of tools, overlays, panels and dialogs, each in a file of its package."""

from collections.abc import Iterable, Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any


def listed(package: str, folders: Iterable[str], name: str) -> Iterator[Any]:
    """Yield the entries of tuples called `name` in all modules of a package.

    Args:
        package: The package's dotted name.
        folders: Its `__path__`.
        name: `TOOLS`, `OVERLAYS`, `PANELS` or `DIALOGS`; modules may lack it.
    """
    for module in walk_packages(folders, f"{package}."):
        yield from getattr(import_module(module.name), name, ())

"""The hot loops: Python modules that Cython compiles when the package is installed.

They run as plain Python, slower, where no C compiler was found. Three facts tell which is
the case; all are computed on first use:

``COMPILED``
    True only when every kernel was loaded from an extension module.
``INTERPRETED``
    Names of the kernels that run as Python.
``STALE``
    Names of the extensions that are older than their source, in a source checkout. A stale
    extension wins silently over the edited source, so tests refuse to run with one.

The environment variable ``NAVCORE_INTERPRETED=1`` loads the sources even where extensions
exist; the tests use it to hold both against each other.
"""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

__all__ = ["COMPILED", "INTERPRETED", "KERNELS", "STALE", "buffers"]

COMPILED: bool
INTERPRETED: tuple[str, ...]
STALE: tuple[str, ...]

_HERE = Path(__file__).parent

_SOURCES = {
    ".".join(path.relative_to(_HERE).with_suffix("").parts): path
    for path in sorted(_HERE.rglob("*.py"))
    if path.stem != "__init__"
}

KERNELS: tuple[str, ...] = tuple(_SOURCES)
"""Names of all kernels below this package, `search.jump`: one a source file."""


_COMPILED: dict[ModuleType, bool] = {}


class _SourceFinder(importlib.abc.MetaPathFinder):
    """Loads kernels from their sources, past any extension beside them."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        source = _SOURCES.get(fullname.removeprefix(f"{__name__}."))
        if source is None or not fullname.startswith(f"{__name__}."):
            return None
        return importlib.util.spec_from_file_location(fullname, source)


if os.environ.get("NAVCORE_INTERPRETED") == "1":
    sys.meta_path.insert(0, _SourceFinder())


def buffers(kernel: ModuleType, *arrays: Any) -> tuple[Any, ...]:
    """Arrays in the form that `kernel` reads: as they are, or memoryviews when interpreted.

    A memoryview yields Python numbers, so that interpreted loops count without the
    wrap-around of numpy scalars.
    """
    compiled = _COMPILED.get(kernel)
    if compiled is None:
        compiled = _COMPILED[kernel] = _is_compiled(kernel)
    if compiled:
        return arrays
    return tuple(memoryview(array) for array in arrays)


def _is_compiled(kernel: ModuleType) -> bool:
    return not (kernel.__file__ or "").endswith(".py")


def _is_stale(kernel: ModuleType) -> bool:
    in_checkout = (_HERE.parent.parent / "pyproject.toml").exists()
    if not in_checkout or not _is_compiled(kernel) or kernel.__file__ is None:
        return False
    source = _SOURCES[kernel.__name__.removeprefix(f"{__name__}.")]
    return Path(kernel.__file__).stat().st_mtime < source.stat().st_mtime


def __getattr__(name: str) -> Any:
    if name not in {"COMPILED", "INTERPRETED", "STALE"}:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    modules = {kernel: importlib.import_module(f"{__name__}.{kernel}") for kernel in KERNELS}
    interpreted = tuple(kernel for kernel, module in modules.items() if not _is_compiled(module))
    globals()["INTERPRETED"] = interpreted
    globals()["COMPILED"] = not interpreted
    globals()["STALE"] = tuple(kernel for kernel, module in modules.items() if _is_stale(module))
    return globals()[name]

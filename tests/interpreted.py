"""Kernels as plain Python, next to the compiled ones, so that tests can compare them."""

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from navcore import kernels
from navcore.bake import regions


@cache
def load_interpreted(name: str) -> ModuleType:
    """The kernel `name`, loaded from its source as a module of another name."""
    (source,) = Path(kernels.__file__).parent.rglob(f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"interpreted_{name}", source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def interpret_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let searches run all their kernels as plain Python; on grids that are new to them."""
    pieces = load_interpreted("regions")
    monkeypatch.setitem(sys.modules, regions.kernel.__name__, pieces)
    monkeypatch.setattr(regions, "kernel", pieces)
    monkeypatch.setattr(regions, "region_index", load_interpreted("region_index"))
    for module in [module for name, module in sys.modules.items() if name.startswith(_PATH)]:
        for name, value in list(vars(module).items()):
            if isinstance(value, ModuleType) and value.__name__.startswith(f"{kernels.__name__}."):
                kernel = load_interpreted(value.__name__.rpartition(".")[2])
                monkeypatch.setattr(module, name, kernel)


def interpret_crowds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let runs that are made from now on use their own kernels as plain Python."""
    for module in [module for name, module in sys.modules.items() if name.startswith(_SIM)]:
        for name, value in list(vars(module).items()):
            if isinstance(value, ModuleType) and value.__name__.startswith(_KERNELS):
                kernel = load_interpreted(value.__name__.rpartition(".")[2])
                monkeypatch.setattr(module, name, kernel)


_PATH = "navcore.path."
_SIM = "navcore.sim."
_KERNELS = "navcore.kernels."

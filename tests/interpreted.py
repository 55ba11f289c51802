"""Kernels as plain Python, beside the compiled ones, so that tests hold both to each other."""

import importlib.util
from pathlib import Path
from types import ModuleType

from navcore import kernels


def load_interpreted(name: str) -> ModuleType:
    """The kernel `name`, loaded from its source as a module of another name."""
    source = Path(kernels.__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"interpreted_{name}", source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

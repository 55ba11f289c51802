"""What stands around the canvas: one file here a panel, with a tuple `PANELS` of classes.

The window shows every panel that `all_panels` finds, at its `place`, in the order of `order`.
"""

from importlib import import_module
from pkgutil import iter_modules

from editor.panels.panel import Panel


def all_panels() -> list[type[Panel]]:
    """Every panel's class, in the order of their tabs."""
    found: list[type[Panel]] = []
    for module in iter_modules(__path__):
        found.extend(getattr(import_module(f"{__name__}.{module.name}"), "PANELS", ()))
    return sorted(found, key=lambda panel: (panel.place, panel.order))

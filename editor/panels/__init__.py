"""Panels around the canvas: one module for each, with a tuple `PANELS` of classes.

The window shows every panel of `all_panels` at its `place`, in the order of `order`.
"""

from editor.discovery import listed
from editor.panels.panel import Panel


def all_panels() -> list[type[Panel]]:
    """Return every panel's class, in the order of their tabs."""
    found: list[type[Panel]] = [*listed(__name__, __path__, "PANELS")]
    return sorted(found, key=lambda panel: (panel.place, panel.order))

"""What the canvas draws: one file here an overlay, with a tuple `OVERLAYS` of classes."""

from importlib import import_module
from pkgutil import iter_modules

from editor.canvas.overlays.overlay import Overlay


def all_overlays() -> list[Overlay]:
    """One new instance of every overlay, back to front."""
    overlays: list[Overlay] = []
    for module in iter_modules(__path__):
        kinds = getattr(import_module(f"{__name__}.{module.name}"), "OVERLAYS", ())
        overlays.extend(kind() for kind in kinds)
    return sorted(overlays, key=lambda overlay: overlay.z)

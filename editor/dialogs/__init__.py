"""Questions with more than one answer: each dialog one file, found by itself.

A dialog is one file here with a tuple `DIALOGS` of classes; `all_dialogs` finds them all.
"""

from importlib import import_module
from pkgutil import iter_modules

from editor.dialogs.dialog import Dialog


def all_dialogs() -> dict[str, type[Dialog]]:
    """Every kind of dialog by its name."""
    found: dict[str, type[Dialog]] = {}
    for module in iter_modules(__path__):
        kinds = getattr(import_module(f"{__name__}.{module.name}"), "DIALOGS", ())
        found |= {kind.name: kind for kind in kinds}
    return found

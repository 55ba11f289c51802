"""Dialogs with more than one answer: one file each, found automatically.

A file holds a tuple `DIALOGS` of classes; `all_dialogs` finds them all.
"""

from editor.dialogs.dialog import Dialog
from editor.discovery import listed


def all_dialogs() -> dict[str, type[Dialog]]:
    """Return every kind of dialog by its name."""
    return {kind.name: kind for kind in listed(__name__, __path__, "DIALOGS")}

"""Questions with more than one answer: each dialog one file, found by itself.

A dialog is one file here with a tuple `DIALOGS` of classes; `all_dialogs` finds them all.
"""

from editor.dialogs.dialog import Dialog
from editor.discovery import listed


def all_dialogs() -> dict[str, type[Dialog]]:
    """Every kind of dialog by its name."""
    return {kind.name: kind for kind in listed(__name__, __path__, "DIALOGS")}

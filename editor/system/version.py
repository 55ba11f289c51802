"""Version of the program, and whether its kernels are compiled."""

from importlib import import_module

from navcore import kernels
from navcore.i18n import tr


def version() -> str:
    """Return the version that is installed, or that this checkout is."""
    # Imported late, because the home page doesn't need it.
    metadata = import_module("importlib.metadata")
    try:
        return str(metadata.version("waywright"))
    except ModuleNotFoundError:  # Same class as the error for a missing package.
        return ""


def interpreted_sentence() -> str:
    """Return a line with the remedy if kernels are interpreted; empty otherwise."""
    if kernels.COMPILED:
        return ""
    names = ", ".join(kernels.INTERPRETED)
    return tr("Slow: {0} not compiled. Install a C compiler, then: pip install -e .").format(names)

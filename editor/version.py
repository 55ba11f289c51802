"""What this program is: its version, and whether its hot loops are compiled."""

from importlib import metadata

from navcore import kernels
from navcore.words import tr


def version() -> str:
    """The version that is installed, or that this checkout is."""
    try:
        return metadata.version("waywright")
    except metadata.PackageNotFoundError:
        return ""


def interpreted_sentence() -> str:
    """One line with the remedy when kernels run as plain Python; empty otherwise."""
    if kernels.COMPILED:
        return ""
    names = ", ".join(kernels.INTERPRETED)
    return tr("Slow: {0} not compiled. Install a C compiler, then: pip install -e .").format(names)

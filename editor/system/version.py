"""What this program is: its version, and whether its hot loops are compiled."""

from importlib import import_module

from navcore import kernels
from navcore.i18n import tr


def version() -> str:
    """The version that is installed, or that this checkout is."""
    # Loaded only now: the home page is shown before anybody asks.
    metadata = import_module("importlib.metadata")
    try:
        return str(metadata.version("waywright"))
    except ModuleNotFoundError:  # As the error of a package that is missing is, too.
        return ""


def interpreted_sentence() -> str:
    """One line with the remedy when kernels run as plain Python; empty otherwise."""
    if kernels.COMPILED:
        return ""
    names = ", ".join(kernels.INTERPRETED)
    return tr("Slow: {0} not compiled. Install a C compiler, then: pip install -e .").format(names)

"""Every error that navcore raises on purpose.

Expected outcomes of a search are not errors: they are a :class:`navcore.Status`.
"""


class NavcoreError(ValueError):
    """Root of all errors raised by navcore; its text is written for a person."""


class FormatError(NavcoreError):
    """A file does not have the expected format.

    The text begins with the file's path and, if known, names the line and the path of the value
    (``obstacles[3].polygon[2]``).
    """


class FormatWarning(UserWarning):
    """A file was loaded, but something about it is worth telling."""


class EditConflict(NavcoreError):
    """An edit does not fit the level that it was applied to, or the edit before it."""


class UnknownArea(NavcoreError):
    """No area has the requested name."""


class UnknownProfile(NavcoreError):
    """No profile of the level has the requested name."""


class UnknownLayer(NavcoreError):
    """No storey of the level has the requested name."""


class UnknownState(NavcoreError):
    """No state of the level has the requested name."""


class LevelTooLarge(NavcoreError):
    """A level would need more cells than allowed; the text names a cell size that fits."""

    def __init__(self, message: str, cells: float | None = None) -> None:
        """Store the number of cells if raising the limit to it would solve the problem."""
        super().__init__(message)
        self.cells = cells


class Cancelled(NavcoreError):
    """A long computation was cancelled by its caller."""

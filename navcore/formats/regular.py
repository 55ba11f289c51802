"""Open files with given names: regular files only, without ever blocking.

Opening a pipe waits for its writer, reading a terminal waits for its user, `/dev/zero` never ends.
The path of a level, a recent file or a background may be any of these.
"""

import errno
import os
import re
import stat
from pathlib import Path, PurePath
from typing import BinaryIO, Final

_KINDS: Final = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
_DEVICE_NAME: Final = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])[ ]*(?:[.:].*)?",
    re.IGNORECASE,
)
_DEVICE_ROOTS: Final = ("\\\\.\\", "//./", "\\\\?\\globalroot", "//?/globalroot")
_FLAGS: Final = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOINHERIT", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
)


def open_regular(path: str | os.PathLike[str]) -> BinaryIO:
    """Open a regular file to read its bytes; symbolic links are followed.

    The type is checked before opening, because opening a device may have side effects, and again
    afterwards, because the file may have been replaced in between.

    Raises:
        OSError: if it can't be opened, or is a folder, pipe, socket or device.
        ValueError: if the path contains characters that no path can.
    """
    if os.name == "nt" and is_windows_device(path):
        kind = "a device"
        raise _refused(kind)
    _check(Path(path).stat().st_mode)
    descriptor = os.open(path, _FLAGS)
    try:
        _check(os.fstat(descriptor).st_mode)
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def is_file(path: str | os.PathLike[str]) -> bool:
    """Return whether a regular file exists; false if its name is invalid."""
    try:
        return stat.S_ISREG(Path(path).stat().st_mode)
    except (OSError, ValueError):
        return False


def is_folder(path: str | os.PathLike[str]) -> bool:
    """Return whether a folder exists; false if its name is invalid."""
    try:
        return stat.S_ISDIR(Path(path).stat().st_mode)
    except (OSError, ValueError):
        return False


def is_windows_device(path: str | os.PathLike[str]) -> bool:
    """Return whether Windows takes the path for a device in any folder, as `x/NUL.txt`."""
    text = os.fspath(path)
    if text.lower().startswith(_DEVICE_ROOTS):
        return True
    return _DEVICE_NAME.fullmatch(PurePath(text.replace("\\", "/")).name) is not None


def _check(mode: int) -> None:
    if stat.S_ISREG(mode):
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    raise _refused(next((words for is_kind, words in _KINDS if is_kind(mode)), "no file"))


def _refused(kind: str) -> OSError:
    return OSError(errno.EINVAL, f"it is {kind}, and only files are read")

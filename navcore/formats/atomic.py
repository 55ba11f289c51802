"""Files in and out: read whole with a clear refusal, written whole or not at all."""

import contextlib
import os
import secrets
import stat
from pathlib import Path
from typing import Final

from navcore.errors import FormatError, NavcoreError

BOM: Final = b"\xef\xbb\xbf"
"""Byte order mark of UTF-8: accepted, never written."""


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """All bytes of the file.

    Raises:
        NavcoreError: if it can't be read; the text begins with the path.
    """
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        message = f"{os.fspath(path)}: can't be read: {_reason(error)}"
        raise NavcoreError(message) from error


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a UTF-8 file, without a byte order mark, line ends as they are.

    Raises:
        NavcoreError: if it can't be read.
        FormatError: if it is not UTF-8, or empty.
    """
    return decode(read_bytes(path), path)


def decode(data: bytes, path: str | os.PathLike[str]) -> str:
    """The text in the bytes of a UTF-8 file, without a byte order mark.

    Raises:
        FormatError: if they are not UTF-8, or nothing but space.
    """
    body = data.removeprefix(BOM)
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _no_text(body, error.start, path) from error
    if "\0" in text:
        # UTF-16 without its mark, or what a power cut left of a file.
        raise _no_text(body, body.index(0), path)
    if not text.strip():
        message = f"{os.fspath(path)}: the file is empty"
        raise FormatError(message)
    return text


def _no_text(data: bytes, position: int, path: str | os.PathLike[str]) -> FormatError:
    line = data.count(b"\n", 0, position) + 1
    got = f"byte 0x{data[position]:02x}"
    return FormatError(f"{os.fspath(path)}, line {line}: must be UTF-8 text, got {got}")


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Puts `data` into the file so that it holds either all of the old or all of the new.

    The new bytes go to a temporary file in the same folder, reach the disk, and take the
    file's place in one step. Permissions stay; a symbolic link stays and its target is
    replaced. Whatever fails leaves the file as it was.

    Raises:
        NavcoreError: if it can't be written; the text begins with the path.
    """
    try:
        _replace(Path(os.path.realpath(path)), data)
    except (OSError, ValueError) as error:
        message = f"{os.fspath(path)}: can't be written: {_reason(error)}"
        raise NavcoreError(message) from error


def _replace(target: Path, data: bytes) -> None:
    mode = _mode_of(target)
    temporary = target.with_name(f".waywright-{secrets.token_hex(6)}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(temporary, flags, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            temporary.chmod(mode)
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(target.parent)


def _mode_of(target: Path) -> int | None:
    """Permissions of the file that is to be replaced; None if there is none yet."""
    try:
        status = target.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError
    if not stat.S_ISREG(status.st_mode) or not os.access(target, os.W_OK):
        raise PermissionError
    return stat.S_IMODE(status.st_mode)


def _sync_folder(folder: Path) -> None:
    """Makes the new name survive a power cut, where the system can sync a folder."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _reason(error: OSError | ValueError) -> str:
    if not isinstance(error, OSError):
        return str(error)
    if isinstance(error, FileNotFoundError):
        return "no such file or folder"
    if isinstance(error, IsADirectoryError):
        return "it is a folder"
    if isinstance(error, PermissionError):
        return "permission denied"
    return (error.strerror or str(error)).lower()

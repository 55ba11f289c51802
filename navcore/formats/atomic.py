"""Files in and out: read whole with a clear refusal, written whole or not at all."""

import contextlib
import os
import platform
import re
import secrets
import stat
import sys
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, Final

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

from navcore.errors import FormatError, NavcoreError
from navcore.formats.foreign import foreign_kind
from navcore.formats.limits import MAX_FILE_BYTES, size_text
from navcore.formats.regular import open_regular

BOM: Final = b"\xef\xbb\xbf"
"""Byte order mark of UTF-8: accepted, never written."""

_PIECE: Final = 2**20
_HERE: Final = f"{zlib.crc32(platform.node().encode('utf-8', 'replace')):08x}"
"""This machine, in the names of temporary files."""
_OURS: Final = re.compile(rf"\.waywright-{_HERE}-[0-9a-f]{{12}}\.tmp")


def read_bytes(path: str | os.PathLike[str], most: int | None = None) -> bytes:
    """Return all bytes of a regular file of at most `most` bytes.

    Raises:
        NavcoreError: if it can't be read, is a pipe, device or socket, or has more than `most`,
            by default `MAX_FILE_BYTES`; the text begins with the path.
    """
    most = MAX_FILE_BYTES if most is None else most
    try:
        size = Path(path).stat().st_size
    except (OSError, ValueError):
        size = 0  # Any error is raised when the file is opened.
    if size > most:
        raise _too_large(path, most)
    data = read_head(path, most + 1)
    if len(data) > most:
        raise _too_large(path, most)
    return data


def read_head(path: str | os.PathLike[str], count: int) -> bytes:
    """Return the first bytes of a regular file, `count` at most.

    Raises:
        NavcoreError: as `read_bytes`.
    """
    try:
        with open_regular(path) as file:
            size = os.fstat(file.fileno()).st_size
            data = file.read(min(count, size + 1))
            # Files of the system itself say that they have 0 bytes, and have more.
            while len(data) < count and (more := file.read(min(_PIECE, count - len(data)))):
                data += more
            return data
    except (OSError, ValueError) as error:
        message = f"{os.fspath(path)}: can't be read: {reason(error)}"
        raise NavcoreError(message) from error


def _too_large(path: str | os.PathLike[str], most: int) -> NavcoreError:
    return NavcoreError(f"{os.fspath(path)}: can't be read: it has more than {size_text(most)}")


def read_text(path: str | os.PathLike[str], most: int | None = None) -> str:
    """The text of a UTF-8 file of `most` bytes, without a byte order mark, line ends as they are.

    Raises:
        NavcoreError: if it can't be read.
        FormatError: if it is not UTF-8, or empty.
    """
    return decode(read_bytes(path, most), path)


def decode(data: bytes, path: str | os.PathLike[str]) -> str:
    """Return the text in the bytes of a UTF-8 file, without a byte order mark.

    Raises:
        FormatError: if they are not UTF-8, or nothing but space.
    """
    body = data.removeprefix(BOM)
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _no_text(body, error.start, path) from error
    if "\0" in text:
        # UTF-16 without a byte order mark, or the remains of a file after a power cut.
        raise _no_text(body, body.index(0), path)
    if not text.strip():
        message = f"{os.fspath(path)}: the file is empty"
        raise FormatError(message)
    return text


def _no_text(data: bytes, position: int, path: str | os.PathLike[str]) -> FormatError:
    sentence = foreign_kind(data)
    if sentence:
        return FormatError(f"{os.fspath(path)}: {sentence}")
    line = data.count(b"\n", 0, position) + 1
    got = f"byte 0x{data[position]:02x}"
    return FormatError(f"{os.fspath(path)}, line {line}: must be UTF-8 text, got {got}")


def write_atomically(path: str | os.PathLike[str], data: bytes | Iterable[bytes]) -> None:
    """Write a file atomically: afterwards it has either all of the old or all of the new bytes.

    Pieces are written one after the other; they may be iterated twice.

    The new bytes go to a temporary file in the same folder, are flushed to disk, and replace the
    file in one step. Permissions are kept; a symbolic link stays and its target is replaced. If
    anything fails, the file stays as it was.

    Raises:
        NavcoreError: if it can't be written; the text begins with the path.
    """
    try:
        _replace(Path(os.path.realpath(path)), data)
    except (OSError, ValueError) as error:
        message = f"{os.fspath(path)}: can't be written: {reason(error)}"
        raise NavcoreError(message) from error


def remove_leftovers(folder: str | os.PathLike[str]) -> None:
    """Delete temporary files of writers that were killed on this machine.

    A running writer holds a lock on its file, which the system releases when the process ends.
    Locked files, files of other machines, and files that can't be deleted stay.
    """
    with contextlib.suppress(OSError, ValueError), os.scandir(folder) as entries:
        for entry in entries:
            if _OURS.fullmatch(entry.name):
                with contextlib.suppress(OSError):
                    _remove_if_dead(Path(entry.path))


def _remove_if_dead(temporary: Path) -> None:
    with temporary.open("r+b") as file:
        if not _lock(file):
            return
        if sys.platform != "win32":
            temporary.unlink()
    # Windows can't delete open files: this fails for the file of a running writer.
    temporary.unlink(missing_ok=True)


def _lock(file: BinaryIO) -> bool:
    """Lock the file until it is closed or the process ends; return whether that succeeded."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def make_folder(path: str | os.PathLike[str]) -> None:
    """Make a folder and its parents; existing folders stay.

    Raises:
        NavcoreError: if it can't be made; the text begins with the path.
    """
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        message = f"{os.fspath(path)}: can't be made: {reason(error)}"
        raise NavcoreError(message) from error


def _replace(target: Path, data: bytes | Iterable[bytes]) -> None:
    mode = _mode_of(target)
    try:
        _put(target, data, mode)
    except FileNotFoundError:
        # Another program may have taken the temporary file for a leftover, between two steps.
        if not target.parent.is_dir():
            raise
        _put(target, data, mode)
    _sync_folder(target.parent)
    remove_leftovers(target.parent)


def _put(target: Path, data: bytes | Iterable[bytes], mode: int | None) -> None:
    temporary = target.with_name(f".waywright-{_HERE}-{secrets.token_hex(6)}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(temporary, flags, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            _lock(file)
            file.writelines((data,) if isinstance(data, bytes) else data)
            file.flush()
            os.fsync(file.fileno())
            if sys.platform != "win32":
                _take_place(temporary, target, mode)
        if sys.platform == "win32":
            _take_place(temporary, target, mode)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def _take_place(temporary: Path, target: Path, mode: int | None) -> None:
    if mode is not None:
        temporary.chmod(mode)
    temporary.replace(target)


def _mode_of(target: Path) -> int | None:
    """Return the permissions of the file to be replaced; None if there is none."""
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


def reason(error: OSError | ValueError) -> str:
    """Return why a file can't be read or written, as text after a colon."""
    if not isinstance(error, OSError):
        return str(error)
    if isinstance(error, FileNotFoundError):
        return "no such file or folder"
    if isinstance(error, IsADirectoryError):
        return "it is a folder"
    if isinstance(error, PermissionError):
        return "permission denied"
    return (error.strerror or str(error)).lower()

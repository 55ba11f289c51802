"""Read parts of a foreign zip archive within limits.

A zip states the unpacked sizes of its parts, and `zipfile` never unpacks more than that. The stated
sizes are therefore checked against the limits before anything is unpacked.
"""

import io
import struct
import zipfile
from typing import Final

from navcore.formats.limits import MAX_JSON_BYTES, size_text, unpacked_limit

_END: Final = struct.Struct("<4s4H2LH")
"""The end record: its mark, four counts, bytes and place of the directory, length of a comment."""
_END_MARK: Final = b"PK\x05\x06"
_END_MARK_64: Final = b"PK\x06\x07"
_END_64: Final = 20
"""Bytes of the record before the end record of an archive of 4 GB and more."""
_MAX_COMMENT: Final = 2**16
_MAX_DIRECTORY: Final = 2**14
"""Most bytes of the directory: Python needs half a kilobyte for each entry of 46 bytes."""
_METHODS: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_ENCRYPTED: Final = 1


class TooMuchError(Exception):
    """The contents of a file exceed the limits; the text says so in a sentence."""


class ZipParts:
    """The parts of an archive by their names."""

    def __init__(self, data: bytes) -> None:
        """Check the sizes that the archive states for its parts, without unpacking any.

        Raises:
            zipfile.BadZipFile, ValueError: if it is damaged or has parts of an unknown kind.
            TooMuchError: if it has too many parts, or they are too large once unpacked.
        """
        _check_directory(data)
        self._archive = zipfile.ZipFile(io.BytesIO(data))
        infos = self._archive.infolist()
        self.names = frozenset(info.filename for info in infos)
        if len(self.names) != len(infos) or any(_is_strange(info) for info in infos):
            raise zipfile.BadZipFile
        total, most = sum(info.file_size for info in infos), unpacked_limit(len(data))
        if total > most:
            message = f"it would unpack to {size_text(total)}, at most {size_text(most)} are read"
            raise TooMuchError(message)
        for info in infos:
            if info.filename.endswith(".json") and info.file_size > MAX_JSON_BYTES:
                most_text = size_text(MAX_JSON_BYTES)
                message = f"its {info.filename} would unpack to more than {most_text}"
                raise TooMuchError(message)

    def read(self, name: str) -> bytes:
        """Return a part, unpacked.

        Raises:
            KeyError: if there is none of this name.
            zipfile.BadZipFile, zlib.error, EOFError: if it is damaged.
        """
        return self._archive.read(name)


def _is_strange(info: zipfile.ZipInfo) -> bool:
    return info.compress_type not in _METHODS or bool(info.flag_bits & _ENCRYPTED)


def _check_directory(data: bytes) -> None:
    """Refuse a directory of many entries before `zipfile` makes an object of each."""
    end = len(data) - _END.size
    if not (data[end : end + 4] == _END_MARK and data.endswith(b"\0\0")):
        end = data.rfind(_END_MARK, max(0, end - _MAX_COMMENT))
    if end < 0 or end + _END.size > len(data):
        raise zipfile.BadZipFile
    size = _END.unpack_from(data, end)[5]
    if size > _MAX_DIRECTORY or data[max(0, end - _END_64) :].startswith(_END_MARK_64):
        message = f"it has more parts than a directory of {size_text(_MAX_DIRECTORY)} can name"
        raise TooMuchError(message)

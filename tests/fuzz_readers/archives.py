"""Ways of damaging recordings that get past zip's checksums: parts, headers, compressed arrays."""

import io
import json
import struct
import zipfile
import zlib
from itertools import accumulate, pairwise
from random import Random
from typing import Any, Final

from fuzz_readers.mutations import NUMBERS, damaged_bytes, damaged_json

_FAST: Final = 1
_DIRECTORY_MARK: Final = b"PK\x01\x02"
_SIZES: Final = (0, 1, 1000, 2**20, 2**31 - 1, 2**32 - 1)


def damaged_recording(data: bytes, random: Random) -> bytes:
    """A recording with one damage of these kinds."""
    parts = _parts(data)
    match random.randrange(10):
        case 0:
            return damaged_bytes(data, random)
        case 1:
            return _lied_about(data, random)
        case 2:
            return _zipped(_bombed(parts, random), random)
        case 3:
            return _zipped(_swapped(parts, random), random)
        case 4 | 5:
            return _zipped(_with_other_state(parts, random), random)
        case 6:
            return _zipped(_with_other_frames(parts, random), random)
        case 7:
            name = random.choice([name for name in parts if name.endswith(".bin")])
            return _zipped({**parts, name: _other_numbers(parts[name], random)}, random)
        case _:
            names = [name for name in parts if name.endswith(".json")]
            name = random.choice(("header.json", "inputs.json", *names))
            return _zipped({**parts, name: damaged_json(parts[name], random)}, random)


def _parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _zipped(parts: dict[str, bytes], random: Random) -> bytes:
    out = io.BytesIO()
    method = random.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
    with zipfile.ZipFile(out, "w", method, compresslevel=_FAST) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return out.getvalue()


def _lied_about(data: bytes, random: Random) -> bytes:
    """Return the same parts under a directory with wrong data."""
    lied = bytearray(data)
    marks = [at for at in range(len(data)) if data.startswith(_DIRECTORY_MARK, at)]
    at = random.choice(marks) + random.choice((8, 10, 16, 20, 24, 28, 42))
    struct.pack_into("<I", lied, at, random.choice((*_SIZES, random.getrandbits(32))))
    return bytes(lied)


def _bombed(parts: dict[str, bytes], random: Random) -> dict[str, bytes]:
    name = random.choice((*parts, "new.bin"))
    return {
        **parts,
        name: random.choice((b"\0", b" ", b"[", b"[1],")) * random.choice((10**5, 10**6)),
    }


def _swapped(parts: dict[str, bytes], random: Random) -> dict[str, bytes]:
    one, other = random.choice(list(parts)), random.choice(list(parts))
    changed = dict(parts)
    if random.random() < 0.3:
        del changed[one]
    else:
        changed[one], changed[other] = parts[other], parts[one]
    return changed


def _other_numbers(data: bytes, random: Random) -> bytes:
    """Some of the eight-byte numbers of a part are others."""
    made = bytearray(data)
    for _ in range(random.choice((1, 3))):
        if len(made) < 8:
            return damaged_bytes(data, random)
        at = random.randrange(len(made) // 8) * 8
        struct.pack_into("<8s", made, at, _eight_bytes(random))
    return bytes(made) if random.random() < 0.8 else damaged_bytes(bytes(made), random)


def _eight_bytes(random: Random) -> bytes:
    value: Any = random.choice(NUMBERS)
    if random.random() < 0.5 and abs(value) < 2**63:
        return struct.pack("<q", int(value))
    return struct.pack("<d", float(value) if abs(value) < 1e308 else float("nan"))


def _with_other_state(parts: dict[str, bytes], random: Random) -> dict[str, bytes]:
    """An array of a keyframe with other numbers, compressed and counted as it should be."""
    header = json.loads(parts["header.json"])
    arrays = random.choice(header["keyframes"])["arrays"]
    name = random.choice(list(arrays))
    sizes = header["arrays"]
    pieces = _cut(parts["keyframes.bin"], [size for size, _ in sizes])
    count = sizes[arrays[name]][1]
    raw = zlib.decompress(pieces[arrays[name]])
    width = len(raw) // count if count else 1
    rows = [bytearray(raw[row::count] if count else b"") for row in range(count)]
    for _ in range(random.choice((1, 1, 3))):
        if rows:
            new = _eight_bytes(random) if width == 8 else random.randbytes(1)
            rows[random.randrange(len(rows))][:] = new[:width]
    if random.random() < 0.1:
        rows = rows[: random.randint(0, len(rows))] or rows * 2
    table = b"".join(bytes(row[byte] for row in rows) for byte in range(width))
    packed = zlib.compress(table, _FAST)
    arrays[name] = len(sizes)
    sizes.append([len(packed), len(rows)])
    return {
        **parts,
        "header.json": json.dumps(header).encode(),
        "keyframes.bin": parts["keyframes.bin"] + packed,
    }


def _with_other_frames(parts: dict[str, bytes], random: Random) -> dict[str, bytes]:
    """A block of frames with other bytes, compressed and counted as it should be."""
    header = json.loads(parts["header.json"])
    table = header["blocks"]
    pieces = _cut(parts["frames.bin"], [size for _, size, _ in table])
    at = random.randrange(len(table))
    frames = _cut(zlib.decompress(pieces[at]), table[at][2])
    one = random.randrange(len(frames))
    frames[one] = damaged_bytes(frames[one], random)
    if random.random() < 0.3:
        head = struct.pack(
            "<BIII",
            *(random.choice((0, 1, 2, 3, 2**31)) for _ in range(1)),
            *(random.choice((0, 1, 2, 3, 1000, 2**32 - 1)) for _ in range(3)),
        )
        frames[one] = head + frames[one][13:]
    pieces[at] = zlib.compress(b"".join(frames), _FAST)
    table[at][1:] = [len(pieces[at]), [len(frame) for frame in frames]]
    return {**parts, "header.json": json.dumps(header).encode(), "frames.bin": b"".join(pieces)}


def _cut(data: bytes, sizes: list[int]) -> list[bytes]:
    return [data[start:end] for start, end in pairwise(accumulate(sizes, initial=0))]

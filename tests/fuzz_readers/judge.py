"""One case: a mutated file is used like any other, or refused with one clear sentence."""

import traceback
import warnings
from pathlib import Path
from random import Random
from typing import Final

from fuzz_readers.archives import damaged_recording
from fuzz_readers.journals import damaged_journal
from fuzz_readers.mutations import MOST_BYTES, Damage, damaged_bytes, damaged_json, damaged_lines
from fuzz_readers.readers import READERS
from fuzz_readers.seeds import SUFFIXES, seeds
from navcore.errors import NavcoreError

_LONGEST: Final = 2000
"""Characters of a sentence: more are no sentence."""
DAMAGES: Final[dict[str, Damage]] = {
    "level": damaged_json,
    "grid_json": damaged_json,
    "clipboard": damaged_json,
    "grid_text": damaged_lines,
    "map": damaged_lines,
    "scenario": damaged_lines,
    "journal": damaged_journal,
    "recording": damaged_recording,
}


def case(kind: str, seed: int) -> bytes:
    """The mutated file of this number, always the same."""
    random = Random(f"{kind} {seed}")
    made = seeds(kind)
    data = random.choice(made)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        try:
            meant = random.random() < 0.7
            data = DAMAGES[kind](data, random) if meant else damaged_bytes(data, random, made)
        except Exception:  # noqa: BLE001 - what is damaged already is damaged as bytes
            data = damaged_bytes(data, random, made)
        data = data[:MOST_BYTES]
    return data


USED: Final = "used"


def finding(kind: str, path: Path) -> str:
    """Return the fault in reading a file; empty if it is refused correctly, or `USED`."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            READERS[kind](path)
    except NavcoreError as error:
        return fault_of_sentence(str(error))
    except MemoryError:
        return "MemoryError"
    except Exception as error:  # noqa: BLE001 - this is what is looked for
        place = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"
    return USED


def fault_of_sentence(text: str) -> str:
    """Return the reason why a refusal is not one sentence."""
    if not text.isprintable():
        return f"a refusal with what can't be seen: {text!r}"
    if not text or len(text) > _LONGEST:
        return f"a refusal of {len(text)} characters: {text[:100]!r}"
    return ""


def path_of(kind: str, folder: Path) -> Path:
    """Where the cases of a kind are written."""
    return folder / f"case{SUFFIXES[kind]}"

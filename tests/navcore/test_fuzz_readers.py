"""Mutated files are read and used, or refused with one clear sentence: a seeded sample of them."""

import shutil
from pathlib import Path

import pytest
from fuzz_readers import worker
from fuzz_readers.judge import USED, case, finding, path_of
from fuzz_readers.seeds import SUFFIXES, seeds

CORPUS = Path(worker.__file__).parent / "corpus"
SAMPLE = 120
"""Cases of each kind; with --exhaustive 25,000, in processes with limits."""


@pytest.mark.parametrize("kind", SUFFIXES)
def test_valid_files_are_used(kind: str, tmp_path: Path) -> None:
    """The readers accept the files that mutations begin with; otherwise they would test nothing."""
    path = path_of(kind, tmp_path)
    for data in seeds(kind):
        path.write_bytes(data)
        assert finding(kind, path) == USED


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("kind", SUFFIXES)
def test_mutated_files(kind: str, tmp_path: Path, exhaustive: bool) -> None:
    """Each case is used or refused; the message names the case to look at."""
    if exhaustive:
        told = worker.run(kind, 0, 25_000)
        assert told.findings == []
        return
    path = path_of(kind, tmp_path)
    for seed in range(SAMPLE):
        path.write_bytes(case(kind, seed))
        found = finding(kind, path)
        assert found in {"", USED}, f"{kind} {seed}: {found}"


def test_worker() -> None:
    """Cases in a process of their own are counted, used or refused."""
    told = worker.run("map", 0, 30)
    assert (told.cases, told.findings) == (30, [])
    assert 0 < told.used < 30


@pytest.mark.parametrize("file", sorted(CORPUS.glob("*")), ids=lambda file: file.name)
def test_corpus(file: Path, tmp_path: Path) -> None:
    """Files that were once misread; their names have the kind, a dash, and a description."""
    kind = file.name.partition("-")[0]
    path = path_of(kind, tmp_path)
    shutil.copy(file, path)
    assert finding(kind, path) in {"", USED}

"""Mutated preferences, shortcut files, pictures and backups never crash their readers."""

from pathlib import Path

import pytest
from fuzz_readers import worker
from fuzz_readers.editor_kinds import EDITOR_KINDS, register
from fuzz_readers.judge import USED, case, finding, path_of
from fuzz_readers.seeds import seeds

register()
SAMPLE = 40
"""Cases of each kind; with --exhaustive 5,000, in processes with limits."""


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("kind", EDITOR_KINDS)
def test_mutated_files(kind: str, tmp_path: Path, exhaustive: bool) -> None:
    """Each case is used or refused with one sentence; the message names the case to look at."""
    path = path_of(kind, tmp_path)
    for data in seeds(kind):
        path.write_bytes(data)
        assert finding(kind, path) == USED
    if exhaustive:
        assert worker.run(kind, 0, 5000).findings == []
        return
    for seed in range(SAMPLE):
        path.write_bytes(case(kind, seed))
        found = finding(kind, path)
        assert found in {"", USED}, f"{kind} {seed}: {found}"

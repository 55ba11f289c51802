"""Many cases in processes of their own, with limits on the memory and the time of each.

    python -m fuzz_readers.worker --kinds level recording --count 10000 --first 0

prints a line of JSON for each finding and one for each kind: counts, the slowest case, the most
memory. Exits with 1 if there is a finding.
"""

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

SECONDS: Final = 2.0
"""CPU seconds that a case may take."""
MEMORY: Final = 2**30
"""Bytes that a case may use beyond those of the program after its start."""
_HANGS: Final = 30
"""Seconds after which a case is ended."""


@dataclass
class Told:
    """Report of a worker."""

    kind: str
    cases: int = 0
    used: int = 0
    """Cases that were read and used; all others were refused."""
    slowest: float = 0.0
    slowest_seed: int = -1
    memory: int = 0
    """Most bytes that the process had while it read and used a case."""
    memory_seed: int = -1
    findings: list[dict[str, Any]] = field(default_factory=list)


def work(kind: str, first: int, count: int) -> None:
    """Judge cases in this process; begun by `run` as one of its own."""
    from fuzz_readers.judge import USED, case, finding, path_of  # noqa: PLC0415
    from fuzz_readers.seeds import SUFFIXES  # noqa: PLC0415

    if kind not in SUFFIXES:
        from fuzz_readers import editor_kinds  # noqa: PLC0415 - Qt, where it is wanted

        editor_kinds.register()
    told = Told(kind)
    with tempfile.TemporaryDirectory() as folder:
        path = path_of(kind, Path(folder))
        path.write_bytes(case(kind, first))
        finding(kind, path)  # What is imported on first use is no case's memory.
        _limit_memory()
        for seed in range(first, first + count):
            print(seed, flush=True)  # noqa: T201 - if this process dies, here
            path.write_bytes(case(kind, seed))
            _forget_peak()
            began = time.process_time()
            with _alarm():
                found = finding(kind, path)
            took = time.process_time() - began
            told.cases += 1
            if took > told.slowest:
                told.slowest, told.slowest_seed = took, seed
            if (peak := _peak()) > told.memory:
                told.memory, told.memory_seed = peak, seed
            told.used += found == USED
            if took > SECONDS:
                found = f"{took:.1f} s {found}"
            if found not in {"", USED}:
                told.findings.append({"kind": kind, "seed": seed, "found": found})
    print(json.dumps(asdict(told)))  # noqa: T201


@contextlib.contextmanager
def _alarm() -> Iterator[None]:
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def end(number: int, frame: object) -> None:
        message = "hangs"
        raise RuntimeError(message)

    signal.signal(signal.SIGALRM, end)
    signal.alarm(_HANGS)
    try:
        yield
    finally:
        signal.alarm(0)


def _limit_memory() -> None:
    """Give this process so much memory more than it has, where the system can."""
    try:
        import resource  # noqa: PLC0415 - not on every system

        pages = Path("/proc/self/statm").read_text("ascii").split()[0]
    except (ImportError, OSError):
        return
    most = int(pages) * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _forget_peak() -> None:
    """Reset the peak, so that making the case doesn't count; on Linux only."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", "ascii")


def _peak() -> int:
    """Return the most bytes of the process since `_forget_peak`; 0 if unknown."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text("ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0


def run(kind: str, first: int, count: int, batch: int = 2000) -> Told:
    """Judge cases in other processes; one that dies is a finding, and the next goes on after it."""
    told = Told(kind)
    seed, end = first, first + count
    while seed < end:
        known = len(told.findings)
        wanted = min(batch, end - seed)
        command = [
            sys.executable,
            "-m",
            "fuzz_readers.worker",
            "--work",
            kind,
            str(seed),
            str(wanted),
        ]
        paths = os.pathsep.join(filter(None, sys.path))
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | {"PYTHONPATH": paths},
        )
        lines = done.stdout.splitlines()
        if done.returncode == 0:
            _add(told, json.loads(lines[-1]))
            seed += wanted
        else:
            died = int(lines[-1]) if lines and lines[-1].isdigit() else seed
            said = done.stderr.strip().splitlines()[-1:] or [""]
            found = f"the process died with {done.returncode}: {said[0]}"
            told.findings.append({"kind": kind, "seed": died, "found": found})
            told.cases += died + 1 - seed
            seed = died + 1
        for one in told.findings[known:]:
            print(json.dumps(one), flush=True)  # noqa: T201
    return told


def _add(told: Told, more: dict[str, Any]) -> None:
    told.cases += more["cases"]
    told.used += more["used"]
    if more["memory"] > told.memory:
        told.memory, told.memory_seed = more["memory"], more["memory_seed"]
    told.findings += more["findings"]
    if more["slowest"] > told.slowest:
        told.slowest, told.slowest_seed = more["slowest"], more["slowest_seed"]


def main() -> int:
    """Judge as many cases of each kind as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kinds", nargs="*", default=[])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--work", nargs=3)
    options = parser.parse_args()
    if options.work:
        work(options.work[0], int(options.work[1]), int(options.work[2]))
        return 0
    from fuzz_readers.seeds import SUFFIXES  # noqa: PLC0415

    findings = 0
    for kind in options.kinds or SUFFIXES:
        told = run(kind, options.first, options.count)
        findings += len(told.findings)
        summary = {**asdict(told), "findings": len(told.findings)}
        print(json.dumps(summary), flush=True)  # noqa: T201
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())

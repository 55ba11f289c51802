"""The command line, `navcore COMMAND`: bake, path, why, info, check, scen, simulate and others.

For build machines and the curious.
Answers go to standard output, everything else to standard error, and no traceback to either.
"""

import logging
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, TextIO

from navcore import kernels
from navcore.cli.answer import Answer
from navcore.cli.options import parsed
from navcore.errors import NavcoreError
from navcore.formats.texts import visible

__all__ = ["BAD_INPUT", "DONE", "FAULT", "INTERRUPTED", "NO", "main"]

DONE: Final = 0
NO: Final = 1
BAD_INPUT: Final = 2
FAULT: Final = 3
INTERRUPTED: Final = 130

_logger = logging.getLogger(__name__)
_logger.addHandler(logging.NullHandler())


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code; `argv` are the arguments after the name."""
    if os.environ.get("NAVCORE_TRACE"):
        logging.basicConfig(level=logging.DEBUG)
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except NavcoreError as error:
        return _complain(str(error), BAD_INPUT)
    except KeyboardInterrupt:
        return INTERRUPTED
    except MemoryError:
        return _complain("not enough memory", BAD_INPUT)
    except Exception as error:
        _logger.exception("a fault in navcore")
        return _complain(f"a fault in navcore: {type(error).__name__}: {error}", FAULT)


def _run(argv: Sequence[str]) -> int:
    try:
        options = parsed(argv)
    except SystemExit as ended:
        return _print("", int(ended.code or 0))
    if kernels.INTERPRETED:
        _write_error(
            "the kernels are not compiled, so this is slow; "
            "to compile them: pip install -e . (with a C compiler)"
        )
    answer: Answer = options.command(options)
    for note in answer.notes:
        _write_error(note)
    code = BAD_INPUT if answer.failed else DONE if answer.ok else NO
    return _print(answer.text, code)


def _print(text: str, code: int) -> int:
    """Write to standard output, and escape characters that it can't encode.

    A reader that has left is no fault, nor that there was none from the start.
    """
    out: TextIO | None = sys.stdout
    if out is None:
        return code
    encoding = out.encoding or "utf-8"
    try:
        out.write(text.encode(encoding, "backslashreplace").decode(encoding))
        out.flush()
    except BrokenPipeError:
        _let_go(out)
    except OSError as error:
        _let_go(out)
        return _complain(f"the answer can't be written: {error.strerror}", BAD_INPUT)
    return code


def _complain(message: str, code: int) -> int:
    _write_error(message)
    return code


def _write_error(message: str) -> None:
    """Write to standard error; if that fails, only the exit code reports the problem."""
    err: TextIO | None = sys.stderr
    if err is None:
        return
    try:
        err.write(f"navcore: {visible(message)}\n")
        err.flush()
    except OSError:
        _let_go(err)


def _let_go(stream: TextIO) -> None:
    """Python flushes streams once more at its end: let that go nowhere."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

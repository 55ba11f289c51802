"""Results of commands, and their layout as text."""

import io
import json
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from navcore.formats.texts import visible


class Answer(NamedTuple):
    """Result of a command: text for standard output, notes for standard error."""

    text: str
    ok: bool = True
    notes: tuple[str, ...] = ()
    failed: bool = False
    """True if some of the input was bad, as the notes say, while the rest was processed."""


def json_line(data: Mapping[str, Any]) -> str:
    """Return the data as JSON on one line."""
    return json.dumps(data, allow_nan=False) + "\n"


def table(rows: Iterable[Sequence[str]], headers: Sequence[str] = ()) -> str:
    """Columns of plain text, two spaces apart; numbers to the right where there are headers."""
    console_of = import_module("rich.console").Console
    text_of = import_module("rich.text").Text
    columns = import_module("rich.table").Table(
        box=None, show_header=bool(headers), pad_edge=False, padding=(0, 2, 0, 0)
    )
    for header in headers:
        columns.add_column(header, justify="right", no_wrap=True)
    for row in rows:
        # Names come from files, and control characters could do anything to a terminal.
        columns.add_row(*(text_of(visible(cell)) for cell in row))
    out = io.StringIO()
    console_of(file=out, width=100_000, color_system=None).print(columns)
    return "".join(line.rstrip() + "\n" for line in out.getvalue().splitlines())

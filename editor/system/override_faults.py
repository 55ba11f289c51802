"""All exceptions in overrides of Qt's functions reach the exception hook.

When Python calls Qt and Qt calls an override, PySide 6.10 and 6.11 keep the override's exception
for that caller. On Python 3.11 an exception that C code raised (`1 / 0`, an index out of range) is
not an instance until it is handled, but PySide assumes that it is one, and the program ends with a
segmentation fault: no log, no rescue copy. From Python 3.12 on, exceptions are always instances.
"""

import sys
from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any, Final

from shiboken6 import Shiboken

OURS: Final = ("editor", "pyqtgraph")
"""Packages with classes that override functions of Qt."""


def make_faults_safe() -> None:
    """Handle and raise again what overrides raise, in all classes that there are and will be."""
    if sys.version_info >= (3, 12) or "__init_subclass__" in vars(Shiboken.Object):
        return

    base: Any = Shiboken.Object

    def take_later(kind: type, /, **named: object) -> None:
        super(base, kind).__init_subclass__(**named)
        _take(kind)

    base.__init_subclass__ = classmethod(take_later)
    found: list[type] = [base]
    seen = set(found)
    for kind in found:
        _take(kind)
        below: list[type] = type.__subclasses__(kind)
        new = [one for one in below if one not in seen]
        seen.update(new)
        found += new


def _take(kind: type) -> None:
    if kind.__module__.partition(".")[0] not in OURS:
        return
    bases = [base for base in kind.__mro__ if base.__module__.startswith("PySide6.")]
    for name, function in list(vars(kind).items()):
        if isinstance(function, FunctionType) and any(name in vars(base) for base in bases):
            setattr(kind, name, _safe(function))


def _safe(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def handled(*arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except BaseException as fault:
            # Python makes an instance of it for the handler.
            del fault
            raise

    return handled

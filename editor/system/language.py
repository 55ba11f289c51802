"""Language of the program: one translator for widgets, tools and navcore.

Translations are `resources/translations/CODE.qm`. The language `pseudo` makes every sentence 40 %
longer, with accents and marks at both ends, so that untranslated and cut texts are visible.
"""

import re
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from editor import resources
from navcore import i18n

CONTEXT: Final = ""
"""Context of texts outside widgets and of marked texts in translations."""

PSEUDO: Final = "pseudo"
"""The code of the language for trying out."""

OPENING, CLOSING = (
    "\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}",
    ("\N{MATHEMATICAL RIGHT WHITE SQUARE BRACKET}"),
)
"""Marks around each sentence of `pseudo`."""

LONGER: Final = 0.4
"""Extra length of sentences in `pseudo`, as a share."""

_PLAIN: Final = "AaCcEeIiNnOoSsUuYyZz"
_ACCENTED: Final = "ÅåÇçÉéÎîÑñÖöŠšÛûÝýŽž"
_ACCENTS: Final = str.maketrans(_PLAIN, _ACCENTED)

_KEPT: Final = re.compile(r"\{[^{}]*\}|&.|<[^<>]+>|[^&{<]+|.", re.DOTALL)
"""Numbered placeholders, mnemonics and rich text tags; and the text between them."""

_STEP: Final = 6


class _Spoken:
    """The translators that are installed now."""

    def __init__(self) -> None:
        self.translators: list[QTranslator] = []


_spoken = _Spoken()


class Pseudo(QTranslator):
    """Makes each of the program's sentences longer; Qt's own stay."""

    def translate(
        self, context: str, sourceText: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        """Return the sentence as a translator might make it at worst."""
        return sourceText if re.match(r"Q[A-Z]", context) else pseudo(sourceText)

    def isEmpty(self) -> bool:
        """Return False, because every sentence has a translation."""
        return False


def pseudo(text: str) -> str:
    """The text with accents, marks at both ends and 40 % more of it; places in it are kept."""
    if not text:
        return text
    parts = _KEPT.findall(text)
    shown = "".join(p if p[0] in "{&<" and len(p) > 1 else p.translate(_ACCENTS) for p in parts)
    more = round(LONGER * len(text)) + 1
    # A single word gets a long tail, several words get more words, for realistic line breaks.
    tail = "" if " " in text else "~" * min(more, _STEP)
    while len(tail) < more:
        tail += " " + "~" * min(_STEP, max(1, more - len(tail) - 1))
    return f"{OPENING}{shown}{tail}{CLOSING}"


def codes() -> list[str]:
    """Return the languages that there are translations for, English apart."""
    return sorted(path.stem for path in _folder().glob("*.qm"))


def install(code: str = "") -> None:
    """Use this language from now on: a code, `pseudo`, `en`, or the system's if empty.

    Open windows keep their language. Texts of tools and navcore use Qt's translators like those of
    widgets. Qt's own texts are translated only if the program is: never mix two languages.
    """
    for translator in _spoken.translators:
        QCoreApplication.removeTranslator(translator)
    _spoken.translators = _translators(code or _of_the_system())
    for translator in _spoken.translators:
        QCoreApplication.installTranslator(translator)
    i18n.speak(
        lambda text: QCoreApplication.translate(CONTEXT, text),
        lambda text, count: QCoreApplication.translate(CONTEXT, text, None, count),
    )


def _translators(code: str) -> list[QTranslator]:
    if code == PSEUDO:
        return [Pseudo()]
    own, of_qt = QTranslator(), QTranslator()
    if code not in codes() or not own.load(str(_folder() / f"{code}.qm")):
        return []
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    return [of_qt, own] if of_qt.load(f"qtbase_{code}", folder) else [own]


def _of_the_system() -> str:
    """Return the first language of the user that there is a translation for; empty for English."""
    there = codes()
    for name in QLocale.system().uiLanguages():
        code = name.partition("-")[0]
        if code == "en":
            return ""
        if code in there:
            return code
    return ""


def _folder() -> Path:
    return Path(str(resources.path("translations")))

"""Messages with a count, in English and in a language with other plural forms."""

from collections.abc import Iterator

import pytest

from navcore.i18n import grouped, several, speak, tr

MORE = ("{1} and 1 more", "{1} and {0} more")


@pytest.fixture
def german() -> Iterator[None]:
    """Use German until the end of the test."""
    words = {MORE[0]: "{1} und 1 mehr", MORE[1]: "{1} und {0} mehr"}
    speak(lambda text: words.get(text, text))
    yield
    speak(None)


def test_the_count_and_what_else_is_told() -> None:
    """They replace their numbers in either sentence; a sentence may leave some out."""
    assert several(1, "1 corner", "{0} corners") == "1 corner"
    assert several(0, "1 corner", "{0} corners") == "0 corners"
    assert several(1, "and {0} more tool", "and {0} more tools") == "and 1 more tool"
    assert several(1, *MORE, "gate") == "gate and 1 more"
    assert several(3, *MORE, "gate") == "gate and 3 more"
    assert several(2, "{2}: {1}", "{2}: {0} {1}", "doors", "hall") == "hall: 2 doors"


def test_large_numbers_have_separators() -> None:
    """From five digits on, also where the number only rounds to five."""
    assert [grouped(value) for value in (0, 999.6, 2738, 9999.4, 9999.6, 12470, -30327)] == [
        "0", "1000", "2738", "9999", "10,000", "12,470", "-30,327",
    ]  # fmt: skip
    assert grouped(30327.66, 1) == "30,327.7"
    assert several(10_000, "1 agent", "{0} agents") == "10,000 agents"
    assert several(2000, "1 agent", "{0} agents") == "2000 agents"


def test_names_keep_their_braces() -> None:
    """They are data."""
    assert several(2, *MORE, "{0} {name} {") == "{0} {name} { and 2 more"


@pytest.mark.usefixtures("german")
def test_another_language_fills_in_the_same() -> None:
    """Its sentences have the same places."""
    assert several(1, *MORE, "Tor") == "Tor und 1 mehr"
    assert several(3, *MORE, "Tor") == "Tor und 3 mehr"
    assert tr("Undo") == "Undo"

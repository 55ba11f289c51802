"""Names for new elements."""

from hypothesis import given
from hypothesis import strategies as st

from navcore.level.naming import Names, next_name

names = st.sampled_from(["hall", "hall_1", "hall_2", "hall_02", "hall_9", "hall_09", "a_b", "_3"])


@given(st.sets(names), st.lists(names, max_size=30))
def test_names_are_taken_one_after_the_other(taken: set[str], wanted: list[str]) -> None:
    """Asking for the next free one each time gives the same names."""
    many, one_by_one = Names(taken), set(taken)
    for name in wanted:
        expected = next_name(one_by_one, name)
        one_by_one.add(expected)
        assert many.take(name) == expected


def test_thousands_of_one_stem() -> None:
    """Copies of a long row are numbered on after its end."""
    many = Names(f"crate_{number}" for number in range(1, 3001))
    copies = [many.take(f"crate_{number}") for number in range(1, 3001)]
    assert copies == [f"crate_{number}" for number in range(3001, 6001)]

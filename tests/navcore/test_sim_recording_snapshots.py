"""Snapshots of a recording: packed, unpacked, refused."""

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from navcore.sim.agents import Integers
from navcore.sim.recording.coding import Basis, TornError, decoded, encoded
from navcore.sim.recording.frames import Snapshot
from navcore.sim.recording.track import BLOCK, Track

_far = st.integers(-(2**60), 2**60)


_places = st.integers(-3000, 3000) | _far


@st.composite
def snapshots(draw: st.DrawFn) -> Snapshot:
    """Any agents anywhere."""
    ids = draw(st.lists(st.integers(1, 12), unique=True, max_size=8))
    count = len(ids)
    numbers: Integers = np.array(
        draw(st.lists(_places, min_size=2 * count, max_size=2 * count)), np.int64
    )
    turns = draw(st.lists(st.integers(0, 65535), min_size=count, max_size=count))
    codes = draw(st.lists(st.integers(0, 255), min_size=count, max_size=count))
    return Snapshot(
        np.array(ids, np.int64),
        numbers.reshape(2, count),
        np.array(turns, np.uint16),
        np.array(codes, np.uint8),
    )


def equal(one: Snapshot, other: Snapshot) -> bool:
    """Return whether two snapshots hold the same."""
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("ids", "places", "facings", "codes")
    )


@settings(max_examples=60)
@given(st.lists(snapshots(), min_size=1, max_size=2 * BLOCK + 3), st.data())
def test_changes_lead_to_the_whole(taken: list[Snapshot], data: st.DataObject) -> None:
    """A delta applied is the full snapshot, in any order of asking, after any cut (S3-114)."""
    basis = heard = Basis.nothing(taken[0].ids)
    track = Track()
    for snapshot in taken:
        sent, basis = encoded(basis, snapshot)
        received, heard = decoded(heard, sent)
        assert equal(received, snapshot)
        track.append(snapshot)
    order = data.draw(st.permutations(range(len(taken))))
    assert all(equal(track[tick], taken[tick]) for tick in order)
    again = Track.of(track.blocks())
    count = data.draw(st.integers(0, len(taken)))
    again.cut(count)
    for snapshot in taken[:5]:
        again.append(snapshot)
    kept = [*taken[:count], *taken[:5]]
    assert len(again) == len(kept)
    assert all(equal(again[tick], kept[tick]) for tick in reversed(range(len(kept))))
    assert all(equal(track[tick], snapshot) for tick, snapshot in enumerate(taken))


@settings(max_examples=40)
@given(st.lists(snapshots(), min_size=1, max_size=BLOCK + 3), st.data())
def test_packed_bit_by_bit_it_is_the_same(taken: list[Snapshot], data: st.DataObject) -> None:
    """This holds however much is packed when the next one comes, or when it is read."""
    at_once, by_bits = Track(), Track()
    for tick, snapshot in enumerate(taken):
        at_once.append(snapshot)
        at_once.blocks()
        by_bits.append(snapshot)
        assert len(by_bits) == tick + 1
        for _ in range(data.draw(st.integers(0, 4))):
            by_bits.go_on()
        asked = data.draw(st.integers(0, tick))
        assert equal(by_bits[asked], taken[asked])
    pairs = zip(at_once.blocks(), by_bits.blocks(), strict=True)
    assert all((a.data, a.lengths) == (b.data, b.lengths) for a, b in pairs)


@given(st.lists(snapshots(), min_size=2, max_size=2), st.data())
def test_bytes_that_are_not_a_snapshot(taken: list[Snapshot], data: st.DataObject) -> None:
    """Cut bytes are recognised by their length, and any bytes raise only a ValueError."""
    _, basis = encoded(Basis.nothing(taken[0].ids), taken[0])
    sent, _ = encoded(basis, taken[1])
    with pytest.raises(TornError):
        decoded(basis, sent[: data.draw(st.integers(0, len(sent) - 1))])
    other = bytearray(sent)
    other[data.draw(st.integers(0, len(sent) - 1))] ^= data.draw(st.integers(1, 255))
    with suppress(ValueError):
        decoded(basis, bytes(other))


def test_who_stands_takes_no_room() -> None:
    """A crowd that stands still adds next to nothing to a snapshot; a full one holds them all."""
    ids = np.arange(1, 10_001)
    rng = np.random.default_rng(1)
    snapshot = Snapshot(
        ids, rng.integers(0, 200_000, (2, 10_000)), np.zeros(10_000, np.uint16),
        np.zeros(10_000, np.uint8),
    )  # fmt: skip
    full, basis = encoded(Basis.nothing(ids), snapshot)
    _, basis = decoded(basis, encoded(basis, snapshot)[0])
    nothing, _ = encoded(basis, snapshot)
    assert len(full) > 100_000
    assert len(nothing) < 1_300

"""The table's sounds are what the script makes, short and never loud."""

import struct
import wave

import pytest

from game import sounds


@pytest.mark.parametrize("name", ["laid", "back", "turn", "done"])
def test_the_file_is_what_the_script_makes(name: str) -> None:
    samples = sounds.sounds()[name]
    with wave.open(str(sounds.FOLDER / f"{name}.wav"), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 22_050)
        count = file.getnframes()
        kept = struct.unpack(f"<{count}h", file.readframes(count))
    assert count == len(samples)
    # Sines may differ in the last bit from one machine to another.
    assert all(abs(32_767 * s - k) < 2 for s, k in zip(samples, kept, strict=True))


@pytest.mark.parametrize("name", ["laid", "back", "turn", "done"])
def test_it_is_short_and_not_loud(name: str) -> None:
    samples = sounds.sounds()[name]
    assert 0.1 < len(samples) / sounds.RATE < 1.2
    assert 0.1 < max(map(abs, samples)) < 0.8
    assert abs(samples[0]) < 0.05, "no click at the beginning"
    assert abs(samples[-1]) < 0.02, "no click at the end"

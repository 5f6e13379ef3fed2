"""The table's four sounds, synthesised: `python -m game.sounds` writes them into static files.

A card laid is a soft knock on wood, one that comes back two notes down, the own turn two notes up,
the end of the own game four. All are ours, short, and quiet.
"""

import math
import random
import struct
import wave
from collections.abc import Iterable, Sequence
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "static" / "game" / "sounds"
RATE = 22_050
"""Samples a second."""

E4, G4, C5, E5, G5, A5, C6 = 329.63, 392.0, 523.25, 659.26, 783.99, 880.0, 1046.5


def note(pitch: float, seconds: float, loud: float = 0.3) -> list[float]:
    """A bar of wood struck softly: the tone, and its fourth harmonic that dies away sooner."""
    samples = []
    for i in range(int(seconds * RATE)):
        t = i / RATE
        rise = min(1.0, t / 0.004)
        tone = math.sin(2 * math.pi * pitch * t) * math.exp(-7 * t / seconds)
        ring = 0.25 * math.sin(8 * math.pi * pitch * t) * math.exp(-22 * t / seconds)
        samples.append(loud * rise * (tone + ring))
    return samples


def knock() -> list[float]:
    """A card put down on the table: a low thud under a breath of noise."""
    rng = random.Random(1)  # noqa: S311
    samples, breath = [], 0.0
    for i in range(int(0.16 * RATE)):
        t = i / RATE
        breath += 0.25 * (rng.uniform(-1, 1) - breath)
        thud = math.sin(2 * math.pi * (95 * t + 1.6 * (1 - math.exp(-45 * t))))
        rise = min(1.0, t / 0.002)
        thud_now, breath_now = thud * math.exp(-32 * t), breath * math.exp(-75 * t)
        samples.append(rise * (0.5 * thud_now + 0.45 * breath_now))
    return samples


def melody(pitches: Iterable[float], step: float, seconds: float, loud: float = 0.3) -> list[float]:
    """Notes that begin `step` seconds after one another and ring on over the next."""
    samples: list[float] = []
    for number, pitch in enumerate(pitches):
        start = int(number * step * RATE)
        sound = note(pitch, seconds, loud)
        samples += [0.0] * (start + len(sound) - len(samples))
        for i, value in enumerate(sound):
            samples[start + i] += value
    return samples


def sounds() -> dict[str, list[float]]:
    """The samples of each sound, between -1 and 1."""
    return {
        "laid": knock(),
        "back": melody((G4, E4), 0.13, 0.32, 0.26),
        "turn": melody((E5, A5), 0.12, 0.45, 0.24),
        "done": melody((C5, E5, G5, C6), 0.12, 0.7, 0.22),
    }


def write(path: Path, samples: Sequence[float]) -> None:
    """A WAV file: one channel, 16 bits."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        values = (round(32_767 * max(-1.0, min(1.0, sample))) for sample in samples)
        file.writeframes(b"".join(struct.pack("<h", value) for value in values))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, samples in sounds().items():
        write(FOLDER / f"{name}.wav", samples)

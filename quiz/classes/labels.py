"""What pupils of a class are called where others see it: the given name, and just enough more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from game import names

Person = tuple[str, str]
"""Given name and surname."""


def labels(people: Sequence[Person]) -> list[str]:
    """A label for each, in order, and no two alike: "Ana B."; "Ana Po." and "Ana Pa."; "Ana P. 2".

    A surname shows one letter, or as many as tell two apart who would be called the same. Those
    who have the very same name are numbered from the second on.
    """
    by_given: defaultdict[str, list[int]] = defaultdict(list)
    for index, (given, _surname) in enumerate(people):
        by_given[names.alike(given)].append(index)
    found: dict[int, str] = {}
    for same in by_given.values():
        found |= _told_apart({index: people[index] for index in same})
    return _all_different([found[index] for index in range(len(people))])


def _told_apart(people: Mapping[int, Person]) -> dict[int, str]:
    """Labels of people of one given name; equal ones only for those of one surname, too."""
    alike = {index: names.alike(surname) for index, (_given, surname) in people.items()}
    made = {}
    for index, (given, surname) in people.items():
        length = 1
        while length < len(surname) and any(
            other != alike[index] and other.startswith(names.alike(surname[:length]))
            for other in alike.values()
        ):
            length += 1
        made[index] = _label(given, surname, length)
    return made


def _label(given: str, surname: str, length: int) -> str:
    short = surname[:length].rstrip(" -")
    if short and len(surname) > 1 and length >= len(surname):
        text = f"{given} {surname}"  # nothing is left out
    else:
        text = f"{given} {short}." if short else given
    return text if len(text) <= names.NAME_LENGTH else text[: names.NAME_LENGTH].rstrip()


def _all_different(made: Sequence[str]) -> list[str]:
    taken: dict[str, str] = {}
    for index, label in enumerate(made):
        if names.alike(label) in taken:
            made = [*made[:index], names.suggest(label, taken.values()), *made[index + 1 :]]
        taken[names.alike(made[index])] = made[index]
    return list(made)

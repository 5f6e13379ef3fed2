"""What pupils are called where others see it."""

from hypothesis import given
from hypothesis import strategies as st

from game.names import alike
from quiz.classes.labels import labels


def called(*people: str) -> list[str]:
    """The labels of people given as "Given Surname"."""
    return labels([(name.split()[0], " ".join(name.split()[1:])) for name in people])


def test_a_given_name_and_one_letter_are_enough() -> None:
    assert called("Ana Pop", "Ilinca Ăstăloș", "Dan Rus") == ["Ana P.", "Ilinca Ă.", "Dan R."]


def test_who_would_be_called_the_same_get_one_letter_more() -> None:
    assert called("Ana Popescu", "Ana Pavel", "Ana Bucur") == ["Ana Po.", "Ana Pa.", "Ana B."]
    assert called("Ana Popescu", "Ana Popa") == ["Ana Pope.", "Ana Popa"]
    assert called("Ana Pop", "Ana Popescu") == ["Ana Pop", "Ana Pope."]


def test_accents_alone_tell_nobody_apart() -> None:
    assert called("Șerban Ene", "Serban Enache") == ["Șerban Ene", "Serban Ena."]


def test_the_very_same_name_gets_a_number() -> None:
    assert called("Ana Pop", "Ana Pop", "ana POP") == ["Ana P.", "Ana P. 2", "ana P. 3"]
    assert called("Ana Pop", "Ana Pavel", "Ana Pop") == ["Ana Po.", "Ana Pa.", "Ana Po. 2"]


def test_a_surname_may_be_missing() -> None:
    assert called("Ana", "Ana Pop", "Ana") == ["Ana", "Ana P.", "Ana 2"]


NAMES = st.text("AaĂăBbPpȘșŞ -'", min_size=1, max_size=50)


@given(st.lists(st.tuples(NAMES, NAMES), max_size=12))
def test_labels_are_never_alike_nor_too_long(people: list[tuple[str, str]]) -> None:
    found = labels(people)
    assert len(found) == len(people)
    assert len({alike(label) for label in found}) == len(people)
    assert all(len(label) <= 40 for label in found)

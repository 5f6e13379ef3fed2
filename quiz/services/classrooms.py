"""Classrooms and their pupils: enrolled, moved, merged, taken out, erased."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db.models import F, Q
from django.utils import timezone

from game import names
from game import services as game
from game.models import Player, Seat, Table
from game.services.writing import write
from quiz.classes import labels, secrets
from quiz.models import Assigned, Attempt, Classroom, Enrolment, Erasure, Pupil
from quiz.refusals import Refused
from quiz.services.codes import free_code

TRIES = 5
"""Wrong words after which a pupil waits."""
WAIT = timedelta(minutes=2)

TIME_FACTORS = game.TIME_FACTORS


@dataclass(frozen=True, slots=True)
class Name:
    """A pupil's name, tidy."""

    given: str
    surname: str
    group: str = ""

    @property
    def alike(self) -> tuple[str, str]:
        """Two that are equal in this are one name."""
        return names.alike(self.surname), names.alike(self.given)

    @property
    def words(self) -> tuple[str, ...]:
        """Two that are equal in this may be one name, split or joined otherwise."""
        return tuple(sorted(names.alike(word) for word in re.split(r"[\s\-‐]+", str(self)) if word))

    def __str__(self) -> str:
        return f"{self.surname} {self.given}"


def make_classroom(
    *, teacher: User, name: str, year: int, language: str = "ro", now: datetime | None = None
) -> Classroom:
    """A new, empty classroom with a code of its own, which is no table's either."""
    with write():
        return Classroom.objects.create(
            teacher=teacher,
            name=name,
            year=year,
            language=language,
            code=free_code(),
            made_at=now or timezone.now(),
        )


def change_classroom(*, classroom: Classroom, name: str, year: int, language: str) -> None:
    """Another name, year or language, which is that of new secret words."""
    Classroom.objects.filter(pk=classroom.pk).update(name=name, year=year, language=language)


def set_marks(*, classroom: Classroom, marks: Sequence[int]) -> None:
    """From which percentage each mark from 2 to 10 is suggested; none for the usual ones."""
    Classroom.objects.filter(pk=classroom.pk).update(marks=list(marks))


def set_ranking(*, classroom: Classroom, on: bool) -> None:
    """Whether its pupils may see who knows most."""
    Classroom.objects.filter(pk=classroom.pk).update(ranking=on)


def enrol(
    *, classroom: Classroom, pupils: Iterable[Name], now: datetime | None = None
) -> list[Pupil]:
    """Adds the pupils who are not in the classroom yet; done twice it changes nothing.

    A name that comes twice is two children's (case 28). One who was taken out comes back. Returns
    those added.
    """
    now = now or timezone.now()
    with write():
        known: defaultdict[tuple[str, str], list[Pupil]] = defaultdict(list)
        had = Pupil.objects.filter(player__enrolments__classroom=classroom)
        # Of those who have one name, who is here comes first.
        here_first = F("player__enrolments__left_at").asc(nulls_first=True)
        for pupil in had.select_related("player").order_by(here_first, "pk"):
            known[Name(pupil.given, pupil.surname).alike].append(pupil)
        added, seen = [], Counter[tuple[str, str]]()
        for name in pupils:
            same, nth = known[name.alike], seen[name.alike]
            seen[name.alike] += 1
            if nth >= len(same):
                same.append(_new_pupil(classroom, name, now, told_apart=nth > 0))
                added.append(same[nth])
            elif _readmit(classroom, same[nth].player, now):
                added.append(same[nth])
        if added:
            called = _relabel(classroom)
            for pupil in added:
                pupil.player.name = called[pupil.pk]
        return added


def add_pupil(*, classroom: Classroom, name: Name, now: datetime | None = None) -> Pupil:
    """Adds one pupil, be there another of the same name."""
    with write():
        pupil = _new_pupil(classroom, name, now or timezone.now(), told_apart=True)
        pupil.player.name = _relabel(classroom)[pupil.pk]
        return pupil


def rename(*, pupil: Pupil, name: Name) -> None:
    """Gives the pupil another name, from now on also at tables that go on."""
    with write():
        same = Name(pupil.given, pupil.surname).alike == name.alike
        pupil.given, pupil.surname = name.given, name.surname
        pupil.told_apart = pupil.told_apart and same
        pupil.save(update_fields=["given", "surname", "told_apart"])
        current = Enrolment.objects.filter(player=pupil.player_id, left_at=None)
        current.update(group=name.group)
        for enrolment in current.select_related("classroom"):
            _relabel(enrolment.classroom)


def take_out(*, enrolment: Enrolment, now: datetime | None = None) -> None:
    """The pupil can't go on, at a table or in a quiz, until readmitted; the work is kept."""
    with write():
        Enrolment.objects.filter(pk=enrolment.pk, left_at=None).update(
            left_at=now or timezone.now()
        )
        _leave_tables(enrolment.player)
        _relabel(enrolment.classroom)


def readmit(*, enrolment: Enrolment, now: datetime | None = None) -> None:
    """The pupil is in the classroom again. Refused: `in_another_class`."""
    with write():
        others = Enrolment.objects.filter(player=enrolment.player, left_at=None)
        if others.exclude(pk=enrolment.pk).exists():
            raise Refused("in_another_class")
        Enrolment.objects.filter(pk=enrolment.pk).update(left_at=None)
        _relabel(enrolment.classroom)


def move(*, enrolment: Enrolment, to: Classroom, now: datetime | None = None) -> Enrolment:
    """From one classroom to another, with all that was done."""
    now = now or timezone.now()
    with write():
        Enrolment.objects.filter(player=enrolment.player, left_at=None).update(left_at=now)
        found, _made = Enrolment.objects.update_or_create(
            classroom=to, player=enrolment.player, defaults={"left_at": None, "since": now}
        )
        Pupil.objects.filter(pk=enrolment.player_id).update(told_apart=False)
        _relabel(enrolment.classroom)
        _relabel(to)
        return found


def merge(*, kept: Pupil, other: Pupil) -> None:
    """Two entries were one child: all work of `other` becomes that of `kept`."""
    with write():
        give_work(of=other.player, to=kept.player)
        kept.merged = [*kept.merged, other.key, *other.merged]
        kept.save(update_fields=["merged"])
        _leave_tables(other.player)  # where both sat
        current = Enrolment.objects.filter(player=other.pk, left_at=None).first()
        other.player.delete()
        if current is not None:
            _relabel(current.classroom)


def tell_apart(*, one: Pupil, other: Pupil) -> None:
    """Two of one name are two children: it is not asked again."""
    Pupil.objects.filter(pk=max(one.pk, other.pk)).update(told_apart=True)


def give_work(*, of: Player, to: Player) -> None:
    """Within a transaction: attempts, and seats at tables where `to` does not sit, change hands."""
    Attempt.objects.filter(player=of).update(player=to)
    at = Seat.objects.filter(player=to).values("table")
    Seat.objects.filter(player=of).exclude(table__in=at).update(player=to)
    Table.objects.filter(opener=of).update(opener=to)
    has = Assigned.objects.filter(player=to).values("assignment")
    Assigned.objects.filter(player=of).exclude(assignment__in=has).update(player=to)


def erase(*, pupil: Pupil) -> None:
    """The name goes from everywhere; what the class did in all stays as it was."""
    with write():
        player = pupil.player
        _leave_tables(player)
        Seat.objects.filter(player=player).update(name="", avatar="")
        current = Enrolment.objects.filter(player=player, left_at=None).first()
        now = timezone.now()
        Enrolment.objects.filter(player=player, left_at=None).update(left_at=now)
        erasures = [Erasure(key=key, at=now) for key in (pupil.key, *pupil.merged)]
        Erasure.objects.bulk_create(erasures, ignore_conflicts=True)
        pupil.delete()
        Player.objects.filter(pk=player.pk).update(name="", avatar="")
        if current is not None:
            _relabel(current.classroom)


def print_words(
    *, classroom: Classroom, players: Iterable[int], seed: str = "", now: datetime | None = None
) -> Mapping[int, secrets.Words]:
    """New secret words for these pupils of the classroom, by player; shown this once, or again by
    whoever keeps the `seed` they shall be made from.
    """
    seed = seed or secrets.new_seed()
    pupils = Pupil.objects.filter(
        player__in=list(players),
        player__enrolments__classroom=classroom,
        player__enrolments__left_at=None,
    )
    made = {one.pk: secrets.words_of(seed, one.pk, classroom.language) for one in pupils}
    hashes = {key: secrets.hashed(words) for key, words in made.items()}  # slow: outside the lock
    with write():
        for key, kept in hashes.items():
            Pupil.objects.filter(pk=key).update(
                words=kept, words_at=now or timezone.now(), wrong=0, waits_until=None
            )
    return made


def unlock(*, pupil: Pupil) -> None:
    """Whoever tried too many wrong words may try again at once."""
    Pupil.objects.filter(pk=pupil.pk).update(wrong=0, waits_until=None)


def try_words(*, pupil: Pupil, one: str, other: str, now: datetime | None = None) -> bool:
    """Whether these are the pupil's words, in either order. After TRIES wrong ones one waits.

    Refused: `wait`. The check itself takes its time outside the lock.
    """
    now = now or timezone.now()
    if pupil.waits(now):
        raise Refused("wait")
    right = secrets.fit(pupil.words, one, other) or secrets.fit(pupil.words, other, one)
    with write():
        pupil = Pupil.objects.select_for_update().get(pk=pupil.pk)
        if pupil.waits(now):
            raise Refused("wait")
        if right:
            pupil.wrong, pupil.waits_until = 0, None
        else:
            pupil.wrong += 1
            if pupil.wrong % TRIES == 0:
                pupil.waits_until = now + WAIT * (pupil.wrong // TRIES)
        pupil.save(update_fields=["wrong", "waits_until"])
    return right


def give_time(*, pupil: Pupil, factor: float) -> None:
    """Extra time from now on, wherever a clock runs: times the usual. Refused: `not_offered`."""
    if factor not in TIME_FACTORS:
        raise Refused("not_offered")
    Pupil.objects.filter(pk=pupil.pk).update(time_factor=factor)


def come_in(*, pupil: Pupil, now: datetime | None = None) -> None:
    """Notes that the pupil has signed in."""
    Player.objects.filter(pk=pupil.pk).update(last_seen=now or timezone.now())


def claim(*, guest: Player, pupil: Pupil) -> None:
    """What a guest did in this browser becomes the pupil's, who was asked."""
    if not guest.is_guest:
        return
    with write():
        give_work(of=guest, to=pupil.player)
        guest.delete()


def _new_pupil(classroom: Classroom, name: Name, now: datetime, *, told_apart: bool) -> Pupil:
    player = Player.objects.create(name=name.given, last_seen=now, is_guest=False)
    pupil = Pupil.objects.create(
        player=player, given=name.given, surname=name.surname, told_apart=told_apart
    )
    Enrolment.objects.create(classroom=classroom, player=player, group=name.group, since=now)
    return pupil


def _readmit(classroom: Classroom, player: Player, now: datetime) -> bool:
    """Whether the pupil had left and is back."""
    elsewhere = Enrolment.objects.filter(player=player, left_at=None).exclude(classroom=classroom)
    if elsewhere.exists():
        return False
    gone = Enrolment.objects.filter(~Q(left_at=None), classroom=classroom, player=player)
    return bool(gone.update(left_at=None, since=now))


def _relabel(classroom: Classroom) -> dict[int, str]:
    """What pupils are called where others see it, tables that go on included, by player."""
    pupils = list(
        Pupil.objects.filter(
            player__enrolments__classroom=classroom, player__enrolments__left_at=None
        )
        .select_related("player")
        .order_by("pk")
    )
    found = labels.labels([(pupil.given, pupil.surname) for pupil in pupils])
    for pupil, label in zip(pupils, found, strict=True):
        if pupil.player.name != label:
            Player.objects.filter(pk=pupil.pk).update(name=label)
            running = Table.objects.running().filter(seats__player=pupil.pk)
            Seat.objects.filter(table__in=running, player=pupil.pk).update(name=label)
    return {pupil.pk: label for pupil, label in zip(pupils, found, strict=True)}


def _leave_tables(player: Player) -> None:
    """A bot plays on for whoever is taken out."""
    running = Table.objects.running().filter(seats__player=player)
    for table in running:
        game.leave(table=table, player=player)

"""A class to test with: a teacher, pupils with words, and browsers for them."""

from __future__ import annotations

import re
import time
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from quiz.forms.people import school_year
from quiz.middleware import SEEN
from quiz.models import Enrolment, Pupil
from quiz.services import classrooms
from quiz.services.classrooms import Name

Answer = Any


class School:
    """A teacher's class; `words` of its pupils by given name."""

    def __init__(self, username: str = "ene", *names: str, language: str = "en") -> None:
        self.teacher = User.objects.create(username=username, first_name="Mrs Ene")
        self.classroom = classrooms.make_classroom(
            teacher=self.teacher, name="5 B", year=school_year(), language=language
        )
        pairs = [name.split() for name in names or ("Ana Pop", "Bogdan Rus")]
        self.pupils = {
            pupil.given: pupil
            for pupil in classrooms.enrol(
                classroom=self.classroom, pupils=[Name(given, last) for given, last in pairs]
            )
        }
        made = classrooms.print_words(
            classroom=self.classroom, players=[one.pk for one in self.pupils.values()]
        )
        self.words = {given: made[pupil.pk] for given, pupil in self.pupils.items()}

    def desk(self) -> Client:
        """The teacher's browser."""
        client = english()
        client.force_login(self.teacher)
        return client

    def enrolment(self, given: str) -> Enrolment:
        """As it is now."""
        return Enrolment.objects.get(classroom=self.classroom, player=self.pupils[given].pk)

    def address(self, name: str, *args: object) -> str:
        """Of a page of the class."""
        return reverse(f"quiz:{name}", args=[self.classroom.pk, *args])

    def door(self, given: str) -> str:
        """Where this pupil writes the two words."""
        return reverse("quiz:class_words", args=[self.classroom.code, self.pupils[given].pk])

    def sign_in(self, given: str, client: Client | None = None) -> Client:
        """A browser in which the pupil has come in with the words."""
        client = client or english()
        one, other = self.words[given]
        answer = client.post(self.door(given), {"one": one, "other": other})
        assert answer.status_code == 302, answer.content
        return client


def english(**options: Any) -> Client:
    """A new browser."""
    client = Client(**options)
    client.cookies["django_language"] = "en"
    return client


def as_pupil(pupil: Pupil) -> Client:
    """A browser in which the pupil is signed in already."""
    client = english()
    session = client.session
    session["player"], session[SEEN] = pupil.pk, round(time.time())
    session.save()
    return client


def text(answer: Answer) -> str:
    """The page's words, without tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())

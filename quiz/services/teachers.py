"""Teachers: the first one, those invited by others, and new passwords."""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.core.mail import send_mail
from django.utils import timezone

from game.services.writing import write
from quiz.models import Invitation, LinkMade
from quiz.refusals import Refused

log = logging.getLogger(__name__)

LASTS = timedelta(days=7)
"""How long a link works."""


def invite(*, teacher: User | None = None, now: datetime | None = None) -> str:
    """A link's secret, which makes a new teacher, or a new password for `teacher`; works once."""
    secret = secrets.token_urlsafe(18)
    with write():
        if teacher is not None:
            Invitation.objects.filter(teacher=teacher).delete()
        Invitation.objects.create(
            digest=_digest(secret), teacher=teacher, made_at=now or timezone.now()
        )
    return secret


def help_with_password(*, teacher: User, by: User, now: datetime | None = None) -> str:
    """A link's secret for a new password of `teacher`, who is told that `by` made it.

    Refused: `not_the_first`.
    """
    if not may_help(by):
        raise Refused("not_the_first")
    now = now or timezone.now()
    secret = invite(teacher=teacher, now=now)
    if teacher != by:
        with write():
            LinkMade.objects.create(teacher=teacher, by=by, made_at=now)
    log.info("teacher %s made a link for the password of teacher %s", by.pk, teacher.pk)
    return secret


def first_teacher() -> User | None:
    """Who made the first account of this site."""
    return User.objects.filter(is_active=True).order_by("pk").first()


def may_help(teacher: User) -> bool:
    """Whether he or she may make links for others' passwords: the first teacher alone."""
    return teacher.is_superuser or teacher == first_teacher()


def links_made(teacher: User) -> list[LinkMade]:
    """Links others made for this teacher's password, and that were not seen yet, newest first."""
    found = LinkMade.objects.filter(teacher=teacher, seen_at=None).select_related("by")
    return list(found.order_by("-made_at"))


def see_links_made(*, teacher: User, now: datetime | None = None) -> None:
    """The teacher has read of them."""
    with write():
        LinkMade.objects.filter(teacher=teacher, seen_at=None).update(seen_at=now or timezone.now())


def invite_first() -> str | None:
    """The link's secret for the first teacher of this site; None when there is one already.

    Links printed before are worth nothing any more.
    """
    if User.objects.filter(is_active=True).exists():
        return None
    with write():
        Invitation.objects.filter(teacher=None).delete()
    return invite()


def invitation(secret: str, now: datetime | None = None) -> Invitation | None:
    """The invitation of a link, while it works."""
    since = (now or timezone.now()) - LASTS
    return Invitation.objects.filter(digest=_digest(secret), made_at__gte=since).first()


def accept(*, secret: str, username: str, name: str, password: str, email: str = "") -> User:
    """Makes the teacher of an invitation. Refused: `link_used`, `username_taken`."""
    with write():
        found = invitation(secret)
        if found is None or found.teacher is not None:
            raise Refused("link_used")
        if User.objects.filter(username__iexact=username).exists():
            raise Refused("username_taken")
        found.delete()
        return User.objects.create_user(username, email, password, first_name=name)


def renew_password(*, secret: str, password: str) -> User:
    """Gives the teacher of a link the password he or she chose. Refused: `link_used`."""
    with write():
        found = invitation(secret)
        if found is None or found.teacher is None:
            raise Refused("link_used")
        teacher = found.teacher
        teacher.set_password(password)
        teacher.save(update_fields=["password"])
        found.delete()
        return teacher


def change_account(*, teacher: User, name: str, email: str) -> None:
    """What pupils call the teacher, and where mail reaches him or her."""
    with write():
        User.objects.filter(pk=teacher.pk).update(first_name=name, email=email)


def change_password(*, teacher: User, password: str) -> None:
    """Another password; links that were given out for one are worth nothing any more."""
    with write():
        teacher.set_password(password)
        teacher.save(update_fields=["password"])
        Invitation.objects.filter(teacher=teacher).delete()


def mail_links(*, email: str, link: Callable[[str], str], subject: str, text: str) -> int:
    """Mails a link for a new password to the teachers with this address; returns how many.

    `link` makes an address of a secret; `text` holds %(name)s, %(username)s and %(link)s. When the
    mail can't be sent, the link is worth nothing and the error goes on.
    """
    found = list(User.objects.filter(email__iexact=email, is_active=True)) if email else []
    for teacher in found:
        about = {
            "name": teacher.first_name or teacher.username,
            "username": teacher.username,
            "link": link(invite(teacher=teacher)),
        }
        send_mail(subject, text % about, None, [teacher.email])
    return len(found)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()

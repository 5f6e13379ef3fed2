"""Teachers: the first one, those invited by others, and new passwords."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.core.mail import send_mail
from django.utils import timezone

from game.services.writing import write
from quiz.models import Invitation
from quiz.refusals import Refused

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

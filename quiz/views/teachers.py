"""Teachers: signing in and out, invited by a link, new passwords, names hidden for a projector."""

from __future__ import annotations

import logging
from http import HTTPStatus
from smtplib import SMTPException

from django.conf import settings
from django.contrib.auth import authenticate, login, logout, update_session_auth_hash
from django.contrib.auth.models import User
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from game import live, qr
from game.views.guards import NAMES_OFF, Request, origin_of, whose
from quiz.classes.throttle import tries
from quiz.forms.people import (
    ChangePasswordForm,
    ForgotForm,
    JoinTeachersForm,
    NamedForm,
    PasswordForm,
    SignInForm,
)
from quiz.middleware import SEEN
from quiz.refusals import Refused
from quiz.services import teachers
from quiz.views.guards import for_teachers, teacher_of

log = logging.getLogger(__name__)

FORM = ["GET", "HEAD", "POST"]


@require_http_methods(FORM)
def sign_in(request: Request) -> HttpResponse:
    """A teacher's name and password; wrong ones again and again must wait."""
    if request.method != "POST":
        if request.user.is_authenticated:
            return redirect(_next(request))
        return _sign_in_page(request, SignInForm())
    form = SignInForm(request.POST)
    if not form.is_valid():
        return _sign_in_page(request, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    name, address = form.cleaned_data["username"].strip(), request.META["REMOTE_ADDR"]
    if wait := tries.wait(address, name.casefold()):
        form.add_error(
            None,
            ngettext(
                "Too many wrong passwords. Wait %d second and try again.",
                "Too many wrong passwords. Wait %d seconds and try again.",
                wait,
            )
            % wait,
        )
        return _sign_in_page(request, form, HTTPStatus.TOO_MANY_REQUESTS)
    teacher = authenticate(request, username=_kept(name), password=form.cleaned_data["password"])
    if not isinstance(teacher, User):
        tries.wrong(address, name.casefold())
        form.add_error(None, _("The name or the password is wrong. Look again, also at capitals."))
        return _sign_in_page(request, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    tries.right(address, name.casefold())
    _let_in(request, teacher)
    return redirect(_next(request))


@require_POST
def sign_out(request: Request) -> HttpResponse:
    """Whoever is signed in; nothing is left in this browser."""
    logout(request)
    return redirect("game:home")


@require_http_methods(FORM)
def join(request: Request, token: str) -> HttpResponse:
    """What an invitation's link leads to: a new teacher, or a new password."""
    invitation = teachers.invitation(token)
    if invitation is None:
        return render(request, "quiz/link_used.html", status=HTTPStatus.NOT_FOUND)
    whose = invitation.teacher
    form: JoinTeachersForm | PasswordForm
    if whose is None:
        form = JoinTeachersForm(request.POST or None)
    else:
        form = PasswordForm(request.POST or None)
        form.teacher = whose
    context = {"form": form, "whose": whose, "mail": bool(settings.MAIL)}
    if request.method != "POST":
        return render(request, "quiz/join_teachers.html", context)
    if form.is_valid():
        try:
            if isinstance(form, JoinTeachersForm):
                teacher = teachers.accept(secret=token, **form.cleaned_data)
            else:
                teacher = teachers.renew_password(secret=token, **form.cleaned_data)
        except Refused as refused:
            if refused.code != "username_taken":
                return render(request, "quiz/link_used.html", status=refused.status)
            form.add_error("username", str(refused.text))
        else:
            _let_in(request, teacher)
            return redirect("quiz:classrooms")
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "quiz/join_teachers.html", context, status=status)


@require_http_methods(FORM)
def forgot(request: Request) -> HttpResponse:
    """A forgotten password: a link by mail, or how else it goes."""
    form = ForgotForm(request.POST or None)
    mail, port = bool(settings.MAIL), request.get_port()
    context: dict[str, object] = {"form": form, "mail": mail, "port": port}
    if request.method != "POST":
        return render(request, "quiz/forgot.html", context)
    if not settings.MAIL:
        raise Http404
    if not form.is_valid():
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return render(request, "quiz/forgot.html", context, status=status)
    email, address = form.cleaned_data["email"], request.META["REMOTE_ADDR"]
    if wait := tries.wait(address, email.casefold()):
        form.add_error(
            None,
            ngettext(
                "That was asked for very often. Wait %d second.",
                "That was asked for very often. Wait %d seconds.",
                wait,
            )
            % wait,
        )
        status = HTTPStatus.TOO_MANY_REQUESTS
        return render(request, "quiz/forgot.html", context, status=status)
    tries.wrong(address, email.casefold())
    try:
        teachers.mail_links(
            email=email,
            link=lambda secret: _link(request, secret),
            subject=_("Your new password in Five Continents"),
            text="\n\n".join(
                (
                    _("Hello, %(name)s!"),
                    _("You sign in as %(username)s. Choose a new password here:") + "\n%(link)s",
                    _("The link works once. If it wasn't you who asked, do nothing."),
                )
            ),
        )
    except (OSError, SMTPException):
        log.warning("mail could not be sent", exc_info=True)
        form.add_error(None, _("The mail couldn't be sent just now. Ask another teacher instead."))
        status = HTTPStatus.SERVICE_UNAVAILABLE
        return render(request, "quiz/forgot.html", context, status=status)
    return render(request, "quiz/forgot.html", context | {"sent": email})


@require_http_methods(FORM)
@for_teachers
def account(request: Request) -> HttpResponse:
    """What pupils call the teacher, and the own password; `do` tells which form was sent."""
    teacher = teacher_of(request)
    do = request.POST.get("do", "")
    known = {"name": teacher.first_name, "email": teacher.email}
    named = NamedForm(request.POST if do == "name" else None, initial=known)
    password = ChangePasswordForm(request.POST if do == "password" else None)
    password.teacher = teacher
    if do == "name" and named.is_valid():
        teachers.change_account(teacher=teacher, **named.cleaned_data)
        return redirect(reverse("quiz:account") + "?kept=name")
    if do == "seen":
        teachers.see_links_made(teacher=teacher)
        return redirect("quiz:account")
    if do == "password" and password.is_valid():
        teachers.change_password(teacher=teacher, password=password.cleaned_data["password"])
        update_session_auth_hash(request, teacher)
        return redirect(reverse("quiz:account") + "?kept=password")
    context = {
        "named": named,
        "password": password,
        "username": teacher.username,
        "mail": bool(settings.MAIL),
        "kept": request.GET.get("kept", ""),
        "links_made": teachers.links_made(teacher),
    }
    failed = request.method == "POST"
    status = HTTPStatus.UNPROCESSABLE_ENTITY if failed else HTTPStatus.OK
    return render(request, "quiz/account.html", context, status=status)


@require_safe
@for_teachers
def colleagues(request: Request) -> HttpResponse:
    """Who else teaches here: to invite somebody, or to help with a forgotten password."""
    return _colleagues_page(request)


@require_POST
@for_teachers
def invite(request: Request) -> HttpResponse:
    """A link for a new teacher, shown this once."""
    return _colleagues_page(request, link=_link(request, teachers.invite()))


@require_POST
@for_teachers
def new_password(request: Request, pk: int) -> HttpResponse:
    """A link by which a teacher chooses a new password, shown this once."""
    whose = User.objects.filter(pk=pk, is_active=True).first()
    if whose is None:
        raise Http404
    try:
        secret = teachers.help_with_password(teacher=whose, by=teacher_of(request))
    except Refused as refused:
        return _colleagues_page(request, told=str(refused.text), status=refused.status)
    return _colleagues_page(request, link=_link(request, secret), of=whose)


@require_POST
@for_teachers
def names(request: Request) -> HttpResponse:
    """Hides the pupils' names on all pages of this teacher, also open ones, or shows them again."""
    wanted = request.POST.get("names")
    if wanted == "on" or (wanted != "off" and request.session.get(NAMES_OFF)):
        request.session.pop(NAMES_OFF, None)
    else:
        request.session[NAMES_OFF] = True
    request.session.save()  # before the pages ask again
    live.call_again(whose(request))
    return redirect(_next(request))


def _sign_in_page(request: Request, form: SignInForm, status: int = HTTPStatus.OK) -> HttpResponse:
    context = {"form": form, "next": _next(request)}
    return render(request, "quiz/sign_in.html", context, status=status)


def _kept(username: str) -> str:
    """The name as it is kept, whatever the capitals."""
    found = User.objects.filter(username__iexact=username).values_list("username", flat=True)
    return found[0] if len(found) == 1 else username


def _let_in(request: Request, teacher: User) -> None:
    """A pupil who was signed in here is so no longer."""
    if SEEN in request.session:
        request.session.flush()
    login(request, teacher, "django.contrib.auth.backends.ModelBackend")


def _next(request: Request) -> str:
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return wanted if safe and wanted.startswith("/") else reverse("quiz:classrooms")


def _link(request: Request, secret: str) -> str:
    return origin_of(request) + reverse("quiz:join_teachers", args=[secret])


def _colleagues_page(
    request: Request,
    link: str = "",
    of: User | None = None,
    told: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    context = {
        "told": told,
        "first": teachers.first_teacher(),
        "may_help": teachers.may_help(teacher_of(request)),
        "teachers": User.objects.filter(is_active=True).order_by("first_name", "username"),
        "link": link,
        "qr": qr.inline(link) if link else "",
        "of": of,
        "days": teachers.LASTS.days,
    }
    return render(request, "quiz/colleagues.html", context, status=status)

"""Forms of teachers: who they are, their classrooms, their pupils."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game import names
from quiz.classes import roster
from quiz.services.classrooms import Name

PASSWORD_RULES: dict[str, Promise] = {
    "password_too_short": gettext_lazy("At least eight characters, please."),
    "password_entirely_numeric": gettext_lazy("Digits alone are guessed too soon: add letters."),
    "password_too_common": gettext_lazy("Very many people use this one. Choose another one."),
    "password_too_similar": gettext_lazy("That is too much like your name. Choose another one."),
}
"""Django's rules by their codes, in our words."""

ROW_ERRORS: dict[str, Promise] = {
    "no_given": gettext_lazy("The given name is missing."),
    "no_surname": gettext_lazy("The surname is missing."),
    "digits": gettext_lazy("Digits in a name. A phone number? Leave only the name."),
    "signs": gettext_lazy("There is a sign that names don't have."),
    "too_long": gettext_lazy("That is too long: at most 40 letters."),
}
"""What may be wrong with a pupil's name, by the codes of `quiz.roster`."""

REQUIRED = gettext_lazy("This is still missing.")


def check_password(password: str, user: User | None = None) -> None:
    """Raises what is wrong with a new password, in words."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        first = error.error_list[0]
        raise ValidationError(str(PASSWORD_RULES.get(first.code or "", first.message))) from error


class SignInForm(forms.Form):
    """A teacher's name and password."""

    username = forms.CharField(max_length=150, error_messages={"required": REQUIRED})
    password = forms.CharField(max_length=200, strip=False, error_messages={"required": REQUIRED})


class PasswordForm(forms.Form):
    """A new password; `teacher` is whose."""

    password = forms.CharField(max_length=200, strip=False, error_messages={"required": REQUIRED})
    teacher: User | None = None

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        check_password(password, self.teacher)
        return password


class NamedForm(forms.Form):
    """What pupils call a teacher, and where mail reaches him or her."""

    name = forms.CharField(max_length=150, error_messages={"required": REQUIRED})
    email = forms.EmailField(
        max_length=254,
        required=False,
        error_messages={"invalid": gettext_lazy("That is no e-mail address: name@school.ro.")},
    )

    def clean_name(self) -> str:
        name = names.tidy_name(self.cleaned_data["name"])
        if not name:
            raise ValidationError(str(REQUIRED))
        if len(name) > names.NAME_LENGTH:
            raise ValidationError(str(ROW_ERRORS["too_long"]))
        return name


class JoinTeachersForm(NamedForm):
    """A new teacher."""

    field_order = ("name", "username", "password", "email")
    username = forms.CharField(max_length=150, error_messages={"required": REQUIRED})
    password = forms.CharField(max_length=200, strip=False, error_messages={"required": REQUIRED})

    def clean_username(self) -> str:
        username = str(User.normalize_username(self.cleaned_data["username"].strip()))
        if not username or not all(c.isalnum() or c in "@.+-_" for c in username):
            raise ValidationError(_("Only letters, digits and . - _ @, without spaces."))
        return username

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        data = self.cleaned_data
        check_password(
            password,
            User(username=data.get("username", ""), first_name=data.get("name", "")),
        )
        return password


class ChangePasswordForm(PasswordForm):
    """The password so far, and a new one."""

    field_order = ("old", "password")
    old = forms.CharField(max_length=200, strip=False, error_messages={"required": REQUIRED})

    def clean_old(self) -> str:
        old = str(self.cleaned_data["old"])
        if self.teacher is None or not self.teacher.check_password(old):
            raise ValidationError(_("That isn't your password so far."))
        return old


class ForgotForm(forms.Form):
    """Where to mail a link for a new password."""

    email = forms.EmailField(
        max_length=254,
        error_messages={
            "required": REQUIRED,
            "invalid": gettext_lazy("That is no e-mail address: name@school.ro."),
        },
    )


def school_year(today: date | None = None) -> int:
    """In which the school year begins that one plans for: from August on, this one."""
    today = today or timezone.localdate()
    return today.year if today.month >= 8 else today.year - 1


class ClassroomForm(forms.Form):
    """A class: its name as they say it, the school year, the language of the secret words."""

    name = forms.CharField(
        max_length=200,
        error_messages={"required": gettext_lazy("Write what you call the class.")},
    )
    year = forms.TypedChoiceField(coerce=int)
    language = forms.ChoiceField(choices=settings.LANGUAGES)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        now = school_year()
        years = {now - 1, now, now + 1}
        if given := (kwargs.get("initial") or {}).get("year"):
            years.add(int(given))
        self.fields["year"] = forms.TypedChoiceField(
            coerce=int,
            choices=[(year, f"{year}–{year + 1}") for year in sorted(years)],
            initial=now,
        )

    def clean_name(self) -> str:
        name = names.tidy_name(self.cleaned_data["name"])
        if not name:
            raise ValidationError(_("Write what you call the class."))
        if len(name) > 40:
            raise ValidationError(str(ROW_ERRORS["too_long"]))
        return name


class PupilForm(forms.Form):
    """A pupil's name and group."""

    surname = forms.CharField(max_length=200, required=False)
    given = forms.CharField(max_length=200, required=False)
    group = forms.CharField(max_length=200, required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        row = roster.Row(1, "", "", names.tidy_name(data.get("group", ""))[: roster.GROUP_LENGTH])
        row = roster.mended(row, data.get("surname", ""), data.get("given", ""))
        if row.error:
            self.add_error(row.where, str(ROW_ERRORS[row.error]))
        return {"surname": row.surname, "given": row.given, "group": row.group}

    def as_name(self) -> Name:
        """As the services take it."""
        data = self.cleaned_data
        return Name(data["given"], data["surname"], data["group"])

"""Template context for every page."""

from django.http import HttpRequest
from django.urls import reverse

FORMS = ("game:open", "game:join")
"""Pages that answer a form at their own address."""


def place(request: HttpRequest) -> dict[str, str]:
    """`here`: the address the language switch comes back to, which must be one to GET."""
    if request.method in ("GET", "HEAD"):
        return {"here": request.get_full_path()}
    match = request.resolver_match
    if match is not None and match.view_name in FORMS:
        return {"here": request.path}
    if match is not None and "code" in match.kwargs:
        return {"here": reverse("game:table", kwargs=match.kwargs)}
    return {"here": reverse("game:home")}

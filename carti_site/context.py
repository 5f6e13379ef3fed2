"""Template context for every page."""

from django.http import HttpRequest


def place(request: HttpRequest) -> dict[str, str]:
    """`here`: the address the language switch comes back to."""
    return {"here": request.get_full_path() if request.method == "GET" else request.path}

"""Template context for every page."""

from django.http import HttpRequest
from django.urls import reverse

FORMS = (
    "game:open", "game:join", "quiz:class_words", "quiz:keep", "quiz:sign_in", "quiz:join_teachers",
    "quiz:forgot", "quiz:account", "quiz:new_class", "quiz:edit_class", "quiz:import", "quiz:cards",
    "quiz:delete_class", "quiz:delete_quiz", "quiz:pupil_edit", "quiz:marks", "quiz:make",
    "quiz:set", "quiz:play", "quiz:set_work",
)  # fmt: skip
"""Pages that answer a form at their own address."""


ROOMS = {
    "game:home": "play",
    "game:open": "play",
    "game:join": "play",
    "quiz:progress": "progress",
    "quiz:certificate": "progress",
    **dict.fromkeys(
        [
            "quiz:class", "quiz:class_names", "quiz:class_words", "quiz:keep", "quiz:stale",
            "quiz:sign_in", "quiz:join_teachers", "quiz:forgot",
        ],
        "",
    ),
    **dict.fromkeys(
        [
            "quiz:classrooms", "quiz:new_class", "quiz:edit_class", "quiz:delete_class",
            "quiz:entrance", "quiz:roster", "quiz:add_pupil", "quiz:import", "quiz:cards",
            "quiz:new_words", "quiz:merge", "quiz:pupil_edit",
            "quiz:classroom", "quiz:answers", "quiz:pupil", "quiz:marks", "quiz:data",
            "quiz:erase", "quiz:purge",
            "quiz:readmit", "quiz:move", "quiz:extra_time", "quiz:account", "quiz:colleagues",
            "quiz:invite",
            "quiz:new_password",
        ],
        "desk",
    ),
    "quiz:privacy": "",
    "quiz:choose": "",
    "quiz:ranking": "progress",
    **dict.fromkeys(
        [
            "quiz:play", "quiz:live", "quiz:live_table", "quiz:works", "quiz:set_work", "quiz:work",
            "quiz:date_work", "quiz:close_work",
        ],
        "desk",
    ),
    **dict.fromkeys(
        [
            "quiz:quizzes", "quiz:make", "quiz:give", "quiz:results", "quiz:correct",
            "quiz:delete_quiz",
        ],
        "quizzes",
    ),
}  # fmt: skip
"""Which of the bar's rooms a page is in, "" for none; the others of `quiz` are for learning."""
FIRST_PAGES = ("game:home", "quiz:learn", "quiz:progress", "quiz:classrooms", "quiz:quizzes")


def place(request: HttpRequest) -> dict[str, str]:
    """`here`, where the language switch comes back to, and the `room` that the bar marks."""
    return {"here": _here(request), **_room(request)}


def _room(request: HttpRequest) -> dict[str, str]:
    """The room, and how its link says so (aria-current)."""
    match = request.resolver_match
    if match is None:
        return {}
    room = ROOMS.get(match.view_name, "learn" if match.app_name == "quiz" else "")
    return {"room": room, "room_here": "page" if match.view_name in FIRST_PAGES else "true"}


def _here(request: HttpRequest) -> str:
    """An address that can be asked for by GET."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    match = request.resolver_match
    if match is not None and match.view_name in FORMS:
        return request.path
    if match is not None and "code" in match.kwargs:
        return reverse("game:table", kwargs=match.kwargs)
    return reverse("game:home")

"""What every answer gets: the security headers, the language this browser chose, and a page."""

from http import HTTPStatus

from django.conf import settings
from django.contrib.sessions import middleware as sessions
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware import gzip
from django.shortcuts import render
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin

from game.throttle import TooManyGuesses

HEADERS = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            "font-src 'self'",
            "media-src 'self'",
            "connect-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    # No Cross-Origin-Opener-Policy: on a plain-HTTP LAN name browsers log an error for it.
    # Pages are somebody's own; static files have set their own Cache-Control by now.
    "Cache-Control": "no-store",
}


class SecurityHeadersMiddleware(MiddlewareMixin):
    """Adds `HEADERS` to every answer that has not set them itself."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if settings.SECURE_HSTS_SECONDS and request.is_secure():
            response.headers["Strict-Transport-Security"] = (
                f"max-age={settings.SECURE_HSTS_SECONDS}"
            )
        return response


class GZipMiddleware(gzip.GZipMiddleware):
    """Django's, for pages: a stream must arrive event by event, and files are sent as kept. What a
    page's own doing has changed is short, and comes by the stream as well.

    The form token is masked anew in each page, and lengths vary at random: it can't be guessed
    from them (BREACH).
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        done = request.method == "POST" and "HX-Request" in request.headers
        if response.streaming or done:
            return response
        return super().process_response(request, response)


class SessionMiddleware(sessions.SessionMiddleware):
    """Django's, for session keys only: PostgreSQL can't even look for one with a NUL in it."""

    def process_request(self, request: HttpRequest) -> None:
        if not request.COOKIES.get(settings.SESSION_COOKIE_NAME, "").isalnum():
            request.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)
        super().process_request(request)


class RefusalMiddleware(MiddlewareMixin):
    """What is refused outside the views gets a page, too, which shows the way on."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Whoever guessed too many codes is told to wait."""
        if isinstance(error, TooManyGuesses):
            return render(request, "429.html", {"here": "/"}, status=429)
        return None

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Whoever opens an address that only a form leads to has lost their way."""
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and request.method == "GET":
            page = render(request, "405.html", {"here": "/"}, status=response.status_code)
            page.headers["Allow"] = response.headers["Allow"]
            return page
        return response


def chosen_language(request: HttpRequest) -> str:
    """The language of the language cookie, else Romanian; Accept-Language is not asked."""
    wanted = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


class LanguageMiddleware(MiddlewareMixin):
    """Speaks `chosen_language` for the length of the request."""

    def process_request(self, request: HttpRequest) -> None:
        translation.activate(chosen_language(request))

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        response.headers.setdefault("Content-Language", translation.get_language() or "ro")
        return response

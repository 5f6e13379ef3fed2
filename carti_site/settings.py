"""Settings for a teacher's laptop and a hosted site alike; what differs comes from the environment.

They are read by `environment.py`, and listed in docs/hosting.md.
"""

import os
from pathlib import Path

from django.utils.translation import gettext_lazy as _

from carti_site import environment

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = environment.data_folder(BASE_DIR / "data")

DEBUG = environment.flag("CARTI_DEBUG")
SECRET_KEY = environment.secret_key(DATA_DIR)
ALLOWED_HOSTS = environment.hosts()
HTTPS = environment.flag("CARTI_HTTPS")
"""The site is reached by https through one of PROXIES."""
PROXIES = environment.proxies()
"""Whose X-Forwarded-For and X-Forwarded-Proto are believed, as addresses and networks."""

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_htmx",
    "carti_site",
    "game",
    "quiz",
]

MIDDLEWARE = [
    "carti_site.health.HealthMiddleware",
    "carti_site.middleware.SecurityHeadersMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "carti_site.logs.RequestMiddleware",
    "carti_site.middleware.GZipMiddleware",
    "carti_site.middleware.SessionMiddleware",
    "carti_site.middleware.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "quiz.middleware.PupilMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "carti_site.middleware.RefusalMiddleware",
]

METRICS = environment.metrics()
"""The token that Prometheus shows at /metrics; without one nothing is counted."""
if METRICS:
    MIDDLEWARE.insert(1, "carti_site.metrics.MetricsMiddleware")

ROOT_URLCONF = "carti_site.urls"
ASGI_APPLICATION = "carti_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "carti_site.context.place",
                "quiz.context.who",
            ],
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["django.template.loaders.filesystem.Loader"],
                )
            ],
        },
    }
]

DATABASES = {"default": environment.database(DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
    "quiz.classes.secrets.PupilHasher",  # of the two words by which pupils sign in
]

LOGIN_URL = "quiz:sign_in"

MAIL = environment.mail()
"""Empty without a mail server: a teacher's new password then comes by a link."""
EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
EMAIL_HOST, EMAIL_PORT = MAIL.get("HOST", ""), MAIL.get("PORT", 0)
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL.get("HOST_USER", ""), MAIL.get("HOST_PASSWORD", "")
EMAIL_USE_SSL, EMAIL_USE_TLS = MAIL.get("USE_SSL", False), MAIL.get("USE_TLS", False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = MAIL.get("FROM", "")

# Message ids are English; Romanian is the language until somebody switches.
LANGUAGE_CODE = "ro"
LANGUAGES = [("ro", _("Romanian")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "carti_site" / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
USE_TZ = True
TIME_ZONE = "Europe/Bucharest"

STATIC_URL = "/static/"
STATIC_PREPARED = os.environ.get("CARTI_STATIC", "")
"""A folder that `collectstatic` has filled beforehand, as when an image is built."""
STATIC_ROOT = Path(STATIC_PREPARED or DATA_DIR / "static")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# A guest is known by the session for thirty days after the last visit
# (game.services.forget_guests).
GUEST_DAYS = 30
SESSION_ENGINE = "carti_site.sessions"
SESSION_COOKIE_AGE = GUEST_DAYS * 24 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
if HTTPS:  # by these names no other host of the domain can set them
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    LANGUAGE_COOKIE_NAME = "__Host-language"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "carti_site.views.csrf_failure"
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SILENCED_SYSTEM_CHECKS = [
    # Our own SecurityHeadersMiddleware sets these headers, on errors and refusals, too.
    "security.W001", "security.W002",
]  # fmt: skip

# Bodies are small forms; a larger one is refused before it is read into memory.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_200
UPLOAD_PATHS = ("/pupils/import/",)
"""Addresses that take files: a larger body is cut off there, and the page says that it is so."""
UPLOAD_MAX_MEMORY_SIZE = 5_400_000
PASSWORD_PATHS = ("/teacher/",)
"""Addresses below which passwords are tried and chosen, and mail is sent: what takes a while."""

PUBLIC_ADDRESS = environment.public_address(ALLOWED_HOSTS, HTTPS)
"""`host:port` at which other devices reach this machine; on a laptop `serve` finds it."""

LOG = environment.log()
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "carti_site.logs.JsonLines"},
    },
    "filters": {"no_paths": {"()": "carti_site.logs.NoPaths"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": LOG,
            "filters": ["no_paths"],
        },
        "nowhere": {"class": "logging.NullHandler"},
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        # Strangers' odd Host headers are refused; a teacher's console needs no traceback for each.
        "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
        "carti_site.logs": {"level": "INFO" if LOG == "json" else "WARNING"},
    },
}

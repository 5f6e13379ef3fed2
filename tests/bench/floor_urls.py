"""The site's addresses, and /floor/: one row written, the least that a move could cost."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from carti_site.urls import urlpatterns as of_the_site

TABLE = "CREATE TABLE IF NOT EXISTS bench_floor (id integer PRIMARY KEY, body text NOT NULL)"


@csrf_exempt
def floor(request: HttpRequest) -> HttpResponse:
    """Writes what was sent."""
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO bench_floor (body) VALUES (%s)", [request.body.decode()])
    return HttpResponse("written")


urlpatterns = [*of_the_site, path("floor/", floor)]

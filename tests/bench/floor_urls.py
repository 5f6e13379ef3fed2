"""The site's addresses and the floor: the least that a page, and that a move, could cost."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from carti_site.urls import urlpatterns as of_the_site
from tests.bench.tables import HELLO, INSERT


def hello(request: HttpRequest) -> HttpResponse:
    """Says hello, through all the middleware."""
    return HttpResponse("hello")


@csrf_exempt
def insert(request: HttpRequest) -> HttpResponse:
    """Writes what was sent."""
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO bench_floor (body) VALUES (%s)", [request.body.decode()])
    return HttpResponse("written")


urlpatterns = [
    *of_the_site,
    path(HELLO[1:], hello, name="floor_hello"),
    path(INSERT[1:], insert, name="floor_insert"),
]

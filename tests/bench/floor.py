"""Settings of the bench server: the site's, and beside its pages the views of the floor."""

from carti_site.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.floor_urls"

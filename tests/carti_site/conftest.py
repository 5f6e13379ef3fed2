"""A real server that one test has to itself."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site import Site


@pytest.fixture
def own_site(tmp_path: Path, site: Site) -> Iterator[Site]:
    """A site that a test may stop and kill; its static files are the other site's."""
    own = Site(tmp_path)
    (tmp_path / "static").symlink_to(site.data / "static")
    own.start()
    yield own
    if own.exit_status is None:
        own.kill()

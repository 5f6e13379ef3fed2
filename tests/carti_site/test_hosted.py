"""A hosted site: its settings pass Django's own check, and only its proxy is believed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.site import Browser, Site, manage

HOSTED = {"CARTI_HTTPS": "1", "CARTI_HOSTS": "127.0.0.1,carti.example"}
FORGED = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}


def test_check_deploy_finds_nothing(tmp_path: Path) -> None:
    checked = manage(tmp_path, "check", "--deploy", "--fail-level", "DEBUG", **HOSTED)
    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize("proxy", ["127.0.0.0/8", "10.9.9.9"])
def test_only_the_proxy_says_that_it_is_https_and_who_asks(
    start_site: Callable[..., Site], proxy: str
) -> None:
    site = start_site(CARTI_PROXY=proxy, **HOSTED)
    believed = proxy == "127.0.0.0/8"
    browser = Browser(site)
    page = browser.get("/rules/", **FORGED)
    assert page.status == 200
    assert ("Strict-Transport-Security" in page.headers) == believed
    assert "evil.example" not in page.text + str(page.headers)
    sent = FORGED | {"Referer": site.url.replace("http:", "https:")}
    answers = [browser.get("/join/"), browser.post("/language/", {"language": "en"}, **sent)]
    cookies = [one for answer in answers for one in answer.headers.get_all("Set-Cookie", [])]
    assert [one.split("=")[0] for one in cookies] == ["__Host-csrftoken", "__Host-language"]
    assert all("Secure" in one and "HttpOnly" in one for one in cookies)
    form: dict[str, object] = {"code": "K7MP2Q", "name": "Dan", "avatar": "leu"}
    statuses = [  # wrong codes, each as if by somebody else
        browser.post("/join/", form, **sent, **{"X-Forwarded-For": f"203.0.113.{n}"}).status
        for n in range(40)
    ]
    assert statuses[0] == 422
    assert statuses[-1] == (422 if believed else 429)

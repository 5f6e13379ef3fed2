"""Large files go out in blocks: who takes them slowly keeps nobody else from their pages."""

import socket
import time
from http.client import HTTPConnection

from tests.site import Browser, Site

FILE = "/deck/cards.pdf?language=ro&backs=1"
SLOW_READERS = 8
"""Twice as many as there are page threads."""


def download(site: Site) -> bytes:
    connection = HTTPConnection("127.0.0.1", site.port, timeout=60)
    try:
        connection.request("GET", FILE)
        return connection.getresponse().read()
    finally:
        connection.close()


def test_slow_downloads_block_no_page(site: Site) -> None:
    browser = Browser(site)
    whole = download(site)
    assert whole.startswith(b"%PDF-")
    readers = []
    try:
        for _ in range(SLOW_READERS):
            reader = socket.socket()
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            reader.connect(("127.0.0.1", site.port))
            reader.sendall(f"GET {FILE} HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\n\r\n".encode())
            assert reader.recv(9) == b"HTTP/1.1 "
            readers.append(reader)
        begun = time.monotonic()
        assert browser.get("/rules/").status == 200
        took = time.monotonic() - begun
        print(f"A page beside {SLOW_READERS} slow downloads: {took * 1000:.0f} ms.")
        assert took < 10, "it waited for those who don't read"
        assert download(site) == whole
    finally:
        for reader in readers:
            reader.close()
    assert browser.get("/").status == 200

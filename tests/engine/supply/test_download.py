"""Downloads from a server on this machine: whole, broken, continued, refused."""

from __future__ import annotations

import errno
import hashlib
import shutil
import ssl
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import pytest

from quoin.engine.errors import SupplyError
from quoin.engine.model import STARTER
from quoin.engine.supply.catalogue import KnownModel
from quoin.engine.supply.fetch import download
from quoin.engine.supply.fetch.download import Download, partial_file
from quoin.engine.supply.fetch.stop import StoppedError

from .web import Web, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CONTENT = STARTER.read_bytes()
SIZE = len(CONTENT)
DIGEST = hashlib.sha256(CONTENT).hexdigest()
OTHER = "0" * 64
HALF = SIZE // 2
PATH = "/model.gguf"
WHOLE: tuple[tuple[str, str | None], ...] = ((PATH, None),)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(download, "PAUSE", 0.0)


def model_at(web: Web, **changes: Any) -> KnownModel:
    usual = KnownModel(
        name="small",
        title="Small",
        maker="",
        quantisation="F16",
        licence="",
        licence_address="",
        licence_note="",
        context=2048,
        bytes=SIZE,
        bytes_exact=True,
        cache_bytes=1,
        address=web.address(),
        page="https://example.org/page",
        hosts=("127.0.0.1",),
        sha256=DIGEST,
        unverified=(),
    )
    return replace(usual, **changes)


@dataclass(frozen=True)
class Case:
    """A server, what the list says, and what comes of it.

    Attributes:
        web: What the server does.
        model: What the list says, where it is not the truth.
        kept: The size of the part that was kept from an earlier download.
        asked: The requests; None for any.
        told: The words of the message; empty where the file comes whole.
        left: The size of the part that is kept; None where there is none.
    """

    web: Web
    model: dict[str, Any] = field(default_factory=dict)
    kept: bytes = b""
    asked: tuple[tuple[str, str | None], ...] | None = None
    told: str = ""
    left: int | None = None


def rest(start: int) -> tuple[str, str]:
    return PATH, f"bytes={start}-"


CASES = {
    "whole": Case(Web(CONTENT), asked=WHOLE),
    "no size said": Case(Web(CONTENT, length=None), asked=WHOLE),
    "broken once": Case(Web(CONTENT, cuts=[HALF]), asked=(*WHOLE, rest(HALF))),
    "broken often": Case(
        Web(CONTENT, cuts=[1000] * 8), asked=(*WHOLE, *(rest(1000 * n) for n in range(1, 9)))
    ),
    "broken, no size said": Case(Web(CONTENT, length=None, cuts=[HALF]), asked=(*WHOLE, rest(HALF))),
    "broken for good": Case(
        Web(CONTENT, cuts=[HALF] + [0] * 9),
        asked=(*WHOLE, *[rest(HALF)] * 4),
        told=r"broke off after 0.0 GB: the connection ended early; what has come is kept",
        left=HALF,
    ),
    "continued": Case(Web(CONTENT), kept=CONTENT[:HALF], asked=(rest(HALF),)),
    "continued, all was there": Case(Web(CONTENT), kept=CONTENT, asked=()),
    "continued without ranges": Case(Web(CONTENT, ranges=False), kept=CONTENT[:HALF], asked=(rest(HALF),)),
    "broken without ranges": Case(Web(CONTENT, ranges=False, cuts=[HALF]), asked=(*WHOLE, rest(HALF))),
    "continued elsewhere": Case(
        Web(CONTENT, shift=1), kept=CONTENT[:HALF], told="another part of the file", left=HALF
    ),
    "continued, the part is another file's": Case(
        Web(CONTENT), kept=b"x" * HALF, told=rf"digest [0-9a-f]{{64}}, and not {DIGEST}; it is removed"
    ),
    "continued, the part is too large": Case(
        Web(CONTENT), kept=b"x" * (SIZE + 1), asked=(rest(SIZE + 1), (PATH, None))
    ),
    "wrong digest": Case(
        Web(CONTENT), {"sha256": OTHER}, told=f"has the digest {DIGEST}, and not {OTHER}; it is removed"
    ),
    "no digest": Case(
        Web(CONTENT), {"sha256": None}, asked=(), told=r"no digest of Small is known.*example.org"
    ),
    "busy, then not": Case(Web(CONTENT, statuses=[503, 429]), asked=WHOLE * 3),
    "missing": Case(Web(CONTENT, statuses=[404]), told="127.0.0.1 answers with status 404", left=0),
    "locked": Case(Web(CONTENT, statuses=[401]), told="only to those who sign in", left=0),
    "size other than said": Case(
        Web(CONTENT),
        {"bytes": SIZE + 1},
        asked=WHOLE,
        told=f"has {SIZE} bytes, where the list says {SIZE + 1}",
        left=0,
    ),
    "size about as said": Case(
        Web(CONTENT), {"bytes": round(SIZE * 1.004), "bytes_exact": False}, asked=WHOLE
    ),
    "size not about as said": Case(
        Web(CONTENT),
        {"bytes": round(SIZE * 1.006), "bytes_exact": False},
        told="it is not downloaded",
        left=0,
    ),
    "more than said": Case(Web(CONTENT + b"x", length=None), told="more came than the", left=None),
    "less than said, no size said": Case(
        Web(CONTENT[:-1], length=None), told="file that ends before|ended early", left=SIZE - 1
    ),
    "redirected here": Case(
        Web(CONTENT, redirects={PATH: "/other?signed=1"}), asked=(*WHOLE, ("/other?signed=1", None))
    ),
    "redirected to a listed host": Case(
        Web(CONTENT, redirects={PATH: "http://localhost:{port}/other"}),
        {"hosts": ("127.0.0.1", "localhost")},
        asked=(*WHOLE, ("/other", None)),
    ),
    "redirected to another host": Case(
        Web(CONTENT, redirects={PATH: "http://localhost:{port}/other"}),
        asked=WHOLE,
        told="redirects to localhost, which the list does not name; that is refused",
        left=0,
    ),
    "redirected to another scheme": Case(
        Web(CONTENT, redirects={PATH: "https://127.0.0.1:{port}/other"}),
        asked=WHOLE,
        told="redirects to https",
        left=0,
    ),
    "redirected to a file": Case(
        Web(CONTENT, redirects={PATH: "file:///etc/passwd"}), asked=WHOLE, told="is no address", left=0
    ),
    "redirected for ever": Case(
        Web(CONTENT, redirects={PATH: PATH}), asked=WHOLE * 6, told="more than 5 times", left=0
    ),
    "redirected to someone": Case(
        Web(CONTENT, redirects={PATH: "http://me:secret@127.0.0.1:{port}/"}), told="is no address", left=0
    ),
    "an address of another host": Case(
        Web(CONTENT), {"hosts": ("example.org",)}, asked=(), told="refused", left=0
    ),
    "no model": Case(
        Web(b"x" * SIZE),
        {"sha256": hashlib.sha256(b"x" * SIZE).hexdigest()},
        told="come whole, but cannot be used: .* is not a GGUF model file",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_download(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    folder = tmp_path / "models"
    web = replace(case.web, cuts=[*case.web.cuts], statuses=[*case.web.statuses], requests=[])
    with serving(web):
        web.redirects = {path: to.replace("{port}", str(web.port)) for path, to in case.web.redirects.items()}
        model = model_at(web, **case.model)
        partial = partial_file(folder, model.sha256 or OTHER)
        if case.kept:
            folder.mkdir()
            partial.write_bytes(case.kept)
        if case.told:
            with pytest.raises(SupplyError, match=case.told) as raised:
                Download(model, folder).run()
            assert "\n" not in str(raised.value)
            assert (partial.stat().st_size if partial.exists() else None) == case.left
        else:
            path = Download(model, folder).run()
            assert path.read_bytes() == CONTENT
            assert [file.name for file in folder.iterdir()] == ["model.gguf"]
    if case.asked is not None:
        assert tuple(web.requests) == case.asked


PROXIED = {"address": "http://models.test/model.gguf", "hosts": ("models.test",)}


@pytest.fixture
def proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Web]:
    """A proxy that the system's settings name."""
    for variable in ("no_proxy", "NO_PROXY", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(variable, raising=False)
    with serving(Web(CONTENT)) as web:
        monkeypatch.setenv("http_proxy", web.address(""))
        monkeypatch.setenv("https_proxy", f"http://me:pass%20word@127.0.0.1:{web.port}")
        yield web


def test_the_proxy_of_the_system_is_asked(tmp_path: Path, proxy: Web) -> None:
    assert Download(model_at(proxy, **PROXIED), tmp_path).run().read_bytes() == CONTENT
    assert proxy.requests == [("http://models.test/model.gguf", None)]


def test_what_is_asked_over_a_proxy_is_hidden_from_it(tmp_path: Path, proxy: Web) -> None:
    model = model_at(proxy, **PROXIED | {"address": "https://models.test/model.gguf"})
    with pytest.raises(SupplyError, match=r"broke off after 0.0 GB: Tunnel connection failed: 502"):
        Download(model, tmp_path).run()
    assert set(proxy.requests) == {("CONNECT models.test:443", "Basic bWU6cGFzcyB3b3Jk")}


def test_a_proxy_is_not_asked_for_this_machine(tmp_path: Path, proxy: Web) -> None:
    Download(model_at(proxy), tmp_path).run()
    assert proxy.requests == list(WHOLE)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl, which makes a certificate")
def test_a_certificate_that_nobody_has_signed(tmp_path: Path) -> None:
    pem = tmp_path / "self.pem"
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-subj",
        "/CN=127.0.0.1",
        "-days",
        "1",
    ]
    subprocess.run(
        [*command, "-keyout", str(pem), "-out", str(tmp_path / "c.pem")], check=True, capture_output=True
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "c.pem", pem)
    with serving(Web(CONTENT), context) as web:
        model = model_at(web, address=web.address().replace("http:", "https:"))
        with pytest.raises(SupplyError, match=r"127.0.0.1 has no certificate that is trusted here"):
            Download(model, tmp_path / "models").run()
    assert web.requests == []


def test_progress_rises_to_the_end(tmp_path: Path) -> None:
    said: list[tuple[int, int]] = []
    with serving(Web(CONTENT, cuts=[HALF])) as web:
        Download(model_at(web), tmp_path).run(lambda *now: said.append(now))
    assert said == sorted(said)
    assert said[-1] == (SIZE, SIZE)


def test_a_file_that_is_there_is_checked_and_not_downloaded(tmp_path: Path) -> None:
    (tmp_path / "model.gguf").write_bytes(CONTENT)
    with serving(Web(CONTENT)) as web:
        assert Download(model_at(web), tmp_path).run() == tmp_path / "model.gguf"
        (tmp_path / "model.gguf").write_bytes(b"mine")
        with pytest.raises(SupplyError, match="is there already and is another file"):
            Download(model_at(web), tmp_path).run()
    assert web.requests == []
    assert (tmp_path / "model.gguf").read_bytes() == b"mine"


def test_a_digest_that_the_user_names(tmp_path: Path) -> None:
    with serving(Web(CONTENT)) as web:
        unknown = model_at(web, sha256=None)
        assert Download(unknown, tmp_path, f" SHA256:{DIGEST.upper()}\n").run().read_bytes() == CONTENT
        for digest, words in {"12": "64 hexadecimal digits", OTHER: "another one than yours"}.items():
            with pytest.raises(SupplyError, match=words):
                Download(model_at(web), tmp_path, digest)


def test_without_space_nothing_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(tmp_path)
    with serving(Web(CONTENT)) as web:
        for free, words in (
            (SIZE + download.RESERVE - 1, "0.2 GB free; Small needs 0.0 GB more"),
            (0, "0.0 GB free"),
        ):
            monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: usage._replace(free=free))
            with pytest.raises(SupplyError, match=words):
                Download(model_at(web), tmp_path).run()
        assert web.requests == []
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=SIZE + download.RESERVE))
        Download(model_at(web), tmp_path).run()


FULL = """
import resource, signal, sys
from pathlib import Path
from quoin.engine.errors import SupplyError
from quoin.engine.supply.fetch.download import Download
from tests.engine.supply.test_download import CONTENT, model_at
from tests.engine.supply.web import Web, serving
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
with serving(Web(CONTENT)) as web:
    try:
        Download(model_at(web), Path(sys.argv[1])).run()
    except SupplyError as error:
        print(error)
"""


def test_a_disk_that_gets_full_is_left_as_it_was(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk's end."""
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"the disk of {tmp_path} is full; what had come is removed\n"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "models").write_text("a file", encoding="utf-8")
    with serving(Web(CONTENT)) as web, pytest.raises(SupplyError, match="cannot be written to: "):
        Download(model_at(web), tmp_path / "models").run()
    assert errno.ENOSPC in download._FULL


def test_a_download_that_is_stopped_goes_on_later(tmp_path: Path) -> None:
    with serving(Web(CONTENT)) as web:
        work = Download(model_at(web), tmp_path)
        with pytest.raises(StoppedError, match="what has come is kept"):
            work.run(lambda *_: work.stop())
        done = partial_file(tmp_path, DIGEST).stat().st_size
        assert 0 < done < SIZE
        assert Download(model_at(web), tmp_path).run().read_bytes() == CONTENT
    assert web.requests == [(PATH, None), rest(done)]


def test_a_stop_does_not_wait_for_a_server_that_sends_nothing(tmp_path: Path) -> None:
    with serving(Web(CONTENT, silent=True)) as web:
        work = Download(model_at(web), tmp_path)
        thread = begun(work, web)
        time.sleep(0.2)  # until it waits for what does not come
        work.stop()
        thread.join(10)
        assert not thread.is_alive()


def begun(work: Download, web: Web) -> threading.Thread:
    """Run a download in a thread, and return that when the server has been asked."""

    def run() -> None:
        with suppress(StoppedError):
            work.run()

    thread = threading.Thread(target=run)
    thread.start()
    while not web.requests:
        time.sleep(0.01)
    return thread


def test_two_downloads_of_one_file(tmp_path: Path) -> None:
    with serving(Web(CONTENT, silent=True)) as web:
        first = Download(model_at(web), tmp_path)
        thread = begun(first, web)
        with pytest.raises(SupplyError, match="is being downloaded by another quoin"):
            Download(model_at(web), tmp_path).run()
        first.stop()
        thread.join(10)

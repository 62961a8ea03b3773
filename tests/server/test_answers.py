"""Whatever is asked, the answer is a clear one: never a 500, always with the headers of the house, and nothing personal is kept."""

from __future__ import annotations

import logging
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest

from spyhouse.rules.kit.errors import SpyhouseError
from spyhouse.server.guard import is_ours, own_names
from spyhouse.server.names import clean_name
from spyhouse.server.pages import PAGE
from tests.server.house import OpenHouse, open_house, run
from tests.server.test_doors import answer_to

IS_BUILT = (PAGE / "index.html").is_file()
DEEP = b'{"game": "second", "options": {"a": ' + b"[" * 5000 + b"]" * 5000 + b"}}"
DEEPISH = b'{"game": "second", "options": {"spy_ops": ' + b"[" * 900 + b"]" * 900 + b"}}"

ODD: list[tuple[str, str, str, bytes | None]] = [
    ("deep JSON", "POST", "/api/tables", DEEP),
    ("JSON not quite as deep", "POST", "/api/tables", DEEPISH),
    ("deep JSON for a name", "POST", "/api/me", b"[" * 9000),
    ("no UTF-8", "POST", "/api/tables", b'{"game": "\xff\xfe"}'),
    ("no UTF-8 in a name", "POST", "/api/me", b'{"name": "\xc3\x28"}'),
    ("half a surrogate in a name", "POST", "/api/me", b'{"name": "\\ud800"}'),
    ("half a surrogate in a game", "POST", "/api/tables", b'{"game": "\\udfff"}'),
    ("a huge number", "POST", "/api/tables", b'{"game": "second", "seats": 9223372036854775808}'),
    ("a number beyond all", "POST", "/api/tables", b'{"game": "second", "seats": 1e999}'),
    ("no body", "POST", "/api/tables", b""),
    ("too long a body", "POST", "/api/tables", b'{"game": "' + b"x" * 2_000_000 + b'"}'),
    ("an asset with a zero", "GET", "/assets/%00", None),
    ("an asset with a long name", "GET", "/assets/" + "a" * 300, None),
    ("an asset with a very long name", "GET", "/assets/" + "a" * 5000, None),
    ("an asset up the tree", "GET", "/assets/..%2f..%2fversion.py", None),
    ("a table with a zero", "GET", "/api/tables/%00/link", None),
    ("a page with a zero", "GET", "/t/%00", None),
    ("a moment beyond all", "GET", "/api/tables/TABLE/replay/0/9223372036854775808", None),
    ("a moment of many digits", "GET", "/api/tables/TABLE/replay/0/" + "9" * 5000, None),
    ("eyes beyond all", "GET", "/api/tables/TABLE/replay/9223372036854775808", None),
    ("eyes that are no number", "GET", "/api/tables/TABLE/replay/one", None),
    ("digits of another script", "GET", "/api/tables/TABLE/replay/%D9%A3", None),
    ("words of nothing", "GET", "/api/words/en/..%2f..", None),
    ("a method that is not there", "DELETE", "/api/me", None),
    ("a page that cannot be asked", "POST", "/", None),
]


def assert_headers(answer: httpx.Response) -> None:
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["referrer-policy"] == "same-origin"


def in_a_house(data: Path, ask: Any, **config: Any) -> None:
    async def main() -> None:
        async with open_house(data, **config) as house:
            await ask(house)

    run(main())


def test_odd_requests_are_refused_clearly(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def ask(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="second", bots=[None, "random"])
        async with visitor.at(id) as chair:
            await chair.send(type="start")
            await chair.share([0])
            await chair.send(type="resign", seat=0)
            await chair.hear_until("table", phase="over")
        for what, method, path, body in ODD:
            answer = await visitor.client.request(method, path.replace("TABLE", id), content=body)
            assert 400 <= answer.status_code < 500, (what, answer.status_code, answer.text)
            assert answer.text.strip(), what
            assert_headers(answer)
        assert (await visitor.client.get(f"/api/tables/{id}/replay/0")).status_code == 200

    in_a_house(tmp_path, ask)
    assert not [record for record in caplog.records if record.name == "spyhouse"]


def test_a_qr_code_for_a_long_host_is_refused(tmp_path: Path) -> None:
    async def ask(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="second")
        for host in ("127.0.0.1:" + "0" * 3000, "127.0.0.1" + "0" * 3000, "[fe80::1%25" + "x" * 3000 + "]", "[" + "0" * 3000 + "::1]"):
            answer = await visitor.client.get(f"/api/tables/{id}/qr.svg", headers={"host": host})
            assert answer.status_code == 421
            assert_headers(answer)

    in_a_house(tmp_path, ask)


def test_every_answer_has_the_headers_of_the_house(tmp_path: Path) -> None:
    async def ask(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="second")
        expected = {
            "/": 200 if IS_BUILT else 503,
            "/api/me": 200,
            f"/api/tables/{id}/link": 200,
            "/nowhere": 404,
            "/api/nowhere": 404,
            "/assets/nowhere.js": 404,
            f"/api/tables/{id}/record.json": 400,
            f"/api/tables/{id}/socket": 405,
        }
        if IS_BUILT:
            expected[f"/assets/{next((PAGE / 'assets').iterdir()).name}"] = 200
        for path, status in expected.items():
            answer = await visitor.client.get(path)
            assert answer.status_code == status, path
            assert_headers(answer)
        answer = await visitor.client.put("/api/me")
        assert answer.status_code == 405
        assert_headers(answer)
        answer = await visitor.client.get("/", headers={"host": "evil.example"})
        assert answer.status_code == 421
        assert_headers(answer)
        raw = await answer_to(house.port, b"what is this?\r\n\r\n")
        assert raw.startswith(b"HTTP/1.1 400")
        assert b"x-content-type-options: nosniff" in raw.lower()
        upgrade = (
            b"connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: " + b"A" * 22 + b"==\r\n\r\n"
        )
        for path, code in ((f"/api/tables/{id}/socket", b"403"), ("/api/nowhere", b"404")):
            raw = await answer_to(house.port, f"GET {path} HTTP/1.1\r\nhost: localhost:{house.port}\r\n".encode() + upgrade)
            assert raw.startswith(b"HTTP/1.1 " + code)
            assert b"x-content-type-options: nosniff" in raw.lower()

    in_a_house(tmp_path, ask)


def test_a_handshake_that_is_none_is_answered_or_cut_off(tmp_path: Path) -> None:
    """Not waited for: with a method that opens no socket, or with a body."""

    async def ask(house: OpenHouse) -> None:
        upgrade = b"host: 127.0.0.1:%d\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n" % house.port
        key = b"sec-websocket-key: " + b"A" * 22 + b"==\r\n"
        raw = await answer_to(house.port, b"PUT /api/me HTTP/1.1\r\n" + upgrade + key + b"connection: close\r\n\r\n")
        assert raw.startswith(b"HTTP/1.1 405")
        assert (
            await answer_to(house.port, b"GET /api/tables/x/socket HTTP/1.1\r\n" + upgrade + key + b"content-length: 3\r\n\r\nabc") == b""
        )

    in_a_house(tmp_path, ask)


def test_what_is_personal_is_kept_nowhere(tmp_path: Path) -> None:
    async def ask(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="second")
        for path in (
            "/api/me",
            f"/api/tables/{id}/link",
            f"/api/tables/{id}/qr.svg",
            f"/api/tables/{id}/record.json",
            "/api/tables/x/replay/0",
        ):
            assert (await visitor.client.get(path)).headers["cache-control"] == "no-store", path
        if IS_BUILT:
            assert (await visitor.client.get("/")).headers["cache-control"] == "no-cache"

    in_a_house(tmp_path, ask)


def test_an_address_that_leads_nowhere_is_a_page_for_people_and_json_for_programs(tmp_path: Path) -> None:
    async def ask(house: OpenHouse) -> None:
        visitor = await house.visitor()
        browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
        answer = await visitor.client.get("/nowhere/at/all", headers=browser)
        assert answer.status_code == (404 if IS_BUILT else 503)
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.text == (await visitor.client.get("/")).text  # it draws itself, in the guest's own language
        for path in ("/api/nowhere", "/api/tables/nowhere1/link"):
            answer = await visitor.client.get(path, headers=browser)
            assert answer.headers["content-type"].startswith("application/json")
            assert answer.json()["detail"]

    in_a_house(tmp_path, ask)


def test_an_unforeseen_error_is_logged_with_its_kind_and_place_and_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError("seat 2 holds card 7")

    async def ask(house: OpenHouse) -> None:
        visitor = await house.visitor()
        monkeypatch.setattr(house.house, "shelf", broken)
        answer = await visitor.client.get("/api/games")
        assert answer.status_code == 500
        assert "card" not in answer.text
        assert_headers(answer)

    with caplog.at_level(logging.WARNING):
        in_a_house(tmp_path, ask)
    (record,) = [record for record in caplog.records if record.name == "spyhouse"]
    assert "ZeroDivisionError in broken (test_answers.py:" in record.getMessage()
    assert "card" not in caplog.text


# -- Whose house it is ---------------------------------------------------------------------------------------------------


def test_only_the_own_name_in_the_local_network_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Attic.home.example")
    names = own_names(("spies.example",))
    for host in ("localhost:4242", "attic.local", "ATTIC.local:4242", "attic.home.example", "spies.example", "192.0.2.5", "[::1]:4242"):
        assert is_ours(host, names), host
    for host in (
        "",
        "cellar.local",
        "evil.attic.local",
        "evil.example",
        "localhost:",
        "localhost:123456",
        "[::1",
        "a b",
        "localhost.evil.example",
    ):
        assert not is_ours(host, names), host


def test_another_scheme_is_another_house(tmp_path: Path) -> None:
    async def ask(house: OpenHouse) -> None:
        visitor = await house.visitor()
        for origin, status in ((f"http://localhost:{house.port}", 200), (f"https://localhost:{house.port}", 403), ("null", 403)):
            answer = await visitor.client.post("/api/me", json={"name": "Ada"}, headers={"origin": origin})
            assert answer.status_code == status, origin

    in_a_house(tmp_path, ask)


def test_only_a_proxy_that_was_named_is_believed(tmp_path: Path) -> None:
    async def ask(house: OpenHouse, status: int) -> None:
        visitor = await house.visitor()
        forwarded = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.9", "origin": f"https://localhost:{house.port}"}
        answer = await visitor.client.post("/api/me", json={"name": "Ada"}, headers=forwarded)
        assert answer.status_code == status

    in_a_house(tmp_path / "plain", lambda house: ask(house, 403))
    in_a_house(tmp_path / "behind", lambda house: ask(house, 200), proxies=("127.0.0.1",))


# -- Names ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace ", "Ada Lovelace"),
        ("Zoe\u0308", "Zoë"),
        ("Łucja Żółć", "Łucja Żółć"),
        ("ไก่", "ไก่"),
        ("नमस्ते", "नमस्ते"),
        ("李小龍", "李小龍"),
        ("🕵️ 7", "🕵️ 7"),
        ("Nguyễn", "Nguyễn"),
    ],
)
def test_people_are_called_in_many_scripts(name: str, clean: str) -> None:
    assert clean_name(name) == clean


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "\u3000",
        "\u200b",
        "\u200b\u200b\u2060",
        "\u3164",
        "\u115f\u1160",
        "\u2800\u2800",
        "\u0301",
        "...",
        "Ada\u202egro.live",
        "A\u0000da",
        "A\u00adda",
        "Ada\ufeff",
        "A" + "\u0301\u0302\u0303\u0304" * 2,
        "Z\u0335\u0321\u0322\u0327a",
        "\ud800",
        "\ue000",
        "x" * 25,
    ],
)
def test_names_that_cannot_be_seen_or_do_not_stay_in_their_line_are_refused(name: str) -> None:
    with pytest.raises(SpyhouseError):
        clean_name(name)

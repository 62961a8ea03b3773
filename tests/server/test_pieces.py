"""Pieces of a guest's own: uploaded, checked, kept by their hash, chosen by name; never a path."""

from __future__ import annotations

import io
import zipfile
from base64 import b64encode
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import pytest

from spyhouse.server import cabinet
from tests.own_pieces import on_shelf, renamed
from tests.server.house import OpenHouse, Visitor, open_house, run

pytestmark = pytest.mark.slow
GAMES = ("estoril", "connection")


async def bring(visitor: Visitor, slug: str, files: Mapping[str, str | bytes], title: str = "Mine") -> httpx.Response:
    sent = {name: b64encode(text.encode() if isinstance(text, str) else text).decode() for name, text in files.items()}
    return await visitor.client.post(f"/api/games/{slug}/pieces", json={"title": title, "files": sent})


async def names(visitor: Visitor, slug: str) -> list[str]:
    answer = await visitor.client.get(f"/api/games/{slug}/pieces")
    assert answer.status_code == 200, answer.text
    return [row["name"] for row in answer.json()]


def with_house(data: Path, play: Any, **config: Any) -> None:
    async def open_and_play() -> None:
        async with open_house(data, **config) as house:
            await play(house)

    run(open_and_play())


@pytest.mark.parametrize("slug", GAMES)
def test_uploaded_pieces_are_listed_for_their_guest_and_played_with(tmp_path: Path, slug: str) -> None:
    """Kept by hash, named at the table, found again after a restart, by their owner alone."""
    table: dict[str, str] = {}

    async def upload(house: OpenHouse) -> None:
        ada, eve = await house.visitor(), await house.visitor()
        answer = await bring(ada, slug, renamed(slug), "Ada's box")
        assert answer.status_code == 201, answer.text
        kept = answer.json()
        assert kept["title"] == "Ada's box"
        assert kept["complaints"] == []
        assert await names(ada, slug) == [(await names(eve, slug))[0], kept["hash"]]
        id = await ada.lay(game=slug, seats=2, options={"content": kept["name"]}, bots=[None, "1"])
        refused = await eve.client.post("/api/tables", json={"game": slug, "options": {"content": kept["name"]}})
        assert refused.status_code == 400
        assert "You have no pieces called" in refused.json()["detail"]
        assert (await house.table(id)).plan.options["content"] == kept["hash"]
        async with eve.at(id) as chair:  # whoever comes to the table is told what is played with
            news = await chair.hear_until("table")
            assert (news["pieces"], news["options"]["content"]) == ("Ada's box", kept["hash"])
        table.update(id=id, cookie=ada.cookie, hash=kept["hash"])

    async def again(house: OpenHouse) -> None:
        client = house.client(cookie=table["cookie"])
        listed = (await client.get(f"/api/games/{slug}/pieces")).json()
        assert [row["title"] for row in listed if row["own"]] == ["Ada's box"]
        assert (await house.table(table["id"])).plan.pieces == "Ada's box"
        async with Visitor(client, house.port).at(table["id"], additional_headers={"cookie": table["cookie"]}) as chair:
            await chair.hear_until("table")
            await chair.send(type="start")
            await chair.share([0])
            if 0 not in chair.views:
                await chair.hear_until("view", seat=0)
            assert chair.views[0]["show"]["words"]

    with_house(tmp_path, upload)
    with_house(tmp_path, again)


@pytest.mark.parametrize("slug", GAMES)
def test_every_fault_of_an_upload_is_told_at_once(tmp_path: Path, slug: str) -> None:
    """With file, row and reason, in English and as templates; nothing is kept."""
    torn: dict[str, str | bytes] = {"characters.json": "[7]", "boards.json": "{", "starters.json": b"\xff\xfe\x00"}
    bad = torn if slug == "estoril" else {"own.json": '{"format": "x", "colour": 1}'}

    async def play(house: OpenHouse) -> None:
        ada = await house.visitor()
        answer = await bring(ada, slug, bad)
        assert answer.status_code == 400
        told = answer.json()
        assert len(told["complaints"]) >= 5
        assert told["places"] == {"count": sum(one["hard"] for one in told["complaints"])}
        for one in told["complaints"]:
            assert one["file"]
            assert one["why"]
            assert one["templates"]
        assert len(await names(ada, slug)) == 1
        assert not list((tmp_path / "pieces").glob("sets/*/*"))

    with_house(tmp_path, play)


def test_a_path_is_no_name(tmp_path: Path) -> None:
    """Nothing that comes through the web leads to a file, nor brings pieces along unchecked."""
    paths = ("../../etc", "/etc/passwd", "house.json", "~/mine", "..", "", 7, {"format": "spycon-content/1"}, ["x"])

    async def play(house: OpenHouse) -> None:
        ada = await house.visitor()
        for slug, path in product(GAMES, paths):
            for answer in (
                await ada.client.post("/api/tables", json={"game": slug, "options": {"content": path}}),
                await ada.client.post(f"/api/games/{slug}/terms", json={"options": {"content": path}}),
            ):
                assert answer.status_code == 400
                assert "You have no pieces called" in answer.json()["detail"]

    with_house(tmp_path, play)


@pytest.mark.parametrize("slug", GAMES)
def test_the_template_can_be_uploaded_as_it_is(tmp_path: Path, slug: str) -> None:
    """Its README explains every field."""

    async def play(house: OpenHouse) -> None:
        ada = await house.visitor()
        packed = await ada.client.get(f"/api/games/{slug}/template.zip")
        with zipfile.ZipFile(io.BytesIO(packed.content)) as files:
            found: dict[str, str | bytes] = {Path(name).name: files.read(name) for name in files.namelist()}
        assert "README.md" in found
        assert (await bring(ada, slug, found)).status_code == 201
        assert (await ada.client.get("/api/games/second/template.zip")).status_code == 400
        assert (await ada.client.get("/api/games/nothing/template.zip")).status_code == 400

    with_house(tmp_path, play)


def test_names_of_uploaded_files_are_nobodys_path(tmp_path: Path) -> None:
    """A set is written under names that the game gives."""

    async def play(house: OpenHouse) -> None:
        ada = await house.visitor()
        (book,) = renamed("connection").values()
        assert (await bring(ada, "connection", {"../../../evil.json": book})).status_code == 201
        files = [file.relative_to(tmp_path).parts for file in (tmp_path / "pieces/sets").rglob("*") if file.is_file()]
        assert [(parts[:3], parts[-1]) for parts in files] == [(("pieces", "sets", "connection"), "map.json")]
        assert (await bring(ada, "estoril", {**renamed("estoril"), "../x.json": "[]", "README.md": "x"})).status_code == 201
        assert {file.name for file in (tmp_path / "pieces/sets/estoril").glob("*/*")} == set(renamed("estoril"))

    with_house(tmp_path, play)


def test_a_pretty_printed_map_is_no_burden_but_a_megabyte_is_the_end(tmp_path: Path) -> None:
    """A limit of its own for uploads; every other message stays small."""

    async def play(house: OpenHouse) -> None:
        ada = await house.visitor()
        (book,) = renamed("connection").values()
        assert len(book) > 20_000
        assert (await bring(ada, "connection", {"map.json": book})).status_code == 201
        large = await bring(ada, "connection", {"map.json": book + " " * cabinet.MOST_BYTES})
        assert large.status_code == 400
        assert "1024 kB together" in large.json()["detail"]
        assert (await bring(ada, "connection", {"map.json": " " * 3 * cabinet.MOST_BYTES})).status_code == 413
        assert (await ada.client.post("/api/tables", json={"game": "connection", "options": {"x": "x" * 20_000}})).status_code == 413
        assert (await bring(ada, "connection", {})).status_code == 400
        assert (await bring(ada, "connection", {f"{number}.json": "{}" for number in range(30)})).status_code == 400
        assert (await bring(ada, "second", {"map.json": book})).status_code == 400
        assert (await bring(ada, "nothing", {"map.json": book})).status_code == 400

    with_house(tmp_path, play)


def test_what_a_guest_keeps_is_bounded_and_can_be_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A set leaves the disk once neither a guest nor a table needs it."""
    monkeypatch.setattr(cabinet, "MOST_SETS", 2)

    def book(number: int) -> dict[str, str]:
        (text,) = renamed("connection").values()
        return {"map.json": text.replace("Own map", f"Own map {number}")}

    async def play(house: OpenHouse) -> None:
        ada, eve = await house.visitor(), await house.visitor()
        hashes = [(await bring(ada, "connection", book(number), "")).json()["hash"] for number in (1, 2)]
        full = await bring(ada, "connection", book(3))
        assert full.status_code == 400
        assert "You keep 2 sets" in full.json()["detail"]
        assert (await bring(ada, "connection", book(2))).status_code == 201  # the same once more takes no room
        assert (await bring(eve, "connection", book(1))).status_code == 201
        await ada.lay(game="connection", options={"content": hashes[1]}, bots=[None, "1"])
        for hash in hashes:
            assert (await ada.client.delete(f"/api/games/connection/pieces/{hash}")).status_code == 200
        assert await names(ada, "connection") == ["europa"]
        assert {folder.name for folder in (tmp_path / "pieces/sets/connection").iterdir()} == set(hashes)  # Eve's, and a table's
        assert (await eve.client.delete(f"/api/games/connection/pieces/{hashes[0]}")).status_code == 200
        assert {folder.name for folder in (tmp_path / "pieces/sets/connection").iterdir()} == {hashes[1]}
        monkeypatch.setattr(cabinet, "MOST_KEPT", 1)
        assert "as many pieces as it can" in (await bring(ada, "connection", book(4))).json()["detail"]
        stranger = house.client(origin="http://elsewhere")
        assert (await stranger.delete(f"/api/games/connection/pieces/{hashes[1]}")).status_code == 403

    with_house(tmp_path, play)


@pytest.mark.parametrize("slug", GAMES)
def test_a_set_on_the_houses_shelf_is_kept_as_it_was_when_the_table_was_laid(tmp_path: Path, slug: str) -> None:
    """Whoever edits the folder changes no running match."""

    async def play(house: OpenHouse) -> None:
        ada = await house.visitor()
        assert (await names(ada, slug))[1:] == ["mine"]
        id = await ada.lay(game=slug, options={"content": "mine"}, bots=[None, "1"])
        plan = (await house.table(id)).plan
        assert plan.pieces == "mine"
        for file in folder.iterdir():
            file.write_text("{", encoding="utf-8")
        assert (await ada.client.post("/api/tables", json={"game": slug, "options": {"content": "mine"}})).status_code == 400
        async with ada.at(id) as chair:
            await chair.hear_until("table")
            await chair.send(type="start")
            await chair.share([0])
            if 0 not in chair.views:
                await chair.hear_until("view", seat=0)

    with on_shelf(tmp_path / "shelf", slug, "mine", renamed(slug)) as folder:
        with_house(tmp_path / "data", play)


def test_a_disk_that_is_full_is_told_as_such(tmp_path: Path) -> None:
    """503: nothing is wrong with the pieces."""

    async def play(house: OpenHouse) -> None:
        ada = await house.visitor()
        (tmp_path / "pieces").write_text("no folder", encoding="utf-8")
        answer = await bring(ada, "connection", renamed("connection"))
        assert answer.status_code == 503

    with_house(tmp_path, play)

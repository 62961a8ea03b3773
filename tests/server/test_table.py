"""A table in a real house: seats, shuffle, moves, undo, leaving, rematch, coming back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import spyhouse
from spyhouse import words
from tests.server.house import Chair, OpenHouse, Visitor, open_house, run

FIRST = {"spy_ops": "first_player"}
Play = Callable[[OpenHouse], Coroutine[Any, Any, None]]


def in_a_house(data: Path, play: Play, **config: Any) -> None:
    async def main() -> None:
        async with open_house(data, **config) as house:
            await play(house)

    run(main())


async def hot_seat(visitor: Visitor, chair: Chair) -> None:
    await chair.send(type="start")
    await chair.share([0, 1])
    await chair.settle()


def one_to_move(chair: Chair) -> int:
    return int(chair.views[0]["show"]["to_act"][0])


def test_a_whole_match_against_a_bot_is_fair_and_can_be_verified(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="second", bots=[None, "greedy"])
        async with visitor.at(id) as chair:
            await chair.send(type="start")
            await chair.share([0])
            committed = chair.table["fairness"]["commitment"]
            assert chair.table["fairness"]["seed"] == ""
            while chair.table["phase"] == "playing":
                news = await chair.hear()
                if news["type"] == "view" and news["moves"]:
                    await chair.send(type="play", seat=0, number=news["number"], actions=[news["moves"][-1]["action"]])
            assert chair.table["fairness"]["checked"] == "yes"
            assert chair.table["result"]["reason"].startswith("row")
        text = (await visitor.client.get(f"/api/tables/{id}/record.json")).text
        record = spyhouse.Record.loads(text)
        assert record.header["commitment"] == committed
        assert record.header["entropy"] == ["share 0", ""]
        report = spyhouse.verify(record)
        assert report.seed_checked
        assert report.commitment_checked

    in_a_house(tmp_path, play)


def test_an_option_that_would_change_nothing_is_not_taken(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        for slug, seats, options in (
            ("connection", 2, {"vacant": "skip"}),
            ("wink", 4, {"bots": "no"}),
            ("wink", 4, {"mode": "beat-async"}),
        ):
            laid = await visitor.client.post("/api/tables", json={"game": slug, "seats": seats, "options": options})
            assert laid.status_code == 400
            assert "would change nothing" in laid.json()["detail"]
            asked = await visitor.client.post(f"/api/games/{slug}/terms", json={"seats": seats, "options": options})
            assert asked.status_code == 400

    in_a_house(tmp_path, play)


def test_a_draft_is_private_and_changes_nothing(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        ada, alan = await house.visitor(), await house.visitor()
        id = await ada.lay(game="second", options=FIRST)
        async with ada.at(id) as one, alan.at(id) as two:
            await two.send(type="sit", seat=1)
            while not two.table.get("seats") or two.table["seats"][1]["kind"] == "open":
                await two.hear()
            await one.settle()
            await one.send(type="start")
            await asyncio.gather(one.share([0]), two.share([1]))
            await asyncio.gather(one.settle(), two.settle())
            mover, other, seat = (one, two, 0) if one_to_move(one) == 0 else (two, one, 1)
            heard = len(other.frames)
            before = (await house.table(id)).match.state.numbers()  # type: ignore[union-attr]  # it is running
            await mover.send(type="draft", seat=seat, actions=[5])
            draft = await mover.hear_until("draft")
            assert draft["complete"]
            assert draft["chosen"][0]["text"] == "d:SR"
            assert draft["moves"] == []
            await other.settle()
            assert len(other.frames) == heard + 1  # the pong alone
            assert (await house.table(id)).match.state.numbers() == before  # type: ignore[union-attr]  # as above
            assert (await mover.play(seat, 5))["accepted"]
            await other.settle()
            assert other.views[1 - seat]["moves"]

    in_a_house(tmp_path, play)


def test_the_same_number_is_answered_once_whatever_comes_with_it(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="second", options=FIRST, hot_seat=True)
        async with visitor.at(id) as chair, visitor.at(id) as phone:
            await hot_seat(visitor, chair)
            seat = one_to_move(chair)
            assert (await chair.play(seat, 0))["accepted"]
            state = (await house.table(id)).match.state.numbers()  # type: ignore[union-attr]  # it is running
            await phone.send(type="play", seat=seat, number=1, actions=[1])
            assert (await phone.hear_until("answer"))["accepted"]
            assert (await house.table(id)).match.state.numbers() == state  # type: ignore[union-attr]  # as above
            await phone.send(type="play", seat=seat, number=7, actions=[1])
            answer = await phone.hear_until("answer", number=7)
            assert not answer["accepted"]
            assert "number 2" in answer["problem"]["why"]

    in_a_house(tmp_path, play)


def test_a_first_mission_of_a_dual_can_be_taken_back_until_others_could_act(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="second", options=FIRST, hot_seat=True)
        async with visitor.at(id) as chair:
            await hot_seat(visitor, chair)
            first = one_to_move(chair)
            await chair.play(first, 5)
            await chair.settle()
            await chair.play(1 - first, 0)
            await chair.settle()
            assert not chair.views[first]["undo"]
            await chair.play(first, 87)
            await chair.settle()
            assert chair.views[first]["undo"]
            told = len(chair.logs[first])
            await chair.send(type="undo", seat=first, number=chair.views[first]["number"])
            assert (await chair.hear_until("answer"))["accepted"]
            await chair.settle()
            assert len(chair.logs[first]) == told - 1
            assert [move["text"] for move in chair.views[first]["moves"]] == ["S:I", "R:I"]
            await chair.send(type="undo", seat=first, number=chair.views[first]["number"])
            assert not (await chair.hear_until("answer"))["accepted"]

    in_a_house(tmp_path, play)


def test_a_restart_takes_up_every_table_where_it_was(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_house(tmp_path) as house:
            visitor = await house.visitor()
            cookies = dict(visitor.client.cookies)
            id = await visitor.lay(game="second", options=FIRST, hot_seat=True)
            async with visitor.at(id) as chair:
                await hot_seat(visitor, chair)
                for _ in range(5):
                    seat = one_to_move(chair)
                    await chair.play(seat, chair.views[seat]["moves"][0]["action"])
                    await chair.settle()
                before = chair.views
        async with open_house(tmp_path) as house:
            client = house.client()
            client.cookies.update(cookies)
            again = Visitor(client, house.port)
            async with again.at(id) as chair:
                await chair.settle()
                for seat in (0, 1):
                    assert chair.views[seat]["show"] == before[seat]["show"]
                    assert chair.views[seat]["number"] == before[seat]["number"]

    run(main())


def test_resigning_ends_a_match_of_two_and_a_rematch_changes_seats(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="second", bots=[None, "random"])
        async with visitor.at(id) as chair:
            await chair.send(type="start")
            await chair.share([0])
            await chair.send(type="resign", seat=0)
            await chair.hear_until("table", phase="over")
            assert chair.table["result"] == {"reason": "resigned", "seat": 0, "winners": [1]}
            assert chair.table["fairness"]["checked"] == "yes"
            await chair.send(type="rematch")
            while not chair.table["rematch"]:
                await chair.hear()
        table = await house.table(chair.table["rematch"])
        assert [seat.kind for seat in table.plan.seats] == ["bot", "person"]

    in_a_house(tmp_path, play)


def test_the_clock_and_secret_drops_of_the_toy_game_run_to_the_end(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="toy", seats=3, bots=[None, "random", "random"])
        async with visitor.at(id) as chair:
            await chair.send(type="start")
            await chair.share([0])
            while chair.table["phase"] == "playing":
                news = await chair.hear()
                if news["type"] == "view" and 0 in news["show"]["to_act"]:
                    await chair.send(type="play", seat=0, number=news["number"], actions=[news["moves"][0]["action"]])
            assert chair.table["result"]["reason"] == "prizes"

    in_a_house(tmp_path, play)


def test_a_seat_that_keeps_its_share_back_does_not_keep_the_table_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spyhouse.server.table.SHARE_SECONDS", 0.05)

    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="second", bots=[None, "random"])
        async with visitor.at(id) as chair:
            await chair.send(type="start")
            await chair.hear_until("table", phase="playing")
            assert chair.table["fairness"]["entropy"] == ["", ""]

    in_a_house(tmp_path, play)


def test_a_share_that_was_not_committed_to_is_refused(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="second", bots=[None, "random"])
        async with visitor.at(id) as chair:
            await chair.send(type="start")
            await chair.hear_until("table", phase="commit")
            await chair.send(type="commit", seat=0, hash="0" * 64)
            await chair.hear_until("table", phase="reveal")
            await chair.send(type="reveal", seat=0, entropy="something")
            assert "not the share" in (await chair.hear_until("problem"))["problem"]["why"]

    in_a_house(tmp_path, play)


BAD = [
    ("not JSON", "{{{"),
    ("no object", "7"),
    ("unknown kind", '{"type": "cheat"}'),
    ("unknown member", '{"type": "ping", "more": 1}'),
    ("missing member", '{"type": "sit"}'),
    ("wrong type", '{"type": "sit", "seat": "0"}'),
    ("a seat that is not there", '{"type": "sit", "seat": 99}'),
    ("a huge number", '{"type": "draft", "seat": 0, "actions": [1e400]}'),
    ("nested too deep", '{"type": "why", "seat": 0, "move": ' + '{"a":' * 3000 + "1" + "}" * 3000 + "}"),
    ("binary junk", b"\xff\xfe\x00"),
    ("an empty message", ""),
    ("too long", '{"type": "why", "seat": 0, "move": {"a": "' + "x" * 17000 + '"}}'),
]


@pytest.mark.parametrize(("what", "message"), BAD, ids=[what for what, _ in BAD])
def test_a_bad_message_is_answered_by_a_problem_and_changes_nothing(tmp_path: Path, what: str, message: str | bytes) -> None:
    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="second", options=FIRST, hot_seat=True)
        async with visitor.at(id) as chair:
            await hot_seat(visitor, chair)
            before = (await house.table(id)).match.state.numbers()  # type: ignore[union-attr]  # it is running
            await chair.wire.send(message)
            problem = (await chair.hear_until("problem"))["problem"]
            assert problem["why"]
            assert "Traceback" not in problem["why"]
            await chair.settle()
            assert (await house.table(id)).match.state.numbers() == before  # type: ignore[union-attr]  # as above

    in_a_house(tmp_path, play)


def test_moves_out_of_turn_illegal_moves_and_other_peoples_seats_are_refused(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        ada, eve = await house.visitor(), await house.visitor()
        id = await ada.lay(game="second", options=FIRST, hot_seat=True)
        async with ada.at(id) as chair, eve.at(id) as stranger:
            await hot_seat(ada, chair)
            seat = one_to_move(chair)
            before = (await house.table(id)).match.state.numbers()  # type: ignore[union-attr]  # it is running
            out_of_turn = await chair.play(1 - seat, 0)
            assert out_of_turn["problem"]["rule"] == "S16"
            illegal = await chair.play(seat, 40)
            assert illegal["problem"]["rule"] == "S16"
            assert illegal["problem"]["instead"]
            for request in ({"type": "play", "seat": seat, "number": 1, "actions": [0]}, {"type": "undo", "seat": seat, "number": 1}):
                await stranger.send(**request)
                assert "not your seat" in (await stranger.hear_until("answer"))["problem"]["why"]
            attempts: list[dict[str, Any]] = [
                {"type": "draft", "seat": seat, "actions": [0]},
                {"type": "resign", "seat": seat},
                {"type": "start"},
            ]
            for attempt in attempts:
                await stranger.send(**attempt)
                await stranger.hear_until("problem")
            assert stranger.views.keys() == {-1}
            assert stranger.views[-1]["moves"] == []
            await chair.send(type="why", seat=seat, move={"kind": "crisis", "dept": "U"})
            assert (await chair.hear_until("problem"))["problem"]["rule"] == "S16"
            assert (await house.table(id)).match.state.numbers() == before  # type: ignore[union-attr]  # as above

    in_a_house(tmp_path, play)


def test_a_refusal_can_be_said_in_any_language(tmp_path: Path) -> None:
    """It has its English, and the template and what goes into it, so that the page can say it in Polish."""

    def in_polish(problem: dict[str, Any]) -> str:
        said = words.load("pl", "second", more=("page",))
        return " ".join(said.say(f"refusal.{template}", problem["places"]) for template in problem["templates"])

    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="second", options=FIRST, hot_seat=True)
        async with visitor.at(id) as chair:
            await hot_seat(visitor, chair)
            seat = one_to_move(chair)
            problem = (await chair.play(1 - seat, 0))["problem"]
            name = ("green", "orange")[seat]
            assert (problem["why"], problem["instead"]) == (f"It is {name}'s turn.", f"Wait until {name} has moved.")
            assert in_polish(problem) == "Teraz ruch ma {0}. Poczekaj, aż ruch wykona {0}.".format(("zielony", "pomarańczowy")[seat])
            problem = (await chair.play(seat))["problem"]
            assert problem["why"] == "Play 1 to 64 moves at a time."
            assert in_polish(problem) == "Zagraj naraz od 1 do 64 ruchów."
        answer = await visitor.client.post("/api/me", json={"name": " "})
        assert answer.json()["detail"] == "A name has 1 to 24 letters."
        assert in_polish(answer.json()) == "Imię ma od 1 do 24 liter."

    in_a_house(tmp_path, play)


def test_whoever_sends_too_much_is_dropped_and_the_table_stays(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="second", bots=[None, "random"])
        async with visitor.at(id) as chair:
            with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012  # the loop is what must not go through
                for _ in range(200):
                    await chair.send(type="ping")
                while True:
                    await chair.hear()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4029
        async with visitor.at(id) as chair:
            await chair.settle()

    in_a_house(tmp_path, play)


def test_a_socket_from_another_page_or_without_a_cookie_is_not_opened(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="second", bots=[None, "random"])
        for more in ({"origin": "http://evil.example"}, {"origin": None}, {"additional_headers": {"cookie": "guest=forged"}}):
            with pytest.raises((InvalidStatus, ConnectionClosed)):
                async with visitor.at(id, **more) as chair:
                    await chair.hear()

    in_a_house(tmp_path, play)


def test_a_table_that_is_not_there_says_so(tmp_path: Path) -> None:
    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        with pytest.raises(ConnectionClosed) as closed:
            async with visitor.at("nowhere1") as chair:
                await chair.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4004

    in_a_house(tmp_path, play)


def test_a_failed_write_is_told_to_the_mover_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="second", options=FIRST, hot_seat=True)
        async with visitor.at(id) as chair:
            await hot_seat(visitor, chair)
            table = await house.table(id)
            seat = one_to_move(chair)
            before = table.match.state.numbers()  # type: ignore[union-attr]  # it is running

            async def broken(*_: Any) -> None:
                raise OSError("disk full")

            monkeypatch.setattr(house.house.store, "append", broken)
            answer = await chair.play(seat, 0)
            assert answer["problem"]["code"] == "failed"
            assert "disk" not in json.dumps(answer)
            assert table.match.state.numbers() == before  # type: ignore[union-attr]  # as above
            monkeypatch.undo()
            assert (await chair.play(seat, 0))["accepted"]

    in_a_house(tmp_path, play)


def test_a_repeated_or_late_share_of_the_shuffle_is_answered_quietly(tmp_path: Path) -> None:
    """Two windows of one guest, or a slow line: that is no mistake of anybody's."""

    def commit(seat: int, word: str) -> dict[str, Any]:
        return {"type": "commit", "seat": seat, "hash": sha256(word.encode()).hexdigest()}

    async def play(house: OpenHouse) -> None:
        visitor = await house.visitor()
        id = await visitor.lay(game="second", hot_seat=True)
        async with visitor.at(id) as chair:
            await chair.send(**commit(0, "too early"))
            await chair.send(type="start")
            await chair.hear_until("table", phase="commit")
            for request in (commit(0, "a"), commit(0, "a"), commit(0, "of another window"), commit(1, "b"), commit(1, "b")):
                await chair.send(**request)
            await chair.settle()
            assert chair.table["phase"] == "reveal"
            for seat, word in ((0, "a"), (0, "a"), (1, "b"), (0, "a"), (1, "b")):
                await chair.send(type="reveal", seat=seat, entropy=word)
            await chair.send(**commit(0, "a"))
            await chair.settle()
            assert chair.table["phase"] == "playing"
            assert chair.table["fairness"]["entropy"] == ["a", "b"]
            assert not [frame for frame in chair.frames if json.loads(frame)["type"] == "problem"]

    in_a_house(tmp_path, play)


def test_a_mind_may_be_changed_often_but_not_for_ever_and_nobody_else_notices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spyhouse.server.table.SECOND_THOUGHTS", 4)
    cookies: dict[str, str] = {}
    id = ""

    async def change(chair: Chair, times: int) -> dict[str, Any]:
        """Chooses another card again and again, or takes it back and chooses anew; the last answer."""
        answer: dict[str, Any] = {}
        for _ in range(times):
            moves = [move["action"] for move in chair.views[0]["moves"] if move["move"]["kind"] == "drop"]
            answer = await chair.play(0, moves[0])
            await chair.settle()
        return answer

    async def main() -> None:
        nonlocal id
        async with open_house(tmp_path) as house:
            ada, bob = await house.visitor(), await house.visitor()
            cookies.update(ada.client.cookies)
            id = await ada.lay(game="toy", seats=2)
            async with ada.at(id) as chair, bob.at(id) as other:
                await other.send(type="sit", seat=1)
                await other.settle()
                await chair.send(type="start")
                await asyncio.gather(chair.share([0]), other.share([1]))
                await asyncio.gather(chair.settle(), other.settle())
                heard = len(other.frames)
                assert (await change(chair, 5))["accepted"]  # once, and four times another one
                refused = await change(chair, 1)
                assert "changed your mind 4 times" in refused["problem"]["why"]
                await chair.send(type="undo", seat=0, number=chair.views[0]["number"])
                assert not (await chair.hear_until("answer"))["accepted"]
                await other.settle()
                assert len(other.frames) == heard + 1  # the pong alone
        async with open_house(tmp_path) as house:
            client = house.client()
            client.cookies.update(cookies)
            async with Visitor(client, house.port).at(id) as chair:
                await chair.settle()
                assert "changed your mind" in (await change(chair, 1))["problem"]["why"]

    run(main())

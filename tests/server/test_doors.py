"""Nobody keeps the others waiting: sockets, frames, requests and slow readers have their limits, and onlookers cost little."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from spyhouse.server import protocols, wire
from spyhouse.server.chair import OUTBOX_BYTES
from spyhouse.server.doors import FULL_ADDRESS, FULL_GUEST, FULL_TABLE, NOISY, Doors, Limits, address_of
from spyhouse.server.table import Table
from tests.server.house import PATIENCE, Chair, OpenHouse, Visitor, open_house, run


async def code_of(chair: Chair) -> int:
    """What a socket is closed with."""
    with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012  # the loop is what ends
        while True:
            await chair.hear()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


async def refused_with(visitor: Visitor, table: str) -> int:
    async with visitor.at(table) as chair:
        return await code_of(chair)


# -- How many ----------------------------------------------------------------------------------------------------------


def test_a_guest_has_so_many_windows_and_no_more(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_house(tmp_path, limits=Limits(guest_sockets=2)) as house:
            ada, alan = await house.visitor(), await house.visitor()
            here, there = await ada.lay(game="second"), await ada.lay(game="second")
            async with ada.at(here) as one:
                async with ada.at(there) as two:
                    await two.settle()
                    assert await refused_with(ada, here) == FULL_GUEST
                    async with alan.at(here) as other:
                        await other.settle()
                    await one.settle()
                while await refused_or_settled(ada, here):
                    pass  # the other window has just been closed: the house may not know yet

    run(main())


async def refused_or_settled(visitor: Visitor, table: str) -> bool:
    async with visitor.at(table) as chair:
        try:
            await chair.settle()
        except ConnectionClosed:
            return True
    return False


def test_an_address_has_so_many_windows_and_no_more(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_house(tmp_path, limits=Limits(address_sockets=2)) as house:
            people = [await house.visitor() for _ in range(3)]
            id = await people[0].lay(game="second")
            async with people[0].at(id) as one, people[1].at(id) as two:
                await one.settle()
                await two.settle()
                assert await refused_with(people[2], id) == FULL_ADDRESS

    run(main())


def test_onlookers_fill_a_table_but_never_keep_a_player_out(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_house(tmp_path, limits=Limits(table_sockets=2)) as house:
            player, *crowd = [await house.visitor() for _ in range(4)]
            id = await player.lay(game="second", bots=[None, "random"])
            async with crowd[0].at(id) as one, crowd[1].at(id) as two:
                await one.settle()
                await two.settle()
                assert await refused_with(crowd[2], id) == FULL_TABLE
                async with player.at(id) as chair:
                    await chair.settle()

    run(main())


def test_a_family_behind_one_address_has_room(tmp_path: Path) -> None:
    """Eight phones of eight guests, and a device in the middle with a hot seat and a second window."""

    async def main() -> None:
        async with open_house(tmp_path) as house:
            people = [await house.visitor() for _ in range(9)]
            id = await people[0].lay(game="wink", seats=8)
            hot = await people[8].lay(game="second", hot_seat=True)
            places = [(person, id) for person in people[:8]] + [(people[8], hot), (people[8], hot)]
            async with asyncio.TaskGroup() as group:
                for person, table in places:
                    group.create_task(settle_at(person, table))

    run(main())


async def settle_at(visitor: Visitor, table: str) -> None:
    async with visitor.at(table) as chair:
        await chair.settle()


@pytest.mark.parametrize(
    ("client", "address"),
    [
        (("192.0.2.7", 5000), "192.0.2.7"),
        (("2001:db8:1:2:aaaa::1", 5000), "2001:db8:1:2::/64"),
        (("2001:db8:1:2:bbbb::2", 5000), "2001:db8:1:2::/64"),
        (("::ffff:192.0.2.7", 5000), "192.0.2.7"),
        (("testclient", 5000), "testclient"),
        (None, ""),
    ],
)
def test_an_address_is_a_home(client: tuple[str, int] | None, address: str) -> None:
    assert address_of(client) == address


def test_a_proxy_keeps_the_limits_on_addresses_itself() -> None:
    doors = Doors(Limits(address_sockets=1, requests_at_once=1, requests=0.0), proxies=("192.0.2.1",))
    assert all(doors.request("192.0.2.1") for _ in range(10))
    assert [doors.request("192.0.2.2") for _ in range(2)] == [True, False]
    with doors.socket("ada", "192.0.2.1", "table", plays=False), doors.socket("alan", "192.0.2.1", "table", plays=False):
        pass


# -- How much ----------------------------------------------------------------------------------------------------------


async def raw_send(chair: Chair, *frames: Frame) -> None:
    """Past the client's own good manners."""
    chair.wire.transport.write(b"".join(frame.serialize(mask=True) for frame in frames))


def test_a_flood_of_control_frames_ends_the_socket_that_sends_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_house(tmp_path) as house:
            visitor = await house.visitor()
            id = await visitor.lay(game="second")
            for opcode in (Opcode.PING, Opcode.PONG):
                async with visitor.at(id) as chair, visitor.at(id) as bystander:
                    await chair.settle()
                    await raw_send(chair, *[Frame(opcode, b"")] * 1000)
                    assert await code_of(chair) == NOISY
                    await bystander.settle()

    run(main())


def test_now_and_then_a_ping_is_answered(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_house(tmp_path, limits=Limits()) as house:
            visitor = await house.visitor()
            id = await visitor.lay(game="second")
            async with visitor.at(id) as chair:
                for _ in range(5):
                    await asyncio.wait_for(await chair.wire.ping(), PATIENCE)

    run(main())


def test_a_message_in_endless_pieces_ends_its_socket(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_house(tmp_path) as house:
            visitor = await house.visitor()
            id = await visitor.lay(game="second")
            async with visitor.at(id) as chair:
                await chair.settle()
                await raw_send(chair, Frame(Opcode.TEXT, b"", fin=False), *[Frame(Opcode.CONT, b"", fin=False)] * 100)
                assert await code_of(chair) == NOISY
            async with visitor.at(id) as chair:
                await chair.settle()
                ping = b'{"type":"ping"}'
                await raw_send(chair, Frame(Opcode.TEXT, ping[:4], fin=False), Frame(Opcode.CONT, ping[4:]))
                await chair.hear_until("pong")

    run(main())


def test_text_that_is_none_ends_its_socket_without_a_traceback(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with open_house(tmp_path) as house:
            visitor = await house.visitor()
            id = await visitor.lay(game="second")
            async with visitor.at(id) as chair:
                await raw_send(chair, Frame(Opcode.TEXT, b"\xff\xfe"))
                assert await code_of(chair) == 1007

    run(main())
    assert not [record for record in caplog.records if record.exc_info]


async def answer_to(port: int, data: bytes) -> bytes:
    """All that comes back on a bare connection until the house closes it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(data)
        return await asyncio.wait_for(reader.read(), PATIENCE)
    except ConnectionError:
        return b""
    finally:
        writer.close()


def test_a_body_of_endless_crumbs_is_not_read(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_house(tmp_path) as house:
            head = b"POST /api/me HTTP/1.1\r\nhost: 127.0.0.1:%d\r\ntransfer-encoding: chunked\r\n\r\n" % house.port
            assert await answer_to(house.port, head + b"1\r\na\r\n" * 20_000) == b""

    run(main())


def test_a_request_that_never_ends_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "REQUEST_SECONDS", 0.05)

    async def main() -> None:
        async with open_house(tmp_path) as house:
            assert await answer_to(house.port, b"GET / HTTP/1.1\r\nhost: 127") == b""

    run(main())


def test_a_socket_is_no_request_that_never_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "REQUEST_SECONDS", 0.05)

    async def main() -> None:
        async with open_house(tmp_path) as house:
            visitor = await house.visitor()
            id = await visitor.lay(game="second")
            async with visitor.at(id) as chair:
                await chair.settle()
                await asyncio.sleep(0.2)  # nothing must happen
                await chair.settle()

    run(main())


def test_an_address_that_asks_too_much_is_told_to_wait(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_house(tmp_path, limits=Limits(requests=0.0, requests_at_once=30.0)) as house:
            visitor = await house.visitor()
            answers = [await visitor.client.get("/api/words/en/common") for _ in range(20)]
            assert {answer.status_code for answer in answers} == {200}
            request = b"GET /api/words/en/common HTTP/1.1\r\nhost: 127.0.0.1:%d\r\n\r\n" % house.port
            many = await answer_to(house.port, request * 20)
            assert b"HTTP/1.1 429" in many
            assert b"nosniff" in many.partition(b"HTTP/1.1 429")[2]
            assert await answer_to(house.port, request) == b""  # not even let in

    run(main())


# -- Slow readers --------------------------------------------------------------------------------------------------------


async def deaf_reader(visitor: Visitor, table: str) -> socket.socket:
    """A socket at a table that opens and then never reads."""
    wire = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(wire, ("127.0.0.1", visitor.port))
    host = f"localhost:{visitor.port}"
    lines = [
        f"GET /api/tables/{table}/socket HTTP/1.1",
        f"host: {host}",
        f"origin: http://{host}",
        f"cookie: {visitor.cookie}",
        "connection: upgrade",
        "upgrade: websocket",
        "sec-websocket-version: 13",
        "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    await loop.sock_sendall(wire, ("\r\n".join(lines) + "\r\n\r\n").encode())
    return wire


async def until(table: Table, listeners: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while len(table.listeners) != listeners:
            await asyncio.sleep(0.01)


def test_a_reader_that_reads_nothing_is_cut_off_and_nothing_is_kept_for_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_house(tmp_path) as house:
            visitor = await house.visitor()
            id = await visitor.lay(game="second")
            table = await house.table(id)
            deaf = await deaf_reader(visitor, id)
            await until(table, 1)
            (chair,) = table.listeners
            news = wire.ProblemNews(problem=wire.Problem("much", "x" * 100_000))
            for _ in range(100):  # 10 MB, more than any kernel buffers for it
                chair.hear(news)
                await asyncio.sleep(0)
                assert chair._waiting <= OUTBOX_BYTES + 200_000  # type: ignore[attr-defined]  # it is a Chair
            await until(table, 0)
            deaf.close()

    run(main())


def test_a_reader_that_does_not_hear_its_farewell_is_not_waited_for(tmp_path: Path) -> None:
    """It sends too much and reads nothing: the word that closes it cannot be delivered."""

    async def main() -> None:
        async with open_house(tmp_path) as house:
            visitor = await house.visitor()
            id = await visitor.lay(game="second")
            table = await house.table(id)
            deaf = await deaf_reader(visitor, id)
            await until(table, 1)
            (chair,) = table.listeners
            for _ in range(4):
                chair.hear(wire.ProblemNews(problem=wire.Problem("much", "x" * 100_000)))
            loop = asyncio.get_running_loop()
            await loop.sock_sendall(deaf, Frame(Opcode.TEXT, b'{"type":"ping"}').serialize(mask=True) * 100)
            await until(table, 0)
            deaf.close()

    run(main())


# -- The beat ------------------------------------------------------------------------------------------------------------


def test_all_sockets_are_answered_at_the_same_moments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two questions before a beat, asked one after the other and in both languages of a socket, get nothing until it comes."""

    async def main() -> None:
        async with open_house(tmp_path) as house:
            visitor = await house.visitor()
            id = await visitor.lay(game="second")
            async with visitor.at(id) as one, visitor.at(id) as two:
                await one.settle()
                await two.settle()
                monkeypatch.setattr(Doors, "until_beat", lambda _: 0.3)  # it is a long time to the next one
                pong = asyncio.ensure_future(await one.wire.ping())
                await one.send(type="ping")
                await two.send(type="ping")
                answers = [asyncio.create_task(chair.hear_until("pong")) for chair in (one, two)]
                await asyncio.sleep(0.1)
                assert not any(answer.done() for answer in (pong, *answers))
                await asyncio.wait_for(asyncio.gather(pong, *answers), PATIENCE)

    run(main())


def test_the_next_beat_is_the_same_for_all_and_never_far() -> None:
    doors = Doors(Limits(beat=0.04))
    assert 0 < doors.until_beat() <= 0.04
    assert Doors(Limits(beat=0.0)).until_beat() == 0.0


def test_whoever_asks_without_end_is_answered_on_the_beat() -> None:
    doors = Doors(Limits())
    assert not any(doors.is_paced("192.0.2.7") for _ in range(100))  # opening a page
    assert [doors.is_paced("192.0.2.7") for _ in range(50)][-1]
    assert not doors.is_paced("192.0.2.8")


# -- Onlookers -----------------------------------------------------------------------------------------------------------


class Counted:
    """Counts how often a view is built."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.built = 0
        self._real = wire.view_news
        monkeypatch.setattr(wire, "view_news", self._build)

    def _build(self, *given: Any) -> wire.ViewNews:
        self.built += 1
        return self._real(*given)


class Onlooker:
    """Somebody at a table without a socket: keeps the frames it would be sent."""

    def __init__(self, guest: Any) -> None:
        self.guest = guest
        self.told: list[Any] = []

    def hear(self, news: wire.News) -> None:
        self.told.append(news)

    def tell(self, told: Any) -> None:
        if told not in self.told:
            self.told.append(told)


async def running_table(house: OpenHouse, visitor: Visitor, chair: Chair) -> None:
    await chair.send(type="start")
    await chair.share([0, 1])
    await chair.settle()


def test_onlookers_share_one_view_and_a_join_or_leave_builds_none_for_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with open_house(tmp_path) as house:
            visitor = await house.visitor()
            id = await visitor.lay(game="second", options={"spy_ops": "first_player"}, hot_seat=True)
            table = await house.table(id)
            async with visitor.at(id) as chair:
                await running_table(house, visitor, chair)
                counted = Counted(monkeypatch)
                crowd = [Onlooker(await house.house.welcome(None)) for _ in range(20)]
                for onlooker in crowd:
                    table.join(onlooker)
                assert counted.built == 1  # the first one's: all others see the same
                assert all(len(onlooker.told) == 2 for onlooker in crowd)
                seat = int(chair.views[0]["show"]["to_act"][0])
                counted.built = 0
                assert (await chair.play(seat, chair.views[seat]["moves"][0]["action"]))["accepted"]
                assert counted.built == 3  # two seats, and all spectators together
                counted.built = 0
                for onlooker in crowd:
                    table.leave(onlooker)
                assert counted.built == 0
                assert all(len(onlooker.told) == 3 for onlooker in crowd)

    run(main())


def test_who_joins_or_leaves_is_told_as_presence_only(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_house(tmp_path) as house:
            ada, alan, eve = [await house.visitor() for _ in range(3)]
            id = await ada.lay(game="second")
            table = await house.table(id)
            async with ada.at(id) as one:
                async with alan.at(id) as two:
                    await two.send(type="sit", seat=1)
                    await two.settle()
                    await one.settle()
                    await one.send(type="start")
                    await asyncio.gather(one.share([0]), two.share([1]))
                    await asyncio.gather(one.settle(), two.settle())
                    heard = len(one.frames)
                    async with eve.at(id) as spectator:
                        await spectator.settle()
                        assert spectator.views.keys() == {-1}
                    await until(table, 2)
                    await one.settle()
                    assert len(one.frames) == heard + 1  # the pong alone: who only watches is nobody's business
                gone = await one.hear_until("table")
                assert [seat["here"] for seat in gone["seats"]] == [True, False]
                await one.settle()
                assert len(one.frames) == heard + 3  # that news and two pongs

    run(main())


def test_a_secret_commit_builds_no_view_but_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with open_house(tmp_path) as house:
            visitor = await house.visitor()
            id = await visitor.lay(game="toy", seats=3, hot_seat=True)
            async with visitor.at(id) as chair:
                await chair.send(type="start")
                await chair.share([0, 1, 2])
                await chair.settle()
                counted = Counted(monkeypatch)
                assert (await chair.play(1, chair.views[1]["moves"][0]["action"]))["accepted"]
                assert counted.built == 1

    run(main())

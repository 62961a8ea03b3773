"""The house's doors: how much one guest, one address or one table may ask for, so that nobody keeps the others waiting."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

NOISY, SLOW = 4029, 4008  # codes that a socket is closed with: it sends too much; it reads too slowly
FULL_GUEST, FULL_ADDRESS, FULL_TABLE = 4031, 4032, 4033  # there are too many already: of this guest, from there, at this table
MANY_ADDRESSES = 1000  # that are remembered before the idle ones are forgotten
UNPACED, UNPACED_AT_ONCE = 2.0, 120.0  # HTTP requests of an address that are answered at once: a second, and together


@dataclass(frozen=True)
class Limits:
    """What a house allows. A family behind one address, eight phones with a few windows each, stays far below."""

    guest_sockets: int = 12  # windows of one guest, at all tables together
    address_sockets: int = 64  # sockets from one address
    table_sockets: int = 64  # sockets at one table; those who play there always get in
    connections: int = 128  # from one address, for anything but sockets
    requests: float = 100.0  # HTTP requests a second from one address ...
    requests_at_once: float = 600.0  # ... and at once: eight phones that open the page
    beat: float = 0.04  # seconds between the moments at which the house answers, so that nobody can time what it does for others


class Dropped(Exception):
    """The socket must be closed, and why."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code


class Allowance:
    """So much at once, and so much more every second."""

    __slots__ = ("_asked", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._asked = time.monotonic()

    def spend(self, cost: float = 1.0) -> bool:
        """Takes that much, if it is there. Whoever overdraws must first be quiet for a while."""
        self._refill()
        self._left = max(self._left - cost, -self._burst)
        return self._left >= 0

    @property
    def is_full(self) -> bool:
        self._refill()
        return self._left >= self._burst

    def _refill(self) -> None:
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._asked) * self._rate)
        self._asked = now


class Doors:
    """Counts who is in. `proxies` are the addresses that speak for others: the limits on an address are theirs to keep."""

    def __init__(self, limits: Limits, proxies: tuple[str, ...] = ()) -> None:
        self.limits = limits
        self._proxies = frozenset(proxies)
        self._sockets: Counter[tuple[int, str]] = Counter()
        self._connections: Counter[str] = Counter()
        self._requests: dict[str, Allowance] = {}
        self._unpaced: dict[str, Allowance] = {}

    # -- sockets -----------------------------------------------------------------------------------------------------------

    @contextmanager
    def socket(self, guest: str, address: str, table: str, plays: bool) -> Iterator[None]:
        """One more socket, as long as there is room; Dropped if there is none."""
        counted = [(FULL_GUEST, guest), *([] if address in self._proxies else [(FULL_ADDRESS, address)]), (FULL_TABLE, table)]
        for code, who in counted:
            if self._sockets[code, who] >= self._most(code) and not (plays and code == FULL_TABLE):
                raise Dropped(code, FULL[code])
        self._sockets.update(counted)
        try:
            yield
        finally:
            self._sockets.subtract(counted)
            for key in counted:
                if not self._sockets[key]:
                    del self._sockets[key]

    def _most(self, code: int) -> int:
        limits = self.limits
        return {FULL_GUEST: limits.guest_sockets, FULL_ADDRESS: limits.address_sockets, FULL_TABLE: limits.table_sockets}[code]

    # -- connections and requests ------------------------------------------------------------------------------------------

    def connect(self, address: str) -> bool:
        """One more connection; whether it may stay. Either way it is counted until `disconnect`."""
        self._connections[address] += 1
        return address in self._proxies or (self._connections[address] <= self.limits.connections and self.request(address))

    def disconnect(self, address: str) -> None:
        self._connections[address] -= 1
        if not self._connections[address]:
            del self._connections[address]

    def request(self, address: str) -> bool:
        """Whether this address may ask for one more thing now."""
        limits = self.limits
        return address in self._proxies or _of(self._requests, address, limits.requests, limits.requests_at_once).spend()

    def is_paced(self, address: str) -> bool:
        """Whether this address asks so steadily that it is answered on the beat only; opening a page or two is no such thing."""
        return address in self._proxies or not _of(self._unpaced, address, UNPACED, UNPACED_AT_ONCE).spend()

    # -- the beat ----------------------------------------------------------------------------------------------------------

    def until_beat(self) -> float:
        """Seconds to the next beat. It is the same for all sockets: a hundred of them see no more of the house's work than one."""
        beat = self.limits.beat
        return beat - time.monotonic() % beat if beat else 0.0


def _of(allowances: dict[str, Allowance], address: str, rate: float, burst: float) -> Allowance:
    """The allowance of an address; those that lie idle are forgotten when there are many."""
    if address not in allowances:
        if len(allowances) >= MANY_ADDRESSES:
            for idle in [address for address, allowance in allowances.items() if allowance.is_full]:
                del allowances[idle]
        allowances[address] = Allowance(rate, burst)
    return allowances[address]


FULL = {  # said in English to any client; the page says it by the code, in its own language
    FULL_GUEST: "You have too many windows of the house open. Close one of them.",
    FULL_ADDRESS: "Too many windows of the house are open in your network. Close one of them.",
    FULL_TABLE: "Too many people are watching this table. Come back later.",
}


def address_of(client: tuple[str, int] | None) -> str:
    """Where somebody comes from. One home has one IPv4 address, but a whole block of IPv6 ones."""
    host = client[0] if client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return str(address)
    mapped = address.ipv4_mapped
    return str(mapped or ipaddress.ip_network((int(address) >> 64 << 64, 64)))

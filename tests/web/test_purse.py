"""What an address may use of a server, and whose turn it is, with a clock that stands still."""

import asyncio
import threading
import time
from contextlib import suppress

import pytest

from jotto.errors import GameError
from jotto.web.purse import (
    Holds,
    Keeping,
    Purse,
    Rate,
    Rates,
    Share,
    ShareError,
    Shares,
    Turns,
    greediest,
    networks,
    too_many,
)

GREEDY, PATIENT = networks("192.0.2.1"), networks("192.0.2.2")
NETWORKS = {  # by hand: the first 64, 56 and 48 bits
    "203.0.113.7": ("203.0.113.7",),
    "::ffff:203.0.113.7": ("203.0.113.7",),
    "2001:DB8:1:2fff::3": ("2001:db8:1:2fff::/64", "2001:db8:1:2f00::/56", "2001:db8:1::/48"),
    "2001:db8:1:2fff::/64": ("2001:db8:1:2fff::/64", "2001:db8:1:2f00::/56", "2001:db8:1::/48"),
    "fe80::1%eth0": ("fe80::/64", "fe80::/56", "fe80::/48"),
    "unknown": ("unknown",),
    "x" * 9000: ("x" * 64,),
}


@pytest.mark.parametrize("host", NETWORKS)
def test_an_address_is_a_network(host):
    assert networks(host) == NETWORKS[host]


def test_a_rate_may_be_owed_and_is_paid_with_time():
    now = [0.0]
    rates = Rates(Rate(2, 10), lambda: now[0])
    rates.spend(GREEDY, 16)
    assert (rates.left(GREEDY), rates.wait(GREEDY), rates.left(PATIENT)) == (-6, 3, 10)
    now[0] = 4.0
    assert (rates.left(GREEDY), rates.take(GREEDY), rates.left(GREEDY)) == (2, True, 1)
    now[0] = 1e9
    assert rates.left(GREEDY) == 10  # and no more


def test_of_too_many_names_the_one_used_longest_ago_is_forgotten():
    rates = Rates(Rate(0, 1), lambda: 0.0, most=2)
    taken = [rates.take((name,)) for name in "abacab"]
    assert taken == [True, True, False, True, False, True]  # c is one too many: b is forgotten


def test_a_purse_counts_a_request_and_its_work_for_the_address_and_its_networks():
    now, mine = [0.0], networks("2001:db8::1")
    beside, far = networks("2001:db8:0:1::1"), networks("2001:db8:1::1")
    purse = Purse(Shares(seconds=Rate(1, 4), request=1.0), lambda: now[0])

    def many(names):
        number = 0
        with suppress(ShareError):
            while True:
                purse.requests.give(purse.enter(names))
                number += 1
        return number

    assert [many(names) for names in (mine, mine, beside, far)] == [4, 0, 2, 4]  # 6 of the /56


def test_streams_of_an_address_that_has_many_are_looked_at_less_often():
    purse, other = Purse(), networks("2001:db8::1")
    for number in range(100):
        assert purse.pace(GREEDY) == max(1, number / 50)
        purse.streams.take(GREEDY)
    assert (purse.pace(GREEDY), purse.pace(PATIENT), purse.pace(other)) == (2, 1, 1)
    for number in range(150):
        purse.streams.take(networks(f"2001:db8:0:{number:x}::1"))
    assert purse.pace(other) == 2  # 75 of the /56 as often as can be


def test_what_is_given_back_twice_counts_once():
    holds = Holds(Share(1, 1))
    first = holds.take(GREEDY)
    holds.give(first)
    second = holds.take(GREEDY)
    holds.give(first)
    with pytest.raises(ShareError):
        holds.take(GREEDY)
    holds.give(second)
    assert holds.take(GREEDY)


def test_what_cannot_be_ended_is_full_for_a_second():
    holds = Holds(Share(9, 1))
    holds.take(GREEDY)
    with pytest.raises(ShareError, match="busy") as refused:
        holds.take(PATIENT)
    assert refused.value.full


def test_who_has_a_56_of_networks_takes_nothing_from_another():
    """A hundred /64 with one each have more than who has two."""
    holds, ended = Holds(Share(50, 102)), []
    for address in ("192.0.2.1", "192.0.2.1", *(f"2001:db8:0:{n:x}::1" for n in range(75))):
        holds.take(networks(address), end=lambda address=address: ended.append(address))
    with pytest.raises(ShareError):
        holds.take(networks("2001:db8:0:ff::1"))  # the /56 has 75 of them
    for n in range(25):
        address = f"2001:db8:0:{n + 256:x}::1"
        holds.take(networks(address), end=lambda address=address: ended.append(address))
    holds.take(PATIENT)
    assert ended == ["2001:db8:0:0::1"]


def test_the_greediest_is_found_by_its_widest_network():
    one, other, beside = (f"2001:db8:0:{n}::/64" for n in (1, 2, 100))
    held = {"192.0.2.1": 4, one: 2, other: 2, beside: 3}
    assert greediest(held) == {one, other}  # 7 of the /48, 4 of the /56
    assert greediest({}) == set()


def test_the_share_of_a_network_is_that_of_its_addresses_and_wider():
    held = {f"2001:db8:0:{n}::/64": 1 for n in range(3)}
    assert too_many(held, "2001:db8:0:9::/64", 1, share=2) == {*held, "2001:db8:0:9::/64"}
    assert too_many(held, "2001:db8:0:900::/64", 1, share=2) == set()  # the /48 may have four
    assert too_many(held, "192.0.2.1", 1, share=2) == set()


def test_only_large_entries_are_counted_by_their_bytes():
    keeping = Keeping(bytes=1 << 20, small=100)
    held = {GREEDY[0]: 1 << 20, PATIENT[0]: 5}
    sizes = lambda addresses: {address: held[address] for address in addresses}  # noqa: E731
    for names, size in ((GREEDY, 100), (PATIENT, 5000)):
        keeping.check(names[0], size, lambda: held, sizes)
    with pytest.raises(GameError, match="your network keeps 1 MB on this server"):
        keeping.check(GREEDY[0], 101, lambda: held, sizes)


# --- turns ----------------------------------------------------------------------------------------


def served(turns, *asked):
    """The order in which work is begun that is asked for at once, one thread doing it."""
    order = []

    async def all_of_them():
        await asyncio.gather(*(turns.run(networks(a), lambda a=a: order.append(a)) for a in asked))

    asyncio.run(all_of_them())
    return order


def test_addresses_are_served_in_turn():
    turns = Turns(1, 1)
    assert served(turns, *("192.0.2.1",) * 4, "192.0.2.2", "192.0.2.3", "192.0.2.2") == [
        f"192.0.2.{n}" for n in (1, 2, 3, 1, 2, 1, 1)
    ]


def test_turns_are_within_turns():
    """Three addresses of one /48, two of them in one /56, and another."""
    one, beside, far, other = "2001:db8:0:1::", "2001:db8:0:2::", "2001:db8:0:100::", "192.0.2.1"
    order = served(Turns(1, 1), one, one, beside, beside, far, far, other, other)
    assert order == [one, other, far, other, beside, far, one, beside]


def test_one_thread_is_left_to_others_however_much_is_asked_for():
    turns, begun, release = Turns(3, 2), [], threading.Event()

    def slow():
        begun.append(1)
        release.wait(30)

    async def trial():
        greedy = [asyncio.create_task(turns.run(GREEDY, slow)) for _ in range(20)]
        await asyncio.sleep(0)
        assert await turns.run(PATIENT, lambda: "at once") == "at once"
        assert turns._busy == 2
        for task in greedy[5:]:
            task.cancel()
        release.set()
        await asyncio.gather(*greedy, return_exceptions=True)
        assert len(begun) == 5  # what is cancelled is not begun
        assert await turns.run(GREEDY, lambda: "again") == "again"

    asyncio.run(trial())


def test_an_address_has_one_thread_unless_it_is_alone():
    now, other = [0.0], networks("2001:db8::1")
    purse, begun, release = Purse(clock=lambda: now[0]), [], threading.Event()
    for seen, mine, theirs in (
        (GREEDY, True, False),
        (PATIENT, False, False),
        (other, False, False),
    ):
        purse.requests.give(purse.enter(seen))
        assert (purse.alone(GREEDY), purse.alone(PATIENT)) == (mine, theirs)
    purse.requests.give(purse.enter(GREEDY))
    assert not purse.alone(GREEDY)
    now[0] = 11.0
    assert purse.alone(GREEDY)

    async def busy():
        tasks = [asyncio.create_task(purse.work(GREEDY, release.wait)) for _ in range(9)]
        await asyncio.sleep(0)
        begun.append(purse._quick._busy)
        release.set()
        await asyncio.gather(*tasks)

    asyncio.run(busy())
    purse.requests.give(purse.enter(PATIENT))
    release.clear()
    asyncio.run(busy())
    assert begun == [3, 1]


def test_work_that_fails_gives_its_thread_back_and_is_charged():
    purse = Purse(Shares(seconds=Rate(1, 1)), lambda: 0.0)

    def work():
        until = time.thread_time() + 0.02
        while time.thread_time() < until:
            pass
        raise GameError("in vain")

    async def trial():
        for _ in range(5):
            with pytest.raises(GameError):
                await purse.work(GREEDY, work, long=True)

    asyncio.run(trial())
    assert 0 < purse._seconds.left(GREEDY) <= 0.9
    assert purse._seconds.left(PATIENT) == 1

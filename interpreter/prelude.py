"""The few functions that every generated program begins with: what moving, looking and drawing mean on a flat state.

The text is completed with the slots of one layout, so that the generated code is whole: it can be read, shown and run by
itself. The traced kind tells `s.events` of everything that happens; the fast one tells nothing.
"""

from __future__ import annotations

from string import Template

from .cost import MOST_SETS
from .layout import RNG, Layout
from .rng import INCREMENT, MULTIPLIER

PILE, ROW, GROUP, SPACE = range(4)
SHAPES = {"pile": PILE, "row": ROW, "group": GROUP, "space": SPACE}
UNLIMITED = 1 << 40

_TEXT = Template('''
def draw(s, n):
    """A number below n from the generator in the state (PCG32, Lemire's bounded draw)."""
    x = s[$RNG]
    while True:
        b = ((x >> 18) ^ x) >> 27 & 0xFFFFFFFF
        r = x >> 59
        x = x * $MULTIPLIER + $INCREMENT & 0xFFFFFFFFFFFFFFFF
        m = ((b >> r | b << (-r & 31)) & 0xFFFFFFFF) * n
        if m & 0xFFFFFFFF >= n or m & 0xFFFFFFFF >= 0x100000000 % n:
            s[$RNG] = x
            return m >> 32


def cards(s, z):
    """The pieces of a zone, top first; those of a group in their own order."""
    if z < 0:
        return []
    x = s[$A + z]
    out = []
    h = SHAPE[z]
    if h == 2:
        while x:
            b = x & -x
            out.append(b.bit_length() - 1)
            x ^= b
    elif h == 3:
        if x >= 0:
            out.append(x)
    else:
        while x >= 0:
            out.append(x)
            x = s[$U + x]
    return out


def mask(s, z):
    """The pieces of a zone as a set of bits."""
    if z < 0:
        return 0
    x = s[$A + z]
    h = SHAPE[z]
    if h == 2:
        return x
    if h == 3:
        return 1 << x if x >= 0 else 0
    m = 0
    while x >= 0:
        m |= 1 << x
        x = s[$U + x]
    return m


def masks(s, zones):
    m = 0
    for z in zones:
        m |= mask(s, z)
    return m


def bits(pieces):
    m = 0
    for p in pieces:
        if p >= 0:
            m |= 1 << p
    return m


def size(s, z):
    if z < 0:
        return 0
    h = SHAPE[z]
    if h == 2:
        return s[$A + z].bit_count()
    if h == 3:
        return 1 if s[$A + z] >= 0 else 0
    return s[$B + z]


def run_of(s, z, low, high):
    """How many pieces of a pile or row have numbers from low to below high."""
    n = 0
    x = s[$A + z]
    while x >= 0:
        if low <= x < high:
            n += 1
        x = s[$U + x]
    return n


def tops(s, zones):
    """The top pieces of some zones, of those that have one."""
    out = []
    for z in zones:
        h = SHAPE[z]
        x = s[$A + z]
        if h == 2:
            x = (x & -x).bit_length() - 1
        if x >= 0:
            out.append(x)
    return out


def nth(s, z, n):
    """The nth piece from the top, from 1; -1 if there is none."""
    if z < 0 or n < 1:
        return -1
    if SHAPE[z] > 1:
        found = cards(s, z)
        return found[n - 1] if n <= len(found) else -1
    x = s[$A + z]
    while n > 1 and x >= 0:
        x = s[$U + x]
        n -= 1
    return x


def last(s, z):
    if z < 0:
        return -1
    if SHAPE[z] > 1:
        found = cards(s, z)
        return found[-1] if found else -1
    x = y = s[$A + z]
    while y >= 0:
        x = y
        y = s[$U + y]
    return x


def item(values, n, none):
    return values[n - 1] if 1 <= n <= len(values) else none


def find(s, z, m):
    """The first piece of a zone that is in the set, or -1."""
    h = SHAPE[z]
    if h == 2:
        m &= s[$A + z]
        return (m & -m).bit_length() - 1
    for p in cards(s, z):
        if m >> p & 1:
            return p
    return -1


def setcards(s, z, pieces):
    """Make these the pieces of a zone, top first."""
    h = SHAPE[z]
    for p in pieces:
        s[$P + p] = z
    if h == 2:
        s[$A + z] = bits(pieces)
        for p in pieces:
            s[$U + p] = -1
        return
    if h == 3:
        s[$A + z] = pieces[0] if pieces else -1
        for p in pieces:
            s[$U + p] = -1
        return
    below = -1
    for p in reversed(pieces):
        s[$U + p] = below
        below = p
    s[$A + z] = below
    s[$B + z] = len(pieces)


def take(s, p):
    """Lift a piece from wherever it lies."""
    z = s[$P + p]
    h = SHAPE[z]
    if h == 2:
        s[$A + z] ^= 1 << p
    elif h == 3:
        s[$A + z] = -1
    else:
        q = s[$A + z]
        if q == p:
            s[$A + z] = s[$U + p]
        else:
            while s[$U + q] != p:
                q = s[$U + q]
            s[$U + q] = s[$U + p]
        s[$U + p] = -1
        s[$B + z] -= 1


def put(s, p, z, end, at):
    """Lay a lifted piece into a zone: end 0 as the zone's shape has it, 1 on top, 2 at the bottom."""
    h = SHAPE[z]
    if h == 2:
        if s[$A + z].bit_count() >= LIMIT[z]:
            raise Breakdown(ZONE[z] + " is full", at)
        s[$A + z] |= 1 << p
    elif h == 3:
        if s[$A + z] >= 0:
            raise Breakdown(ZONE[z] + " holds a card already, and a space holds one at most", at)
        s[$A + z] = p
    else:
        n = s[$B + z]
        if n >= LIMIT[z]:
            raise Breakdown(ZONE[z] + " is full: it holds at most " + str(n), at)
        s[$B + z] = n + 1
        q = s[$A + z]
        if n == 0 or end == 1 or end == 0 and h == 0:
            s[$U + p] = q
            s[$A + z] = p
        else:
            while s[$U + q] >= 0:
                q = s[$U + q]
            s[$U + q] = p
    s[$P + p] = z


def move(s, p, z, end, at):
    """Move one piece; none moves nothing."""
    if p < 0:
        return
    if z < 0:
        raise Breakdown("there is no place to move the card to", at)
    y = s[$P + p]$MOVED
    take(s, p)
    put(s, p, z, end, at)


def swapcards(s, a, b, at):
    if a < 0 or b < 0 or a == b:
        return
    y = s[$P + a]
    z = s[$P + b]
    first = [b if p == a else a if p == b else p for p in cards(s, y)]
    if y == z:
        setcards(s, y, first)
    else:
        second = [a if p == b else p for p in cards(s, z)]
        setcards(s, y, first)
        setcards(s, z, second)$SWAPPED


def swapzones(s, y, z, at):
    if y < 0 or z < 0:
        raise Breakdown("there is no such place to swap", at)
    first = cards(s, y)
    second = cards(s, z)
    if len(first) > LIMIT[z] or len(second) > LIMIT[y] or SHAPE[y] == 3 and len(second) > 1 or SHAPE[z] == 3 and len(first) > 1:
        raise Breakdown("the cards do not fit into each other's place", at)
    if y != z:
        setcards(s, y, second)
        setcards(s, z, first)$SWAPPED_ZONES


def shuffle(s, z):
    if z < 0 or SHAPE[z] > 1:
        return
    # Fisher and Yates, with several places out of one draw while their bounds' product stays below 2**32
    # (N. Brackett-Rozinsky, D. Lemire, "Batched Ranged Random Integer Generation", 2024).
    pieces = cards(s, z)
    x = s[$RNG]
    n = len(pieces)
    while 4 < n <= 256:  # four places at a time, written out: this is where large decks spend their time
        q = n * (n - 1) * (n - 2) * (n - 3)
        while True:
            b = ((x >> 18) ^ x) >> 27 & 0xFFFFFFFF
            r = x >> 59
            x = x * $MULTIPLIER + $INCREMENT & 0xFFFFFFFFFFFFFFFF
            m = ((b >> r | b << (-r & 31)) & 0xFFFFFFFF) * n
            i = m >> 32
            m = (m & 0xFFFFFFFF) * (n - 1)
            j = m >> 32
            m = (m & 0xFFFFFFFF) * (n - 2)
            k = m >> 32
            m = (m & 0xFFFFFFFF) * (n - 3)
            if m & 0xFFFFFFFF >= q or m & 0xFFFFFFFF >= 0x100000000 % q:
                break
        n -= 4
        b = pieces[n + 3]
        pieces[n + 3] = pieces[i]
        pieces[i] = b
        b = pieces[n + 2]
        pieces[n + 2] = pieces[j]
        pieces[j] = b
        b = pieces[n + 1]
        pieces[n + 1] = pieces[k]
        pieces[k] = b
        k = m >> 32
        b = pieces[n]
        pieces[n] = pieces[k]
        pieces[k] = b
    while n > 1:
        k = 1 if n > 65536 else 2 if n > 1625 else 3 if n > 256 else 4
        if k >= n:
            k = n - 1
        q = n
        for i in range(1, k):
            q *= n - i
        while True:
            b = ((x >> 18) ^ x) >> 27 & 0xFFFFFFFF
            r = x >> 59
            x = x * $MULTIPLIER + $INCREMENT & 0xFFFFFFFFFFFFFFFF
            m = (b >> r | b << (-r & 31)) & 0xFFFFFFFF
            places = []
            for i in range(k):
                m *= n - i
                places.append(m >> 32)
                m &= 0xFFFFFFFF
            if m >= q or m >= 0x100000000 % q:
                break
        for j in places:
            n -= 1
            b = pieces[n]
            pieces[n] = pieces[j]
            pieces[j] = b
    s[$RNG] = x
    below = -1
    for p in reversed(pieces):
        s[$U + p] = below
        below = p
    s[$A + z] = below
    $SHUFFLED


def deal_out(s, z, zones):
    """All cards of a pile, round and round, each on top of a pile: the lowest end where the first ones were dealt."""
    pieces = cards(s, z)
    k = len(zones)
    s[$A + z] = -1
    s[$B + z] = 0
    for i, y in enumerate(zones):
        part = pieces[i::k]
        below = s[$A + y]
        for p in part:
            s[$U + p] = below
            s[$P + p] = y
            below = p
        s[$A + y] = below
        s[$B + y] += len(part)


def store(s, slot, room, values, at):
    """Keep a list in its slots: its length, its items, zeros behind."""
    n = len(values)
    if n > room:
        raise Breakdown("a list here holds at most " + str(room) + " items, not " + str(n), at)
    s[slot : slot + 1 + room] = [n, *values, *[0] * (room - n)]


def whole(n, at):
    """Numbers are 64 bits wide in every engine."""
    if -0x7FFFFFFFFFFFFFFF <= n <= 0x7FFFFFFFFFFFFFFF:
        return n
    raise Breakdown("the number passes 64 bits", at)


def number(n, at):
    if n == NO_NUMBER:
        raise Breakdown("none is no number to reckon with", at)
    return n


def inside(n, size, at):
    """An index from 1 to size, as one from 0."""
    if 1 <= n <= size:
        return n - 1
    raise Breakdown("there is no number " + str(n) + " here, only 1 to " + str(size), at)


def divide(a, b, at):
    if b == 0:
        raise Breakdown("nothing can be divided by 0", at)
    return a // b


def modulo(a, b, at):
    if b == 0:
        raise Breakdown("nothing can be divided by 0", at)
    return a % b


def occurrences(part, whole):
    part = list(part)
    n = len(part)
    if n == 0:
        return 0
    whole = list(whole)
    first = part[0]
    found = 0
    for i in range(len(whole) - n + 1):
        if whole[i] == first and whole[i : i + n] == part:
            found += 1
    return found


def can_pay(s, z, wants):
    """Whether several payments out of one place can be made one after another, as they are made."""
    pieces = cards(s, z)
    for m, n in wants:
        found = [p for p in pieces if m >> p & 1][: max(n, 0)]
        if len(found) < n:
            return False
        pieces = [p for p in pieces if p not in found]
    return True


def laid(s, zones):
    """The pieces of each zone, top first."""
    return [cards(s, z) for z in zones]


def turned(lists, none, at):
    """The first items of all lists, the second items, ...; `none` where a list is shorter than the longest."""
    # One long list beside many short ones makes far more items than there were.
    patience[0] -= len(lists) * max(map(len, lists), default=0)
    if patience[0] < 0:
        raise Breakdown("these lists are too long to lay side by side", at)
    return [list(line) for line in zip_longest(*lists, fillvalue=none)]


def choose_sets(values, low, high):
    tried = 0
    for n in range(low, min(high, len(values)) + 1):
        for chosen in combinations(values, n):
            tried += 1
            if tried > $MOST_SETS:
                raise Breakdown("there are too many sets to choose from here", 0)
            yield chosen


def span(low, high, at):
    """The numbers from low to high. There is only so much patience for numbers between two decisions."""
    if high > low:
        patience[0] -= high - low
        if patience[0] < 0:
            raise Breakdown("this goes through too many numbers, the last time from " + str(low) + " to " + str(high), at)
    return range(low, high + 1)


def connected(start, spaces):
    """The spaces among these that hang together with the first one, itself included, in the order they are reached."""
    if start < 0 or start not in spaces:
        return []
    out = [start]
    seen = {start}
    allowed = set(spaces)
    for z in out:
        for y in NEIGHBOURS[z]:
            if y in allowed and y not in seen:
                seen.add(y)
                out.append(y)
    return out
''')


def prelude(layout: Layout, traced: bool) -> str:
    """The helper functions for one layout."""
    return (
        _TEXT.substitute(
            RNG=RNG,
            MOST_SETS=MOST_SETS,
            MULTIPLIER=MULTIPLIER,
            INCREMENT=INCREMENT,
            A=layout.content,
            B=layout.sizes,
            P=layout.place,
            U=layout.under,
            MOVED="\n    s.events.append(('move', p, y, z, end))" if traced else "",
            SWAPPED="\n    s.events.append(('swap', a, y, b, z))" if traced else "",
            SWAPPED_ZONES="\n        s.events.append(('swap zones', y, z))" if traced else "",
            SHUFFLED="s.events.append(('shuffle', z, tuple(pieces)))" if traced else "",
        )
        .replace("\n        \n", "\n")
        .replace("\n    \n", "\n")
    )

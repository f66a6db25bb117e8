"""Reference rules of the mancala family: section 1 of the rules of play.

Plain rather than fast. A position is a tuple of hole counts in index order and
the player to move (1, 2, or None once the game is over).
"""

from collections import namedtuple

Position = namedtuple("Position", "holes to_move")

GEBETA = {
    "pits": 6,
    "stones": 4,
    "sowing": "single",
    "skip_origin": False,
    "capture": "opposite",
    "extra_turn": True,
    "end": "side-empty",
    "leftovers": "own-side",
}
PRESETS = {
    "gebeta": GEBETA,
    "capture": GEBETA,
    "avalanche": {**GEBETA, "sowing": "relay", "capture": "none", "leftovers": "uncounted"},
    "tainted": {**GEBETA, "skip_origin": True, "capture": "opposite-only"},
    "empty-capture": {**GEBETA, "capture": "opposite-always"},
}
CHOICES = {
    "pits": range(1, 13),
    "stones": range(1, 13),
    "sowing": ("single", "relay"),
    "skip_origin": (False, True),
    "capture": ("none", "opposite", "opposite-always", "opposite-only"),
    "extra_turn": (False, True),
    "end": ("side-empty", "majority"),
    "leftovers": ("own-side", "uncounted"),
}
MAX_TOTAL = 1000


class Illegal(ValueError):
    """A move or a position that the rules refuse."""


def faults(rules):
    """What is wrong with a rule set, as a list of sentences."""
    found = [f"{key} must not be {rules[key]!r}" for key in CHOICES if rules[key] not in CHOICES[key]]
    if rules["sowing"] == "relay" and rules["capture"] != "none":
        found.append("capture must be none with relay sowing")
    return found


# --- the board ------------------------------------------------------------------


def pits_per_side(position):
    return len(position.holes) // 2 - 1


def side(player, m):
    """The indices of a player's pits."""
    return range(0, m) if player == 1 else range(m + 1, 2 * m + 1)


def store(player, m):
    return m if player == 1 else 2 * m + 1


def other(player):
    return 3 - player


def start(rules, first=1):
    row = [rules["stones"]] * rules["pits"]
    return Position(tuple(row + [0] + row + [0]), first)


# --- the end --------------------------------------------------------------------


def side_is_empty(holes, m):
    return any(all(holes[i] == 0 for i in side(player, m)) for player in (1, 2))


def is_over(holes, rules):
    m = rules["pits"]
    if side_is_empty(holes, m):
        return True
    richest = max(holes[store(1, m)], holes[store(2, m)])
    return rules["end"] == "majority" and 2 * richest > sum(holes)


def with_leftovers(holes, rules):
    """The holes of a finished game once its leftovers are dealt with."""
    m = rules["pits"]
    holes = list(holes)
    if rules["leftovers"] == "own-side" and side_is_empty(holes, m):
        for player in (1, 2):
            for i in side(player, m):
                holes[store(player, m)] += holes[i]
                holes[i] = 0
    return tuple(holes)


def settled(holes, to_move, rules):
    """The position, finished if the rules say that it is over."""
    if is_over(holes, rules):
        return Position(with_leftovers(holes, rules), None)
    return Position(tuple(holes), to_move)


def outcome(position):
    """`p1`, `p2` or `draw`, and `-` for a game that goes on."""
    if position.to_move is not None:
        return "-"
    m = pits_per_side(position)
    first, second = position.holes[store(1, m)], position.holes[store(2, m)]
    if first == second:
        return "draw"
    return "p1" if first > second else "p2"


# --- moves ----------------------------------------------------------------------


def legal_moves(position):
    """The pits that may be played, as their owner counts them."""
    if position.to_move is None:
        return []
    m = pits_per_side(position)
    own = side(position.to_move, m)
    return [number for number, i in enumerate(own, start=1) if position.holes[i] > 0]


def check(position, pit):
    m = pits_per_side(position)
    if position.to_move is None:
        raise Illegal("the game is over")
    if not 1 <= pit <= m:
        raise Illegal(f"there is no pit {pit}")
    if position.holes[side(position.to_move, m)[pit - 1]] == 0:
        raise Illegal(f"pit {pit} is empty")


def play(position, rules, pit):
    """The position after the mover plays `pit`."""
    check(position, pit)
    m = rules["pits"]
    mover = position.to_move
    holes = list(position.holes)
    last = sow_all(holes, side(mover, m)[pit - 1], mover, rules)
    if last in side(mover, m) and holes[last] == 1:
        take(holes, last, mover, rules)
    again = rules["extra_turn"] and last == store(mover, m)
    assert sum(holes) == sum(position.holes), "stones are conserved"
    return settled(holes, mover if again else other(mover), rules)


def sow_all(holes, origin, mover, rules):
    """Sows from `origin`, with all relays; returns where the very last stone fell."""
    m = rules["pits"]
    cap = (sum(holes) + 1) * (m + 1) + 1
    last = sow_lap(holes, origin, origin, mover, rules)
    laps = 1
    while rules["sowing"] == "relay" and last != store(mover, m) and holes[last] > 1:
        last = sow_lap(holes, last, origin, mover, rules)
        laps += 1
        assert laps <= cap, f"a relay has no end: {holes}"
    return last


def sow_lap(holes, lifted, origin, mover, rules):
    """Sows the stones of the hole `lifted` in a move that began at `origin`."""
    skipped = {store(other(mover), rules["pits"])}
    if rules["skip_origin"]:
        skipped.add(origin)
    hand = holes[lifted]
    holes[lifted] = 0
    hole = lifted
    while hand > 0:
        hole = (hole + 1) % len(holes)
        if hole not in skipped:
            holes[hole] += 1
            hand -= 1
    return hole


def take(holes, last, mover, rules):
    """The capture rule, for a last stone alone in a pit of the mover."""
    m = rules["pits"]
    home = store(mover, m)
    opposite = 2 * m - last
    capture = rules["capture"]
    if capture == "none" or (holes[opposite] == 0 and capture != "opposite-always"):
        return
    holes[home] += holes[opposite]
    holes[opposite] = 0
    if capture != "opposite-only":
        holes[home] += 1
        holes[last] = 0


# --- notation -------------------------------------------------------------------


def show(position):
    player = "-" if position.to_move is None else position.to_move
    return ",".join(map(str, position.holes)) + f" {player}"


def parse(text, rules):
    counts, player = text.split(" ")
    holes = tuple(int(count) for count in counts.split(","))
    if len(holes) != 2 * rules["pits"] + 2:
        raise Illegal(f"{len(holes)} holes do not fit {rules['pits']} pits")
    if min(holes) < 0 or not 1 <= sum(holes) <= MAX_TOTAL:
        raise Illegal(f"wrong number of stones: {text}")
    if player not in ("1", "2", "-"):
        raise Illegal(f"no such player: {player}")
    if player == "-" and not is_over(holes, rules):
        raise Illegal("the game is not over")
    return settled(holes, None if player == "-" else int(player), rules)


# --- perft ----------------------------------------------------------------------


def perft(position, rules, depth):
    """How many move sequences have exactly 0, 1, .. `depth` moves."""
    counts = [1] + [0] * depth
    count_moves(position, rules, 0, depth, counts)
    return counts


def count_moves(position, rules, ply, depth, counts):
    if ply == depth:
        return
    moves = legal_moves(position)
    counts[ply + 1] += len(moves)
    if ply + 1 < depth:
        for pit in moves:
            count_moves(play(position, rules, pit), rules, ply + 1, depth, counts)

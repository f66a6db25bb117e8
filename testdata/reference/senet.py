"""Reference rules of Senet: section 2 of the rules of play, with every option of 2.5.

Plain rather than fast. Squares are 1..30; the board is a tuple of 31 characters
(index 0 unused), `W`, `B` or `.`. The side to move is `w`, `b`, or None at the end.
"""

from collections import namedtuple

Position = namedtuple("Position", "board side exits roll")  # exits = (white, black)
Move = namedtuple("Move", "kind source target landing")
PASS = Move("pass", None, None, None)

REBIRTH, HAPPINESS, WATER, LAST = 15, 26, 27, 30
EXIT_HOUSES = (28, 29, 30)

CLASSIC = {
    "pieces": 7,
    "no_dark": 5,
    "extra_throw": [],
    "forfeit": "ends-turn",
    "protect": "none",
    "block": 0,
    "safe": [],
    "gate": "exact",
    "water": "rebirth",
    "exits": {"28": [3], "29": [2], "30": "any"},
    "wrong_roll": "may-return",
    "backward": False,
}
PRESETS = {
    "classic": CLASSIC,
    "assignment": {**CLASSIC, "wrong_roll": "must-return"},
    "kendall": {
        **CLASSIC,
        "pieces": 5,
        "extra_throw": [1, 4, 5],
        "protect": "pair",
        "block": 3,
        "exits": {"28": [3], "29": [2], "30": [1]},
        "wrong_roll": "stay",
        "backward": True,
    },
}
CHOICES = {
    "pieces": range(1, 11),
    "no_dark": (5, 6),
    "forfeit": ("ends-turn", "throws-again"),
    "protect": ("none", "pair"),
    "block": (0, 2, 3),
    "gate": ("exact", "free"),
    "water": ("rebirth", "start"),
    "wrong_roll": ("stay", "may-return", "must-return"),
    "backward": (False, True),
}


class Illegal(ValueError):
    """A move or a position that the rules refuse."""


def rolls(rules):
    """What the sticks can show."""
    return [1, 2, 3, 4, rules["no_dark"]]


def faults(rules):
    """What is wrong with a rule set, as a list of sentences."""
    found = [f"{key} must not be {rules[key]!r}" for key in CHOICES if rules[key] not in CHOICES[key]]
    possible = set(rolls(rules))
    exit_lists = [rolls_ for rolls_ in rules["exits"].values() if rolls_ != "any"]
    for listed in exit_lists + [rules["extra_throw"]]:
        if not set(listed) <= possible:
            found.append(f"the sticks cannot show all of {listed}")
    if any(not 1 <= square <= LAST for square in rules["safe"]):
        found.append("safe squares are 1..30")
    if rules["wrong_roll"] == "stay" and [] in exit_lists:
        found.append("an empty exits list with stay")
    if rules["forfeit"] == "throws-again" and set(rules["extra_throw"]) == possible:
        found.append("throws-again when every roll throws again")
    return found


# --- the board ------------------------------------------------------------------


def opponent(side):
    return "b" if side == "w" else "w"


def start(rules):
    board = ["."] * 31
    for square in range(1, 2 * rules["pieces"] + 1):
        board[square] = "W" if square % 2 == 1 else "B"
    return Position(tuple(board), "w", (0, 0), None)


def pieces_of(board, colour):
    return [square for square in range(1, LAST + 1) if board[square] == colour]


def first_empty(board, squares):
    return next(square for square in squares if board[square] == ".")


def rebirth_square(board):
    return first_empty(board, [*range(REBIRTH, 0, -1), *range(REBIRTH + 1, WATER)])


def water_landing(board, rules):
    if rules["water"] == "start":
        return first_empty(board, range(1, WATER))
    return rebirth_square(board)


def without(board, square):
    return board[:square] + (".",) + board[square + 1 :]


def outcome(position):
    """`p1` (WHITE), `p2` (BLACK) or `-`; a winner has nothing left on the board."""
    if position.side is not None:
        return "-"
    return "p2" if "W" in position.board else "p1"


# --- protection and blocks ------------------------------------------------------


def may_be_swapped(board, square, rules):
    """Whether the piece on `square` may be swapped away by its opponent."""
    if square in rules["safe"]:
        return False
    neighbours = [near for near in (square - 1, square + 1) if 1 <= near <= LAST]
    paired = any(board[near] == board[square] for near in neighbours)
    return not (rules["protect"] == "pair" and paired)


def run_length(board, square):
    """How many equal pieces in a row the piece on `square` belongs to."""
    first = last = square
    while first > 1 and board[first - 1] == board[square]:
        first -= 1
    while last < LAST and board[last + 1] == board[square]:
        last += 1
    return last - first + 1


def is_blocked(board, enemy, source, target, rules):
    """Whether a run of the enemy stands strictly between the two squares."""
    if rules["block"] == 0:
        return False
    low, high = min(source, target) + 1, max(source, target)
    passed = range(low, min(high, LAST + 1))
    return any(board[q] == enemy and run_length(board, q) >= rules["block"] for q in passed)


# --- the move of one piece ------------------------------------------------------


def land(position, source, target, rules):
    """The move to a square where pieces can rest, or None."""
    board, enemy = position.board, opponent(position.side).upper()
    if is_blocked(board, enemy, source, target, rules):
        return None
    if board[target] == ".":
        return Move("move", source, target, target)
    if board[target] == enemy and may_be_swapped(board, target, rules):
        return Move("swap", source, target, target)
    return None


def into_water(position, source, rules):
    enemy = opponent(position.side).upper()
    if is_blocked(position.board, enemy, source, WATER, rules):
        return None
    landing = water_landing(without(position.board, source), rules)
    return Move("water", source, WATER, landing)


def bear_off_from_happiness(position, target, rules):
    enemy = opponent(position.side).upper()
    if is_blocked(position.board, enemy, HAPPINESS, target, rules):
        return None
    return Move("exit", HAPPINESS, None, None)


def from_path(position, source, roll, rules):
    """A piece on 1..26."""
    target = source + roll
    if source < HAPPINESS and target > HAPPINESS and rules["gate"] == "exact":
        return None
    if target == WATER:
        return into_water(position, source, rules)
    if target <= LAST:
        return land(position, source, target, rules)
    if source == HAPPINESS:
        return bear_off_from_happiness(position, target, rules)
    return None


def bears_off(source, roll, rules):
    allowed = rules["exits"][str(source)]
    return allowed == "any" or roll in allowed


def may_go_back(source, rules):
    """Whether a piece on an exit house returns after a wrong roll."""
    if rules["wrong_roll"] == "must-return":
        return source != 30
    return rules["wrong_roll"] == "may-return"


def from_exit_house(position, source, roll, rules):
    """A piece on 28, 29 or 30."""
    if bears_off(source, roll, rules):
        return Move("exit", source, None, None)
    if may_go_back(source, rules):
        return Move("return", source, None, rebirth_square(without(position.board, source)))
    return None


def forward(position, source, roll, rules):
    if source in EXIT_HOUSES:
        return from_exit_house(position, source, roll, rules)
    return from_path(position, source, roll, rules)


def back(position, source, roll, rules):
    if source > HAPPINESS or source - roll < 1:
        return None
    return land(position, source, source - roll, rules)


# --- the moves of a turn --------------------------------------------------------


def legal_moves(position, roll, rules):
    """All moves for a roll in order of source; a single PASS if there is none."""
    if position.side is None:
        return []
    squares = pieces_of(position.board, position.side.upper())
    if rules["wrong_roll"] == "must-return":
        forced = [square for square in squares if square in (28, 29)]
        squares = forced or squares
    moves = [forward(position, square, roll, rules) for square in squares]
    if rules["backward"] and not any(moves):
        moves = [back(position, square, roll, rules) for square in squares]
    return [move for move in moves if move is not None] or [PASS]


def next_side(position, move, roll, rules):
    throws_again = roll in rules["extra_throw"]
    if move == PASS:
        throws_again = throws_again and rules["forfeit"] == "throws-again"
    return position.side if throws_again else opponent(position.side)


def play(position, move, roll, rules):
    """The position, before the next throw, after a legal move."""
    board = list(position.board)
    white, black = position.exits
    if move.kind == "exit":
        board[move.source] = "."
        white, black = (white + 1, black) if position.side == "w" else (white, black + 1)
    elif move.kind != "pass":
        board[move.source], board[move.landing] = board[move.landing], board[move.source]
    side = next_side(position, move, roll, rules)
    if rules["pieces"] in (white, black):
        side = None
    return Position(tuple(board), side, (white, black), None)


# --- notation -------------------------------------------------------------------


def show_move(move):
    if move.kind == "pass":
        return "pass"
    if move.kind == "exit":
        return f"{move.source}-off"
    if move.kind == "return":
        return f"{move.source}>{move.landing}"
    if move.kind == "water":
        return f"{move.source}-{WATER}>{move.landing}"
    return f"{move.source}{'x' if move.kind == 'swap' else '-'}{move.target}"


def show(position):
    path = "".join(position.board[1:])
    rows = f"{path[:10]}/{path[10:20]}/{path[20:]}"
    return f"{rows} {position.side or '-'} {position.exits[0]}/{position.exits[1]} {position.roll or '-'}"


def parse(text, rules):
    rows, side, exits, roll = text.split(" ")
    board = read_board(rows)
    white, black = (int(number) for number in exits.split("/"))
    totals = (board.count("W") + white, board.count("B") + black)
    if totals != (rules["pieces"], rules["pieces"]):
        raise Illegal(f"{totals} pieces in place of {rules['pieces']} each")
    if board[WATER] != ".":
        raise Illegal("a piece on 27")
    if white == black == rules["pieces"]:
        raise Illegal("two winners")
    over = rules["pieces"] in (white, black)
    if side not in ("w", "b", "-") or (side == "-") != over:
        raise Illegal(f"wrong side to move: {side}")
    if roll != "-" and (over or int(roll) not in rolls(rules)):
        raise Illegal(f"wrong roll: {roll}")
    return Position(board, None if over else side, (white, black), None if roll == "-" else int(roll))


def read_board(rows):
    parts = rows.split("/")
    path = "".join(parts)
    if [len(part) for part in parts] != [10, 10, 10] or set(path) - set(".WB"):
        raise Illegal(f"not a board: {rows}")
    return tuple("." + path)


# --- perft ----------------------------------------------------------------------


def perft(position, rules, depth):
    """How many sequences of exactly 0, 1, .. `depth` plies; a ply is a roll and a move."""
    counts = [1] + [0] * depth
    count_plies(position, rules, 0, depth, counts)
    return counts


def count_plies(position, rules, ply, depth, counts):
    if ply == depth:
        return
    for roll in [position.roll] if position.roll else rolls(rules):
        moves = legal_moves(position, roll, rules)
        counts[ply + 1] += len(moves)
        if ply + 1 < depth:
            for move in moves:
                count_plies(play(position, move, roll, rules), rules, ply + 1, depth, counts)

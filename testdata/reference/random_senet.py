"""Random senet rules, positions and games."""

import random

import perft_rows
import senet

MAX_STEPS = (20, 40, 60, 90, 120)
STEP_WEIGHTS = (3, 4, 4, 2, 2)
RESTING = [square for square in range(1, senet.LAST + 1) if square != senet.WATER]
HOUSES = [26, 28, 29, 30]
CROWDED_EVERY = 15  # every so often nearly all squares up to Rebirth are taken
SAFE_SETS = ([], [], [26], [15], [15, 26], [26, 28, 29, 30])


def games(seed, count):
    rng = random.Random(f"senet games {seed}")
    return [game(rng, number) for number in range(count)]


def perfts(seed, count):
    rng = random.Random(f"senet perft {seed}")
    return [perft(rng, number) for number in range(count)]


def game(rng, number):
    rules = rules_for(rng, number)
    position = start_for(rng, rules, number)
    row = {"rules": rules, "start": senet.show(position), "steps": []}
    limit = rng.choices(MAX_STEPS, STEP_WEIGHTS)[0]
    while position.side is not None and len(row["steps"]) < limit:
        step, position = random_step(rng, position, rules)
        row["steps"].append(step)
    row["outcome"] = senet.outcome(position)
    return row


def random_step(rng, position, rules):
    roll = rng.choice(senet.rolls(rules))
    moves = senet.legal_moves(position, roll, rules)
    move = pick(rng, moves)
    position = senet.play(position, move, roll, rules)
    step = {
        "roll": roll,
        "moves": [senet.show_move(m) for m in moves],
        "play": senet.show_move(move),
        "after": senet.show(position),
    }
    return step, position


def pick(rng, moves):
    """Any move, but swaps and house moves more often than their share."""
    special = [move for move in moves if move.kind != "move"]
    return rng.choice(special if special and rng.random() < 0.5 else moves)


def perft(rng, number):
    rules = rules_for(rng, number)
    position = start_for(rng, rules, number)
    if number % 50 == 49:
        position = finished(position, rules)
    elif number % 3 == 1:
        position = position._replace(roll=rng.choice(senet.rolls(rules)))
    counts = perft_rows.deepest(lambda depth: senet.perft(position, rules, depth), rng)
    return perft_rows.row(rules, senet.show(position), counts)


def finished(position, rules):
    """The position with all of WHITE's pieces borne off."""
    board = tuple("." if piece == "W" else piece for piece in position.board)
    return senet.Position(board, None, (rules["pieces"], position.exits[1]), None)


# --- rules ----------------------------------------------------------------------


def rules_for(rng, number):
    """Presets every sixth time, else any rules that the rules of play accept."""
    while True:
        rules = preset(rng) if number % 6 == 0 else random_rules(rng)
        if number % CROWDED_EVERY == 5:
            rules["pieces"] = rng.randint(9, 10)
        if not senet.faults(rules) and not strands_a_piece(rules):
            return rules


def strands_a_piece(rules):
    """Whether a piece on 30 could neither bear off nor go back, whatever is thrown."""
    return rules["exits"]["30"] == [] and rules["wrong_roll"] == "must-return"


def preset(rng):
    rules = dict(senet.PRESETS[rng.choice(sorted(senet.PRESETS))])
    if rng.random() < 0.5:
        rules["pieces"] = rng.randint(1, 10)
    return rules


def random_rules(rng):
    rules = dict(senet.CLASSIC)
    for key, values in senet.CHOICES.items():
        rules[key] = rng.choice(values)
    possible = senet.rolls(rules)
    rules["extra_throw"] = subset(rng, possible, rng.choice((0, 0, 1, 2, 3, 4, 5)))
    rules["safe"] = random_safe(rng)
    rules["exits"] = {str(house): random_exit(rng, possible) for house in senet.EXIT_HOUSES}
    return rules


def random_safe(rng):
    if rng.random() < 0.6:
        return list(rng.choice(SAFE_SETS))
    return subset(rng, RESTING, rng.randint(1, 8))


def random_exit(rng, possible):
    if rng.random() < 0.2:
        return "any"
    return subset(rng, possible, rng.choice((0, 1, 1, 1, 1, 2, 2, 3, 5)))


def subset(rng, values, size):
    return sorted(rng.sample(values, size))


# --- positions ------------------------------------------------------------------


def start_for(rng, rules, number):
    if number % CROWDED_EVERY == 5:
        return position_with(rng, rules, (0, 0), packed)
    if number % 8 == 0:
        return senet.start(rules)
    exits = (random_exits(rng, rules), random_exits(rng, rules))
    return position_with(rng, rules, exits, rng.choice((spread, late, houses_first, packed, window)))


def position_with(rng, rules, exits, placing):
    left = (rules["pieces"] - exits[0], rules["pieces"] - exits[1])
    squares = placing(rng, sum(left))
    colours = rng.choice((mixed, in_runs))(rng, *left)
    board = ["."] * 31
    for square, colour in zip(sorted(squares), colours):
        board[square] = colour
    position = senet.Position(tuple(board), rng.choice("wb"), exits, None)
    return senet.parse(senet.show(position), rules)


def random_exits(rng, rules):
    return rng.randint(0, rng.choice((0, rules["pieces"] // 2, rules["pieces"] - 1)))


def spread(rng, count):
    """Squares anywhere."""
    return rng.sample(RESTING, count)


def late(rng, count):
    """Squares near the end and on the houses first."""
    near = [square for square in RESTING if square >= 21]
    far = [square for square in RESTING if square < 21]
    return (shuffled(rng, near) + shuffled(rng, far))[:count]


def houses_first(rng, count):
    """26, 28, 29 and 30 as full as possible."""
    rest = [square for square in RESTING if square not in HOUSES]
    return (shuffled(rng, HOUSES) + shuffled(rng, rest))[:count]


def packed(rng, count):
    """A few houses near the end, and the squares up to Rebirth as full as possible."""
    houses = rng.sample(HOUSES, rng.randint(1, 4))
    low = shuffled(rng, range(1, 16))
    rest = [square for square in RESTING if square > 15 and square not in houses]
    return (houses + low + shuffled(rng, rest))[:count]


def window(rng, count):
    """Squares side by side."""
    first = rng.randint(0, len(RESTING) - count)
    return RESTING[first : first + count]


def shuffled(rng, values):
    values = list(values)
    rng.shuffle(values)
    return values


def mixed(rng, white, black):
    return shuffled(rng, "W" * white + "B" * black)


def in_runs(rng, white, black):
    """Colours in runs of one to four pieces."""
    left = {"W": white, "B": black}
    colours, colour = [], rng.choice("WB")
    while left["W"] + left["B"] > 0:
        run = min(left[colour], rng.randint(1, 4))
        colours += [colour] * run
        left[colour] -= run
        colour = "B" if colour == "W" else "W"
    return colours

"""Random mancala rules, positions and games."""

import random

import mancala
import perft_rows

SIZES = {"tiny": (1, 3, 1, 4), "small": (2, 6, 1, 6), "wide": (7, 12, 1, 4), "tall": (1, 4, 7, 12)}
SIZE_WEIGHTS = (30, 55, 8, 7)
CORNERS = ((1, 1), (12, 12), (1, 12), (12, 1))
TAINTED_STONES = (3, 4, 5, 6)


def games(seed, count):
    rng = random.Random(f"mancala games {seed}")
    return [game(rng, number) for number in range(count)]


def perfts(seed, count):
    rng = random.Random(f"mancala perft {seed}")
    return [perft(rng, number) for number in range(count)]


def game(rng, number):
    rules = rules_for(rng, number)
    text = start_text(rng, rules, number)
    position = mancala.parse(text, rules)
    row = {"rules": rules, "start": text}
    if position.to_move is None:
        row["shown"] = mancala.show(position)
    row["steps"] = []
    while position.to_move is not None:
        pits = mancala.legal_moves(position)
        pit = rng.choice(pits)
        position = mancala.play(position, rules, pit)
        moves = [str(p) for p in pits]
        row["steps"].append({"moves": moves, "play": str(pit), "after": mancala.show(position)})
    row["outcome"] = mancala.outcome(position)
    return row


def perft(rng, number):
    rules = rules_for(rng, number)
    text = start_text(rng, rules, number)
    position = mancala.parse(text, rules)
    counts = perft_rows.deepest(lambda depth: mancala.perft(position, rules, depth), rng)
    return perft_rows.row(rules, text, counts)


# --- rules ----------------------------------------------------------------------


def rules_for(rng, number):
    """A corner size now and then, presets every fifth time, else anything."""
    rules = preset(rng) if number % 5 == 0 else random_rules(rng)
    if number % 25 == 3:
        rules["pits"], rules["stones"] = CORNERS[number // 25 % len(CORNERS)]
    assert not mancala.faults(rules)
    return rules


def preset(rng):
    name = rng.choice(sorted(mancala.PRESETS))
    rules = dict(mancala.PRESETS[name])
    if name == "tainted":
        rules["stones"] = rng.choice(TAINTED_STONES)
    if name in ("capture", "avalanche"):
        rules["end"] = rng.choice(mancala.CHOICES["end"])
    return rules


def random_rules(rng):
    rules = {key: rng.choice(values) for key, values in mancala.CHOICES.items()}
    low_pits, high_pits, low_stones, high_stones = rng.choices(list(SIZES.values()), SIZE_WEIGHTS)[0]
    rules["pits"] = rng.randint(low_pits, high_pits)
    rules["stones"] = rng.randint(low_stones, high_stones)
    rules["sowing"] = rng.choice(("single", "single", "relay"))
    if rules["sowing"] == "relay":
        rules["capture"] = "none"
    return rules


# --- positions ------------------------------------------------------------------


def start_text(rng, rules, number):
    if number % 12 == 7:
        return over_text(rng, rules)
    if number % 2 == 0:
        return mancala.show(mancala.start(rules, rng.choice((1, 2))))
    return unfinished_text(rng, rules)


def unfinished_text(rng, rules):
    while True:
        holes = random_holes(rng, rules["pits"])
        if not mancala.is_over(holes, rules):
            return text_of(holes, rng.choice("12"))


def over_text(rng, rules):
    """A finished position as somebody may type it: leftovers still on the board, a player named."""
    while True:
        holes = random_holes(rng, rules["pits"])
        if rng.random() < 0.5:
            clear_side(holes, rng.choice((1, 2)), rules["pits"])
        elif rules["end"] == "majority":
            holes[mancala.store(rng.choice((1, 2)), rules["pits"])] += sum(holes) + 1
        if sum(holes) > 0 and mancala.is_over(holes, rules):
            return text_of(holes, rng.choice("12-"))


def clear_side(holes, player, m):
    for i in mancala.side(player, m):
        holes[i] = 0


def random_holes(rng, m):
    """1..200 stones on a random part of the holes, with few, some or many in the stores."""
    total = rng.randint(1, rng.choice((6, 20, 60, 200)))
    pits = [i for player in (1, 2) for i in mancala.side(player, m)]
    used = rng.sample(pits, rng.randint(1, len(pits)))
    stores = [mancala.store(1, m), mancala.store(2, m)]
    in_stores = rng.choice((0.0, 0.3, 0.6))
    holes = [0] * (2 * m + 2)
    for _ in range(total):
        holes[rng.choice(stores if rng.random() < in_stores else used)] += 1
    return holes


def text_of(holes, player):
    return ",".join(map(str, holes)) + f" {player}"

"""Checks the reference rules against the reference results of other programs.

    python3 check_vectors.py [TESTDATA] [--leaves N]         default: the folder above this file's

Perft rows with more than N leaves (default 150000) are skipped.
"""

import argparse
import json
import pathlib
from functools import lru_cache

import mancala
import senet

WIN = 1_000_000_000
SPECIAL = {26: 25, 28: 30, 29: 35, 30: 40}
WEIGHTS = ((1, 4), (2, 6), (3, 4), (4, 1), (5, 1))
SOLVE_PITS_STONES = {(1, n) for n in range(1, 13)} | {(2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (4, 1)}


def rows_of(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def report(name, right, wrong, skipped):
    print(f"{name}: {right} right, {wrong} wrong, {skipped} skipped")
    return wrong


# --- perft ----------------------------------------------------------------------


def check_perft(name, rows, key, count, limit):
    """Checks rows of the same rules and position together; `count` gives all depths at once."""
    groups = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    right = wrong = skipped = 0
    for group in groups.values():
        small = [row for row in group if row["leaves"] <= limit]
        skipped += len(group) - len(small)
        if not small:
            continue
        counts = count(small[0], max(row["depth"] for row in small))
        for row in small:
            if counts[row["depth"]] == row["leaves"]:
                right += 1
            else:
                wrong += 1
                print("WRONG", json.dumps(row), "got", counts[row["depth"]])
    return report(name, right, wrong, skipped)


def mancala_key(row):
    return json.dumps([row["rules"], row.get("position")])


def mancala_counts(row, depth):
    rules = row["rules"]
    position = mancala.parse(row["position"], rules) if "position" in row else mancala.start(rules)
    return mancala.perft(position, rules, depth)


def senet_key(row):
    return row["position"]


def classic(pieces):
    return {**senet.CLASSIC, "pieces": pieces}


def senet_counts(row, depth):
    rules = classic(row["pieces"])
    return senet.perft(senet.parse(row["position"], rules), rules, depth)


# --- solved mancala -------------------------------------------------------------


def store_difference(position):
    m = mancala.pits_per_side(position)
    return position.holes[m] - position.holes[2 * m + 1]


def solver(rules):
    """The final store difference of a position from Player 1's view, perfect play."""

    @lru_cache(maxsize=None)
    def value(position):
        if position.to_move is None:
            return store_difference(position)
        values = [value(mancala.play(position, rules, pit)) for pit in mancala.legal_moves(position)]
        return max(values) if position.to_move == 1 else min(values)

    return value


def check_mancala_solved(rows):
    right = wrong = skipped = 0
    for row in rows:
        rules = row["rules"]
        if (rules["pits"], rules["stones"]) not in SOLVE_PITS_STONES:
            skipped += 1
            continue
        position, value = mancala.start(rules), solver(rules)
        pits = mancala.legal_moves(position)
        moves = {str(pit): value(mancala.play(position, rules, pit)) for pit in pits}
        if moves == row["moves"] and value(position) == row["value"]:
            right += 1
        else:
            wrong += 1
            print("WRONG", json.dumps(row), "got", moves)
    return report("solved/mancala", right, wrong, skipped)


# --- classic evaluation of senet ------------------------------------------------


def evaluate(position, me, rules):
    mine, theirs = position.exits if me == "w" else position.exits[::-1]
    if mine == rules["pieces"]:
        return WIN
    if theirs == rules["pieces"]:
        return -WIN
    own = senet.pieces_of(position.board, me.upper())
    enemy = senet.pieces_of(position.board, senet.opponent(me).upper())
    squares = sum(s * s for s in own) - sum(s * s for s in enemy)
    safety = sum(3 if s >= 26 else 1 if s > 15 else 0 for s in own)
    special = sum(SPECIAL.get(s, 0) for s in own)
    blocking = sum(1 for a in own for b in enemy if 0 < a - b <= 5)
    return 1000 * (mine - theirs) + 10 * squares + 5 * safety + 20 * special + 15 * blocking


def chance(position, me, depth, rules):
    if depth == 0 or position.side is None:
        return evaluate(position, me, rules)
    best = max if position.side == me else min
    total = 0
    for roll, weight in WEIGHTS:
        moves = senet.legal_moves(position, roll, rules)
        total += weight * best(after(position, move, roll, me, depth, rules) for move in moves)
    return total / 16


def after(position, move, roll, me, depth, rules):
    return chance(senet.play(position, move, roll, rules), me, depth - 1, rules)


def check_expectiminimax(rows):
    right = wrong = 0
    for row in rows:
        rules = classic(row["pieces"])
        position = senet.parse(row["position"], rules)
        moves = senet.legal_moves(position, position.roll, rules)
        values = {
            move.source: after(position, move, position.roll, position.side, row["depth"], rules) for move in moves
        }
        by_source = {str(source): value for source, value in values.items() if source}
        if by_source == row["moves"] and max(values.values()) == row["best"]:
            right += 1
        else:
            wrong += 1
            print("WRONG", json.dumps(row), "got", values)
    return report("chance/senet", right, wrong, 0)


# --- solved senet: only which pieces may move -----------------------------------


def sources(position, roll, rules):
    return [move.source for move in senet.legal_moves(position, roll, rules) if move.source]


def check_senet_sources(rows):
    right = wrong = 0
    for row in rows:
        rules = classic(row["pieces"])
        position = senet.parse(row["position"], rules)
        for roll in senet.rolls(rules):
            expected = [source for source, _ in row["after"][str(roll)]]
            if sources(position, roll, rules) == expected:
                right += 1
            else:
                wrong += 1
                print("WRONG", row["position"], "roll", roll, "expected", expected)
    return report("solved/senet, source squares", right, wrong, 0)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    here = pathlib.Path(__file__).resolve().parent
    options.add_argument("testdata", type=pathlib.Path, nargs="?", default=here.parent)
    options.add_argument("--leaves", type=int, default=150_000)
    given = options.parse_args()
    rows = {name: rows_of(given.testdata / f"{name}.jsonl") for name in (
        "perft/mancala", "perft/senet", "solved/mancala", "solved/senet", "chance/senet")}
    wrong = check_perft("perft/senet", rows["perft/senet"], senet_key, senet_counts, given.leaves)
    wrong += check_expectiminimax(rows["chance/senet"])
    wrong += check_senet_sources(rows["solved/senet"])
    wrong += check_perft("perft/mancala", rows["perft/mancala"], mancala_key, mancala_counts, given.leaves)
    wrong += check_mancala_solved(rows["solved/mancala"])
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()

"""Checks the senet reference against the exact start values given in section 2.5 of the rules.

    python3 check_exact.py [PIECES]        1 takes seconds, 2 takes minutes

Solves every position reachable from the start by value iteration, for the player to roll.
"""

import sys

import senet

WEIGHTS = ((1, 4), (2, 6), (3, 4), (4, 1), (5, 1))
EXPECTED = {
    "classic": {1: 0.501188671605, 2: 0.497953001856},
    "assignment": {1: 0.50118867, 2: 0.49827496},
    "kendall": {1: 0.5107684, 2: 0.5119822},
}
COLOURS = str.maketrans("WB", "BW")
PRECISION = 1e-11


def seen_by_mover(position):
    """The board and exits with the mover as WHITE; the rules treat both colours alike."""
    board = "".join(position.board)
    if position.side == "w":
        return board, position.exits
    return board.translate(COLOURS), position.exits[::-1]


def as_position(state):
    board, exits = state
    return senet.Position(tuple(board), "w", exits, None)


def children(state, rules):
    """For each roll the list of (next state or None for a win, whether WHITE still moves)."""
    position = as_position(state)
    answers = []
    for roll, _ in WEIGHTS:
        nexts = [senet.play(position, move, roll, rules) for move in senet.legal_moves(position, roll, rules)]
        answers.append([(None if p.side is None else seen_by_mover(p), p.side == "w") for p in nexts])
    return answers


def reachable(rules):
    graph, open_states = {}, [seen_by_mover(senet.start(rules))]
    while open_states:
        state = open_states.pop()
        if state in graph:
            continue
        graph[state] = children(state, rules)
        open_states += [s for answer in graph[state] for s, _ in answer if s is not None and s not in graph]
    return graph


def best(answer, value):
    return max(1.0 if s is None else value[s] if again else 1.0 - value[s] for s, again in answer)


def sweep(layer, graph, value):
    """One pass over the states; returns the largest change."""
    change = 0.0
    for state in layer:
        new = sum(weight * best(answer, value) for answer, (_, weight) in zip(graph[state], WEIGHTS)) / 16
        change = max(change, abs(new - value[state]))
        value[state] = new
    return change


def solve(rules):
    graph = reachable(rules)
    value = dict.fromkeys(graph, 0.5)
    layers = {}
    for state in graph:
        layers.setdefault(sum(state[1]), []).append(state)
    for _, layer in sorted(layers.items(), reverse=True):
        while sweep(layer, graph, value) > PRECISION:
            pass
    return value[seen_by_mover(senet.start(rules))], len(graph)


def main():
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    wrong = 0
    for name, values in EXPECTED.items():
        value, size = solve({**senet.PRESETS[name], "pieces": wanted})
        right = abs(value - values[wanted]) < 1e-7
        wrong += not right
        print(f"{name}, {wanted} pieces, {size} states: {value:.12f}, expected {values[wanted]}, {'right' if right else 'WRONG'}")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()

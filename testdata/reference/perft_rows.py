"""How deep a perft row goes: shared by both games."""

LEAF_LIMITS = (300, 3_000, 20_000)
MAX_DEPTH = 12


def deepest(perft, rng):
    """Counts per depth, as deep as a randomly chosen limit on the leaves allows."""
    limit = rng.choice(LEAF_LIMITS)
    fewest = rng.choice((0, 1, 1))  # a row past the end of all games is wanted now and then
    counts = perft(1)
    for depth in range(2, rng.randint(2, MAX_DEPTH) + 1):
        if counts[-1] == 0:
            break
        deeper = perft(depth)
        if not fewest <= deeper[-1] <= limit:
            break
        counts = deeper
    return counts


def row(rules, text, counts):
    return {
        "rules": rules,
        "position": text,
        "depth": len(counts) - 1,
        "leaves": counts[-1],
        "nodes": sum(counts),
    }

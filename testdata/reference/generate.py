"""Writes the playthroughs and the perft counts over all options from the reference rules.

    python3 generate.py [TESTDATA]         default: the folder above this file's

The same Python and the same seeds give the same bytes.
"""

import json
import pathlib
import sys

import random_mancala
import random_senet

SEED = 1
GAMES = 250
PERFTS = 300
MAX_BYTES = 2_500_000


def write(path, rows):
    text = "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
    size = len(text.encode())
    assert size < MAX_BYTES, f"{path.name} has {size} bytes"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print(f"{path.parent.name}/{path.name}: {len(rows)} rows, {size} bytes")


def main():
    here = pathlib.Path(__file__).resolve().parent
    testdata = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here.parent
    for name, source in (("mancala", random_mancala), ("senet", random_senet)):
        write(testdata / "playthroughs" / f"{name}.jsonl", source.games(SEED, GAMES))
        write(testdata / "perft" / f"{name}-options.jsonl", source.perfts(SEED, PERFTS))


if __name__ == "__main__":
    main()

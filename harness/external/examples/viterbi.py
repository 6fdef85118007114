"""The k best label sequences in plain Python, for Trellis (harness/PROTOCOL.md): to be read."""

import json
import sys
import time
from array import array
from math import inf

L, transitions = 0, []  # e(x, y) at x * L + y


def say(**line):
    print(json.dumps(line), flush=True)


def read(path, offset, *parts):
    with open(path, "rb") as file:  # a list each of float64 (d) or int32 (i)
        file.seek(offset)
        for kind, count in parts:
            numbers = array(kind)
            numbers.fromfile(file, count)
            yield numbers.tolist()


def best(k, paths):
    return sorted((path for path in paths if path[0] > -inf), key=lambda path: -path[0])[:k]


def decode(n, k):
    """The k best paths of a sentence, n_t(y) at t * L + y. A path is (score, (label, its prefix))."""
    ends = [best(k, [(n[y], (y, None))]) for y in range(L)]
    for t in range(1, len(n) // L):
        prefixes = [path for end in ends for path in end]
        ends = [
            best(k, [(s + transitions[p[0] * L + y] + n[t * L + y], (y, p)) for s, p in prefixes])
            for y in range(L)
        ]
    return [labels_of(path) for _, path in best(k, [path for end in ends for path in end])]


def labels_of(path):
    labels = []
    while path is not None:
        labels.append(path[0])
        path = path[1]
    return labels[::-1]


def decode_batch(k, sentences, positions, repetitions, swaps, offset, path):
    start = time.perf_counter()
    parts = ("d", positions * L), ("i", sentences), ("i", 2 * repetitions * swaps)
    scores, lengths, pairs = read(path, offset, *parts)
    answers = []
    for r in range(repetitions):
        for at in range(2 * r * swaps, 2 * (r + 1) * swaps, 2):
            one, other = pairs[at], pairs[at + 1]
            scores[one], scores[other] = scores[other], scores[one]
        at = 0
        for length in lengths:
            answers.append(decode(scores[at * L : (at + length) * L], k))
            at += length
    checksum = 0
    for label in (label for labels in answers for path in labels for label in path):
        checksum = (31 * checksum + label + 1) % 2**32
    say(elapsedMs=1000 * (time.perf_counter() - start), checksum=checksum)
    for labels in answers:
        say(labels=labels)


for line in sys.stdin:
    request, *words = line.rstrip("\n").split(" ")
    if request == "hello":
        say(protocol=1, name="k best in Python", exact=True, maxK="any", language="Python")
    elif request == "prepare":
        L = int(words[0])
        [transitions] = read(" ".join(words[3:]), int(words[2]), ("d", L * L))
        say(prepared=True)
    elif request == "decode":
        decode_batch(*map(int, words[:6]), " ".join(words[6:]))

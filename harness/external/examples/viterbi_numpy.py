"""Dense Viterbi with numpy, for Trellis (harness/PROTOCOL.md)."""

import json
import sys
import time

import numpy as np

CACHED = 2**17  # scores, a megabyte


def say(**line):
    print(json.dumps(line), flush=True)


def decode(scores, e, back):
    """The best path of a sentence: scores T x L, e by previous label, back the same transposed."""
    alpha = np.empty_like(scores)
    alpha[0] = scores[0]
    rows = len(e) if e.size <= CACHED else CACHED // 4 // len(e) + 1
    blocks = [slice(x, x + rows) for x in range(0, len(e), rows)]  # whose sums stay in the cache
    for t in range(1, len(scores)):
        best = [(alpha[t - 1, own, None] + e[own]).max(axis=0) for own in blocks]
        alpha[t] = (best[0] if len(best) == 1 else np.max(best, axis=0)) + scores[t]
    labels = np.empty(len(scores), np.int64)
    labels[-1] = alpha[-1].argmax()
    if alpha[-1, labels[-1]] == -np.inf:
        return labels[:0]
    for t in range(len(scores) - 1, 0, -1):
        labels[t - 1] = (alpha[t - 1] + back[labels[t]]).argmax()
    return labels


def decode_batch(e, sentences, positions, repetitions, swaps, offset, path):
    start = time.perf_counter()
    back = np.ascontiguousarray(e.T)
    with open(path, "rb") as file:
        file.seek(offset)
        scores = np.fromfile(file, "<f8", positions * len(e))
        lengths = np.fromfile(file, "<i4", sentences)
        pairs = np.fromfile(file, "<i4", 2 * repetitions * swaps).reshape(repetitions, swaps, 2)
    ends = np.cumsum(lengths)
    rows = scores.reshape(positions, len(e))
    answers = []
    for r in range(repetitions):
        for one, other in pairs[r].tolist():
            scores[one], scores[other] = scores[other], scores[one]
        answers += [decode(rows[end - T : end], e, back) for end, T in zip(ends, lengths)]
    checksum = 0
    for label in np.concatenate(answers).tolist():
        checksum = (31 * checksum + label + 1) & 0xFFFFFFFF
    say(elapsedMs=1000 * (time.perf_counter() - start), checksum=checksum)
    for labels in answers:
        say(labels=[labels.tolist()] if len(labels) else [])


np.seterr(invalid="ignore")
for line in sys.stdin:
    request, *words = line.rstrip("\n").split(" ")
    if request == "hello":
        say(protocol=1, name="Viterbi with numpy", exact=True, language="Python-numpy")
    elif request == "prepare":
        L, _, offset = map(int, words[:3])
        model = np.fromfile(" ".join(words[3:]), "<f8", L * L, offset=offset).reshape(L, L)
        say(prepared=True)
    elif request == "decode":
        decode_batch(model, *map(int, words[1:6]), " ".join(words[6:]))

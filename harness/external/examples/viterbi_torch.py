"""Dense Viterbi of a padded batch with torch on the CPU, for Trellis (harness/PROTOCOL.md)."""

import json
import sys
import time

import numpy as np
import torch

torch.set_num_threads(1)


def say(**line):
    print(json.dumps(line), flush=True)


def decode(rows, lengths, e):
    """Best paths of sentences: rows S x T x L, padded. After its end a sentence stays as it is."""
    S, T, L = rows.shape
    alpha, pointers = rows[:, 0], []
    for t in range(1, T):
        best, pointer = (alpha[:, :, None] + e).max(dim=1)
        isOver = (lengths <= t)[:, None]
        alpha = torch.where(isOver, alpha, best + rows[:, t])
        pointers.append(torch.where(isOver, torch.arange(L), pointer))
    top, label = alpha.max(dim=1)
    path = [label]
    for pointer in reversed(pointers):
        path.append(pointer.gather(1, path[-1][:, None])[:, 0])
    labels = torch.stack(path[::-1], dim=1).tolist()
    return [own[:T] if s > -torch.inf else [] for own, T, s in zip(labels, lengths.tolist(), top)]


def decode_batch(e, sentences, positions, repetitions, swaps, offset, path):
    start = time.perf_counter()
    with open(path, "rb") as file:
        file.seek(offset)
        scores = torch.from_numpy(np.fromfile(file, "<f8", positions * len(e)))
        lengths = torch.from_numpy(np.fromfile(file, "<i4", sentences))
        pairs = np.fromfile(file, "<i4", 2 * repetitions * swaps).reshape(repetitions, swaps, 2)
    rows = scores.view(positions, len(e))
    answers = []
    for r in range(repetitions):
        for one, other in pairs[r].tolist():
            scores[one], scores[other] = scores[other].item(), scores[one].item()
        parts = rows.split(lengths.tolist())
        answers += decode(torch.nn.utils.rnn.pad_sequence(parts, batch_first=True), lengths, e)
    checksum = 0
    for label in (label for labels in answers for label in labels):
        checksum = (31 * checksum + label + 1) & 0xFFFFFFFF
    say(elapsedMs=1000 * (time.perf_counter() - start), checksum=checksum)
    for labels in answers:
        say(labels=[labels] if labels else [])


for line in sys.stdin:
    request, *words = line.rstrip("\n").split(" ")
    if request == "hello":
        say(protocol=1, name="Viterbi with torch", exact=True, language="Python-torch")
    elif request == "prepare":
        L, _, offset = map(int, words[:3])
        numbers = np.fromfile(" ".join(words[3:]), "<f8", L * L, offset=offset)
        model = torch.from_numpy(numbers).view(L, L)
        say(prepared=True)
    elif request == "decode":
        decode_batch(model, *map(int, words[1:6]), " ".join(words[6:]))

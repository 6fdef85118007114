"""Exact decoding of numpy arrays and torch tensors by Trellis, in a child process.

    with Trellis() as t:
        t.model(transitions, start=start, end=end)  # [L,L] from row to column, [L], [L]
        paths = t.decode(emissions, mask=mask)      # [B,T,L], [B,T]: a Path a sentence

Scores are [T,L], a list of them, or [B,T,L], padded: `mask` [B,T], `lengths` [B]. See PYTHON.md.
"""
import contextlib, functools, json, os, pathlib, shutil, struct, subprocess
from collections import namedtuple
import numpy as np
Path, Span = namedtuple("Path", "score labels"), namedtuple("Span", "start end kind probability")
FLOATS = {*map(np.dtype, ("<f8", "<f4", "<f2"))}

def floats(data):  # the caller's own memory, where it is contiguous and of such a type
    if type(data) is np.ndarray and data.dtype in FLOATS and data.flags.c_contiguous: return data
    if hasattr(data, "detach"):  # of torch, on any device
        data = (data.float() if "bfloat16" in str(data.dtype) else data).detach().cpu()
    data = np.ascontiguousarray(data)
    return data if data.dtype in FLOATS else data.astype(np.float64)

def unpadded(block, mask, lengths):
    sizes = np.asarray(floats(mask).sum(-1) if lengths is None else floats(lengths))
    marks = np.arange(block.shape[1]) < sizes[..., None]
    given = marks if mask is None else floats(mask)
    if marks.shape != block.shape[:2] or any(marks.sum(1) != sizes) or (given != marks).any():
        raise ValueError(f"Cannot use mask or lengths: no first positions of scores {block.shape}")
    return [rows[:int(size)] for rows, size in zip(block, sizes)]

class Trellis(contextlib.AbstractContextManager):
    def __init__(self, command=None):
        deno = ["deno"] if shutil.which("deno") else ["npx", "-y", "deno@2.9.6"]
        command = command or [*deno, "run", "-q", "-P=read", "cli.ts", "serve", "--stdio"]
        root, pipes = pathlib.Path(__file__).resolve().parents[1], [subprocess.PIPE] * 3
        plain = {**os.environ, "NO_COLOR": "1"}  # what Deno says last is read
        start = functools.partial(subprocess.Popen, command, -1, None, *pipes, cwd=root, env=plain)
        try: self._child = start(pipesize=2**20)
        except PermissionError: self._child = start()  # who has many pipes gets small ones

    def __exit__(self, *_):
        self._child.kill()
        self._child.communicate()  # closes its pipes, as often as it is called

    def model(self, transitions, start=None, end=None, labels=None, decoder="auto", bound=None):
        scores = {"transitions": transitions, "start_transitions": start, "end_transitions": end}
        tensors = {name: [floats(own)] for name, own in scores.items() if own is not None}
        texts = {name: json.dumps(own) for name, own in (("labels", labels), ("bound", bound))}
        return self._ask(tensors, request="model", decoder=decoder, **texts)["model"]

    def decode(self, emissions, k=None, **how):  # a Path or None; with k a list, best first
        def paths(f, lengths):
            found = zip(f["counts"].tolist(), f["scores"].tolist(), f["labels"], lengths)
            if not k: return [Path(s[0], y[0, :T]) if n else None for n, s, y, T in found]
            return [[Path(*own) for own in zip(s[:n], y[:, :T])] for n, s, y, T in found]
        return self._each("paths", paths, emissions, k=k, **how)

    def log_partition(self, emissions, **how):  # ln Z
        return self._each("log_partition", lambda f, _: f["log_partition"], emissions, **how)
    def marginals(self, emissions, **how):  # the probability of each label at each position, [T,L]
        def nodes(f, lengths): return np.split(f["marginals"], np.cumsum(lengths[:-1]))
        return self._each("marginals", nodes, emissions, **how)
    def spans(self, emissions, **how):  # chunks of the best path; the model has `labels`, names
        return self._each("spans", lambda f, _: f["spans"], emissions, **how)

    def _each(self, answers, of, emissions, model=None, mask=None, lengths=None, k=None):
        rows = [*map(floats, emissions)] if type(emissions) is list else floats(emissions)
        if one := getattr(rows, "ndim", 3) == 2: rows = [rows]
        odd = [own.shape for own in rows if own.ndim != 2 or own.shape[1:] != rows[0].shape[-1:]]
        if odd: raise ValueError(f"Cannot use a sentence of shape {(*odd[0],)}, not [T,L] of one L")
        if mask is not None or lengths is not None: rows = unpadded(floats(rows), mask, lengths)
        body = rows if type(rows) is list else [rows.reshape(-1, *rows.shape[2:])]
        n, kinds = [*map(len, rows)], {own.dtype for own in body}
        if len(kinds) > 1: body = [own.astype(np.result_type(*kinds)) for own in body]
        tensors = {"lengths": [np.array(n, np.int64)], "emissions": body}  # scores are read last
        f = n and self._ask(tensors, request="batch", model=model, answers=answers, k=k)
        return of(f, n)[0] if one else n and [*of(f, n)]

    def _ask(self, tensors, **metadata):
        header = {"__metadata__": {key: str(v) for key, v in metadata.items() if v is not None}}
        pieces, end = [], 0
        for name, parts in tensors.items():
            begin, end, like = end, end + sum(part.nbytes for part in parts), parts[0]
            header[name] = {"dtype": f"{like.dtype.kind.upper()}{8 * like.itemsize}",
                "shape": [sum(map(len, parts)), *like.shape[1:]], "data_offsets": [begin, end]}
            for own in parts:  # of some 32 kB, whole rows
                step = 1 + 2**15 * len(own) // (own.nbytes + 1)
                pieces += [own[at:at + step] for at in range(0, len(own), step)]
        text = json.dumps(header).encode().ljust(512)  # aligned tensors are not copied
        try:
            head = struct.pack("<2Q", 8 + len(text) + end, len(text)) + text
            pieces = [np.frombuffer(head, "B"), *pieces]
            size = 8  # decoded while the rest is written at once: each write wakes who reads
            while pieces:
                group = pieces[:size]
                sent = os.writev(self._child.stdin.fileno(), group)
                left = sum(own.nbytes for own in group) - sent
                pieces[:size] = [np.frombuffer(b"".join(group)[-left:], "B")] if left else []
                size = 512  # systems take twice as many
            frame = bytearray(int.from_bytes(self._child.stdout.read(8), "little"))
            self._child.stdout.readinto(frame)
            header = json.loads(frame[8:(start := 8 + int.from_bytes(frame[:8], "little"))])
        except BaseException as error:  # what comes next would answer this
            self._child.kill()
            said = self._child.communicate()[1].decode(errors="replace").strip().split("\n")
            if not isinstance(error, Exception): raise
            said = next((line for line in said if line.startswith("error: ")), said[-1])
            why = said or "it was closed or killed"
            raise RuntimeError(f"Cannot go on, Trellis has ended: {why}") from error
        if "error" in (f := header.pop("__metadata__")): raise ValueError(f["error"])
        if "spans" in f: f["spans"] = json.loads(f["spans"], object_hook=lambda own: Span(**own))
        for name, own in header.items():
            dtype = {"F64": "<f8", "I32": "<i4"}[own["dtype"]]
            f[name] = np.ndarray(own["shape"], dtype, frame, start + own["data_offsets"][0])
        return f

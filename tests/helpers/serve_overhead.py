"""What sending scores from Python takes: each batch is sent to `serve`, and decoded where it is, in
turn. Times are those of `decode`, and of the tagger in a process that has read the batch.

    python3 tests/helpers/serve_overhead.py
"""
import pathlib, statistics, subprocess, sys, tempfile, time
root = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, f"{root}/harness")
import numpy as np
from trellis import Trellis
L, T, B, ROUNDS, WARM = 319, 23, 64, 200, 30
MODULE = """
import { tagger } from "%s/decoders/tagging/tagger.ts";
const [folder, L, T, B] = [Deno.args[0], ...Deno.args.slice(1).map(Number)];
const read = (name) => new Float32Array(Deno.readFileSync(`${folder}/${name}`).buffer);
const tag = tagger({ transitions: read("transitions") });
const lengths = new Array(B).fill(T);
const line = new Uint8Array(1);
while (Deno.stdin.readSync(line) === 1) {
  const scores = read("scores");
  const start = performance.now();
  tag.decode(scores, { lengths });
  console.log(performance.now() - start);
}""" % root
rng = np.random.default_rng(1)
A, E = rng.normal(size=(L, L)).astype(np.float32), 4 * rng.normal(size=(B, T, L)).astype(np.float32)
with tempfile.TemporaryDirectory() as folder, Trellis() as t:
    pathlib.Path(folder, "own.ts").write_text(MODULE)
    A.tofile(folder + "/transitions")
    command = ["deno", "run", "-q", "--allow-read", f"--config={root}/deno.json", f"{folder}/own.ts"]
    own = subprocess.Popen([*command, folder, *map(str, (L, T, B))],
                           stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    t.model(A)
    times = []
    for i in range(WARM + ROUNDS):
        scores = E + np.float32(i % 7)
        scores.tofile(folder + "/scores")
        start = time.perf_counter()
        t.decode(scores)
        sent = 1e3 * (time.perf_counter() - start)
        own.stdin.write(b"x")
        own.stdin.flush()
        times.append((float(own.stdout.readline()), sent))
    own.kill()
times = times[WARM:]
there, sent = map(sorted, zip(*times))
for name, at in ("least", 0), ("tenth", ROUNDS // 10), ("median", ROUNDS // 2):
    print(f"{name}: in a process {there[at]:.2f} ms, sent {sent[at]:.2f}: {sent[at] / there[at] - 1:+.0%}")
print(f"median of all pairs: {statistics.median(y / x for x, y in times) - 1:+.0%}")

"""What sending scores from Python takes: batches of 64 real sentences are sent to `serve`, and
decoded by the tagger in a process that has read them, in turn, new arrays each time. Times are
those of `decode` by the clock, and processor time of both processes' main threads (Linux), which
other programs disturb less: it counts all of sending, hidden behind decoding or not.

    python3 tests/helpers/serve_overhead.py [PACK]
"""
import pathlib, subprocess, sys, tempfile, time
root = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, f"{root}/harness")
import numpy as np
from trellis import Trellis
B, ROUNDS, WARM = 64, 200, 30
REAL = f"{root}/datasets/real/ewt_pos_morph_chunk319.safetensors.gz"
PACK = sys.argv[1] if len(sys.argv) > 1 else REAL
MODULE = """
import { tagger } from "%s/decoders/tagging/tagger.ts";
import { openPack } from "%s/datasets/packs/mod.ts";
const [folder, pack] = Deno.args;
const write = (name, { buffer }) => Deno.writeFileSync(`${folder}/${name}`, new Uint8Array(buffer));
const read = (name, Kind) => new Kind(Deno.readFileSync(`${folder}/${name}`).buffer);
const { model, lengths, lattice } = await openPack(pack);
write("transitions", Float32Array.from(model.transitions));
write("lengths", lengths.slice());
const rows = [...lengths.keys()].flatMap((sentence) => [...lattice(sentence).emissions]);
write("emissions", Float32Array.from(rows));
const tag = tagger({ transitions: read("transitions", Float32Array) });
console.log("ready");
const line = new Uint8Array(1);
while (Deno.stdin.readSync(line) === 1) {
  const scores = read("batch", Float32Array);
  const lengths = [...read("sizes", Int32Array)];
  console.log("read");
  Deno.stdin.readSync(line);
  const start = performance.now();
  tag.decode(scores, { lengths });
  console.log(performance.now() - start);
}""" % (root, root)

def processor(child):  # milliseconds until it waits
    time.sleep(5e-4)
    return int(pathlib.Path(f"/proc/{child.pid}/schedstat").read_text().split()[0]) / 1e6

def ask(child):
    child.stdin.write(b"x")
    child.stdin.flush()
    return child.stdout.readline()

with tempfile.TemporaryDirectory() as folder, Trellis() as t:
    pathlib.Path(folder, "own.ts").write_text(MODULE)
    command = ["deno", "run", "-q", "--allow-read", "--allow-write", f"--config={root}/deno.json"]
    own = subprocess.Popen([*command, f"{folder}/own.ts", folder, PACK],
                           stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    own.stdout.readline()
    A, rows = [np.fromfile(f"{folder}/{name}", "<f4") for name in ("transitions", "emissions")]
    lengths = np.fromfile(f"{folder}/lengths", "<i4")
    L = int(A.size ** 0.5)
    sentences = np.split(rows.reshape(-1, L), np.cumsum(lengths)[:-1])
    t.model(A.reshape(L, L))
    times = []
    rng = np.random.default_rng(1)
    for i in range(WARM + ROUNDS):
        batch = [sentences[s].copy() for s in rng.choice(len(sentences), B, replace=False)]
        np.concatenate(batch).tofile(folder + "/batch")
        np.array([*map(len, batch)], "<i4").tofile(folder + "/sizes")
        ask(own)
        before, start = (processor(t._child), time.thread_time()), time.perf_counter()
        t.decode(batch)
        sent, python = 1e3 * (time.perf_counter() - start), 1e3 * (time.thread_time() - before[1])
        serving, before = processor(t._child) - before[0], processor(own)
        there = float(ask(own))
        times.append((there, sent, processor(own) - before, serving, python))
    own.kill()
times = np.array(times[WARM:])
for name, at in ("least", 0), ("tenth", 0.1), ("median", 0.5):
    there, sent, own, serving, python = np.quantile(times, at, axis=0)
    print(f"{name}: in a process {there:.2f} ms, sent {sent:.2f}: {sent / there - 1:+.0%}; "
          f"processor: in a process {own:.2f} ms, serve {serving:.2f}, Python {python:.2f}")
there, sent, own, serving, _ = times.T
print(f"median of all pairs: {np.median(sent / there) - 1:+.0%}; "
      f"of processor times of serve {np.median(serving / own) - 1:+.0%}")

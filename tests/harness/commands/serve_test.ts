import { assertAlmostEquals, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Buffer } from "node:buffer";
import { exp } from "../../../decoders/kernels/probability/exp.ts";
import { tagger } from "../../../decoders/tagging/tagger.ts";
import { readTensors, writeTensors } from "../../../datasets/packs/safetensors.ts";
import { tensorsOf } from "../../../harness/commands/_served_answer.ts";
import { type Tensor, tensor, type TensorFile } from "../../../datasets/packs/tensors.ts";
import { isThere } from "../external/programs.ts";

const ROOT = new URL("../../../", import.meta.url);
const L = 3;
const TRANSITIONS = Float64Array.of(0, -1, 0.5, 0.25, 0, -Infinity, -2, 1, 0);
const [START, END] = [Float64Array.of(0.5, 0, -1), Float64Array.of(0, -0.25, 0.125)];
const LABELS = ["O", "B-X", "I-X"];
/** Two sentences of 3 and 2 positions, padded with what must not be read. */
const PADDED = Float32Array.of(1, 2, 3, 0, 0.5, 1, 4, 0, 1, 0, 3, 1, 2, 2, 0, NaN, NaN, NaN);
const LENGTHS = [3, 2];

type Tensors = Readonly<Record<string, Tensor>>;

const frame = (metadata: TensorFile["metadata"], tensors: Tensors = {}) =>
  writeTensors({ metadata, tensors: new Map(Object.entries(tensors)) });

const MODEL = frame({ request: "model", labels: JSON.stringify(LABELS) }, {
  transitions: tensor(TRANSITIONS, [L, L]),
  start_transitions: tensor(START),
  end_transitions: tensor(END),
});
const EMISSIONS = {
  emissions: tensor(PADDED, [2, 3, L]),
  lengths: tensor(Int32Array.from(LENGTHS)),
};

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}

function prefixed(file: Uint8Array, length = BigInt(file.length)): Uint8Array {
  const prefix = new Uint8Array(8);
  new DataView(prefix.buffer).setBigUint64(0, length, true);
  return joined([prefix, file]);
}

/** Runs the command with bytes on standard input. */
async function served(input: Uint8Array<ArrayBuffer>, ...flags: string[]) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "-P=read", "cli.ts", "serve", "--stdio", ...flags],
    cwd: ROOT,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  const sent = writer.write(input).then(() => writer.close());
  const { code, stdout, stderr } = await child.output();
  await sent;
  assertEquals(new TextDecoder().decode(stderr), "");
  return { code, stdout };
}

/** The answers to frames. */
async function answers(frames: readonly Uint8Array[]): Promise<TensorFile[]> {
  const { code, stdout } = await served(joined(frames.map((own) => prefixed(own))));
  assertEquals(code, 0);
  const files: TensorFile[] = [];
  for (let at = 0; at < stdout.length;) {
    const size = Number(new DataView(stdout.buffer).getBigUint64(at, true));
    files.push(readTensors(stdout.slice(at + 8, at + 8 + size), "answer"));
    at += 8 + size;
  }
  return files;
}

async function lines(input: Uint8Array<ArrayBuffer>) {
  const { code, stdout } = await served(input, "--format", "json");
  const text = new TextDecoder().decode(stdout);
  return { code, lines: text.trimEnd().split("\n").map((line) => JSON.parse(line)) };
}

it("tensorsOf() refuses an answer that is too large with its pads", () => {
  const nothing = { labels: undefined, totals: undefined, marginals: undefined };
  const rest = { ...nothing, spans: undefined, labelCount: L };
  const lengths = [1, 2 ** 28];
  const said = "Cannot answer with 2 sentences of 1 paths of 268435456 labels";
  assertThrows(() => tensorsOf({ ...rest, lengths, paths: [[], []] }), RangeError, said);
});

describe("cli.ts serve", () => {
  const tag = tagger({ transitions: TRANSITIONS, start: START, end: END });
  const sentences = [PADDED.subarray(0, 9), PADDED.subarray(9, 15)];

  it("answers what the tagger finds, from padded and joined scores of any type", async () => {
    const joinedRows = (data: Tensor["data"]) => ({
      emissions: tensor(data, [5, L]),
      lengths: tensor(BigInt64Array.of(3n, 2n)),
    });
    const rows = PADDED.subarray(0, 15);
    const mask: Tensor = { dtype: "BOOL", shape: [2, 3], data: Uint8Array.of(1, 1, 1, 1, 1, 0) };
    const [model, ...found] = await answers([
      MODEL,
      ...[
        EMISSIONS,
        { emissions: EMISSIONS.emissions, mask },
        joinedRows(Float64Array.from(rows)),
        joinedRows(Float16Array.from(rows)),
      ].map((tensors) => frame({ k: "2", answers: "paths,log_partition,marginals" }, tensors)),
    ]);
    assertEquals(model!.metadata, { frame: "0", model: "0" });
    const wanted = sentences.map((scores) => tag.decode(scores, { k: 2 }));
    for (const { tensors } of found) {
      assertEquals(Array.from(tensors.get("counts")!.data as Int32Array), [2, 2]);
      const scores = wanted.flat().map(({ score }) => score);
      assertEquals(tensors.get("scores"), tensor(Float64Array.from(scores), [2, 2]));
      const labels = wanted.flat().flatMap(({ labels }) => [...labels, -1].slice(0, 3));
      assertEquals(tensors.get("labels"), tensor(Int32Array.from(labels), [2, 2, 3]));
      const totals = sentences.map((scores) => tag.logPartition(scores));
      const expected = Float64Array.from(totals, ({ value }) => value);
      assertEquals(tensors.get("log_partition"), tensor(expected));
      const nodes = sentences.flatMap((scores) => [...tag.marginals(scores)!.nodes]);
      assertEquals(tensors.get("marginals"), tensor(Float64Array.from(nodes), [5, L]));
    }
  });

  it("prints lines of JSON as tag does, with spans", async () => {
    const asked = { answers: "spans,paths,log_partition" };
    const one = { emissions: tensor(sentences[1]!, [2, L]) };
    const { lines: [, batch, single] } = await lines(
      joined([MODEL, frame(asked, EMISSIONS), frame(asked, one)].map((own) => prefixed(own))),
    );
    assertEquals([batch.frame, single.frame, batch.sentences.length], [1, 2, 2]);
    const { sentence, ...second } = batch.sentences[1];
    const expected = [1, { ...single.sentences[0], sentence: undefined }];
    assertEquals([sentence, second], JSON.parse(JSON.stringify(expected)));
    const [path] = tag.decode(sentences[1]!);
    assertEquals(second.paths[0].labels, path!.labels.map((label) => LABELS[label]));
    const total = tag.logPartition(sentences[1]!).value;
    assertEquals(second.paths[0].probability, exp(path!.score - total));
    // All paths of two labels: B at 0 and no I behind it, or B and I.
    let mass = 0;
    const { start, end, probability } = second.spans[0];
    for (const { score, labels: [a, b] } of tag.decode(sentences[1]!, { k: L * L })) {
      const spans = [[1, 0], [1, 1], [1, 2], [2, 0], [2, 1], [2, 2]].some(([x, y]) =>
        a === x && b === y
      );
      const isWhole = spans && b === 2;
      if (end === 2 && start === 0 ? isWhole : spans && !isWhole) mass += Math.exp(score - total);
    }
    assertEquals(start, 0);
    assertAlmostEquals(probability, mass, 1e-12);
  });

  it("names what is wrong with a frame, and answers the next", async () => {
    const scores = (data: Tensor["data"], ...shape: number[]) => ({
      emissions: tensor(data, shape),
    });
    const good = frame({}, scores(new Float32Array(2 * L), 2, L));
    const one = scores(new Float32Array(3), 1, L);
    const gap = tensor(Uint8Array.of(1, 0, 1, 0, 0, 0), [2, 3]);
    const square = { transitions: tensor(new Float32Array(4), [2, 2]) };
    const cases: readonly (readonly [Uint8Array, string])[] = [
      [frame({}, scores(Float32Array.of(0, 0, NaN), 1, L)), 'position 0, label 2 ("I-X")'],
      [frame({}, scores(new Float32Array(4), 1, 4)), "Cannot use emissions of shape [1,4] with 3"],
      [frame({}, scores(new Float32Array(3), L)), "it has 2 or 3 dimensions"],
      [frame({}, scores(new Float32Array(0), 1e9, 0, L)), "[1000000000,0,3]: nothing for each"],
      [frame({}, scores(new Int32Array(3), 1, L)), "Cannot use emissions of I32"],
      [frame({}), "Cannot do without the tensor emissions"],
      [frame({ k: "0" }, one), 'Cannot use k "0"'],
      [frame({ model: "x" }, one), 'the model "x" of frame'],
      [frame({ want: "all" }), 'an option "want" of frame'],
      [frame({ answers: "path" }, one), 'did you mean "paths"?'],
      [frame({ request: "learn" }), 'an option "learn" of frame'],
      [frame({}, { emisions: tensor(new Float32Array(3)) }), 'did you mean "emissions"?'],
      [frame({}, { ...EMISSIONS, lengths: tensor(Int32Array.of(4, 1)) }), "sentence 0: 4"],
      [frame({}, { ...EMISSIONS, mask: gap }), "position 2"],
      [frame({}, { ...EMISSIONS, mask: tensor(gap.data, [3, 2]) }), "with a mask of [3,2]"],
      [frame({ request: "model" }, { transitions: tensor(new Float32Array(6), [2, 3]) }), "[L,L]"],
      [frame({ request: "model", decoder: "viterbbi" }, square), 'did you mean "viterbi"?'],
      [frame({ request: "model", decoder: "no/such.ts" }, square), "Cannot answer frame"],
      [Uint8Array.of(1, 2), "a safetensors file starts with 8 bytes"],
      [good.slice(0, -1), "(truncated?)"],
    ];
    const found = await answers([MODEL, ...cases.flatMap(([bad]) => [bad, good])]);
    cases.forEach(([, message], index) => {
      const [refused, answered] = found.slice(1 + 2 * index);
      assertStringIncludes(refused!.metadata["error"] ?? "", message);
      assertEquals(answered!.tensors.has("labels"), true, message);
    });
  });

  it("decodes sentences while others are coming, and names the one that is wrong", async () => {
    const [count, T] = [12, 5000];
    const scores = Float32Array.from({ length: count * T * L }, (_, i) => (i * 7919) % 64 / 8);
    const wrong = scores.slice().fill(NaN, 10 * T * L, 10 * T * L + 1);
    const batch = (rows: Float32Array) =>
      frame({}, {
        lengths: tensor(BigInt64Array.from({ length: count }, () => BigInt(T))),
        emissions: tensor(rows, [count * T, L]),
      });
    const first = frame({}, EMISSIONS);
    const found = await answers([MODEL, first, batch(scores), batch(wrong), first]);
    const wanted = tag.decode(scores, { lengths: new Array(count).fill(T) });
    const { labels, scores: sums } = Object.fromEntries(found[2]!.tensors);
    assertEquals(Array.from(sums!.data as Float64Array), wanted.map(([path]) => path!.score));
    assertEquals(Array.from(labels!.data as Int32Array), wanted.flatMap(([path]) => path!.labels));
    assertStringIncludes(found[3]!.metadata["error"]!, "sentence 10, position 0, label 0");
    assertEquals(found[4]!.tensors, found[1]!.tensors);
  });

  it("says where a stream ends within a frame, or a frame is too long", async () => {
    const cut = await lines(joined([prefixed(MODEL), prefixed(MODEL).slice(0, 100)]));
    assertEquals(cut.code, 3);
    const size = MODEL.length;
    assertEquals(cut.lines[1], {
      frame: 1,
      error: `Cannot read frame 1: the stream ends after 92 of ${size} bytes`,
      kind: "RangeError",
    });
    const long = await lines(joined([prefixed(MODEL, 2n ** 40n)]));
    assertStringIncludes(long.lines[0].error, `Cannot hold frame 0 of ${2n ** 40n} bytes`);
  });
});

const CLIENT = `
import itertools, os, sys
sys.path.insert(0, "harness")
import numpy as np
from trellis import Trellis
rng = np.random.default_rng(7)
L, T = 3, 4
A, start, end = rng.normal(size=(L, L)), rng.normal(size=L), rng.normal(size=L)
E = rng.normal(size=(3, T, L)).astype(np.float32)
lengths = [4, 2, 1]
mask = np.arange(T) < np.array(lengths)[:, None]
class Tensor:  # what it takes of torch, on a GPU and in a type that numpy does not have
    dtype = "torch.bfloat16"
    def __init__(self, own): self.own = own
    def __array__(self, *_, **__): raise TypeError("no array of a tensor on a GPU")
    def float(self): return self
    def detach(self): return self
    def cpu(self): return self.own
def score(e, y):
    e = e.astype(float)
    total = e[0, y[0]] + start[y[0]]
    for t in range(1, len(y)): total = total + A[y[t - 1], y[t]] + e[t, y[t]]
    return total + end[y[-1]]
def refused(kind, words, run):
    try: run()
    except kind as error: assert words in str(error), error
    else: raise AssertionError(words)
with Trellis([sys.argv[1], *"run -q -P=read cli.ts serve --stdio".split()]) as t:
    first = t.model(A, start=start, end=end, labels=["O", "B-X", "I-X"])
    for s, n in enumerate(lengths):
        e = E[s, :n]
        every = sorted(((score(e, y), y) for y in itertools.product(range(L), repeat=n)), reverse=True)
        for path in (t.decode(E, mask=mask)[s], t.decode(E, lengths=lengths)[s], t.decode(e),
                     t.decode([E[0].astype(float), e])[1], t.decode(Tensor(E), mask=mask)[s],
                     t.decode(E, lengths=Tensor(np.array(lengths)))[s]):
            assert tuple(path.labels) == every[0][1] and abs(path.score - every[0][0]) < 1e-12
        best = t.decode(E, mask=mask, k=5)[s]
        assert np.allclose([p.score for p in best], [own for own, _ in every[:5]], atol=1e-12)
        z = np.log(sum(np.exp(own) for own, _ in every))
        assert abs(t.log_partition(E, mask=mask)[s] - z) < 1e-12
        nodes = np.zeros((n, L))
        for own, y in every: nodes[range(n), y] += np.exp(own - z)
        assert np.allclose(t.marginals(E, mask=mask)[s], nodes, atol=1e-12)
        for span in t.spans(e): assert 0 < span.probability <= 1 and span.kind == "X"
    t.model(np.zeros((2, 2)))
    assert t.decode(np.array([[0, 1], [1, 0]])).labels.tolist() == [1, 0]
    assert t.decode(E, lengths=lengths, model=first)[2].labels.shape == (1,)
    assert t.decode(np.full((1, 2), -np.inf)) is None and t.decode([]) == []
    refused(ValueError, "label 0, as a score: NaN", lambda: t.decode(np.full((1, 2), np.nan)))
    refused(ValueError, "with 2 labels", lambda: t.decode(E))
    refused(ValueError, "no first positions", lambda: t.decode(E, mask=mask[:, ::-1]))
    refused(ValueError, "no first positions", lambda: t.decode(E, lengths=[5, 1, 1]))
    for odd in [E[:1]], E[:, None]: refused(ValueError, "(1, 4, 3), not [T,L]", lambda: t.decode(odd))
    refused(ValueError, "(), not [T,L]", lambda: t.decode(E[0, 0]))
    refused(ValueError, "(1, 3), not [T,L]", lambda: t.decode([E[0, :1, :n] for n in (2, 3, 1)]))
    refused(TypeError, "paths", lambda: t.decode(E, paths=1))
    t._child.terminate()
    for _ in range(2): refused(RuntimeError, "has ended", lambda: t.decode(np.zeros((1, 2))))
with Trellis([sys.argv[1], "run", "-q", "-P=read", "cli.ts", "serve"]) as t:
    refused(RuntimeError, "Cannot serve without --stdio", lambda: t.model(A))
with Trellis([sys.argv[1], "eval", "0"]) as t: pass
for _ in range(2): refused(RuntimeError, "has ended: it was closed", lambda: t.model(A))
with Trellis([sys.argv[1], "eval", "throw new Error('lost')"]) as t:
    refused(RuntimeError, "Error: lost", lambda: t.model(A))
def interrupt(*_): raise KeyboardInterrupt
with Trellis([sys.argv[1], *"run -q -P=read cli.ts serve --stdio".split()]) as t:
    os.writev = interrupt
    refused(KeyboardInterrupt, "", lambda: t.model(A))
`;

const WITH_NUMPY = "import numpy, sys; assert sys.version_info >= (3, 10)";

it("harness/trellis.py decodes numpy arrays as all paths say", {
  skip: !isThere("python3", "-c", WITH_NUMPY) && "no python3 with numpy",
}, async () => {
  const args = ["-W", "error::ResourceWarning", "-c", CLIENT, Deno.execPath()];
  const { success, stderr } = await new Deno.Command("python3", { args, cwd: ROOT }).output();
  assertEquals([new TextDecoder().decode(stderr), success], ["", true]);
});

import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readModel } from "../../../datasets/models/read_model.ts";
import { readCalibration } from "../../../datasets/models/token_classifier.ts";
import { notationScores, SCHEMES, spanLabels, spansOf } from "../../../datasets/models/spans.ts";
import { writeTensors } from "../../../datasets/packs/safetensors.ts";
import type { Tensor } from "../../../datasets/packs/tensors.ts";
import { container } from "../../faults/packs/refuse.ts";
import { fileOf } from "../../helpers/packs.ts";

const TRANSITIONS = [[0.5, -1, 2], [-0.25, 0, 1], [3, -10000, 0.125]];
const START = [0.5, -0.5, 0];
const END = [0, 1, -10000];
const FORBIDDEN = -10000;

function tensor(rows: number[] | number[][]): Tensor {
  const isMatrix = Array.isArray(rows[0]);
  const shape = isMatrix ? [rows.length, rows.length] : [rows.length];
  return { dtype: "F32", shape, data: Float32Array.from(rows.flat()) };
}

const transposed = (rows: number[][]) => rows.map((_, y) => rows.map((row) => row[y]!));
/** With START and STOP behind the labels. */
const withEnds = [
  ...TRANSITIONS.map((row, x) => [...row, FORBIDDEN, END[x]!]),
  [...START, FORBIDDEN, FORBIDDEN],
  new Array<number>(5).fill(FORBIDDEN),
];
const allowed = new Array(5).fill(0).map(() => new Array<number>(5).fill(1));
allowed[0]![2] = allowed[3]![1] = 0;

const file = (tensors: Record<string, number[] | number[][]>) =>
  writeTensors(fileOf({
    ...Object.fromEntries(Object.entries(tensors).map(([name, rows]) => [name, tensor(rows)])),
    "encoder.ids": { dtype: "I64", shape: [1], data: BigInt64Array.of(7n) },
  }));

/** The layer in three tensors of these names, or energies of the other sign. */
const layer = ([matrix, start, end]: readonly [string, string, string], sign = 1) => {
  const signed = (rows: number[]) => rows.map((score) => sign * score);
  return file({ [matrix]: TRANSITIONS.map(signed), [start]: signed(START), [end]: signed(END) });
};

const KERAS = ["crf/chain_kernel:0", "crf/left_boundary:0", "crf/right_boundary:0"] as const;
const LAYERS = {
  "pytorch-crf": layer(["a.b.transitions", "a.b.start_transitions", "a.b.end_transitions"]),
  "torchcrf": layer(["trans_matrix", "start_trans", "end_trans"]),
  "keras-contrib": layer(KERAS),
  "ncrfpp": file({ "crf.transitions": withEnds }),
  "flair": file({ "transitions": transposed(withEnds) }),
} as const;

describe("readModel() of a layer", () => {
  for (const [layout, bytes] of Object.entries(LAYERS)) {
    it(`gives the same model for ${layout}`, () => {
      const isAmbiguous = layout === "ncrfpp" || layout === "flair";
      const model = readModel(bytes, isAmbiguous ? { layout } : {});
      assertEquals(model.format, layout);
      assertEquals(model.labels, ["0", "1", "2"]);
      const transitions = TRANSITIONS.flat().map((e) => e < -9000 ? -Infinity : e);
      assertEquals([...model.transitions], transitions);
      assertEquals([...model.start!], START);
      assertEquals([...model.end!], [0, 1, -Infinity]);
      assertEquals(model.notes[0], "2 scores of -9000 and less became −∞");
      assertEquals(model.notes.length, layout === "keras-contrib" ? 2 : 1);
      const [best] = model.tagger().emissions([[1, 0, 0], [0, 0, 1], [0, 0.5, 0]], { k: 2 });
      assertEquals(best, { score: 0.5 + 1 + 2 + 1 + 3 + 0 + 0, labels: ["0", "2", "0"] });
    });
  }

  it("takes energies of keras-contrib by their sign, where one says that they are", () => {
    const model = readModel(layer(KERAS, -1), { layout: "keras-contrib-energies" });
    assertEquals(model.format, "keras-contrib-energies");
    assertEquals(model.transitions[7], -Infinity);
    assertEquals([...model.start!], START);
    // Of one position with energies 3 and 1 the second label is e² times as likely.
    const zeros = { chain_kernel: [[0, 0], [0, 0]], left_boundary: [0, 0], right_boundary: [0, 0] };
    const plain = readModel(file(zeros), { layout: "keras-contrib-energies" });
    const [best] = plain.tagger().emissions([[-3, -1]]);
    assertEquals(best, { score: -1, labels: ["1"] });
  });

  it("honours AllenNLP's mask, with scores of the ends and without", () => {
    const own = { "crf.transitions": TRANSITIONS, "crf._constraint_mask": allowed };
    for (const ends of [{ "crf.start_transitions": START, "crf.end_transitions": END }, {}]) {
      const { format, transitions, start, end, notes } = readModel(file({ ...own, ...ends }));
      assertEquals([format, transitions[2], start![1]], ["allennlp", -Infinity, -Infinity]);
      assertEquals([end![0], notes.length], [0, 2]);
    }
  });

  it("asks for the layout that names and shapes do not tell, and sees a wrong one", () => {
    const refused = (message: string, bytes: Uint8Array, layout?: string) =>
      assertThrows(() => readModel(bytes, { ...layout && { layout } }), TypeError, message);
    refused("(transitions): pass a layout, ncrfpp or flair", LAYERS.flair);
    refused("paths might go to START, label 3", LAYERS.flair, "ncrfpp");
    refused("as torchcrf does, not flair", LAYERS.torchcrf, "flair");
    const part = file({ transitions: TRANSITIONS, start_transitions: START });
    refused("none of allennlp", part);
    const two = file({ "a.trans_matrix": TRANSITIONS, "b.trans_matrix": TRANSITIONS });
    refused("2, in a.,b.", two);
    refused("Cannot find one CRF layer in the model: none", file({ weight: START }));
  });

  it("finds START and STOP by their names", () => {
    const order = [3, 0, 4, 1, 2];
    const mixed = order.map((x) => order.map((y) => withEnds[x]![y]!));
    const labels = ["<START>", "A", "<STOP>", "B", "C"];
    const model = readModel(file({ transitions: transposed(mixed) }), { layout: "flair", labels });
    assertEquals(model.labels, ["A", "B", "C"]);
    assertEquals([...model.start!], START);
  });

  it("refuses shapes and names that do not match", () => {
    const rest = { trans_matrix: TRANSITIONS, end_trans: END };
    const short = () => readModel(file({ ...rest, start_trans: [1, 2] }));
    assertThrows(short, RangeError, "start_trans of the model: its shape is [2], not [3]");
    assertThrows(() => readModel(LAYERS.torchcrf, { labels: ["A"] }), RangeError, "with 1 names");
    const named = () => readModel(config(["O"]), { labels: ["A"], source: "c" });
    assertThrows(named, TypeError, "Cannot use labels for c: a model in id2label takes none");
    const tag = readModel(LAYERS.torchcrf).tagger();
    assertThrows(() => tag.emissions([[1, 2]]), RangeError, "position 0: 2 scores");
    assertThrows(() => tag.emissions([[1, 2, NaN]]), RangeError, "position 0, label 2, as a score");
    assertThrows(() => tag.emissions(Float64Array.of(1)), RangeError, "1 scores are no rows of 3");
  });

  it("is refused before any of many layers is read, and for two tensors of one name", () => {
    // Each would take eight times the file in memory.
    const entry = { dtype: "I8", shape: [1024, 1024], data_offsets: [0, 2 ** 20] };
    const layers = (names: string[]) => () =>
      readModel(container(Object.fromEntries(names.map((name) => [name, entry])), 2 ** 20));
    const many = Array.from({ length: 4000 }, (_, i) => `p${i}.transitions`);
    assertThrows(layers(many), TypeError, "4000, in p0.,p1.,");
    const twice = layers(["a.trans_matrix", "a.trans_matrix:0"]);
    assertThrows(twice, RangeError, "a.trans_matrix:0 comes twice");
  });

  it("says how a pickle is converted", () => {
    const zip = Uint8Array.of(0x50, 0x4b, 3, 4);
    const lines = assertThrows(() => readModel(zip), SyntaxError).message.split("\n");
    assertEquals([lines.length, lines[1]], [6, "import torch, safetensors.torch"]);
    assertThrows(() => readModel(Uint8Array.of(0x80, 2, 0)), SyntaxError, "pickle of Python");
  });
});

const config = (labels: string[]) =>
  new TextEncoder().encode(JSON.stringify({ id2label: Object.fromEntries(labels.entries()) }));

describe("readModel() of a token classifier", () => {
  it("allows exactly what the notation does, wherever O is", () => {
    for (const scheme of SCHEMES) {
      const letters = { BIO: "BI", IOB1: "BI", BIOES: "BIES", BILOU: "BILU", BMES: "BMES" }[scheme];
      const labels = [...letters].flatMap((place) => [`${place}-X`, `${place}-Y`]);
      labels.splice(3, 0, "O");
      const model = readModel(config(labels), { layout: scheme });
      const emissions = new Float64Array(3 * labels.length);
      const paths = model.tagger().emissions(emissions, { k: labels.length ** 3 });
      assertEquals(new Set(paths.map(({ score }) => score)), new Set([0]));
      const found = new Set(paths.map(({ labels }) => labels.join()));
      const written = labels.flatMap((a) => labels.flatMap((b) => labels.map((c) => [a, b, c])))
        .filter((path) => String(spanLabels(spansOf(path), 3, scheme)) === String(path))
        .map((path) => path.join());
      assertEquals(found, new Set(written), scheme);
    }
  });

  it("reads BMES, with kinds or without", () => {
    for (const kind of ["-X", ""]) {
      const model = readModel(config([..."BMES"].map((letter) => letter + kind)));
      const rows = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 9], [0, 3, 0, 0]];
      const best = model.tagger().emissions(rows);
      assertEquals(best[0]!.labels, ["B", "E", "S", "S"].map((letter) => letter + kind));
    }
  });

  it("adds biases by what follows what", () => {
    const biases = { transition_bias_background_stay: -2, transition_bias_inside_to_end: 0.5 };
    const points = { operating_points: { default: { biases } } };
    const calibration = readCalibration(JSON.stringify(points));
    const labels = ["E-X", "O", "B-X", "I-X", "S-X"];
    const { transitions } = readModel(config(labels), { biases: calibration });
    const score = (from: string, to: string) =>
      transitions[labels.indexOf(from) * 5 + labels.indexOf(to)];
    assertEquals([score("O", "O"), score("B-X", "E-X"), score("I-X", "E-X")], [-2, 0.5, 0.5]);
    assertEquals([score("O", "S-X"), score("E-X", "O"), score("B-X", "O")], [0, 0, -Infinity]);
    const none = { biases: calibration, layout: "none" } as const;
    assertThrows(() => readModel(config(labels), none), TypeError, "Cannot use biases for");
    assertThrows(() => readCalibration("{}"), SyntaxError, 'operating point "default"');
    const odd = '{"operating_points":{"default":{"biases":{"bias":1}}}}';
    assertThrows(() => readCalibration(odd), TypeError, 'Cannot use the bias "bias"');
  });

  it("asks where BIO and IOB1 look the same, and refuses what is none", () => {
    const labels = ["O", "B-X", "I-X"];
    // As BIOES, all chunks of IOE and those of one token of IOBE would be forbidden.
    for (const own of [labels, ["O", "I-X", "E-X"], [...labels, "E-X"], ["O", "I-X", "S-X"]]) {
      assertThrows(() => readModel(config(own)), TypeError, "pass a layout, one of BIO, IOB1");
    }
    assertEquals(readModel(config(labels), { layout: "none" }).transitions, new Float64Array(9));
    assertEquals(readModel(config(["O", "I-X"])).notes, []);
    const told = "Cannot tell the notation of the model from its labels (F-X)";
    assertThrows(() => readModel(config(["O", "B-X", "F-X", "E-X"])), TypeError, told);
    const json = (text: string) => readModel(new TextEncoder().encode(text));
    assertEquals(json('\ufeff{"id2label":{"0":"O","1":"I-X"}}').labels, ["O", "I-X"]);
    assertThrows(() => json("{}"), SyntaxError, "Cannot find id2label");
    assertThrows(() => json('{"id2label":{"1":"O"}}'), SyntaxError, "Cannot read label 0 of 1");
    assertThrows(() => json("{"), SyntaxError, "as JSON");
    assertThrows(() => notationScores(["O", "E-X"], "BIO"), RangeError, '"E-X" as a label of BIO');
    assertThrows(
      () => notationScores(["O", "B-X", "I-X"], "BIOES"),
      RangeError,
      "no label ends it",
    );
  });
});

it("tagger({ scheme }) forbids paths that break a notation", () => {
  const model = readModel(config(["O", "B-X", "I-X"]), { layout: "none" });
  const rows = [[0, 1, 3], [0, 0, 1]];
  assertEquals(model.tagger().emissions(rows)[0]!.labels, ["I-X", "I-X"]);
  assertEquals(model.tagger({ scheme: "BIO" }).emissions(rows)[0]!.labels, ["B-X", "I-X"]);
});

it("tagger() and what it answers pass over no option", () => {
  const model = readModel(config(["O", "X"]), { layout: "none" });
  const misspelt = { probability: true } as object;
  const call = () => model.tagger().emissions([[0, 1]], misspelt);
  assertThrows(call, TypeError, 'option "probability" of tagging: it has k, probabilities');
  assertThrows(() => model.tagger({ schema: "BIO" } as object), TypeError, 'mean "scheme"?');
  const bytes = config(["O", "I-X"]);
  assertThrows(() => readModel(bytes, { lables: [] } as object), TypeError, 'mean "labels"?');
  const inside = { biases: { inside: 1 } as object };
  assertThrows(() => readModel(bytes, inside), TypeError, 'option "inside" of biases');
  const bio = { scheme: "bio" as "BIO" };
  assertThrows(() => model.tagger(bio), TypeError, 'Cannot use the notation "bio": BIO, IOB1');
});

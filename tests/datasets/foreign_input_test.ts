import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { columns } from "../../datasets/corpora/columns.ts";
import { readTrees } from "../../datasets/corpora/conllu.ts";
import { baseChunks } from "../../datasets/corpora/ewt/chunks.ts";
import { parseItem } from "../../datasets/items.ts";
import { mergeFeatures, roundedRows } from "../../datasets/linear_model.ts";
import { bytesOf, byteString } from "../../datasets/models/byte_strings.ts";
import { Evaluation, evaluationText } from "../../datasets/models/evaluation.ts";
import { checkedNetwork } from "../../datasets/models/network.ts";
import { readModel } from "../../datasets/models/read_model.ts";
import { SpanProbabilities, spansOf } from "../../datasets/models/spans.ts";
import { openModel, writeModel } from "../../datasets/models/trellis.ts";
import { wapitiExpander } from "../../datasets/models/wapiti_patterns.ts";
import { valuedFile } from "../../datasets/packs/factored.ts";
import { counts, ids, PARTS } from "../../datasets/packs/kinds.ts";
import { packDataset } from "../../datasets/packs/pack.ts";
import { readTensors, writeTensors } from "../../datasets/packs/safetensors.ts";
import { field, Reading, type Schema } from "../../datasets/packs/schema.ts";
import { type Tensor, tensor } from "../../datasets/packs/tensors.ts";
import { readParsing } from "../../datasets/parsing_dataset.ts";
import { posAndChunk } from "../../datasets/training/encode.ts";
import { crfsuiteBytes, INVENTED } from "../helpers/model_files.ts";
import { tinyNetwork } from "../helpers/networks.ts";
import { denseFile, rowsOf } from "../helpers/packs.ts";
import { conlluText, tree } from "../helpers/trees.ts";
import { crfppText, DEPENDENT } from "./models/crfpp_files.ts";

const [I, F] = [Int32Array, Float64Array];
const encode = (text: string) => new TextEncoder().encode(text);

/** Sparse rows of a column and a value each. */
const rowsOfOne = (...entries: readonly (readonly [column: number, value: number])[]) => ({
  offsets: I.from({ length: entries.length + 1 }, (_, row) => row),
  columns: I.from(entries, ([column]) => column),
  values: I.from(entries, ([, value]) => value),
});
/** A position with as many features as it is given values for. */
const onePosition = (...values: number[]) => ({
  lengths: I.of(1),
  featureOffsets: I.of(0, values.length),
  features: I.from(values.keys()),
  values: F.from(values),
  labels: I.of(0),
});
const NO_ROWS = { offsets: I.of(0, 0, 0), columns: I.of(), values: I.of() };

describe("foreign tensors", () => {
  const read = (schema: Schema, tensors: Record<string, Int32Array | Uint16Array>) => {
    const named = Object.entries(tensors).map(([name, data]) => [name, tensor(data)] as const);
    return () => new Reading(schema, { metadata: {}, tensors: new Map(named) }, "p").contents();
  };

  it("have no numbers of parts that add up, in 32 bits, to those that there are", () => {
    const schema: Schema = {
      parts: field(PARTS, "offsets", "S", ""),
      ends: field(ids("numbers"), "ends", "Σ parts", ""),
    };
    const large = { parts: I.of(2 ** 31 - 2, 2 ** 31 - 2, 5), ends: I.of(7) };
    assertThrows(read(schema, large), RangeError, '"parts" of p: it adds up to 4294967297');
  });

  it("have as many rows of entries as there are names", () => {
    const schema: Schema = {
      names: field(ids("names"), "names", "A", ""),
      sizes: field(counts("entries"), "rows", "A", ""),
    };
    const fewer = { names: I.of(1, 2), sizes: I.of(1), entries: I.of(0) };
    assertThrows(read(schema, fewer), RangeError, '"sizes" of p: its shape is [1], not [2]');
    const whole = readTensors(writeModel(readModel(crfsuiteBytes(INVENTED))), "m");
    const tensors = new Map(whole.tensors)
      .set("weight_counts", tensor(I.of(0)))
      .set("weight_columns", tensor(I.of()))
      .set("weight_values", tensor(F.of()));
    assertThrows(() => openModel({ ...whole, tensors }, "m"), RangeError, "is [1], not [5]");
  });

  it("ask for no more scores than can be held, in few bytes", () => {
    const open = (metadata: Record<string, string>, tensors: Record<string, Tensor>) => () => {
      const file = { metadata, tensors: new Map(Object.entries(tensors)) };
      return metadata["kind"] === "parsing" ? readParsing(file, "p") : packDataset(file, "p");
    };
    const bytes = (count: number) => tensor(new Uint8Array(count));
    const [L, unit] = [2 ** 14, "1/1"];
    const square = "16385 rows of 16385 scores would take 2.00 GiB";
    const long = '"lengths" of p: 100000 rows of 16384 scores would take 12.2 GiB';
    const noWeights = tensor(new Int8Array(0));
    const tooMany: [string, Record<string, string>, Record<string, Tensor>][] = [
      [square, { kind: "factored", unit }, { transition_counts: bytes(L + 1) }],
      [square, { kind: "parsing", unit }, {
        symbol_categories: bytes(1),
        tag_symbols: bytes(L + 1),
      }],
      [square, {}, {
        emissions: tensor(new Float32Array(L + 1), [1, L + 1]),
        lengths: tensor(I.of(1)),
        label_components: tensor(new Uint8Array(2 * L + 2), [L + 1, 2]),
        transitions_factor_0: tensor(new Float32Array(1), [1, 1]),
        transitions_factor_1: tensor(new Float32Array(1), [1, 1]),
      }],
      [long, { kind: "factored", unit }, {
        lengths: tensor(I.of(100_000)),
        position_feature_counts: bytes(100_000),
        position_features: bytes(0),
        feature_weight_counts: bytes(0),
        feature_labels: bytes(0),
        feature_weights: noWeights,
        transition_counts: bytes(L),
        transition_labels: bytes(0),
        transition_weights: noWeights,
      }],
    ];
    for (const [message, metadata, tensors] of tooMany) {
      assertThrows(open(metadata, tensors), RangeError, message);
    }
  });

  it("may have any name, as metadata may", () => {
    const metadata = JSON.parse('{"__proto__":"text"}');
    const tensors = new Map([["__proto__", tensor(I.of(7))]]);
    const read = readTensors(writeTensors({ metadata, tensors }), "FILE");
    assertEquals(Object.entries(read.metadata), [["__proto__", "text"]]);
    assertEquals(read.tensors.get("__proto__")?.data, I.of(7));
  });
});

describe("foreign scores", () => {
  it("are refused where a start score is lost to rounding", () => {
    const zeros = [[0, 0, 0], [0, 0, 0], [0, 0, 0]];
    const emissions = [[2 ** 52, 0, 0], ...zeros.slice(1)];
    const open = (start: number[]) =>
      packDataset(denseFile({ emissions, transitions: zeros, lengths: [3], start }, F), "FILE");
    const where = "emissions[0,0] of FILE (sentence 0, position 0, label 0): 4503599627370496";
    assertThrows(() => open([0.3, 0, 0]), RangeError, `Cannot add 0.3 to ${where}`);
    assertEquals(rowsOf(open([2, 0, 0]))[0], [2 ** 52 + 2, 0, 0]);
  });

  it("are refused where a transition is lost to rounding", () => {
    const tensors = new Map([
      ["emissions", tensor(new F(4), [2, 2])],
      ["lengths", tensor(I.of(2))],
      ["transitions", tensor(F.of(0.3, 0, 0, 0), [2, 2])],
      ["pairs", tensor(new F(8).fill(2 ** 52, 4, 5), [2, 2, 2])],
    ]);
    const message = '"pairs" of FILE: index 4 is 4503599627370496, too large for a sum';
    assertThrows(() => packDataset({ metadata: {}, tensors }, "FILE"), RangeError, message);
  });

  it("are refused where 32 bits do not hold them, and kept where float32 does not", () => {
    const message = "Cannot hold a weight of 2147483648 units";
    const weights = rowsOfOne([0, 2 ** 30], [0, 2 ** 30]);
    const model = { unitExponent: 1, weights, transitions: NO_ROWS };
    const { values: _, ...plain } = onePosition(1, 1);
    assertThrows(() => mergeFeatures(model, plain), RangeError, message);
    const round = (weight: number) =>
      roundedRows({ ...rowsOfOne([0, 1]), weights: F.of(weight) }, 10).values[0];
    assertThrows(() => round(2 ** 21), RangeError, message);
    assertEquals(round(-(2 ** 21)), -(2 ** 31));
    const huge = { ...model, weights: rowsOfOne([1, -20]) };
    const large = "Cannot pack position 0: its values are too large for label 1";
    assertThrows(() => valuedFile(huge, onePosition(1e308), {}), RangeError, large);
    const transitions = { ...rowsOfOne([1, 2 ** 24 + 1]), offsets: I.of(0, 1, 1) };
    const { tensors } = valuedFile({ ...huge, transitions }, onePosition(0.5), {});
    assertEquals(tensors.get("transitions")!.data[1], (2 ** 24 + 1) / 2);
  });
});

describe("a foreign corpus", () => {
  it("may have any word, though it looks like a blank, and half a line end", () => {
    assertEquals(columns.read("\u00a0\t_\tX\n\u3000\t_\tY\n", "f"), [
      { forms: ["\u00a0", "\u3000"], labels: ["X", "Y"] },
    ]);
    const [sentence] = columns.read("a\tX\r\nb\tY\r", "f");
    assertEquals(sentence, { forms: ["a", "b"], labels: ["X", "Y"] });
  });

  it("is read in a moment, and its long lines are shown in part", () => {
    const long = " ".repeat(400_000);
    assertEquals(columns.read(`${long}\na X\n`, "f"), [{ forms: ["a"], labels: ["X"] }]);
    const { message } = assertThrows(() => columns.read(`a X\n\u202e\u009b${long}`, "f"));
    assertEquals([message.length < 250, /[\u202e\u009b]/.test(message)], [true, false], message);
    const count = 50_000;
    const onNext = (_: unknown, i: number) => `w NOUN NN ${i + 1 < count ? i + 2 : 0} compound`;
    const [words] = readTrees(conlluText(...Array.from({ length: count }, onNext)), "f");
    assertEquals([words!.length, words![0]!.head, words!.at(-1)!.head], [count, 1, -1]);
    assertEquals(baseChunks(words!).lastIndexOf("B-NP"), 0);
  });

  it("may have tags that are called as members of objects are, and any relation at the root", () => {
    const labels = ["constructor|B-toString", "__proto__|I-__proto__"];
    assertEquals(labels.map(posAndChunk), ["constructor|O", "__proto__|O"]);
    assertEquals(baseChunks(tree("what constructor WP 0 root")), ["O"]);
    assertEquals(baseChunks(tree("so ADV RB 0 fixed")), ["B-ADVP"]);
  });
});

describe("foreign labels", () => {
  it("are outside where their last part says so", () => {
    const labels = "NNP|I-NP|I-ORG NN|I-NP|O O|go O|B-X".split(" ");
    const found = spansOf(labels).map(({ start, end, kind }) => `${start}-${end} ${kind}`);
    assertEquals(found, ["0-1 ORG", "3-4 X"]);
  });

  it("are shown without what a terminal would take for a command", () => {
    const evaluation = new Evaluation();
    evaluation.add(["B-\u202eX"], ["\u001b[2J"]);
    const text = evaluationText(evaluation.result());
    const found = ["\u001b", "\u202e", "B-\\u202eX"].map((part) => text.includes(part));
    assertEquals(found, [false, false, true]);
  });

  it("take no room for kinds that nobody asks for", () => {
    const labels = Array.from({ length: 2 ** 13 }, (_, kind) => `I-${kind}`);
    const { value } = new SpanProbabilities(labels).of(
      { start: 0, end: 1, kind: "7" },
      1,
      { value: 0, error: 0 },
      (allowed) => ({ value: String(allowed(0)) === "7" ? Math.log(0.5) : -Infinity, error: 0 }),
    );
    assertAlmostEquals(value, 0.5);
  });
});

const DUMP = `FILEHEADER = {
}
LABELS = {
      0: B-ZUP
}
ATTRIBUTES = {
      0: w=dax
}
TRANSITIONS = {
}
STATE_FEATURES = {
  (0) w=dax --> B-ZUP: 1.250000
}
`;

describe("a foreign model", () => {
  it("may have been written on Windows", () => {
    const crlf = (text: string) => text.replaceAll("\n", "\r\n");
    const crfpp = new TextDecoder().decode(crfppText(DEPENDENT));
    for (const text of [crfpp, DUMP]) {
      const [own, other] = [text, crlf(text)].map((text) => readModel(encode(text)));
      assertEquals([own!.attributes.size > 0, other!.labels], [true, own!.labels]);
      assertEquals([other!.attributes, other!.weights], [own!.attributes, own!.weights]);
    }
    const marked = encode('\ufeff{"id2label":{"0":"O","1":"I-X"}}');
    assertEquals(readModel(marked).labels, ["O", "I-X"]);
  });

  it("is refused in a moment where a line of a dump is all arrows", () => {
    const long = DUMP.replace("(0) w=dax", `(0) w=dax${" --> dax".repeat(100_000)}`);
    const bytes = bytesOf(byteString(long));
    assertThrows(() => readModel(bytes), SyntaxError, "Cannot read line 12 of the model, a dump");
  });

  it("is refused before any of many layers is read, and for two tensors of one name", () => {
    // Each would take eight times the file in memory.
    const entry = { dtype: "I8", shape: [1024, 1024], data_offsets: [0, 2 ** 20] };
    const layers = (names: string[]) => {
      const header = JSON.stringify(Object.fromEntries(names.map((name) => [name, entry])));
      const bytes = new Uint8Array(8 + header.length + 2 ** 20);
      new DataView(bytes.buffer).setBigUint64(0, BigInt(header.length), true);
      bytes.set(encode(header), 8);
      return () => readModel(bytes);
    };
    const many = Array.from({ length: 4000 }, (_, i) => `p${i}.transitions`);
    assertThrows(layers(many), TypeError, "4000, in p0.,p1.,");
    const twice = layers(["a.trans_matrix", "a.trans_matrix:0"]);
    assertThrows(twice, RangeError, "a.trans_matrix:0 comes twice");
  });

  it("has an end to what all its expressions do at a position", () => {
    const expand = (count: number) => wapitiExpander(new Array(count).fill('u%m[0,0,"a*a*a*b"]'));
    const rows = [["a".repeat(60)]];
    assertEquals(expand(2)(rows, 0), ["u", "u"]);
    assertThrows(() => expand(16)(rows, 0), RangeError, "too many ways to do it");
  });

  it("is refused where its network sees no words", () => {
    const { lstm, linear } = tinyNetwork();
    const blind = { columns: {}, lstm: { ...lstm, inputs: new F(0) }, linear };
    assertThrows(() => checkedNetwork(blind, 3, "net"), RangeError, "net: it sees no words");
  });

  it("takes no attribute behind whose empty value there is more", () => {
    for (const item of ["w=::", "w::5"]) {
      const message = `${JSON.stringify(item)} (a colon`;
      assertThrows(() => parseItem(`O\t${item}`), SyntaxError, message);
    }
    assertEquals(parseItem("O\tw=:").attributes, ["w="]);
  });
});

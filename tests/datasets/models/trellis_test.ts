import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { featureModel, RowBuilder } from "../../../datasets/models/feature_model.ts";
import {
  checkedNetwork,
  INPUTS,
  inUnits,
  namesOf,
  type Network,
  NetworkEncoder,
} from "../../../datasets/models/network.ts";
import { readModel } from "../../../datasets/models/read_model.ts";
import { FeatureSums } from "../../../datasets/models/sum.ts";
import { ModelTagger } from "../../../datasets/models/tagger.ts";
import { learnedModel, openModel, trellis, writeModel } from "../../../datasets/models/trellis.ts";
import { readTensors } from "../../../datasets/packs/safetensors.ts";
import { tensor } from "../../../datasets/packs/tensors.ts";
import { crfsuiteBytes, INVENTED } from "../../helpers/model_files.ts";
import { HIDDEN, LABELS, networkModel, tinyNetwork } from "../../helpers/networks.ts";
import { sparseRows } from "../../helpers/word_sentences.ts";

/** Three features, one without weights, and two labels. */
const LINEAR = {
  unitExponent: 1,
  weights: sparseRows([[[0, 3], [1, -1]], [], [[1, 5]]]),
  transitions: sparseRows([[[1, 7]], []]),
};

it("learnedModel() leaves out features without weights and keeps the rows of the others", () => {
  const model = learnedModel(LINEAR, ["a", "b", "é"], ["X", "Y"], undefined);
  assertEquals([...model.attributes], [["a", 0], ["Ã©", 1]]);
  const { emissions } = new FeatureSums(model).scores([["a", "b"], ["é", ["a", 2]]]);
  assertEquals([...emissions], [1.5, -0.5, 3, 1.5]);
  assertEquals([...model.transitions], [0, 3.5, 0, 0]);
});

describe("writeModel()", () => {
  it("writes all that openModel() reads", () => {
    const pairs = {
      offsets: Int32Array.of(0, 0, 1),
      columns: Int32Array.of(3),
      weights: Float64Array.of(0.1),
    };
    const model = featureModel({
      format: "wapiti",
      labels: ["X", "Y"],
      attributes: new Map([["a", 0], ["\x80\xff", 1]]),
      weights: {
        offsets: Int32Array.of(0, 1, 1),
        columns: Int32Array.of(1),
        weights: Float64Array.of(1 / 3),
      },
      pairs,
      transitions: Float64Array.of(0, 1, -Infinity, 0.7),
      start: Float64Array.of(0, 2),
      // The largest becomes 4, which is of a coarser grid.
      end: Float64Array.of(0, 4 - 2 ** -40),
      templates: { syntax: "wapiti", patterns: ["u:%x[0,0]"] },
      notes: ["one"],
    }, "a test");
    // What is said of a model stands before what it is, and may be long.
    const bytes = writeModel(model, { about: "made".repeat(2 ** 15), licence: "CC0" });
    assert(trellis.recognises(bytes));
    // As another program may write it.
    const header = new TextEncoder().encode('{"__metadata__": {"kind": "model"}}');
    assert(trellis.recognises(Uint8Array.of(header.length, 0, 0, 0, 0, 0, 0, 0, ...header)));
    assertEquals(trellis.read(bytes, "file", {}), model);
    assertEquals(readTensors(bytes, "file").metadata["licence"], "CC0");
  });

  it("writes a model of CRFsuite, and rows whose labels do not ascend", () => {
    const model = readModel(crfsuiteBytes(INVENTED));
    const copy = readModel(writeModel(model));
    const sentence = [["w=dax", "caps"], ["w=blicket"], ["w=fép", ["w=blicket", 0.5] as const]];
    const [own, other] = [model, copy].map((one) =>
      one.tagger().attributes(sentence, { k: 5, marginals: true, probabilities: true })
    );
    assertEquals(own, other);
    const rows = new RowBuilder();
    for (const [column, weight] of [[2, 1], [0, 3], [2, 0.5], [1, 0]] as const) {
      rows.add(column, weight);
    }
    rows.endRow();
    assertEquals(rows.toRows(), {
      offsets: Int32Array.of(0, 2),
      columns: Int32Array.of(0, 2),
      weights: Float64Array.of(3, 1.5),
    });
  });

  it("keeps a network, which tags words and nothing else", () => {
    const model = networkModel();
    const read = readModel(writeModel(model));
    assertEquals(read.network, model.network);
    const [words, tagger] = [[["owls"], ["hoot"], ["né"]], new ModelTagger(model)];
    assertEquals(read.tagger().columns(words), tagger.columns(words));
    assertThrows(() => tagger.attributes([["w=owls"]]), TypeError, "takes words");
    assertThrows(() => tagger.columns(["owls"] as never), TypeError, 'position 0, no list: "owls"');
    const columns = [["owls"], ["owls", null]] as never;
    const said = "Cannot read column 1 of position 1, no text: null";
    assertThrows(() => tagger.columns(columns), TypeError, said);
  });

  it("refuses files of another kind, and fewer rows of weights than attributes", () => {
    const file = { metadata: { kind: "factored" }, tensors: new Map() };
    assertThrows(() => openModel(file, "file"), SyntaxError, '"kind" is factored');
    const whole = readTensors(writeModel(readModel(crfsuiteBytes(INVENTED))), "m");
    const tensors = new Map(whole.tensors)
      .set("weight_counts", tensor(Int32Array.of(0)))
      .set("weight_columns", tensor(Int32Array.of()))
      .set("weight_values", tensor(Float64Array.of()));
    assertThrows(() => openModel({ ...whole, tensors }, "m"), RangeError, "is [1], not [5]");
  });
});

describe("NetworkEncoder", () => {
  it("computes the equations of an LSTM from both ends", () => {
    const network = tinyNetwork();
    const { lstm: { inputs, recurrent, biases }, linear } = network;
    const { width } = INPUTS.words[0]!;
    const found = new NetworkEncoder({ ...network, columns: { word: network.columns["word"]! } });
    const words = [[1], [0], [3]];
    const D = inputs.length / (8 * HIDDEN);
    const row = (word: number, d: number) => network.columns["word"]!.values[word * width + d]!;
    const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
    const states = [0, 1].map((direction) => {
      let [h, c] = [[0, 0], [0, 0]];
      const order = direction === 0 ? [0, 1, 2] : [2, 1, 0];
      const all: number[][] = [];
      for (const t of order) {
        const z = Array.from({ length: 4 * HIDDEN }, (_, j) => {
          let sum = biases[direction * 4 * HIDDEN + j]!;
          // Without the other columns the rows of the matrix are those of the word alone.
          for (let d = 0; d < width; d++) {
            sum += row(words[t]![0]!, d) * inputs[(direction * D + d) * 4 * HIDDEN + j]!;
          }
          for (let i = 0; i < HIDDEN; i++) {
            sum += h[i]! * recurrent[(direction * HIDDEN + i) * 4 * HIDDEN + j]!;
          }
          return sum;
        });
        c = c.map((old, i) =>
          sigmoid(z[HIDDEN + i]!) * old + sigmoid(z[i]!) * Math.tanh(z[2 * HIDDEN + i]!)
        );
        h = c.map((cell, i) => sigmoid(z[3 * HIDDEN + i]!) * Math.tanh(cell));
        all[t] = h;
      }
      return all;
    });
    const scores = found.emissionsOfRows(words);
    words.forEach((_, t) => {
      const state = [...states[0]![t]!, ...states[1]![t]!];
      LABELS.forEach((_, y) => {
        const parts = state.map((part, i) => part * linear.weights[i * LABELS.length + y]!);
        const expected = parts.reduce((sum, part) => sum + part, linear.biases[y]!);
        assertAlmostEquals(scores[t * LABELS.length + y]!, expected, 1e-12);
      });
    });
  });

  it("finds the strings of words, and takes those of no column for unknown", () => {
    const encoder = new NetworkEncoder(tinyNetwork());
    const rows = [[2, 2, 0, 2], [3, 0, 1, 1], [0, 0, 0, 2]];
    const forms = ["Hoot", "né", "Wug"];
    assertEquals(encoder.emissions(forms), inUnits(encoder.emissionsOfRows(rows), "emission"));
  });
});

it("checkedNetwork() refuses numbers that are not finite or too few, and equal strings", () => {
  const network = tinyNetwork();
  const refuse = (other: Partial<Network>, message: string) =>
    assertThrows(() => checkedNetwork({ ...network, ...other }, 3, "net"), RangeError, message);
  const { lstm, linear, columns } = network;
  refuse({ lstm: { ...lstm, recurrent: lstm.recurrent.with(1, NaN) } }, "index 1 is NaN");
  refuse({ lstm: { ...lstm, biases: lstm.biases.slice(1) } }, "of net: it has");
  refuse({ linear: { ...linear, weights: new Float64Array(5) } }, "it has 5 numbers, not 12");
  refuse({ columns: {} }, "Cannot use lstm_inputs of net: it has");
  const blind = { ...lstm, inputs: new Float64Array(0) };
  refuse({ columns: {}, lstm: blind }, "net: it sees no words");
  const word = { ...columns["word"]!, names: namesOf(["a", "b", "a"]) };
  refuse({ columns: { ...columns, word } }, "two strings are the same");
});

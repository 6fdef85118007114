import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readModel } from "../../../datasets/models/read_model.ts";
import { FeatureSums } from "../../../datasets/models/sum.ts";
import { learnedModel, openModel, trellis, writeModel } from "../../../datasets/models/trellis.ts";
import { featureModel, RowBuilder } from "../../../datasets/models/feature_model.ts";
import { readTensors } from "../../../datasets/packs/safetensors.ts";
import { Random } from "../../../datasets/random.ts";
import { crfsuiteBytes, INVENTED } from "../../helpers/model_files.ts";

/** Three features, one without weights, and two labels. */
const LINEAR = {
  unitExponent: 1,
  weights: {
    offsets: Int32Array.of(0, 2, 2, 3),
    columns: Int32Array.of(0, 1, 1),
    values: Int32Array.of(3, -1, 5),
  },
  transitions: {
    offsets: Int32Array.of(0, 1, 1),
    columns: Int32Array.of(1),
    values: Int32Array.of(7),
  },
};

describe("learnedModel()", () => {
  it("leaves out features without weights and keeps the rows of the others", () => {
    const model = learnedModel(LINEAR, ["a", "b", "é"], ["X", "Y"], undefined);
    assertEquals([...model.attributes], [["a", 0], ["Ã©", 1]]);
    const { emissions } = new FeatureSums(model).scores([["a", "b"], ["é", ["a", 2]]]);
    assertEquals([...emissions], [1.5, -0.5, 3, 1.5]);
    assertEquals([...model.transitions], [0, 3.5, 0, 0]);
  });
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
      end: Float64Array.of(0, 3),
      templates: { syntax: "wapiti", patterns: ["u:%x[0,0]"] },
      notes: ["one"],
    }, "a test");
    const bytes = writeModel(model, { name: "made", licence: "CC0" });
    assert(trellis.recognises(bytes));
    assertEquals(trellis.read(bytes, "file", {}), model);
    assertEquals(readTensors(bytes, "file").metadata["licence"], "CC0");
  });

  it("writes a model of CRFsuite whose labels of an attribute do not ascend", () => {
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

  it("refuses damaged files in one line, whatever the damage", () => {
    const bytes = writeModel(learnedModel(LINEAR, ["a", "b", "c"], ["X", "Y"], undefined));
    const random = new Random(3);
    for (let round = 0; round < 200; round++) {
      const damaged = bytes.slice(0, round % 2 === 0 ? random.integer(bytes.length) : bytes.length);
      const at = random.integer(Math.max(1, damaged.length));
      if (round % 2 === 1) damaged[at] = random.integer(256);
      try {
        trellis.read(damaged, "file", {});
      } catch (error) {
        assert(
          error instanceof SyntaxError || error instanceof RangeError ||
            error instanceof TypeError,
        );
        assert(/^Cannot [^\n]*file/.test(error.message), error.message);
      }
    }
    const file = { metadata: { kind: "factored" }, tensors: new Map() };
    assertThrows(() => openModel(file, "file"), SyntaxError, '"kind" is factored');
  });
});

import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { crfppExpander } from "../../../datasets/models/crfpp_patterns.ts";
import { readModel } from "../../../datasets/models/read_model.ts";
import { crfppBytes, crfppText, DEPENDENT, type InventedTemplates, PLAIN } from "./crfpp_files.ts";
import { allPaths, assertBest, observedScore } from "./label_paths.ts";

const SENTENCE = [["dax", "C"], ["fép", "c"], ["dax", "c"], ["wug", "C"]];

/** The score of labels by the definition, from attributes written by hand. */
function scoreOf(model: InventedTemplates, path: readonly string[]): number {
  const attributes = [
    ["U0:dax", "U1:_B-1/c", "U2"],
    ["U0:fép", "U1:dax/c", "U2", "B", "B1:c"],
    ["U0:dax", "U1:fép/C", "U2", "B", "B1:c"],
    ["U0:wug", "U1:dax/_B+1", "U2", "B", "B1:C"],
  ];
  return model.costFactor * observedScore(model, attributes, path);
}

describe("readModel() of CRF++", () => {
  for (const [title, invented] of Object.entries({ PLAIN, DEPENDENT })) {
    const files = [
      ["crfpp-text", crfppText(invented)],
      ["crfpp-text", crfppText(invented, "\r\n")],
      ["crfpp", crfppBytes(invented)],
    ] as const;
    for (const [format, bytes] of files) {
      it(`tags as the definition says: ${format}, ${title}, ${bytes.length} bytes`, () => {
        const model = readModel(bytes);
        assertEquals([model.format, model.labels], [format, invented.labels]);
        assertEquals(model.pairs !== undefined, invented === DEPENDENT);
        const all = allPaths(invented.labels, 4, (path) => scoreOf(invented, path));
        const options = { k: 16, probabilities: true, marginals: true, spans: true };
        assertBest(model.tagger().columns(SENTENCE, options), all, 16, 1e-6);
      });
    }
  }

  it("adds in float32 what is stored so", () => {
    const single = readModel(crfppBytes(PLAIN)).tagger().scoresOfColumns(SENTENCE);
    const weights = ["U0:dax", "U1:_B-1/c", "U2"].map((name) => PLAIN.weights[name]![1]!);
    const sum = weights.reduce((sum, weight) => Math.fround(sum + Math.fround(weight)), 0);
    assertAlmostEquals(single.emissions[1]!, 1.5 * sum, 2 ** -32);
    const huge = { ...PLAIN, weights: { ...PLAIN.weights, "U0:dax": [3e38, 0], U2: [3e38, 0] } };
    const call = () => readModel(crfppBytes(huge)).tagger().columns(SENTENCE);
    assertThrows(call, RangeError, "Cannot add up scores of position 0");
  });

  it("takes templates of the sentence's edges, and refuses what CRF++ does not know", () => {
    const expand = crfppExpander(["U:%x[-2,0]|%x[2,1]", "U"]);
    assertEquals(expand(SENTENCE, 0), ["U:_B-2|c", "U"]);
    assertEquals(expand(SENTENCE, 3), ["U:fép|_B+2", "U"]);
    assertThrows(() => expand([["dax", "c"], ["a"], ["b"]], 0), RangeError, "column 1 of posi");
    for (const template of ["U:%x[9,0]", "U:%x[0,2]", "U:%y[0,0]", "U:%", "U:%x[0;1]"]) {
      const refused = () => readModel(crfppText({ ...PLAIN, templates: [template] }));
      assertThrows(refused, SyntaxError, `Cannot read the template ${template} of CRF++ at char`);
    }
  });

  it("refuses bigrams that would be added up for hours, from some kilobytes of gzip", () => {
    const labels = Array.from({ length: 256 }, (_, y) => String(y));
    const weights = { B: new Array<number>(256 ** 2).fill(0) };
    const templates = new Array<string>(2 ** 12 + 1).fill("B");
    const read = () => readModel(crfppText({ ...PLAIN, labels, templates, weights }));
    assertThrows(read, RangeError, "Cannot add up 4097 bigrams of 65536 weights of the model");
  });

  it("names the line of a text that is none", () => {
    const text = new TextDecoder().decode(crfppText(PLAIN));
    const encode = (text: string) => new TextEncoder().encode(text);
    const refused: readonly [from: string, to: string, message: string][] = [
      ["xsize: 2", "xsize=2", "Cannot read line 4 of m, a model of CRF++: xsize=2"],
      ["0.0200000000000000", "0.02x", "line 30 of m, a model of CRF++: 0.02x"],
      ["version: 100", "version: 99", "its version is 99"],
      ["maxid: 14", "maxid: 15", "maxid is 15, there are 14"],
      ["10 B", "11 B", "attribute B, 4 from 11 on, in m: it has 14"],
      ["\nU2\n", "\nX2\n", "neither U nor B: X2"],
    ];
    for (const [from, to, message] of refused) {
      const type = /^(maxid|attribute)/.test(message) ? RangeError : SyntaxError;
      const read = () => readModel(encode(text.replace(from, to)), { source: "m" });
      assertThrows(read, type, message);
    }
    assertThrows(() => readModel(encode("version: 100\n")), SyntaxError, "line 3");
  });

  it("names the part of a binary file that does not fit", () => {
    const bytes = crfppBytes(PLAIN);
    const refused = (offset: number, value: number, message: string) => {
      const broken = bytes.slice();
      new DataView(broken.buffer).setUint32(offset, value, true);
      assertThrows(() => readModel(broken, { source: "m", from: "crfpp" }), RangeError, message);
    };
    refused(16, 2 ** 32 - 1, "Cannot read weights of m: bytes");
    refused(16, 13, "weights of m: they end at byte");
    refused(28, 2 ** 31, "Cannot read labels of m: bytes 32");
  });

  it("refuses a double array that comes back to itself", () => {
    const bytes = crfppBytes(PLAIN);
    const begin = bytes.length - 4 * 14;
    const view = new DataView(bytes.buffer);
    const units = view.getUint32(24, true) / 8;
    const root = view.getInt32(begin - 8 * units, true);
    let edges = 0;
    for (let i = 1; i < units; i++) {
      const at = begin - 8 * (units - i);
      if (view.getUint32(at + 4, true) !== root) continue;
      view.setInt32(at, root, true);
      edges++;
    }
    assertEquals(edges > 0, true);
    assertThrows(() => readModel(bytes), RangeError, `two nodes have base ${root}`);
  });
});

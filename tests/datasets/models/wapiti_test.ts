import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { byteString } from "../../../datasets/models/byte_strings.ts";
import { hexFloat } from "../../../datasets/models/wapiti.ts";
import { readModel } from "../../../datasets/models/read_model.ts";
import { wapitiExpander } from "../../../datasets/models/wapiti_patterns.ts";
import { compileExpression, matchOf } from "../../../datasets/models/wapiti_regex.ts";
import { allPaths, assertBest, observedScore } from "./label_paths.ts";
import { type InventedPatterns, LOOKING, PLAIN, TWICE, wapitiBytes } from "./wapiti_files.ts";

const SENTENCE = [["Dax", "C"], ["fép", "c"], ["dax", "c"]];

/** The score of labels by the definition, from observations written by hand. */
function scoreOf(model: InventedPatterns, path: readonly string[]): number {
  const everywhere = model.patterns.filter((pattern) => pattern === "b");
  const observations = [
    ["u0:dax", "*1:_x-1", "u2:C/_x+1", ...everywhere],
    ["u0:fép", "*1:C", "u2:c/C", ...everywhere],
    ["u0:dax", "*1:c", "u2:c/c", ...everywhere],
  ];
  return observedScore(model, observations, path);
}

describe("readModel() of Wapiti", () => {
  for (const [title, invented] of Object.entries({ PLAIN, TWICE, LOOKING })) {
    it(`tags as the definition says: ${title}`, () => {
      const model = readModel(wapitiBytes(invented));
      assertEquals([model.format, model.labels], ["wapiti", invented.labels]);
      assertEquals(model.pairs !== undefined, invented === LOOKING);
      const all = allPaths(invented.labels, 3, (path) => scoreOf(invented, path));
      const options = { k: 8, probabilities: true, marginals: true };
      assertBest(model.tagger().columns(SENTENCE, options), all, 8, 1e-8);
    });
  }

  it("reads older files without a type, and models without patterns", () => {
    const raw = { ...PLAIN, patterns: [], weights: { "u=dax": [1, 2], "b!": [0, 0, 3, 0] } };
    const text = new TextDecoder().decode(wapitiBytes(raw))
      .replace("#mdl#2#", "#mdl#").replace("/0\n", "\n");
    const tag = readModel(new TextEncoder().encode(text)).tagger();
    assertEquals(tag.columns([["u=dax"], ["u=wug", "b!"]])[0], { score: 5, labels: ["ZUP", "O"] });
  });

  it("refuses other kinds of models, and what does not belong in the file, with its place", () => {
    const whole = new TextDecoder().decode(wapitiBytes(PLAIN));
    const refused = (from: string, to: string, message: string, type: ErrorConstructor) => {
      assertEquals(whole.includes(from), true);
      const bytes = new TextEncoder().encode(whole.replace(from, to));
      assertThrows(() => readModel(bytes, { source: "m" }), type, message);
    };
    refused("#mdl#2", "#mdl#0", "Cannot use m: a maxent model of Wapiti", TypeError);
    refused("#mdl#2", "#mdl#1", "Cannot use m: a memm model of Wapiti", TypeError);
    refused("/0\n", "/1\n", "a model of Wapiti's --me", TypeError);
    refused("10:", "11:", "Cannot read byte 35 of m, a Wapiti model: no , behind pat", SyntaxError);
    refused("=0x", "=0y", "no weight: 0y", SyntaxError);
    refused("\n0=", "\n99=", "weight 99 behind -1, of", SyntaxError);
    refused("#qrk#2", "#qrk#4294967296", "no room for 4294967296 labels", SyntaxError);
    const unknown = "Cannot read the pattern u0:%q[0,0] of Wapiti at byte 3";
    refused("%X[0,0]", "%q[0,0]", unknown, SyntaxError);
    refused("3:ZUP", "1:O", "two labels are the same", SyntaxError);
  });
});

describe("wapitiExpander()", () => {
  const rows = [["Dax", "12"], ["ÉP", "a1"], ["blicket", "x"]].map((row) => row.map(byteString));
  const expand = (pattern: string, position = 0) => wapitiExpander([pattern])(rows, position)[0];

  it("knows rows from the position and from both ends, and what is beyond them", () => {
    assertEquals(expand("u:%x[0,0]/%x[ 1,1]"), "u:Dax/a1");
    assertEquals(expand("u:%x[-1,0]%x[-4,0]%x[-5,0]"), "u:_x-1_x-4_x-#");
    assertEquals(expand("u:%x[+3,0]%x[7,0]", 0), "u:_x+1_x+#");
    assertEquals(expand("u:%x[@1,1]%x[@-1,0]%x[@0,0]%x[@9,0]", 1), "u:12blicket_x-1_x+#");
  });

  it("makes only ASCII letters small, and knows expressions over bytes", () => {
    assertEquals(expand("u%X[0,0]%X[1,0]"), `udax${byteString("É")}p`);
    assertEquals(expand('u%t[0,1,"^\\d\\d$"]%t[1,1,"^\\d"]'), "utruefalse");
    assertEquals(expand('u%m[0,0,"^.?.?"]%m[1,0,"^.?"]'), "uDa\u00c3");
    assertEquals(expand('u%M[2,0,".?.?.?$"]|%m[0,0,"\\d"]|'), "uket||");
    assertEquals(expand('u%m[5,0,"\\p.*"]'), "u_");
  });

  it("has an end to what all expressions do at a position", () => {
    const slow = (count: number) => wapitiExpander(new Array(count).fill('u%m[0,0,"a*a*a*b"]'));
    const long = [["a".repeat(60)]];
    assertEquals(slow(2)(long, 0), ["u", "u"]);
    assertThrows(() => slow(16)(long, 0), RangeError, "too many ways to do it");
  });

  it("refuses patterns that are none", () => {
    const columns = ["u%", "u%x", "u%x[0;1]", "u%x[010,1]", "u%x[0,1", "x"];
    const matches = ["u%t[0,0]", 'u%m[0,0,"a]', 'u%m[0,0,"**"]', 'u%t[0,0,"a**"]'];
    for (const pattern of [...columns, ...matches]) {
      assertThrows(() => wapitiExpander([pattern]), SyntaxError, "Cannot read the ");
    }
    assertThrows(() => expand("u%x[0,2]"), RangeError, "Cannot read column 2 of position 0");
  });
});

describe("matchOf()", () => {
  const match = (expression: string, token: string) => {
    const found = matchOf(compileExpression(expression), token);
    return found && [found.start, found.length];
  };

  it("repeats as few times as will do, and leaves out what it must", () => {
    assertEquals(match("a*b", "xaab"), [1, 3]);
    assertEquals(match("a*", "aaa"), [0, 0]);
    assertEquals(match("^ab?c$", "ac"), [0, 2]);
    assertEquals(match("\\A\\W", "a-_"), [1, 2]);
    assertEquals(match("\\.", "a.b"), [1, 1]);
    assertEquals(match("$", "ab"), [2, 0]);
    assertEquals(match("b$", "ba"), undefined);
    assertEquals(match("a$b^*", "a$b^^"), [0, 3]);
  });

  it("counts as Wapiti does where an optional byte was taken in vain", () => {
    assertEquals(match("a?ab", "ab"), [0, 3]);
    const rows = [["ab"]];
    // Three bytes of a token of two end with the byte 0, and so does the observation.
    assertEquals(wapitiExpander(['u%m[0,0,"a?ab"]|rest'])(rows, 0), ["uab"]);
  });

  it("gives up on an expression with more ways than can be tried", () => {
    const slow = compileExpression(".*".repeat(12) + "x");
    assertThrows(() => matchOf(slow, "a".repeat(60)), RangeError, "too many ways to do it");
  });
});

describe("hexFloat()", () => {
  it("is what C prints, to the last bit", () => {
    const view = new DataView(new ArrayBuffer(8));
    for (let i = 0; i < 2000; i++) {
      view.setUint32(0, (i * 2654435761) >>> 0);
      view.setUint32(4, (i * 40503 + 12345) * 7919 >>> 0);
      const value = view.getFloat64(0);
      if (!Number.isFinite(value)) continue;
      assertEquals(hexFloat(cHex(value)), value, cHex(value));
    }
    for (const value of [0, -0, 5e-324, 2 ** -1022, Number.MAX_VALUE, -0.1]) {
      assertEquals(hexFloat(cHex(value)), value);
    }
  });

  it("takes decimals, and nothing that is no finite number", () => {
    assertEquals([hexFloat("-1.5e3"), hexFloat(".5"), hexFloat("0X1.8P1")], [-1500, 0.5, 3]);
    for (const text of ["", "inf", "nan", "0x", "0x1p99999", "0x1,8p+1", "1 "]) {
      assertEquals(hexFloat(text), undefined, text);
    }
    // More than 53 bits.
    for (const digits of ["1.00000000000008", "20000000000001", "f".repeat(300)]) {
      assertEquals(hexFloat(`0x${digits}p0`), undefined, digits);
    }
    assertEquals(hexFloat("0x20000000000000p-53"), 1);
  });
});

/** A number as printf("%a") writes it. */
function cHex(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const [sign, exponent] = [bits >> 63n, Number((bits >> 52n) & 0x7ffn)];
  const fraction = (bits & 0xfffffffffffffn).toString(16).padStart(13, "0").replace(/0+$/, "");
  const power = exponent === 0 ? (fraction === "" ? 0 : -1022) : exponent - 1023;
  const digits = `${exponent === 0 ? 0 : 1}${fraction === "" ? "" : `.${fraction}`}`;
  return `${sign === 1n ? "-" : ""}0x${digits}p${power < 0 ? "" : "+"}${power}`;
}

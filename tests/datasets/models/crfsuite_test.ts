import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { bytesOf, byteString, byteStringOf } from "../../../datasets/models/byte_strings.ts";
import { readModel } from "../../../datasets/models/read_model.ts";
import { type Span, spansOf } from "../../../datasets/models/spans.ts";
import { crfsuiteBytes, INVENTED, type InventedModel } from "../../helpers/model_files.ts";
import { allPaths, assertBest } from "./label_paths.ts";

const BYTES = crfsuiteBytes(INVENTED);
const SENTENCE = [["w=dax", "caps"], ["w=blicket", ["caps", -0.5], "unknown"], ["w=fép"]] as const;

/** The score of labels by the definition. */
function scoreOf({ weights, transitions }: InventedModel, labels: readonly string[]): number {
  return SENTENCE.reduce((sum, attributes, t) => {
    const own = attributes.map((attribute) => {
      const [name, value] = typeof attribute === "string" ? [attribute, 1] : attribute;
      return value * (weights[name]?.[labels[t]!] ?? 0);
    });
    const edge = t === 0 ? 0 : transitions[labels[t - 1]!]?.[labels[t]!] ?? 0;
    return sum + edge + own.reduce((a, b) => a + b, 0);
  }, 0);
}

const ALL = allPaths(INVENTED.labels, 3, (path) => scoreOf(INVENTED, path));

describe("readModel() of CRFsuite", () => {
  it("tags as the definition says, k best with probabilities", () => {
    const model = readModel(BYTES);
    assertEquals([model.format, model.labels], ["crfsuite", INVENTED.labels]);
    const options = { k: 4, probabilities: true, confidences: true, marginals: true };
    const answers = model.tagger().attributes(SENTENCE, options);
    assertBest(answers, ALL, 4, 1e-8);
    for (const { labels, logPartition, confidences, errors } of answers) {
      assertAlmostEquals(logPartition!, Math.log(ALL.total), 1e-8);
      const share = ALL.share((path) => path[1] === labels[1]);
      assertAlmostEquals(confidences![1]!, share, 1e-8);
      for (const error of [errors!.logPartition!, errors!.logProbability!, errors!.marginals!]) {
        assertEquals(error > 0 && error < 1e-7, true);
      }
    }
  });

  it("says how probable the chunks of a path are, with exactly these borders", () => {
    const has = (path: readonly string[], { start, end, kind }: Span) =>
      spansOf(path).some((span) => span.start === start && span.end === end && span.kind === kind);
    const answers = readModel(BYTES).tagger().attributes(SENTENCE, { k: 9, spans: true });
    for (const { spans, errors } of answers) {
      assertEquals(spans!.length > 0 && errors!.spans! < 1e-7, true);
      for (const span of spans!) {
        assertAlmostEquals(span.probability, ALL.share((path) => has(path, span)), 1e-8);
      }
    }
  });

  it("leaves out what was not asked for, and has one path of no positions", () => {
    const tag = readModel(BYTES).tagger();
    const [best] = tag.attributes(SENTENCE);
    assertEquals(Object.keys(best!), ["score", "labels"]);
    assertEquals(JSON.parse(JSON.stringify(best)), best);
    assertEquals(tag.attributes([], { probabilities: true }), [
      { score: 0, labels: [], probability: 1, logPartition: 0 },
    ]);
  });

  it("reads labels that are no UTF-8 as Latin-1, and says so", () => {
    const bytes = BYTES.slice();
    // The Z of B-ZUP in the dictionary of labels.
    const at = byteStringOf(bytes).indexOf("B-ZUP");
    bytes[at + 2] = 0xe9;
    const model = readModel(bytes);
    assertEquals([model.labels[0], model.notes.length], ["B-éUP", 1]);
  });

  it("counts an attribute twice that comes twice", () => {
    const tag = readModel(BYTES).tagger();
    const scores = tag.scoresOfAttributes([["w=dax", "w=dax"], [["w=dax", 2]]]);
    assertEquals(scores.emissions.slice(0, 3), scores.emissions.slice(3));
    assertEquals(scores.emissions[0], 3);
  });

  it("reads what crfsuite dump prints, arrows in names included, on Windows too", () => {
    for (const text of [DUMP, DUMP.replaceAll("\n", "\r\n")]) {
      const model = readModel(bytesOf(byteString(text)), { source: "x.txt" });
      assertEquals(model.labels, ["B-ZUP", "O"]);
      assertEquals([...model.attributes.keys()], ["w=dax", "a --> O"]);
      assertEquals([...model.transitions], [0, 0.5, 0, 0]);
      const [best] = model.tagger().attributes([["w=dax"], ["a --> O"]]);
      assertEquals(best!.labels, ["B-ZUP", "O"]);
      assertEquals(best!.score, 1.25 + 0.5 + 2);
    }
    const broken = bytesOf(DUMP.replace("--> B-ZUP: 1.25", "--> NONE: 1.25"));
    const said = "Cannot read line 17 of x.txt, a dump:   (0) w=dax --> NONE: 1.250000";
    assertThrows(() => readModel(broken, { source: "x.txt" }), SyntaxError, said);
  });

  it("refuses a dump in a moment where a line of it is all arrows", () => {
    const long = DUMP.replace("(0) w=dax", `(0) w=dax${" --> dax".repeat(100_000)}`);
    const bytes = bytesOf(byteString(long));
    assertThrows(() => readModel(bytes), SyntaxError, "Cannot read line 17 of the model, a dump");
  });

  it("refuses other models of its kind, and what it does not know, by name", () => {
    const refused: readonly [at: number, values: number[], message: string][] = [
      [8, [0x63], 'its type is "cOMC", version 100'],
      [12, [101], "version 101, not FOMC of version 100"],
      [4, [0xff], "Cannot read the header of m: the model has"],
      [20, [0xff, 0xff, 0xff, 0x7f], "it counts 2147483647 labels"],
      [24, [0xff, 0xff], "the dictionary of attributes of m: it has room"],
      [48 + 12 + 8, [9], "weights of attribute 0 of m: label 9 of 3"],
      [56, [0xff, 0xff, 0xff, 0xff], "Cannot read features of m: bytes 60"],
    ];
    for (const [at, values, message] of refused) {
      const bytes = BYTES.slice();
      bytes.set(values, at);
      const type = at === 8 || at === 12 ? SyntaxError : RangeError;
      assertThrows(() => readModel(bytes, { source: "m" }), type, message);
    }
    // CRFsuite would find this attribute under the number in its record.
    const renumbered = BYTES.slice();
    renumbered[byteStringOf(BYTES).indexOf("caps\0") - 8] = 1;
    const said = "attribute 3 of m: its record is that of 1";
    assertThrows(() => readModel(renumbered, { source: "m" }), RangeError, said);
    assertThrows(() => readModel(BYTES, { from: "crfsweet" }), TypeError, '"crfsweet": not one');
    const short = Uint8Array.of(1, 2);
    assertThrows(() => readModel(short), SyntaxError, "it is none of trellis, crfsuite");
    assertThrows(() => readModel(Uint8Array.of(0x1f, 0x8b)), SyntaxError, "it is gzip, inflate it");
  });

  it("refuses sentences that are none", () => {
    const tag = readModel(BYTES).tagger();
    const refused = (sentence: unknown, message: string, type = TypeError) =>
      assertThrows(() => tag.attributes(sentence as string[][]), type, message);
    refused(["w=dax"], "Cannot read attributes of position 0, no list");
    refused(Object.assign(new Array(2), [[]]), "attributes of position 1, no list: undefined");
    refused([new Array(1)], "Cannot read attribute 0 of position 0: undefined");
    refused([[], [3]], "Cannot read attribute 0 of position 1: 3");
    refused([[["caps", Infinity]]], 'Cannot use attribute "caps" of position 0', RangeError);
    assertThrows(() => tag.columns([["dax"]]), TypeError, "a model without patterns (crfsuite)");
  });
});

const DUMP = `FILEHEADER = {
  magic: lCRF
}

LABELS = {
      0: B-ZUP
      1: O
}
ATTRIBUTES = {
      0: w=dax
      1: a --> O
}
TRANSITIONS = {
  (1) B-ZUP --> O: 0.500000
}
STATE_FEATURES = {
  (0) w=dax --> B-ZUP: 1.250000
  (0) a --> O --> O: 2.000000
}
`;

import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { parseItems } from "../../../datasets/items.ts";
import { featureModel } from "../../../datasets/models/feature_model.ts";
import { readModel } from "../../../datasets/models/read_model.ts";
import * as files from "../../../reports/studies/_tagger_files.ts";
import { repetitions } from "../../../reports/studies/_tagger_programs.ts";
import taggers from "../../../reports/studies/taggers.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { csvOf, linesOf, measured, writeCorpus } from "../../helpers/study_lines.ts";
import { existsSync } from "node:fs";
import { provableIn } from "../../../reports/studies/_tagger_proofs.ts";

const SENTENCE = ["Wug", "dax", "fép:2", "B\\x"];
const columns = files.columnsOf(SENTENCE);
const names = files.attributesOf(columns);
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** A weight for each attribute of the sentence and each label but one. */
function invented() {
  const attributes = new Map([...new Set(names.flat())].map((name, row) => [name, row]));
  const weights = Float64Array.from({ length: 2 * attributes.size }, (_, i) => (i * 37 % 64) / 64);
  return featureModel({
    format: "trellis",
    labels: ["O", "B-é", "I-é"],
    attributes,
    weights: {
      offsets: Int32Array.from({ length: attributes.size + 1 }, (_, i) => 2 * i),
      columns: Int32Array.from(weights, (_, i) => 1 + i % 2),
      weights,
    },
    transitions: Float64Array.of(0.5, -1, -8, 0.25, 0, 2, 0, -0.125, 1),
  }, "a test");
}

describe("files of other taggers", () => {
  it("hold the weights of a model: scores are the same, as items and as columns", () => {
    const model = invented();
    const bytes = [files.crfsuiteFile, files.wapitiFile, files.crfppFile]
      .map((write) => write(model));
    const taggers = bytes.map((own) => readModel(own).tagger());
    const [item] = parseItems(text(files.itemsFile([columns])));
    const rows = text(files.columnsFile([columns])).trimEnd().split("\n")
      .map((line) => line.split("\t"));
    const answers = [
      taggers[0]!.attributes(item!.map(({ attributes }) => attributes), { k: 9 }),
      ...taggers.slice(1).map((tagger) => tagger.columns(rows, { k: 9 })),
    ];
    assertEquals(taggers.map(({ model: { format } }) => format), [
      ...["crfsuite", "wapiti", "crfpp-text"],
    ]);
    assertEquals(answers[0]!.length, 9);
    for (const other of answers.slice(1)) assertEquals(other, answers[0]);
  });

  it("hash as Bob Jenkins' test does", () => {
    assertEquals(files.hashOf("Four score and seven years ago"), 0x17770551);
  });
});

const line = linesOf(taggers, {
  dataset: "tiny",
  labels: 45,
  attributes: 7,
  program: "CRFsuite",
  status: "measured",
  input: "items",
  sentences: 101,
  first_sentences: 1,
  start_seconds: 1,
  megabytes: 10,
  compared: 20,
  same: 19,
  ties: 1,
});

describe("the study taggers", () => {
  it("shows rates without the start, and their ratios by round", () => {
    const lines = [[3, 1.5], [5, 2], [3, 2]].flatMap(([own, ours], i) => [
      line({ tagger: "CRFsuite", round: i + 1, seconds: own! }),
      line({ tagger: "Trellis", round: i + 1, seconds: ours! }),
    ]);
    const absent = line({ program: "Wapiti", status: "absent", input: "columns", tagger: "" });
    const [, own, other] = csvOf(taggers, [...lines, absent], "taggers-speed")
      .map((row) => row.split(","));
    assertEquals(own!.slice(0, 7), ["tiny", "45", "CRFsuite", "50", "100", "4", "2"]);
    assertEquals(other!.slice(2, 4), ["Wapiti", "not installed"]);
    assertEquals(own!.slice(-2), ["19 of 20", "1"]);
  });

  it("shows no rate of a program whose calls are not there", () => {
    const alone = [line({ tagger: "Trellis", round: 1, seconds: 2 })];
    const [, row] = csvOf(taggers, alone, "taggers-speed").map((row) => row.split(","));
    assertEquals(row!.slice(3, 7), ["–", "100", "–", "–"]);
  });

  it("shows a model's proof in a line", () => {
    const fields = { status: "proved", dataset: "a/b", compared: 60, same: 60 };
    const lines = [
      line({ ...fields, quantity: "score", difference: 3e-7 }),
      line({ ...fields, quantity: "marginals", difference: 5e-7 }),
    ];
    const shown = 'a/b,CRFsuite,45,7,60 of 60,"score 3.0e-7, marginals 5.0e-7"';
    assertEquals(csvOf(taggers, lines, "taggers-proofs")[1], shown);
  });

  itInFolder("names programs that are not installed", async (data) => {
    await writeCorpus(`${data}/tiny`, { train: 20, test: 5 });
    const path = Deno.env.get("PATH")!;
    Deno.env.set("PATH", "/nowhere");
    try {
      const settings = { data, seed: 1, datasets: ["tiny"] };
      const [cell] = await taggers.cells(settings, "sources");
      const lines = await measured(taggers, cell!);
      assertEquals(lines.map(({ program, status }) => [program, status]), [
        ...[["CRFsuite", "absent"], ["Wapiti", "absent"], ["CRF++", "absent"]],
      ]);
    } finally {
      Deno.env.set("PATH", path);
    }
  });
});

it("repetitions() makes a call of so many seconds, of 2 to 1,000 passes, whatever it saw", () => {
  const times = (passSeconds: number) => repetitions(3, passSeconds, 1);
  assertEquals([10, 0.03, 0.001, 0, -0.1].map(times), [2, 100, 1000, 1000, 1000]);
  assertEquals(repetitions(1, 10, 2), 3);
});

const DATA = Deno.env.get("TRELLIS_DATA");
/** Models of other tools with these tools' answers, beside the data. */
const MODELS = `${DATA}/../models`;
const isThere = DATA !== undefined && existsSync(MODELS);
const SENTENCES = { crfsuite: 40, crfpp: 40, wapiti: 60, heads: 12 };

describe("models of other tools beside $TRELLIS_DATA", { skip: !isThere }, () => {
  for (const { model, prove } of provableIn(MODELS)) {
    it(`${model}: labels and numbers are those that the tool printed`, () => {
      const { sentences, differences } = prove();
      assertEquals(sentences, SENTENCES[model.split("/")[0] as keyof typeof SENTENCES]);
      assert(differences.size >= 2);
    });
  }
});

import { assertAlmostEquals, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { assertRefused } from "../../faults/lines.ts";
import { piped } from "../../helpers/child.ts";
import { inProcess, pipedInProcess, printed } from "../../helpers/in_process.ts";
import { denseFile, fileOf, TINY } from "../../helpers/packs.ts";
import { featureModel } from "../../../datasets/models/feature_model.ts";
import { writeModel } from "../../../datasets/models/trellis.ts";
import { writePackFile } from "../../../datasets/packs/pack_file.ts";
import { type Tensor, tensor } from "../../../datasets/packs/tensors.ts";

/** Invented words with chunks: a `wug` begins one, a `dax` goes on with it, other words are out. */
const LINES: readonly (readonly [string, string])[] = [
  ["wug", "B-X"],
  ["dax", "I-X"],
  ["fep", "O"],
  ["wug", "B-X"],
  ["zup", "O"],
];
const COLUMNS = LINES.map(([form, label]) => `${form} ${label}\n`).join("");
const ITEMS = LINES.map(([form, label]) => `${label}\tw=${form}\tlength:${form.length / 2}\n`)
  .join("");

/** Models that are trained on the invented words, as columns and as items, and where they are. */
let [folder, words, items] = ["", "", ""];

before(async () => {
  folder = await Deno.makeTempDir();
  [words, items] = [`${folder}/words.safetensors`, `${folder}/items.safetensors.gz`];
  for (const part of ["train", "test"]) {
    await Deno.writeTextFile(`${folder}/${part}.tsv`, `${COLUMNS}\n${COLUMNS}`);
    await Deno.writeTextFile(`${folder}/${part}.items`, `${ITEMS}\n${ITEMS}`);
  }
  const common = ["--data", folder, "--model", "crf", "--l2", "0.01", "--workers", "1"];
  const said = await inProcess(["train", ...common, "--save", words]);
  assertEquals(said.code, 0);
  assertStringIncludes(said.stdout, "10 of 10 tokens right (100.00%), 2 of 2 sentences whole");
  assertMatch(said.stdout, /all chunks +100.00% +100.00% +100.00% +4 +4 +4/);
  const trained = await inProcess(["train", ...common, "--format", "items", "--save", items]);
  assertEquals(trained.code, 0);
});
after(() => Deno.remove(folder, { recursive: true }));

const tag = (input: string, ...args: string[]) => pipedInProcess(input, "tag", ...args);

/** Tags texts whose scores are in a file of these tensors. */
async function tagScores(tensors: Readonly<Record<string, Tensor>>, ...args: string[]) {
  const scores = `${folder}/scores.safetensors`;
  await writePackFile(scores, fileOf(tensors));
  return await tag("", "--model", words, "--emissions", scores, ...args);
}

describe("cli.ts tag", () => {
  it("tags columns, items and text with models that train has saved", async () => {
    // As the task runs it, with its permissions.
    const columns = await piped("wug\ndax\n\nfep\n", "read", "tag", "--model", words);
    assertEquals(columns.stdout, "wug\tB-X\ndax\tI-X\n\nfep\tO\n\n");
    assertEquals(columns.errors, ["2 sentences, 3 tokens"]);
    const text = await tag("wug dax fep\n\nzup", "--model", words, "--input", "text");
    assertEquals(text.stdout, "wug\tB-X\ndax\tI-X\nfep\tO\n\n\nzup\tO\n\n");
    const item = await tag("?\tw=wug\tlength:1.5\n?\tw=dax\n", "--model", items);
    assertEquals(item.stdout, "?\tw=wug\tlength:1.5\tB-X\n?\tw=dax\tI-X\n\n");
    const json = ["--format", "json", "--probabilities", "--marginals", "--spans"];
    const line = await tag("wug dax\n\n", "--model", words, "--input", "text", ...json);
    const [first, second] = line.stdout.trim().split("\n").map((line) => JSON.parse(line));
    const keys = ["sentence", "logPartition", "paths", "marginals", "spans", "errors"];
    assertEquals(Object.keys(first), keys);
    const [{ score, labels, probability }] = first.paths;
    assertEquals(labels, ["B-X", "I-X"]);
    assertAlmostEquals(Math.exp(score - first.logPartition), probability, 1e-12);
    const [{ start, end, kind, probability: ofSpan }] = first.spans;
    assertEquals([start, end, kind, ofSpan >= probability - 1e-12], [0, 2, "X", true]);
    for (const row of first.marginals.values) {
      assertAlmostEquals(row.reduce((sum: number, p: number) => sum + p, 0), 1, 1e-9);
    }
    assertEquals(second.paths, [{ score: 0, labels: [], probability: 1 }]);
  });

  it("prints the same with several threads, in order", async () => {
    const lines = Array.from({ length: 30_000 }, (_, i) => LINES[i % 5]![0] + "\n\n".repeat(i % 2));
    const input = lines.join("\n");
    const args = ["--model", words, "--format", "json"];
    const one = await tag(input, ...args);
    const two = await tag(input, ...args, "--workers", "2");
    assertEquals(two.stdout === one.stdout, true);
    assertEquals(one.stdout.split("\n").length, 15_001);
  });

  it("refuses what it cannot tag, in one line", async () => {
    const cases = [
      ["a\n", ["--model", items, "--input", "text"], "Cannot read --input text with a model"],
      ["a\n", ["--model", words, "--spans"], "Cannot print --spans in columns"],
      ["a\n", ["--model", `${words}.gone`], "Cannot read the file"],
      ["l\ta\nl\ta:b:c\n", ["--model", items], "standard input, lines 1 to 2"],
      ["a\n", ["--model", words, "--emissions", words, "--workers", "2"], "--workers with"],
    ] as const;
    for (const [input, args, message] of cases) assertRefused(await tag(input, ...args), message);
  });

  it("tags text with a model all of whose weights are 0, and not with a layer", async () => {
    const path = `${folder}/none.safetensors`;
    const tagAs = async (format: string) => {
      await Deno.writeFile(path, writeModel(featureModel({ format, labels: ["A"] }, "")));
      return await tag("?\tw=wug\n", "--model", path);
    };
    assertEquals((await tagAs("trellis")).stdout, "?\tw=wug\tA\n\n");
    assertRefused(await tagAs("torchcrf"), "Cannot tag text with a layer of a network");
  });

  it("tags emissions with the transitions of a model", async () => {
    const { stdout } = await tagScores({
      emissions: tensor(Float32Array.of(9, 0, 0, 0, 9, 0, 1, 2, 3, 0, 0, 9), [2, 2, 3]),
      mask: tensor(Uint8Array.of(1, 1, 1, 0), [2, 2]),
    });
    assertMatch(stdout, /^0\t.*\n1\t.*\n\n0\t.*\n\n$/);
    const { code, errors } = await tagScores({
      emissions: tensor(Float32Array.of(9, 0, 0, 0, NaN, 0), [2, 1, 3]),
      lengths: tensor(Int32Array.of(1, 1)),
    });
    assertEquals(code, 2);
    assertStringIncludes(errors[0]!, `Cannot tag text 1 of ${folder}/scores.safetensors`);
  });

  it("decodes overlapping windows of a text as one", async () => {
    const rows = [[9, 0, 0], [0, 9, 0], [0, 0, 9], [9, 0, 0], [0, 9, 0]];
    const wrong = [0, 0, 99];
    const file = (starts: number[], windows: number[][][]) =>
      tagScores({
        emissions: tensor(Float32Array.from(windows.flat(2)), [windows.flat().length, 3]),
        lengths: tensor(Int32Array.from(windows, ({ length }) => length)),
        window_starts: tensor(BigInt64Array.from(starts, BigInt)),
      }, "--format=json");
    const whole = await file([0, 0], [rows, rows.slice(0, 2)]);
    // What stands at a cut is worse, and is not looked at.
    const cut = [[...rows.slice(0, 3), wrong], [wrong, ...rows.slice(2)], rows.slice(0, 2)];
    assertEquals((await file([0, 1, 0], cut)).stdout, whole.stdout);
    const said = ["Cannot tag text 0 of", "position 4 is in none before window 1"];
    assertRefused(await file([0, 5, 0], cut), ...said);
  });
});

describe("cli.ts evaluate", () => {
  it("reads the last two columns, or decodes a pack", async () => {
    const found = "B-X\tw=a\tB-X\nI-X\tw=b:2\tO\n\n\\:\tw=c\t:\n";
    const cases = [
      ["a B-X B-X\nb I-X O\n\nc O O\n"],
      [found, "--input", "items"],
      ["a\tDT\tB-A b \tB-A b\nc d\tNN\tI-A b\tO\n\ne\tNN\tO\tO\n"],
    ];
    for (const [text, ...flags] of cases) {
      const { stdout } = await pipedInProcess(text!, "evaluate", ...flags);
      assertStringIncludes(stdout, "2 of 3 tokens right (66.67%), 1 of 2 sentences whole");
      assertMatch(stdout, /all chunks +0.00% +0.00% +0.00% +1 +1 +0/);
    }
    const { errors } = await pipedInProcess(found, "evaluate");
    assertStringIncludes(errors.join(), "no label is in both columns");
    const pack = await printed("evaluate", "--pack=ewt_pos45", "--limit=20", "--format=json");
    const { accuracy, sentences, labels } = JSON.parse(pack);
    assertEquals([sentences, accuracy > 0.8, "NN" in labels], [20, true, true]);
  });

  it("reads what tag prints of best paths, and tokens of any characters", async () => {
    const head = "# path 1, score -2.5, probability 0.25\n";
    const lines = `${head}a B-X B-X\r\n\u3000 O\tO\r\n \r\n# path 1, score 0\nb I-X\tO\nc O\tO\r`;
    const { stdout } = await piped(lines, "read", "evaluate");
    assertStringIncludes(stdout, "3 of 4 tokens right (75.00%), 1 of 2 sentences whole");
  });

  it("refuses what is no right label and another, by file and line, or by pack", async () => {
    const path = `${folder}/answers.txt`;
    const cases = [
      ["a B\n\nb\n", `line 3 of ${path}, no right label and another`],
      ["b".repeat(999), `line 1 of ${path}, no right label and another: ${"b".repeat(100)}… (999`],
      ["# path 2, score -3\na B B\n", `line 1 of ${path}, a path that is not the best`],
      ["a B B\n\n# no path: every one is forbidden\n\n", `line 3 of ${path}, a sentence whose`],
      ["a B B 0.75\nb O O 1\n", `${path}: its last column has probabilities`],
    ] as const;
    for (const [text, message] of cases) {
      await Deno.writeTextFile(path, text);
      assertRefused(await inProcess(["evaluate", path]), `Cannot evaluate ${message}`);
    }
    await Deno.writeFile(path, Uint8Array.of(0xff));
    assertRefused(await inProcess(["evaluate", path]), `Cannot read ${path} as UTF-8`);
    const pack = `${folder}/twice.safetensors`;
    const twice = { ...TINY, gold: [0, 1, 2], metadata: { labels: '["A","B","A"]' } };
    await writePackFile(pack, denseFile(twice));
    const said = "Cannot evaluate twice: two of its labels have one name";
    assertRefused(await inProcess(["evaluate", "--pack", pack]), said);
  });
});

it("cli.ts import writes a model that tags the same", async () => {
  // The folder is made, as for what is trained.
  const copy = `${folder}/new/copy.safetensors`;
  const said = await printed("import", words, `--out=${copy}`, "--licence=CC0");
  assertStringIncludes(said, "trellis, 3 labels");
  const tagged = await tag("wug\n", "--model", words);
  assertEquals(await tag("wug\n", "--model", copy), tagged);
});

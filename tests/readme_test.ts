import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertExists } from "@std/assert";
import { parse } from "@std/csv";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Decoder } from "../decoders/contract.ts";
import { runConformance } from "../harness/conformance/conformance.ts";

const README = await Deno.readTextFile(new URL("../README.md", import.meta.url));
const SUMMARY = parse(
  await Deno.readTextFile(new URL("../reports/reference/summary.csv", import.meta.url)),
  { skipFirstRow: true },
);

const TWO_DIGITS = new Intl.NumberFormat("en-US", {
  minimumSignificantDigits: 2,
  maximumSignificantDigits: 2,
});

/** The lines of the table “Which one?”, and the columns of the summary that they are from. */
const ADVISED = [
  { decoder: "auto", k: 1 },
  { decoder: "auto", k: 5 },
  { decoder: "viterbi{kernel=simd}", k: 1 },
].flatMap((line) => [
  { ...line, clock: "decoding", column: "ratio_to_viterbi" },
  { ...line, clock: "from memory", column: "unplaced_ratio_to_viterbi" },
]);

/** The cells of the first table after some words, without the line under its head. */
function tableAfter(words: string): string[][] {
  const table = /(?:^\|.*\|\n)+/m.exec(README.slice(README.indexOf(words)))?.[0];
  assertExists(table, `no table after "${words}"`);
  return table.trim().split("\n").toSpliced(1, 1)
    .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
}

/** The first example in TypeScript after some words. */
function codeAfter(words: string): string {
  const code = /```ts ignore\n([\s\S]*?)```/.exec(README.slice(README.indexOf(words)))?.[1];
  assertExists(code, `no code after "${words}"`);
  return code;
}

/** By label count, what the table is to say of a decoder on the real tasks. */
function realRatios(decoder: string, k: number, column: string): Map<string, string> {
  const cells = SUMMARY.filter((row) =>
    row["family"] === "real" && row["decoder"] === decoder && Number(row["k"]) === k
  );
  return new Map(cells.map((row) => [
    Number(row["labels"]).toLocaleString("en-US"),
    row[column] === "" ? "–" : TWO_DIGITS.format(Number(row[column])),
  ]));
}

describe("README", () => {
  it("answers which decoder with the ratios of the reference run, to two digits", () => {
    const [[, , ...labels], ...lines] = tableAfter("Which one?") as [string[], ...string[][]];
    const expected = ADVISED.map(({ decoder, k, clock, column }) => {
      const ratios = realRatios(decoder, k, column);
      assertEquals(labels.toSorted(), [...ratios.keys()].sort(), `the tasks of ${decoder}`);
      return [`${decoder}, k = ${k}`, clock, ...labels.map((label) => ratios.get(label)!)];
    });
    assertEquals(lines, expected);
  });

  it("shows a decoder that passes the conformance suite as it stands", async () => {
    const source = codeAfter("## Add a decoder");
    const decoders = new URL("../decoders/", import.meta.url).href;
    const folder = await Deno.makeTempDir();
    try {
      const path = join(folder, "example.ts");
      await Deno.writeTextFile(path, source.replaceAll('from "./', `from "${decoders}`));
      const { default: decoder } = await import(pathToFileURL(path).href) as { default: Decoder };
      assertEquals(runConformance(decoder, { runs: 20 }).failed, []);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });

  it("decodes a tagger's scores with four lines", async () => {
    const code = codeAfter("## Decode your own tagger's scores").trim();
    assertEquals(code.split("\n").filter((line) => line !== "").length, 4);
    const given = {
      transitions: [[0, -1], [-2, 0]],
      start: [1, 0],
      end: [0, 1],
      labels: ["DET", "NOUN"],
      sentences: [[[3, 1], [0, 2]].map((row) => Float32Array.from(row))],
    };
    const entry = new URL("../decoders/tagging/mod.ts", import.meta.url).href;
    const [imported, ...rest] = code.replace("@trellis/trellis/decoders", entry).split("\n");
    const names = Object.keys(given).join(", ");
    const text = `${imported}\nexport const run = ({ ${names} }) => {${
      rest.join("\n")
    }\nreturn paths; };`;
    const folder = await Deno.makeTempDir();
    try {
      const path = join(folder, "example.js");
      await Deno.writeTextFile(path, text);
      const { run } = await import(pathToFileURL(path).href) as {
        run: (scores: typeof given) => unknown;
      };
      assertEquals(run(given), [[
        { score: 6, labels: ["DET", "NOUN"] },
        { score: 4, labels: ["DET", "DET"] },
        { score: 4, labels: ["NOUN", "NOUN"] },
      ]]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
});

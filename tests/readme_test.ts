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

/** The lines of the table “Which one?”. */
const ADVISED = [
  { decoder: "auto", k: 1 },
  { decoder: "auto", k: 5 },
  { decoder: "viterbi{kernel=simd}", k: 1 },
];

/** The cells of the first table after some words, without the line under its head. */
function tableAfter(words: string): string[][] {
  const table = /(?:^\|.*\|\n)+/m.exec(README.slice(README.indexOf(words)))?.[0];
  assertExists(table, `no table after "${words}"`);
  return table.trim().split("\n").toSpliced(1, 1)
    .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
}

/** By label count, what the table is to say of a decoder on the real tasks. */
function realRatios(decoder: string, k: number): Map<string, string> {
  const cells = SUMMARY.filter((row) =>
    row["family"] === "real" && row["decoder"] === decoder && Number(row["k"]) === k &&
    row["ratio_to_viterbi"] !== ""
  );
  return new Map(cells.map((row) => [
    Number(row["labels"]).toLocaleString("en-US"),
    TWO_DIGITS.format(Number(row["ratio_to_viterbi"])),
  ]));
}

describe("README", () => {
  it("answers which decoder with the ratios of the reference run, to two digits", () => {
    const [[, ...labels], ...lines] = tableAfter("Which one?") as [string[], ...string[][]];
    const expected = ADVISED.map(({ decoder, k }) => {
      const ratios = realRatios(decoder, k);
      assertEquals(labels.toSorted(), [...ratios.keys()].sort(), `the tasks of ${decoder}`);
      return [`\`${decoder}\`, k = ${k}`, ...labels.map((label) => ratios.get(label)!)];
    });
    assertEquals(lines, expected);
  });

  it("shows a decoder that passes the conformance suite as it stands", async () => {
    const source = /```ts ignore\n([\s\S]*?)```/.exec(README)?.[1];
    assertExists(source);
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
});

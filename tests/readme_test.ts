import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertExists } from "@std/assert";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Decoder } from "../decoders/contract.ts";
import { runConformance } from "../harness/conformance/conformance.ts";

const README = await Deno.readTextFile(new URL("../README.md", import.meta.url));
/** What the run of the suite `paper` gives for the table “Which one?”. */
const SPEEDS = await Deno.readTextFile(
  new URL("../reports/reference/paper/tables/readme-speed.md", import.meta.url),
);

/** The first table of a text. */
function tableOf(text: string): string {
  const table = /(?:^\|.*\|\n)+/m.exec(text)?.[0];
  assertExists(table, "no table");
  return table;
}

/** The first example in TypeScript after some words. */
function codeAfter(words: string): string {
  const code = /```ts ignore\n([\s\S]*?)```/.exec(README.slice(README.indexOf(words)))?.[1];
  assertExists(code, `no code after "${words}"`);
  return code;
}

describe("README", () => {
  it("answers which decoder with the table of the run of the suite paper", () => {
    assertEquals(tableOf(README.slice(README.indexOf("Which one?"))), tableOf(SPEEDS));
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

import { assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { newWork } from "../../../decoders/contract.ts";
import { findVariant, variantArgument } from "../../../harness/plan/decoder_files.ts";
import { makePlan } from "../../../harness/plan/plan.ts";
import type { Row } from "../../../harness/store/rows.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { withFolder } from "../../helpers/packs.ts";
import { problemOf } from "../../helpers/problems.ts";
import { tinyBench } from "../../helpers/runs.ts";

const DECODERS = new URL("../../../decoders/", import.meta.url).href;

/** Beam search under another name, in a folder that Trellis does not know. */
const source = (name: string) =>
  `import beam from "${DECODERS}beam.ts";
import { NOTE } from "./note.ts";
export default { ...beam, name: "${name}", title: NOTE };
`;

const withFile = (test: (path: string) => Promise<void>) =>
  withFolder(async (dir) => {
    await Deno.writeTextFile(`${dir}/my_beam.ts`, source("my-beam"));
    await Deno.writeTextFile(`${dir}/note.ts`, 'export const NOTE = "first";\n');
    await test(`${dir}/my_beam.ts`);
  });

describe("findVariant()", () => {
  it("takes the options of a file and names it by the file again", () =>
    withFile(async (path) => {
      const variant = await findVariant(`${path}{width=3}`);
      assertEquals(variant.name, "my-beam{width=3}");
      assertEquals(variant.options["width"], 3);
      assertEquals(variantArgument(variant), `${path}{width=3}`);
      assertEquals(variantArgument(await findVariant("beam{width=3}")), "beam{width=3}");
    }));

  it("takes all values of a decoder, each from the module that has it", async () => {
    const [model, lattice] = problemOf([[1]], [[2], [3]]);
    for (const name of ["viterbi", `${DECODERS.slice("file://".length)}viterbi.ts`]) {
      const [plain, simd] = [await findVariant(name), await findVariant(`${name}{kernel=simd}`)];
      assertEquals([plain.url, simd.url], [
        `${DECODERS}viterbi.ts`,
        `${DECODERS}kernels/dense/viterbi.ts`,
      ]);
      assertEquals(variantArgument(simd), "viterbi{kernel=simd}");
      for (const { decoder, options } of [plain, simd]) {
        const [best] = decoder.prepare(model, options)(lattice, 1, newWork()).paths;
        assertEquals(best?.score, 6);
      }
    }
  });

  it("throws when a file is missing, broken or no decoder", () =>
    withFolder(async (dir) => {
      await Deno.writeTextFile(`${dir}/torn.ts`, "export default {;\n");
      await Deno.writeTextFile(`${dir}/aimless.ts`, "export default { name: 'a' };\n");
      for (
        const [file, said] of [
          ["none.ts", "No such file"],
          ["torn.ts", "Cannot load"],
          ["aimless.ts{a=1}", "it has no prepare"],
        ] as const
      ) await assertRejects(() => findVariant(`${dir}/${file}`), UsageError, said);
    }));
});

describe("makePlan()", () => {
  it("refuses a file whose decoder has the name of another", () =>
    withFolder(async (dir) => {
      await Deno.writeTextFile(`${dir}/mine.ts`, source("viterbi"));
      await Deno.writeTextFile(`${dir}/note.ts`, 'export const NOTE = "x";\n');
      await assertRejects(
        () => makePlan({ suite: "quick", decoders: [`${dir}/mine.ts`] }),
        UsageError,
        'Cannot run two decoders of the name "viterbi": ',
      );
    }));
});

describe("bench()", () => {
  it("measures the decoder of a file, with keys that hash all its sources", () =>
    withFile(async (path) => {
      const run = async (out: string): Promise<Row[]> =>
        (await tinyBench(`${path}-${out}`, {
          datasets: ["synthetic-weak-5"],
          decoders: [`${path}{width=2}`],
          // The key is the same with times.
          countsOnly: out === "b",
        })).rows.filter(({ decoder }) => decoder === "my-beam{width=2}");
      const [row] = await run("a");
      assertEquals([row?.status, row?.verdict], ["ok", "inexact"]);
      await Deno.writeTextFile(path.replace("my_beam", "note"), 'export const NOTE = "second";\n');
      const [changed] = await run("b");
      assertNotEquals(changed?.key, row?.key);
      assertEquals(changed?.iterations, row?.iterations);
    }));
});

import {
  assert,
  assertEquals,
  assertNotEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { type Decoder, newWork } from "../../../decoders/contract.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import {
  filesAmong,
  findVariant,
  resolveVariant,
  splitVariants,
  variantArgument,
} from "../../../harness/decoders/variant.ts";
import { plain, searcher } from "../../wrong/plain.ts";
import { commandOf } from "../../../harness/isolate/command.ts";
import { makePlan } from "../../../harness/plan/plan.ts";
import type { Row } from "../../../harness/store/rows.ts";
import { writeDecoder } from "../../helpers/decoder_files.ts";
import { itInFolder, longItInFolder } from "../../helpers/in_folder.ts";
import { problemOf } from "../../helpers/problems.ts";
import { tinyBench } from "../../helpers/runs.ts";

const decoder = searcher as Decoder;
const found = [{ url: "file:///searcher.ts", value: decoder }, { url: "u", value: plain }];
const DEFAULTS = { width: 4, depth: 0, order: "rank", prune: true };

describe("resolveVariant()", () => {
  it("gives all defaults and the plain name when no option is given", () => {
    for (const text of ["searcher", " searcher ", "searcher{}", "searcher{width=4,prune=true}"]) {
      const variant = resolveVariant(text, found);
      assertEquals(variant.options, DEFAULTS);
      assertEquals([variant.name, variant.url], ["searcher", "file:///searcher.ts"]);
      assert(variant.decoder === decoder);
    }
  });

  it("is prepared by the decoder's extension if an option has the value that asks for it", () => {
    const extension = { option: "width", value: 5, module: "file:///a/wide/searcher.ts" };
    const extended = [{ url: "file:///a/searcher.ts", value: decoder, extension }];
    const url = (text: string) => resolveVariant(text, extended).url;
    assertEquals(url("searcher"), "file:///a/searcher.ts");
    assertEquals(url("searcher{width=5}"), "file:///a/wide/searcher.ts");
  });

  it("names what differs from the defaults, in the decoder's order, and can be read back", () => {
    const { name, options } = resolveVariant("searcher{ prune=off , depth=-3,width=4}", found);
    assertEquals(name, "searcher{depth=-3,prune=false}");
    assertEquals(options, { ...DEFAULTS, depth: -3, prune: false });
    assertEquals(resolveVariant(name, found).options, options);
  });

  const usage: readonly [text: string, ...said: string[]][] = [
    ["sercher", 'decoder "sercher"', 'did you mean "searcher"?', "Known: searcher, plain"],
    ["", "NAME{option=value"],
    ["{}", "NAME{option=value"],
    ["searcher{width=2", "NAME{option=value"],
    ["searcher{width=2}}", "NAME{option=value"],
    ["searcher{width=2}x", "NAME{option=value"],
    ["searcher{widht=2}", 'searcher "widht"', 'did you mean "width"?', "depth, order, prune"],
    ["searcher{width}", '"width"', "a=b"],
    ["searcher{width=1=2}", '"width=1=2"', "a=b"],
    ["searcher{width=0}", "width", '"0"', "whole number of at least 1"],
    ["searcher{width=2.5}", "width", '"2.5"', "whole number"],
    ["searcher{width=many}", '"many"', "whole number"],
    ["searcher{width=}", "width", '""'],
    ["searcher{depth=}", "depth", '""'],
    ["searcher{depth=Infinity}", "depth", '"Infinity"'],
    ["searcher{prune=yes}", "prune", '"yes"', "true or false"],
    ["searcher{order=revers}", '"revers"', 'did you mean "reverse"?', "Known: rank, reverse"],
    ["searcher{constructor=1}", '"constructor"', "Known: width"],
    ["searcher{__proto__=1}", '"__proto__"', "Known: width"],
    ["searcher{width=2,width=3}", "width"],
    ["plain{width=2}", '"width"', "there is none"],
  ];
  for (const [text, ...said] of usage) {
    it(`throws UsageError when given "${text}"`, () => {
      const { message } = assertThrows(() => resolveVariant(text, found), UsageError);
      for (const words of said) assertStringIncludes(message, words);
    });
  }
});

it("filesAmong() tells a program that is given a file from the file of a decoder", () => {
  const [program, ...others] = filesAmong(["mine=node decoder.ts"]);
  assertEquals([commandOf(program!), others], [{ name: "mine", command: "node decoder.ts" }, []]);
  assertEquals(commandOf(filesAmong(["./mine=a.ts"])[0]!), undefined);
});

describe("splitVariants()", () => {
  it("splits at commas outside braces", () => {
    assertEquals(splitVariants("a{x=1,y=2},b, c {z=3} "), ["a{x=1,y=2}", "b", "c {z=3}"]);
    assertEquals(splitVariants("a"), ["a"]);
  });

  it("keeps an unclosed brace with its item, so that resolveVariant() refuses it", () => {
    assertEquals(splitVariants("a,b{x=1,c"), ["a", "b{x=1,c"]);
  });

  it("throws UsageError when an item is empty", () => {
    for (const list of [",", "a,", ",a", "a,,b", "a, ,b", " "]) {
      assertThrows(() => splitVariants(list), UsageError, "an item is empty");
    }
  });
});

const DECODERS = new URL("../../../decoders/", import.meta.url).href;

/** Beam search under another name, in a folder that Trellis does not know. */
const SOURCE = `import beam from "${DECODERS}beam.ts";
import { NOTE } from "./note.ts";
export default { ...beam, name: "my-beam", title: NOTE };
`;

async function writeMine(dir: string): Promise<string> {
  await Deno.writeTextFile(`${dir}/my_beam.ts`, SOURCE);
  await Deno.writeTextFile(`${dir}/note.ts`, 'export const NOTE = "first";\n');
  return `${dir}/my_beam.ts`;
}

describe("findVariant()", () => {
  itInFolder("takes the options of a file and names it by the file again", async (dir) => {
    const path = await writeMine(dir);
    const variant = await findVariant(`${path}{width=3}`);
    assertEquals(variant.name, "my-beam{width=3}");
    assertEquals(variant.options["width"], 3);
    assertEquals(variantArgument(variant), `${path}{width=3}`);
    assertEquals(variantArgument(await findVariant("beam{width=3}")), "beam{width=3}");
  });

  it("takes all values of a decoder, each from the module that has it", async () => {
    const [model, lattice] = problemOf([[1]], [[2], [3]]);
    for (const name of ["viterbi", `${DECODERS.slice("file://".length)}viterbi.ts`]) {
      const [plain, simd] = [await findVariant(name), await findVariant(`${name}{kernel=simd}`)];
      const paths = ["viterbi.ts", "kernels/dense/viterbi.ts"];
      assertEquals([plain.url, simd.url], paths.map((path) => `${DECODERS}${path}`));
      assertEquals(variantArgument(simd), "viterbi{kernel=simd}");
      for (const { decoder, options } of [plain, simd]) {
        const [best] = decoder.prepare(model, options)(lattice, 1, newWork()).paths;
        assertEquals(best?.score, 6);
      }
    }
  });

  itInFolder("throws when a file is missing, broken or no decoder", async (dir) => {
    await Deno.writeTextFile(`${dir}/torn.ts`, "export default {;\n");
    await Deno.writeTextFile(`${dir}/aimless.ts`, "export default { name: 'a' };\n");
    const cases = [
      ["none.ts", "No such file"],
      ["torn.ts", "Cannot load"],
      ["aimless.ts{a=1}", "it has no prepare"],
    ] as const;
    for (const [file, said] of cases) {
      await assertRejects(() => findVariant(`${dir}/${file}`), UsageError, said);
    }
  });
});

itInFolder("makePlan() refuses a file whose decoder has the name of another", async (dir) => {
  const mine = await writeDecoder(dir, "mine", { members: 'name: "viterbi"' });
  const plan = () => makePlan({ suite: "quick", decoders: [mine] });
  await assertRejects(plan, UsageError, 'Cannot run two decoders of the name "viterbi": ');
});

longItInFolder("bench() measures a file's decoder, with keys of all its sources", async (dir) => {
  const path = await writeMine(dir);
  const run = async (out: string): Promise<Row[]> =>
    (await tinyBench(`${dir}/${out}`, {
      datasets: ["synthetic-weak-5"],
      decoders: [`${path}{width=2}`],
      // The key is the same with times.
      countsOnly: out === "b",
    })).rows.filter(({ decoder }) => decoder === "my-beam{width=2}");
  const [row] = await run("a");
  assertEquals([row?.status, row?.verdict], ["ok", "inexact"]);
  await Deno.writeTextFile(`${dir}/note.ts`, 'export const NOTE = "second";\n');
  const [changed] = await run("b");
  assertNotEquals(changed?.key, row?.key);
  assertEquals(changed?.iterations, row?.iterations);
});

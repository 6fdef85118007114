import { assertEquals, assertExists, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Decode, Decoder, ScoreBlock, Work } from "../../../decoders/contract.ts";
import type { Lattice } from "../../../decoders/lattice.ts";
import { plainBlock } from "../../../decoders/tagging/reserved.ts";
import { conformance, runConformance } from "../../../harness/conformance/conformance.ts";
import { plain } from "../../wrong/_plain.ts";

/**
 * Each file of `wrong/`, with a case that must fail and one that the decoder gets right. What goes
 * wrong in long sentences alone does not shrink to three positions.
 */
const WRONG: readonly { file: string; fails: string; passes: string; isLong?: true }[] = [
  {
    file: "backward_score",
    fails: "small lattices, decimals",
    passes: "small lattices, exact sums",
  },
  {
    file: "beam_claiming_exactness",
    fails: "small lattices, exact sums",
    passes: "exactly one path",
  },
  { file: "changed_emissions", fails: "all scores equal", passes: "one position" },
  {
    file: "counted_twice",
    fails: "small lattices, exact sums",
    passes: "one position",
  },
  {
    file: "float32_sums",
    fails: "small lattices, decimals",
    passes: "all lattices of up to 3 labels",
  },
  {
    file: "forbidden_padding",
    fails: "no path: a position without labels",
    passes: "exactly one path",
  },
  {
    file: "incumbent_without_tolerance",
    fails: "long sentences, near-ties",
    passes: "small lattices, exact sums",
    isLong: true,
  },
  { file: "literal_expansion", fails: "small lattices, exact sums", passes: "one label" },
  {
    file: "lost_factor_two",
    fails: "small lattices, exact sums",
    passes: "negative scores only",
  },
  {
    file: "one_directional_reduced_cost",
    fails: "small lattices, exact sums",
    passes: "one position",
  },
  { file: "overwritten_labels", fails: "small lattices, exact sums", passes: "one position" },
  {
    file: "pruned_without_incumbent",
    fails: "small lattices, exact sums",
    passes: "no path: the first position",
  },
  {
    file: "pruned_without_tolerance",
    fails: "small lattices, decimals",
    passes: "small lattices, exact sums",
  },
  {
    file: "recursive_backtrace",
    fails: "20,000 positions",
    passes: "short sentences after long ones",
    isLong: true,
  },
  {
    file: "remembered_lattice",
    fails: "views and refilled lattices",
    passes: "small lattices, exact sums",
  },
  {
    file: "repeated_paths",
    fails: "more paths asked for than there are",
    passes: "all scores zero",
  },
  { file: "shared_between_models", fails: "two models in turns", passes: "all scores zero" },
  { file: "shared_forward_links", fails: "small lattices, exact sums", passes: "one position" },
  {
    file: "sources_by_prefix",
    fails: "small lattices, exact sums",
    passes: "all scores equal",
  },
  {
    file: "stale_buffer",
    fails: "short sentences after long ones",
    passes: "all scores equal",
  },
  { file: "too_few_hypotheses", fails: "small lattices, exact sums", passes: "one label" },
  {
    file: "unsteady_work",
    fails: "small lattices, exact sums",
    passes: "views and refilled lattices",
  },
  {
    file: "wrong_option",
    fails: "options in any combination, exact sums",
    passes: "small lattices, exact sums",
  },
];

describe("runConformance()", () => {
  it("passes when nothing is wrong", () => {
    assertEquals(runConformance(plain).failed, []);
  });

  for (const { file, fails, passes, isLong } of WRONG) {
    it(`fails with a shrunk counterexample and the seed when run on ${file}`, async () => {
      const decoder = await load(file);
      const message = messageOf(decoder, fails);
      assertEquals(messageOf(decoder, passes), undefined);
      assertMatch(message ?? "no failure", /seed 1, run \d+\)$/);
      if (isLong) return;
      assertMatch(message!, /\bT = [123]( and [123])?, L = [123], k = [1-5],/);
      assertMatch(message!, /^transitions = \[\[.*\]\]$/m);
      assertMatch(message!, /^emissions( of sentence 0)? = \[\[.*\]\]$/m);
    });
  }

  it("shows expected and returned scores when a path is not the best", async () => {
    const message = messageOf(await load("beam_claiming_exactness"), "small lattices, exact sums");
    assertMatch(
      message!,
      /^wrong scores in sentence 0\nexpected scores = \[\d+\]\ngot scores {6}= \[\d+\]\ngot labels/,
    );
  });

  it("is stopped by its work cap when the expansion rule is the literal one", async () => {
    const message = messageOf(await load("literal_expansion"), "small lattices, exact sums");
    assertMatch(
      message!,
      /^Cannot find the best paths within the possible number of passes: \d+\n/,
    );
  });

  it("fails in the same way when run again", async () => {
    const decoder = await load("stale_buffer");
    assertEquals(runConformance(decoder, { runs: 10 }), runConformance(decoder, { runs: 10 }));
  });

  it("is tried on every file of the folder", async () => {
    const files: string[] = [];
    for await (const { name, isFile } of Deno.readDir(new URL("../../wrong", import.meta.url))) {
      if (isFile && !name.startsWith("_")) files.push(name);
    }
    assertEquals(files.sort(), WRONG.map(({ file }) => `${file}.ts`));
  });

  it("fails when the description is incomplete", () => {
    const { failed } = runConformance({ ...plain, name: "Plain", maxK: 3 }, { runs: 1 });
    assertEquals(failed.map(({ name }) => name), ["Plain: the description is complete"]);
  });

  it("fails when a bound does not hold", () => {
    const decoder: Decoder = {
      ...plain,
      prepare: (model, options) => {
        const decode = plain.prepare(model, options);
        return (...question) => {
          const { paths } = decode(...question);
          return { paths, bound: (paths[0]?.score ?? 0) - 1 };
        };
      },
    };
    assertMatch(
      messageOf(decoder, "one label") ?? "no failure",
      /^bound -1 is not an upper bound in sentence 0/,
    );
  });

  it("lets the work depend on earlier calls where the decoder says that it is adaptive", async () => {
    const unsteady = await load("unsteady_work");
    assertEquals(runConformance({ ...unsteady, adaptive: true }, { runs: 20 }).failed, []);
  });

  const otherForms: readonly [string, (decode: Decode) => object, string][] = [
    ["a batch is in another order", (decode) => ({
      batch: (lattices: Lattice[], k: number, works: Work[]) =>
        lattices.toReversed().map((lattice, i) => decode(lattice, k, works[i]!)),
    }), "in a batch"],
    ["a batch counts everything twice", (decode) => ({
      batch: (lattices: Lattice[], k: number, works: Work[]) =>
        lattices.map((lattice, i) => {
          decode(lattice, k, works[i]!);
          return decode(lattice, k, works[i]!);
        }),
    }), "in a batch"],
  ];
  for (const [what, more, when] of otherForms) {
    it(`fails when ${what}`, () => {
      const decoder: Decoder = {
        ...plain,
        prepare: (model, options) => {
          const decode = plain.prepare(model, options);
          return Object.assign(decode, more(decode));
        },
      };
      assertStringIncludes(messageOf(decoder, "batches and float32") ?? "no failure", when);
    });
  }

  it("fails when emissions in float32 are decoded otherwise, or disposal harms another model", () => {
    let offset = 0;
    const decoder = (more: object): Decoder => ({
      ...plain,
      prepare: (model, options) => {
        const decode = plain.prepare(model, options);
        const shifted: Decode = ({ length, emissions }, k, work) => {
          const shift = emissions instanceof Float64Array ? offset : 1;
          return decode({ length, emissions: emissions.map((score) => score + shift) }, k, work);
        };
        return Object.assign(shifted, more);
      },
    });
    const narrow = decoder({ takesFloat32: true });
    assertStringIncludes(messageOf(narrow, "batches and float32") ?? "no failure", "in float32");
    const shared = decoder({ dispose: () => void offset++ });
    const message = messageOf(shared, "batches and float32") ?? "no failure";
    assertStringIncludes(message, "after another was disposed of");
  });

  it("fails when reserved rows are decoded from another position, or move", () => {
    const reserving = (reserve: (block: ScoreBlock) => ScoreBlock): Decoder => ({
      ...plain,
      prepare: (model, options) => {
        const reserved = (positions: number) => reserve(plainBlock(positions, model.labelCount));
        return Object.assign(plain.prepare(model, options), { reserve: reserved });
      },
    });
    const message = (decoder: Decoder) => messageOf(decoder, "batches and float32") ?? "no failure";
    assertEquals(message(reserving((block) => block)), "no failure");
    const first = reserving((block) => ({
      ...block,
      lattice: (_, length) => block.lattice(0, length),
    }));
    assertStringIncludes(message(first), "in reserved rows");
    const moving = reserving(({ stride, lattice, scores }) => {
      let asked = 0;
      return {
        stride,
        lattice,
        get scores() {
          return asked++ === 0 ? scores : scores.slice();
        },
      };
    });
    assertStringIncludes(message(moving), "rows have moved");
  });

  it("fails when nothing is counted", () => {
    const decoder: Decoder = {
      ...plain,
      prepare: (model, options) => {
        const decode = plain.prepare(model, options);
        const uncounted = { iterations: 0, nodeExpansions: 0, edgeEvaluations: 0 };
        return (lattice, k) => decode(lattice, k, uncounted);
      },
    };
    assertMatch(
      messageOf(decoder, "all scores equal") ?? "no failure",
      /^work.nodeExpansions must be at least 1: 0 in sentence 0/,
    );
  });
});

async function load(file: string): Promise<Decoder> {
  return (await import(`../../wrong/${file}.ts`)).default;
}

/** The message of the first case of that name, `undefined` if it holds. */
function messageOf(decoder: Decoder, caseName: string): string | undefined {
  const found = conformance(decoder).find(({ name }) => name === caseName);
  assertExists(found, caseName);
  try {
    found.run();
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return undefined;
}

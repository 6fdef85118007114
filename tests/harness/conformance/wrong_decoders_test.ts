import { assertEquals, assertExists, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Decode, Decoder, ScoreBlock } from "../../../decoders/contract.ts";
import type { Model } from "../../../decoders/lattice.ts";
import { plainBlock } from "../../../decoders/tagging/reserved.ts";
import { conformance, runCases } from "../../../harness/conformance/conformance.ts";
import { plain } from "../../wrong/plain.ts";
import { WRONG } from "../../wrong/sequence.ts";
import { cases } from "../../helpers/long.ts";

/** The plain decoder, whose function is replaced. */
const changed = (change: (decode: Decode, model: Model) => Decode): Decoder => ({
  ...plain,
  prepare: (model, options) => change(plain.prepare(model, options), model),
});

const wrong = (name: string) => WRONG.find(({ decoder }) => decoder.name === name)!.decoder;

describe("runCases()", () => {
  it("passes when nothing is wrong", () => {
    assertEquals(runCases(conformance(plain, { runs: cases(20, 100) })).failed, []);
  });

  for (const { decoder, fails, passes, isLong } of WRONG) {
    it(`fails with a shrunk counterexample and the seed when run on ${decoder.name}`, () => {
      const message = messageOf(decoder, fails) ?? "no failure";
      assertEquals(messageOf(decoder, passes), undefined);
      assertMatch(message, /seed 1, run \d+\)$/);
      if (isLong) return;
      assertMatch(message, /\bT = [123]( and [123])?, L = [123], k = [1-5],/);
      assertMatch(message, /^transitions = \[\[.*\]\]$/m);
      assertMatch(message, /^emissions( of sentence 0)? = \[\[.*\]\]$/m);
    });
  }

  it("says what is wrong: the scores, the work, the bound or what is not counted", () => {
    const uncounted = { iterations: 0, nodeExpansions: 0, edgeEvaluations: 0 };
    const cases: readonly [Decoder, caseName: string, said: RegExp][] = [
      [
        wrong("beam-claiming-exactness"),
        "small lattices, exact sums",
        /^wrong scores in sentence 0\nexpected scores = \[\d+\]\ngot scores {6}= \[\d+\]\ngot labels/,
      ],
      [
        wrong("literal-expansion"),
        "small lattices, exact sums",
        /^Cannot find the best paths within the possible number of passes: \d+\n/,
      ],
      [
        changed((decode) => (...question) => {
          const { paths } = decode(...question);
          return { paths, bound: (paths[0]?.score ?? 0) - 1 };
        }),
        "one label",
        /^bound -1 is not an upper bound in sentence 0/,
      ],
      [
        changed((decode) => (lattice, k) => decode(lattice, k, uncounted)),
        "all scores equal",
        /^work.nodeExpansions must be at least 1: 0 in sentence 0/,
      ],
      [
        changed((decode) => (...question) => ({ ...decode(...question), bound: -1 })),
        "20,000 positions",
        /\ngot labels {6}= \[\[[\d, ]{999}… \(\d+ characters\)\]\n/,
      ],
    ];
    for (const [decoder, name, said] of cases) {
      assertMatch(messageOf(decoder, name) ?? "no failure", said);
    }
  });

  it("fails in the same way when run again", () => {
    const decoder = wrong("stale-buffer");
    const found = () => runCases(conformance(decoder, { runs: 10 }));
    assertEquals(found().failed.length > 0, true);
    assertEquals(found(), found());
  });

  it("fails when the description is incomplete", () => {
    const { failed } = runCases(conformance({ ...plain, name: "Plain", maxK: 3 }, { runs: 1 }));
    assertEquals(failed.map(({ name }) => name), ["Plain: the description is complete"]);
  });

  it("lets the work depend on earlier calls where the decoder says that it is adaptive", () => {
    const adaptive = { ...wrong("unsteady-work"), adaptive: true } as const;
    assertEquals(runCases(conformance(adaptive, { runs: 20 })).failed, []);
  });

  it("fails when batches, float32, disposal or reserved rows are decoded otherwise", () => {
    let offset = 0;
    const shifted = (more: object) =>
      changed((decode) => {
        const shift: Decode = ({ length, emissions }, k, work) => {
          const by = emissions instanceof Float64Array ? offset : 1;
          return decode({ length, emissions: emissions.map((score) => score + by) }, k, work);
        };
        return Object.assign(shift, more);
      });
    const batched = (batch: (decode: Decode) => Decode["batch"]) =>
      changed((decode) => Object.assign(decode, { batch: batch(decode) }));
    const reserving = (reserve: (block: ScoreBlock) => ScoreBlock) =>
      changed((decode, { labelCount }) =>
        Object.assign(decode, {
          reserve: (positions: number) => reserve(plainBlock(positions, labelCount)),
        })
      );
    let asked = 0;
    const cases: readonly [Decoder, said: string][] = [
      [reserving((block) => block), ""],
      [
        batched((decode) => (lattices, k, works) =>
          lattices.toReversed().map((lattice, i) => decode(lattice, k, works[i]!))
        ),
        "in a batch",
      ],
      [
        batched((decode) => (lattices, k, works) =>
          lattices.map((lattice, i) => {
            decode(lattice, k, works[i]!);
            return decode(lattice, k, works[i]!);
          })
        ),
        "in a batch",
      ],
      [shifted({ takesFloat32: true }), "in float32"],
      [shifted({ dispose: () => void offset++ }), "after another was disposed of"],
      [
        reserving((block) => ({ ...block, lattice: (_, length) => block.lattice(0, length) })),
        "in reserved rows",
      ],
      [
        reserving(({ stride, lattice, scores }) => ({
          stride,
          lattice,
          get scores() {
            return asked++ === 0 ? scores : scores.slice();
          },
        })),
        "rows have moved",
      ],
    ];
    for (const [decoder, said] of cases) {
      const message = messageOf(decoder, "batches and float32");
      if (said === "") assertEquals(message, undefined);
      else assertStringIncludes(message ?? "no failure", said);
    }
  });
});

/** The message of the first case of that name, `undefined` if it holds. */
function messageOf(decoder: Decoder, caseName: string): string | undefined {
  const found = conformance(decoder).find(({ name }) => name === caseName);
  assertExists(found, caseName);
  try {
    found.run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return undefined;
}

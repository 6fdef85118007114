import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { resolveOptions } from "../../../../decoders/chain/resolve_options.ts";
import type { Decoder } from "../../../../decoders/contract.ts";
import viterbi from "../../../../decoders/viterbi.ts";
import { firstUse } from "../../../../harness/problems/sequence/first_use.ts";
import { resolveDataset } from "../../../../harness/problems/sequence/discover.ts";

const OPTIONS = resolveOptions(viterbi, {});

describe("firstUse()", () => {
  it("decodes sentences in turn, with other scores each time, and gives a rising curve", async () => {
    const { model, lattices } = await (await resolveDataset("synthetic-weak-4")).sample(3, 1);
    const seen = new Set<string>();
    let calls = 0;
    const watched: Decoder = {
      ...viterbi,
      prepare: () => ({ length, emissions }) => {
        calls++;
        assertEquals(emissions.length, 4 * length);
        seen.add(emissions.join());
        return { paths: [] };
      },
    };
    const limits = { sentences: 100, atMostMs: Infinity };
    const points = firstUse(watched, OPTIONS, model, lattices, limits);
    assertEquals(points.map(({ sentences }) => sentences), [1, 10, 100]);
    assert(points.every(({ elapsedMs }, i) => elapsedMs >= (points[i - 1]?.elapsedMs ?? 0)));
    assertEquals([calls, seen.size], [100, 100]);
  });

  it("ends early when the time is over", async () => {
    const { model, lattices } = await (await resolveDataset("synthetic-weak-4")).sample(3, 1);
    const never = { sentences: 1000, atMostMs: -1 };
    assertEquals(firstUse(viterbi, OPTIONS, model, lattices, never), []);
  });
});

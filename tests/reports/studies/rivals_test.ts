import viterbi from "../../../decoders/viterbi.ts";
import sequence from "../../../harness/problems/sequence.ts";
import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { describe } from "@std/testing/bdd";
import { pathToFileURL } from "node:url";
import type { Decoder } from "../../../decoders/contract.ts";
import type { Variant } from "../../../harness/decoders/load_decoder.ts";
import { resolveDataset } from "../../../harness/problems/sequence/discover.ts";
import { probe, timeRivals } from "../../../reports/studies/_rivals.ts";
import { WrongAnswerError } from "../../../reports/studies/contract.ts";
import { writeDecoder } from "../../helpers/decoder_files.ts";
import { itInFolder, longItInFolder } from "../../helpers/in_folder.ts";
import { longIt } from "../../helpers/long.ts";

/** A decoder whose paths for k are made from those of a right one. */
async function variantOf(dir: string, name: string, paths: string): Promise<Variant> {
  const otherwise = { decode: `return { paths: ${paths} };`, members: "maxK: Infinity" };
  const { href: url } = pathToFileURL(await writeDecoder(dir, name, otherwise));
  return { name, decoder: (await import(url) as { default: Decoder }).default, url, options: {} };
}

describe("timeRivals()", () => {
  const wrong = {
    boasting:
      "right(lattice, k, work).paths.map(({ score, labels }) => ({ score: score + 1, labels }))",
    // Its scores are those of its paths: only the reference knows better ones.
    lazy: "right(lattice, k + 1, work).paths.slice(1)",
  };
  for (const [name, paths] of Object.entries(wrong)) {
    (name === "lazy" ? itInFolder : longItInFolder)(
      `stops when the first decoder is ${name}, and shows where`,
      async (dir) => {
        const variant = await variantOf(dir, name, paths);
        const sample = await (await resolveDataset("synthetic-structureless-4")).sample(2, 1);
        const ways = [() => probe(sample, [variant], 2), () => timeRivals(sample, [variant], 2, 1)];
        for (const compete of ways) {
          const error = await assertRejects(compete, WrongAnswerError);
          assertMatch(error.message, new RegExp(`^${name} on synthetic-structureless-4: `));
          assertEquals([error.decoder, error.k], [`${dir}/${name}.ts`, 2]);
          const pack = `${dir}/failing.safetensors`;
          await error.write(pack);
          const { url, options } = variant;
          const { differences } = await sequence.replay({ pack, url, options, k: 2 });
          assertEquals(differences.length, 1);
        }
      },
    );
  }

  longIt("times a decoder in each round, with its counts", async () => {
    const url = new URL("../../../decoders/viterbi.ts", import.meta.url).href;
    const variant: Variant = { name: "viterbi", decoder: viterbi, url, options: {} };
    const { sample } = await resolveDataset("synthetic-structureless-4{length=3}");
    const times = await timeRivals(await sample(2, 1), [variant], 1, 1);
    assertEquals(times.map(({ round }) => round), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assertEquals(new Set(times.map((timed) => timed.sentence_edges)), new Set([2 * 4 ** 2]));
  });
});

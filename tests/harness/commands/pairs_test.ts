import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { ROWS } from "../../../harness/store/rows.ts";
import { inProcess } from "../../helpers/in_process.ts";
import { withFolder, writePotentials } from "../../helpers/packs.ts";

describe("commands on a pack with pairs", () => {
  it("decode, check and sum over it", () =>
    withFolder(async (dir) => {
      const pack = await writePotentials(dir);
      const decoded = await inProcess(["decode", "--pack", pack, "--k", "100"]);
      const options = ["--k", "2", "--samples", "1", "--marginals"];
      const summed = await inProcess(["probabilities", "--pack", pack, ...options]);
      const margins = await inProcess(["margins", "--pack", pack]);
      const paths = decoded.stdout.trim().split("\n").map((line) => JSON.parse(line).paths);
      assertEquals(paths.map(({ length }) => length), [81, 3, 27]);
      for (const [sentence, line] of summed.stdout.trim().split("\n").entries()) {
        const { logPartition, error, labels, paths: [best], samples } = JSON.parse(line);
        const total = paths[sentence].reduce(
          (sum: number, { score }: { score: number }) => sum + Math.exp(score - logPartition),
          0,
        );
        assertEquals([Math.round(1e9 * total), error < 1e-12], [1e9, true]);
        assertEquals([labels, samples[0].length], [paths[sentence][0].labels, labels.length]);
        assertEquals(best.score, paths[sentence][0].score);
      }
      assertEquals(margins.code, 2);
      assertStringIncludes(margins.errors.join(), "it has pairs by position");
    }));

  it("check a decoder that takes it, and say why another does not", () =>
    withFolder(async (dir) => {
      const pack = await writePotentials(dir);
      const good = await inProcess(["check", "auto", "--pack", pack, "--k", "4"]);
      assertEquals([good.code, good.stdout.trim()], [0, "3 passed, 0 failed"]);
      const bad = await inProcess(["decode", "--pack", pack, "--decoder", "dominance"]);
      assertStringIncludes(bad.errors.join(), "Cannot prepare dominance, which takes no pairs");
      const work = await inProcess(["work", "--pack", pack]);
      assertMatch(work.stdout, /^viterbi .* best$/m);
      assertMatch(work.stdout, /^dominance .* skipped: it takes no pairs$/m);
      const listed = await inProcess(["list", "--dataset", pack]);
      assertStringIncludes(listed.stdout, "9 pairs, with scores of their own at each position");
    }));

  it("bench those that take it, and skip others with the reason", () =>
    withFolder(async (dir) => {
      const pack = await writePotentials(dir);
      const args = ["--decoder", "viterbi,beam,auto,dominance", "--counts", "--out", `${dir}/run`];
      assertEquals((await inProcess(["bench", "--dataset", pack, ...args])).code, 0);
      const rows = await ROWS.read(`${dir}/run`);
      assertEquals(
        rows.map(({ decoder, status, verdict }) => `${decoder}: ${status}, ${verdict}`).sort(),
        [
          "auto: ok, correct",
          "beam: ok, inexact",
          "control: ok, correct",
          "dominance: skipped, unchecked",
          "viterbi: ok, correct",
        ],
      );
      const skipped = rows.find(({ decoder }) => decoder === "dominance")!;
      assertStringIncludes(skipped.reason, "takes no scores of pairs that depend on the position");
    }));
});

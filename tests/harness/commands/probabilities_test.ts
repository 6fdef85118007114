import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe } from "@std/testing/bdd";
import { cli } from "../../helpers/child.ts";
import { inProcess } from "../../helpers/in_process.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { writeDense } from "../../helpers/packs.ts";

describe("cli.ts probabilities", () => {
  itInFolder("prints what is asked for by sentence, nothing where no path is", async (dir) => {
    const pack = await writeDense(dir, {
      emissions: [[0, 0], [0, 0], [-Infinity, 1], [-Infinity, -Infinity]],
      transitions: [[0, 0], [0, -Infinity]],
      lengths: [2, 1, 1],
    }, Float64Array);
    const flags = ["--pack", pack, "--marginals", "--k", "2", "--samples", "3"];
    const { code, stdout, errors } = await cli("cell", "probabilities", ...flags);
    assertEquals([code, errors], [0, []]);
    const [first, second, third] = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
    assertEquals(Object.keys(first), [
      ...["sentence", "confidences", "confidenceError", "labels"],
      ...["logPartition", "error", "entropy", "entropyError"],
      ...["marginalError", "marginals", "paths", "samples"],
    ]);
    assertEquals([first.labels.length, first.marginals.length], [2, 2]);
    first.labels.forEach((label: number, t: number) =>
      assertEquals(first.confidences[t], first.marginals[t][label])
    );
    assertAlmostEquals(first.logPartition, Math.log(3), 1e-14);
    assertAlmostEquals(first.entropy, Math.log(3), 1e-14);
    for (const row of first.marginals) {
      assertAlmostEquals(row[0], 2 / 3, 1e-15);
      assertAlmostEquals(row[1], 1 / 3, 1e-15);
    }
    for (const error of ["error", "entropyError", "marginalError"]) {
      assert(first[error] > 0 && first[error] < 1e-13, error);
    }
    assertEquals(first.paths.map(({ score }: { score: number }) => score), [0, 0]);
    assertAlmostEquals(first.paths[0].logProbability, -Math.log(3), 1e-14);
    assertEquals(first.samples.length, 3);
    assertEquals([second.paths.length, second.samples], [1, [[1], [1], [1]]]);
    assertEquals(second.logPartition, 1);
    assertEquals(third, {
      ...{ sentence: 2, confidences: null, confidenceError: null, labels: null },
      ...{ logPartition: null, error: null, entropy: null, entropyError: null },
      ...{ marginalError: null, marginals: null, paths: [], samples: [] },
    });
  });

  itInFolder("names labels, in margins too, and says so where a pack has no names", async (dir) => {
    const names = ["DET", "NO\u001bUN"];
    const scores = { emissions: [[3, 1], [0, 2]], transitions: [[0, -1], [-2, 0]], lengths: [2] };
    const metadata = { labels: JSON.stringify(names) };
    const pack = await writeDense(dir, { ...scores, metadata }, Float64Array);
    const flags = ["--pack", pack, "--names"];
    const more = ["--k", "1", "--samples", "2"];
    const { stdout } = await inProcess(["probabilities", ...flags, ...more]);
    assert(!stdout.includes("\u001b"));
    const line = JSON.parse(stdout);
    assertEquals(Object.keys(line).slice(1, 5), [
      ...["confidences", "confidenceError", "labels", "names"],
    ]);
    assertEquals([line.labels, line.names, line.paths[0].names], [[0, 1], names, names]);
    assertEquals(line.sampleNames.length, 2);
    const { path } = JSON.parse((await inProcess(["margins", ...flags])).stdout);
    assertEquals(Object.keys(path), [
      ...["confidences", "confidenceError", "score", "labels", "names", "margins"],
    ]);
    assertEquals([path.names, path.confidences], [names, line.confidences]);
  });
});

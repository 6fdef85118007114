import { assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { resolveDataset } from "../../../harness/problems/sequence/discover.ts";
import { takeSample } from "../../../harness/problems/sequence/sample.ts";
import { timeTaggers } from "../../../reports/studies/_board_measured.ts";
import { isInstalled, PROGRAMS } from "../../../reports/studies/_tagger_programs.ts";

/** What is found on three sentences of a dataset: titles, and reasons of what was not timed. */
async function foundOn(name: string): Promise<[title: string, reason: string][]> {
  const sample = takeSample(await (await resolveDataset(name)).open(3, 1), 3);
  const folder = await Deno.makeTempDir();
  try {
    const found = await timeTaggers(sample, folder);
    return found.map(({ system, reason = "" }) => [system, reason]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

describe("timeTaggers()", () => {
  it("times those that are installed, whose labels are the best", async () => {
    const found = await foundOn("synthetic-strong-5{length=4}");
    for (const [i, { command, title }] of PROGRAMS.entries()) {
      const reason = await isInstalled(command) ? "" : `${command} is not installed`;
      assertEquals(found[i], [title, reason]);
    }
  });

  it("says what no model of theirs can be", async () => {
    const reasons = async (name: string) => (await foundOn(name)).map(([, reason]) => reason);
    assertMatch(
      (await reasons("synthetic-strong-1450{length=4}")).join(),
      /its model would have 21/,
    );
    assertMatch((await reasons("synthetic-pitch-100{length=4}")).join(), /it has no weights of −∞/);
  });
});

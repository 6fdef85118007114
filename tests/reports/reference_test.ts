import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { fileURLToPath } from "node:url";
import { readRun } from "../../harness/store/store.ts";
import { summaryOf } from "../../reports/pages/compose.ts";
import { reportFiles } from "../../reports/pages/report.ts";
import { studyFiles } from "../../reports/pages/study_pages.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const REFERENCE = "reports/reference";
/** What pages are built from. */
const INPUTS = /\.csv\.gz$|(^|\/)manifest\.json$|^studies\/\w+\.json$/;

/** The committed files of a run by their paths in its folder, without those of the runs in it. */
async function committed(run: string): Promise<string[]> {
  const { stdout } = await new Deno.Command("git", {
    args: ["ls-files", run],
    cwd: ROOT,
  }).output();
  return new TextDecoder().decode(stdout).trim().split("\n")
    .map((path) => path.slice(run.length + 1))
    .filter((path) => run !== REFERENCE || !/^(crf|paper|sweeps)\//.test(path));
}

describe("the reference runs", () => {
  for (const run of ["", "/crf", "/paper", "/sweeps"].map((run) => REFERENCE + run)) {
    it(`have pages as their rows say: ${run}`, async () => {
      const dir = ROOT + run;
      const { rows, manifest } = await readRun(dir);
      const built = new Map([
        ...await reportFiles(dir, rows, manifest),
        ...await studyFiles(dir, summaryOf(rows, manifest)),
      ]);
      const pages = (await committed(run)).filter((path) => !INPUTS.test(path));
      for (const page of pages) {
        assertEquals(await Deno.readTextFile(`${dir}/${page}`), built.get(page), page);
      }
      assertEquals(pages.includes("summary.csv"), true);
    });
  }
});

import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROWS } from "../../harness/store/rows.ts";
import { readManifest, readRun } from "../../harness/store/store.ts";
import { noiseLines } from "../../reports/numbers/noise.ts";
import { readRunData } from "../../reports/numbers/read_run.ts";
import { summarize } from "../../reports/numbers/summary.ts";
import { reportFiles, studyFiles } from "../../reports/pages/report.ts";
import { longIt } from "../helpers/long.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const REFERENCE = "reports/reference";
const RUNS = ["", "/ccg", "/crf", "/paper", "/sweeps"].map((run) => REFERENCE + run);
/** What pages are built from. */
const INPUTS = /\.csv\.gz$|(^|\/)manifest\.json$|^studies\/\w+\.json$/;

/** The committed files of a folder by their paths in the project. */
async function committedIn(folder: string): Promise<string[]> {
  const command = new Deno.Command("git", { args: ["ls-files", folder], cwd: ROOT });
  const { stdout } = await command.output();
  return new TextDecoder().decode(stdout).trim().split("\n");
}

describe("the reference runs", () => {
  for (const run of RUNS) {
    (run === REFERENCE ? it : longIt)(`have pages as their rows say: ${run}`, async () => {
      const dir = ROOT + run;
      const read = await readRun(dir);
      const { rows, manifest } = read;
      const data = await readRunData(dir, rows, manifest, read);
      // By their paths in its folder, without those of the runs in it.
      const pages = (await committedIn(run)).map((path) => path.slice(run.length + 1))
        .filter((path) => run !== REFERENCE || !/^(ccg|crf|paper|sweeps)\//.test(path))
        .filter((path) => !INPUTS.test(path));
      const wanted = (path: string) => pages.includes(path);
      const built = new Map([
        ...await reportFiles(data, manifest, wanted),
        ...await studyFiles(dir, data, wanted),
      ]);
      for (const page of pages) {
        assertEquals(await Deno.readTextFile(`${dir}/${page}`), built.get(page), page);
      }
      assertEquals(pages.includes("summary.csv"), true);
    });
  }

  it("are quiet enough to compare with, where the manifest tells the conditions", async () => {
    let measured = 0;
    for (const run of RUNS) {
      if ((await readManifest(ROOT + run)).conditions === undefined) continue;
      measured++;
      assertEquals(noiseLines(summarize(await ROWS.read(ROOT + run))), [], run);
    }
    assert(measured > 0);
  });

  it("take no more than 8 MB together", async () => {
    const sizes = (await committedIn(REFERENCE)).map((path) => Deno.statSync(ROOT + path).size);
    assertLessOrEqual(sizes.reduce((sum, size) => sum + size), 8e6);
  });

  it("have every file that a page links", async () => {
    const files = await committedIn(".");
    const found = new Set(files.flatMap((path) => [path, ...foldersOf(path)]));
    for (const page of files.filter((path) => path.endsWith(".md"))) {
      const text = await Deno.readTextFile(ROOT + page);
      const links = [...text.matchAll(/\]\((?!\w+:)([^)#\s]+)/g)]
        .map(([, link]) => join(dirname(page), link!).replace(/\/$/, ""));
      assertEquals(links.filter((link) => !found.has(link)), [], page);
    }
  });
});

function foldersOf(path: string): string[] {
  return path.split("/").map((_, i, parts) => parts.slice(0, i).join("/")).slice(1);
}

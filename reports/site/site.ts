/**
 * The site: the explorer, the pages of the reference runs and the guides in one static folder.
 *
 * @module
 */

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readRun } from "../../harness/store/store.ts";
import { replaceFile } from "../../harness/store/table_file.ts";
import { readRunData } from "../numbers/read_run.ts";
import { elementPages } from "../pages/element_pages.ts";
import { escapeHtml } from "../pages/html/blocks.ts";
import { reportHtml } from "../pages/html/report.ts";
import { composeReport } from "../pages/report.ts";
import { pageOf, renderGuide, type Shelf, sitePage } from "./guides.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const REFERENCE = "reports/reference";
/** The guides, and the pictures that they may show. Runs of one's own are no part of the site. */
const SHELF = ["datasets", "decoders", "harness", "reports"];
const NO_PART = /^reports.runs\b/;
/** Runs of the reference, the quick one in its root. */
const RUNS: readonly string[] = ["", "paper", "sweeps", "crf", "ccg"];
/** The picture of the first screen, and of the explorer. */
const GLANCE = "reports/reference/paper/charts/at-a-glance.svg";
const EXPLORER = "reports/explorer/explorer.svg";
const STYLES = ["pages/html/page/base.css", "pages/html/page/text.css", "site/site.css"];

/** What is written, by its path in the folder. */
export type SiteFiles = Map<string, string | Uint8Array>;

/** A link of the start page. */
type Link = readonly [path: string, text: string, note?: string];

/**
 * Makes the files of the site.
 *
 * @param explorer the explorer's page
 * @param names runs whose pages are made: most of the time goes there
 */
export async function siteFiles(explorer: string, names = RUNS): Promise<SiteFiles> {
  const files: SiteFiles = new Map([["explorer.html", explorer]]);
  const shelf = await shelfOf();
  const titles = new Map<string, string>();
  for (const path of shelf.guides) {
    const { title, html, uses } = renderGuide(path, await read(path), shelf);
    titles.set(path, title);
    files.set(pageOf(path), sitePage(pageOf(path), title, html));
    for (const use of uses) files.set(use, await Deno.readFile(join(ROOT, use)));
  }
  const runs: Link[] = [];
  for (const name of names) runs.push(await addRun(join(REFERENCE, name), files));
  for (const path of [GLANCE, EXPLORER]) files.set(path, await Deno.readFile(join(ROOT, path)));
  const styles = STYLES.map((path) => read(join("reports", path)));
  files.set("site.css", (await Promise.all(styles)).join("\n"));
  files.set("index.html", startPage(await read("README.md"), runs, titles, shelf));
  return files;
}

/** Writes files below a folder; returns how many bytes. */
export async function writeSite(dir: string, files: SiteFiles): Promise<number> {
  let size = 0;
  for (const [path, content] of files) {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    await replaceFile(join(dir, path), bytes);
    size += bytes.length;
  }
  return size;
}

async function addRun(dir: string, files: SiteFiles): Promise<Link> {
  const run = await readRun(join(ROOT, dir));
  const data = await readRunData(join(ROOT, dir), run.rows, run.manifest, run);
  const report = await composeReport(data, run.manifest, () => false);
  const path = `${dir}/report.html`;
  files.set(path, await reportHtml(report, elementPages(report)));
  return [path, report.title, report.headline];
}

/** The start page: the README's first words, then what there is. */
function startPage(
  readme: string,
  runs: readonly Link[],
  titles: ReadonlyMap<string, string>,
  shelf: Shelf,
): string {
  const first = readme.slice(0, readme.indexOf("\n!["));
  const list = (links: readonly Link[]) => {
    const items = links.map(([path, text, note = ""]) => {
      const about = note === "" ? "" : `<br><span class="quiet">${escapeHtml(note)}</span>`;
      return `<li><a href="${path}">${escapeHtml(text)}</a>${about}</li>`;
    });
    return `<ul>\n${items.join("\n")}\n</ul>`;
  };
  const guides = (pattern: RegExp) => {
    const found = [...titles].filter(([path]) => pattern.test(path));
    // Of several runs there are pages with the same title.
    return list(found.map(([path, title]) => [pageOf(path), title, path]));
  };
  const content = `${renderGuide("README.md", first, shelf).html}
<p><a class="door" href="explorer.html">Open the explorer</a> exact decoders side by side on a real
sentence, edge by edge.</p>
<p><a href="${GLANCE}"><img src="${GLANCE}" alt="Speed of exact decoding over Viterbi"></a></p>
<p><a href="explorer.html"><img src="${EXPLORER}" alt="One sentence, eight exact decoders"></a></p>
<h2>Measured</h2>
${list(runs)}
<h2>Papers and studies</h2>
${guides(/^reports\/reference\/.*(papers|studies)\/[^/]+\.md$|claims\.md$/)}
<h2>Guides</h2>
${guides(/^(?!reports\/reference)(?!datasets\/real).*(README|PROTOCOL|PYTHON|CHANGELOG)\.md$/)}
<h2>How it is exact</h2>
${guides(/PROOFS\.md$/)}`;
  return sitePage("index.html", "Trellis", content);
}

/** All guides, and the files that they may show. */
async function shelfOf(): Promise<Shelf> {
  const paths = ["README.md", "CHANGELOG.md"];
  // A glob of Node wants to read the environment, which the task may not.
  for (const folder of SHELF) {
    const files = await readdir(join(ROOT, folder), { recursive: true });
    paths.push(...files.map((file) => join(folder, file)).filter((path) => !NO_PART.test(path)));
  }
  const ending = (end: string) => new Set(paths.filter((path) => path.endsWith(end)).sort());
  return { guides: ending(".md"), files: ending(".svg") };
}

function read(path: string): Promise<string> {
  return Deno.readTextFile(join(ROOT, path));
}

import { assertEquals, assertMatch } from "@std/assert";
import { describe } from "@std/testing/bdd";
import { writeFiles } from "../../../reports/pages/files.ts";
import { contentsOf } from "../../helpers/folder_contents.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { replacing } from "../../helpers/replacing.ts";

/** Files below a folder with their texts, but for lists. */
const texts = (dir: string) =>
  Object.fromEntries(
    Object.entries(contentsOf(dir)).filter(([path]) => !path.endsWith("report_files.json")),
  );

const write = (dir: string, files: Record<string, string>, list?: string) =>
  writeFiles(dir, new Map(Object.entries(files)), list);

describe("writeFiles()", () => {
  itInFolder("removes what it wrote before and does not write again, nothing else", async (dir) => {
    await write(dir, { "charts/a.vl.json": "{}", "charts/b.vl.json": "{}", "report.md": "1" });
    const own = { "charts/mine.svg": "<svg/>", "tables/mine.csv": "1", "report.tex": "x" };
    for (const [name, text] of Object.entries(own)) {
      await Deno.mkdir(`${dir}/tables`, { recursive: true });
      await Deno.writeTextFile(`${dir}/${name}`, text);
    }
    await write(dir, { "report.md": "2" });
    assertEquals(texts(dir), { ...own, "report.md": "2" });
  });

  itInFolder("keeps a file that somebody has changed since", async (dir) => {
    await write(dir, { "tables/a.md": "written" });
    await Deno.writeTextFile(`${dir}/tables/a.md`, "edited");
    await write(dir, { "report.md": "" });
    assertEquals(texts(dir), { "tables/a.md": "edited", "report.md": "" });
  });

  itInFolder("keeps what somebody made of a file that it writes, and says where", async (dir) => {
    const path = `${dir}/report.html`;
    const lines: string[] = [];
    using _ = replacing(console, "error", (line: string) => lines.push(line));
    await Deno.writeTextFile(path, "of a clone");
    await write(dir, { "report.html": "1" });
    await write(dir, { "report.html": "2" });
    assertEquals(lines, []);
    for (const text of ["edited", "again"]) {
      await Deno.writeTextFile(path, text);
      await write(dir, { "report.html": "2" });
    }
    const edited = { "report.edited.html": "edited", "report.edited-2.html": "again" };
    assertEquals(texts(dir), { "report.html": "2", ...edited });
    assertEquals(lines.length, 2);
    assertMatch(lines[0]!, /^note: .*\/report\.html is .* is .*\/report\.edited\.html$/);
  });

  itInFolder("takes a file for its own that a killed writer left, old or new", async (dir) => {
    await write(dir, { "report.md": "1" });
    const list = `${dir}/report_files.json`;
    const { "report.md": old } = JSON.parse(await Deno.readTextFile(list));
    await write(dir, { "report.md": "2" });
    const { "report.md": now } = JSON.parse(await Deno.readTextFile(list));
    for (const text of ["1", "2"]) {
      await Deno.writeTextFile(list, JSON.stringify({ "report.md": [now, old] }));
      await Deno.writeTextFile(`${dir}/report.md`, text);
      await write(dir, { "report.md": "3" });
      assertEquals(texts(dir), { "report.md": "3" });
    }
  });

  itInFolder("removes nothing where a list is damaged or leads out of the folder", async (dir) => {
    await write(dir, { "a.md": "same" });
    const written = await Deno.readTextFile(`${dir}/report_files.json`);
    const [hash] = Object.values(JSON.parse(written));
    const out = `${dir}/run`;
    for (const name of ["../a.md", `${dir}/a.md`, "x/../../a.md", ".", "\0"]) {
      await Deno.mkdir(out, { recursive: true });
      await Deno.writeTextFile(`${out}/report_files.json`, JSON.stringify({ [name]: hash }));
      await write(out, { "b.md": "" });
    }
    for (const list of ["", "{", "null", "7", '"a.md"']) {
      await Deno.writeTextFile(`${out}/report_files.json`, list);
      await write(out, { "b.md": "" });
    }
    assertEquals(texts(dir), { "a.md": "same", "run/b.md": "" });
  });

  itInFolder("keeps a list for each kind of pages, and writes none for no files", async (dir) => {
    await write(dir, {}, "studies/report_files.json");
    assertEquals([...Deno.readDirSync(dir)], []);
    await write(dir, { "report.md": "" });
    await write(dir, { "studies/kept.md": "" }, "studies/report_files.json");
    await write(dir, { "claims.md": "" });
    assertEquals(texts(dir), { "claims.md": "", "studies/kept.md": "" });
    await write(dir, {}, "studies/report_files.json");
    assertEquals(texts(dir), { "claims.md": "" });
  });
});

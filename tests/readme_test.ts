import config from "../deno.json" with { type: "json" };
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertExists,
  assertLessOrEqual,
  assertStringIncludes,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { listCommands } from "../cli.ts";
import type { Decoder } from "../decoders/contract.ts";
import { writePackFile } from "../datasets/packs/pack_file.ts";
import { conformance, runCases } from "../harness/conformance/conformance.ts";
import { resolveVariant, splitVariants } from "../harness/decoders/variant.ts";
import { listSuites } from "../harness/plan/plan.ts";
import { isParsingName } from "../harness/problems/parsing/discover.ts";
import { describeDecoders } from "../harness/decoders/discover.ts";
import { listRealDatasets } from "../harness/problems/sequence/discover.ts";
import { type Flags, parseFlags } from "../harness/terminal/flags.ts";
import { median } from "../reports/numbers/statistics.ts";
import { findStudies } from "../reports/studies/contract.ts";
import { inProcess } from "./helpers/in_process.ts";
import { itInFolder } from "./helpers/in_folder.ts";
import { denseFile, TINY } from "./helpers/packs.ts";
import { markdownOf, readmeTables, splitAt } from "./helpers/readme_tables.ts";

const ROOT = new URL("../", import.meta.url);
const read = (path: string) => Deno.readTextFileSync(new URL(path, ROOT));
/** Each with the most lines that it may have. */
const MOST_LINES: Readonly<Record<string, number>> = {
  "README.md": 150,
  "decoders/README.md": 200,
  "datasets/README.md": 200,
  "datasets/cfg/README.md": 60,
  "datasets/models/README.md": 65,
  "harness/README.md": 215,
  "reports/README.md": 200,
};
const NUMBERS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight"];
const README = read("README.md");

/** The first table of a text. */
function tableOf(text: string): string {
  const table = /(?:^\|.*\|\n)+/m.exec(text)?.[0];
  assertExists(table, "no table");
  return table;
}

/** The cells of the first table of a committed page after some words, without its head. */
function cellsOf(path: string, words = ""): string[][] {
  const page = read(path);
  return tableOf(page.slice(page.indexOf(words))).trim().split("\n").slice(2)
    .map((line) => line.split("|").slice(1, -1).map((cell) => cell.replaceAll(/[*`]/g, "").trim()));
}

/** A text as one line. */
function flat(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

/** The first example in a language after some words. */
function codeAfter(words: string, language: string): string {
  const pattern = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``);
  const code = pattern.exec(README.slice(README.indexOf(words)))?.[1];
  assertExists(code, `no code after "${words}"`);
  return code;
}

/** The command lines of a text after `deno task`, as lists of arguments. */
function commandsOf(text: string): string[][] {
  const onOne = (_: string, run: string, lines: string) =>
    `${run} ${lines.replaceAll(/\n */g, " ")}\n`;
  const joined = text.replaceAll(/ *\\\n */g, " ")
    .replaceAll(/(- run: >-)\n((?: {10}.*\n)+)/g, onOne);
  const found = joined.matchAll(/deno(?:@2\.9\.6)? task(?: --cwd trellis)? ([^\n`|]*)/g);
  return [...found].map(([, line]) => wordsOf(line!.replace(/ +[#<].*$/, "")));
}

/** Splits a line as a shell does. */
function wordsOf(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return words.map((word) => word.replaceAll(/['"]/g, ""));
}

const EVERY = Object.keys(MOST_LINES).flatMap((path) => commandsOf(read(path)));
const LINES = [...new Set(EVERY.map((words) => JSON.stringify(words)))]
  .map((words): string[] => JSON.parse(words));

const [FIRST] = commandsOf(codeAfter("The first answer", "sh"));

/** What is a name of the reader's own: a file, or a word in capitals. */
const isOwn = (name: string) => /[./]|^[A-Z_]+$|^\$/.test(name);

/** What a command line asks for that there is not. */
async function unknownOf({ values, positional }: Flags, command: string): Promise<string[]> {
  const decoders = [...await describeDecoders(), ...await describeDecoders("parsing")];
  const lists: Readonly<Record<string, readonly string[]>> = {
    suite: (await listSuites()).map(({ name }) => name),
    study: (await findStudies()).map(({ value }) => value.name),
  };
  const asked = command === "check" && !isOwn(positional[0]!) ? positional : [];
  for (const text of [...splitVariants(values["decoder"] ?? ""), ...asked]) {
    if (text !== "" && !isOwn(text)) resolveVariant(text, decoders);
  }
  const packs = await listRealDatasets();
  const isKnown = async (name: string) =>
    isOwn(name) || packs.includes(name.split("{")[0]!) || name.startsWith("synthetic-") ||
    await isParsingName(name);
  const datasets = splitVariants(values["dataset"] ?? values["pack"] ?? values["only"] ?? "NONE");
  const unknown = [];
  for (const name of datasets) if (!await isKnown(name)) unknown.push(name);
  const named = [["suite", values["suite"]], ["study", positional[0]]] as const;
  for (const [kind, name] of named) {
    if (name === undefined || isOwn(name) || kind === "study" && command !== kind) continue;
    if (!lists[kind]!.includes(name)) unknown.push(name);
  }
  return unknown;
}

/** Commands that are run as they stand: they take seconds, and read only what comes along. */
const QUICK = ["decode", "margins", "probabilities", "work"];

describe("the READMEs", () => {
  it("are as short as they can be read", () => {
    for (const [path, most] of Object.entries(MOST_LINES)) {
      assertLessOrEqual(read(path).trimEnd().split("\n").length, most, path);
    }
  });

  it("have the tables that commands, decoders, suites and studies give", async () => {
    for (const table of await readmeTables()) {
      const [, shown] = splitAt(read(table.file), table.name);
      const how = `${table.file}: deno run -A tests/helpers/readme_tables.ts writes it`;
      assertEquals(shown, markdownOf(table), how);
    }
  });

  it("ask commands for flags, decoders, datasets, suites and studies that there are", async () => {
    const commands = await listCommands();
    assert(LINES.length > 40, `${LINES.length} command lines`);
    for (const [name = "", ...args] of LINES) {
      const command = commands.get(name);
      if (command === undefined) {
        assert(name === "…" || name === "COMMAND" || Object.hasOwn(config.tasks, name), name);
        continue;
      }
      const flags = parseFlags(name, command.flags, args.filter((arg) => arg !== "--help"));
      assertEquals(await unknownOf(flags, name), [], [name, ...args].join(" "));
    }
  });

  itInFolder("have command lines that decode, count and list as they stand", async (dir) => {
    const labels = JSON.stringify(["noun", "verb", "other"]);
    const mine = denseFile({ ...TINY, metadata: { name: "mine", labels } });
    await writePackFile(`${dir}/mine.safetensors`, mine);
    const commands = await listCommands();
    let [count, isShown] = [0, false];
    for (const [name = "", ...args] of LINES.filter(([name]) => QUICK.includes(name!))) {
      const flags = parseFlags(name, commands.get(name)!.flags, args);
      if (flags.values["pack"] === undefined) continue;
      if (Object.values(flags.values).some((value) => /^[A-Z]+$/.test(value ?? ""))) continue;
      const own = args.map((arg) => arg.replace(/^(mine|paths)\./, `${dir}/$1.`));
      const { code, errors, stdout } = await inProcess([name, ...own]);
      assertEquals(code, 0, `${[name, ...args].join(" ")}\n${errors.join("\n")}`);
      // README.md shows what its first command prints.
      if (JSON.stringify([name, ...args]) === JSON.stringify(FIRST)) {
        assertEquals(JSON.parse(stdout), JSON.parse(codeAfter("The first answer", "json")));
        isShown = true;
      }
      count++;
    }
    assert(count > 6 && isShown, `${count} command lines`);
  });
});

describe("README.md", () => {
  it("answers which decoder with the table of the run of the suite paper", () => {
    const speeds = read("reports/reference/paper/tables/readme-speed.md");
    assertEquals(tableOf(README.slice(README.indexOf("## Which decoder?"))), tableOf(speeds));
  });

  it("begins with the medians of auto's speeds at k = 1 in that table, over both Viterbis", () => {
    const speedsOf = (decoder: string) =>
      README.split("\n").find((line) => line.startsWith(`| ${decoder}, k = 1 `))!.split("|")
        .slice(2, -1).map((cell) => parseFloat(cell.replaceAll(/[ ,]/g, "")));
    const [plain, simd] = ["auto", "auto over viterbi{kernel=simd}"].map(speedsOf);
    const said = `${median(plain!)} times as fast as a tuned Viterbi without SIMD, and ` +
      `${median(simd!)} times as fast as one with it, in the median of five`;
    assertStringIncludes(flat(README), said);
  });

  it("says of dense tasks what the board says", () => {
    const rows = cellsOf("reports/reference/studies/board.md", "## One thread");
    const ms = (dataset: string, name: string) =>
      Number(
        rows.find(([at, , system]) => at === dataset && system === name)![4]!.replace(",", ""),
      );
    const dense = rows.filter(([, , system, , , , share]) => system === "auto" && share === "100%");
    assert(dense.length > 1);
    assertStringIncludes(flat(README), "up to a quarter more at 45 labels, and [Viterbi in C with");
    assertStringIncludes(flat(README), "AVX2 half of that]");
    for (const [dataset = ""] of dense) {
      const [auto, simd] = [ms(dataset, "auto"), ms(dataset, "viterbi{kernel=simd}")];
      assertLessOrEqual(auto / simd, dataset.includes("-45{") ? 1.25 : 1.05, dataset);
      assertAlmostEquals(ms(dataset, "c-avx2") / Math.min(auto, simd), 0.5, 0.05, dataset);
    }
  });

  it("says of each paper what its page says", () => {
    const lines = README.slice(README.indexOf("## Is the paper right?")).split("\n## ")[0]!
      .replaceAll("\n  ", " ").split("\n").filter((line) => line.startsWith("- "));
    assertEquals(lines.length, 5);
    for (const line of lines) {
      const [, page, found = ""] = /\]\(([^)]*)\)[^:]*: (.*)$/.exec(line)!;
      const [, judged, cells, verdicts = ""] =
        /^(\d+) of (\d+)(?: cells are judged)?: (.*)$/.exec(found) ?? [];
      assert(read(page!).includes(judged ? `\n${cells} cells: ${verdicts}` : found), line);
      const counts = verdicts.match(/\d+/g) ?? [];
      assertEquals(counts.reduce((sum, count) => sum + Number(count), 0), Number(judged ?? 0));
    }
  });

  itInFolder("shows a decoder that passes the conformance suite as it stands", async (dir) => {
    const source = codeAfter("## Add a decoder", "ts ignore");
    const decoders = new URL("decoders/", ROOT).href;
    const path = join(dir, "example.ts");
    await Deno.writeTextFile(path, source.replaceAll('from "./', `from "${decoders}`));
    const { default: decoder } = await import(pathToFileURL(path).href) as { default: Decoder };
    assertEquals(runCases(conformance(decoder, { runs: 20 })).failed, []);
  });

  itInFolder("decodes a tagger's scores with four lines", async (dir) => {
    const code = codeAfter("## Decode your own tagger's scores", "ts ignore").trim();
    assertEquals(code.split("\n").filter((line) => line !== "").length, 4);
    const scores = {
      transitions: [[0, -1], [-2, 0]],
      start: [1, 0],
      end: [0, 1],
      labels: ["DET", "NOUN"],
      sentences: [[[3, 1], [0, 2]].map((row) => Float32Array.from(row))],
    };
    const entry = new URL("decoders/tagging/mod.ts", ROOT).href;
    const [imported, ...rest] = code.replace("@trellis/trellis/decoders", entry).split("\n");
    const names = Object.keys(scores).join(", ");
    const text = `${imported}\nexport const run = ({ ${names} }) => {${
      rest.join("\n")
    }\nreturn paths; };`;
    const path = join(dir, "example.js");
    await Deno.writeTextFile(path, text);
    const { run } = await import(pathToFileURL(path).href);
    assertEquals(run(scores), [[
      { score: 6, labels: ["DET", "NOUN"] },
      { score: 4, labels: ["DET", "DET"] },
      { score: 4, labels: ["NOUN", "NOUN"] },
    ]]);
  });
});

it("reports/README.md says of CRFs and parses what the pages say", () => {
  const text = flat(read("reports/README.md"));
  const page = (path: string, words?: string) => cellsOf(`reports/reference/${path}.md`, words);
  const speeds = page("crf/tables/speed-up").find(([decoder]) => decoder === "auto")!.slice(1)
    .map((cell) => parseFloat(cell.split(" / ").at(-1)!.replace(",", "")));
  const [least, most] = [Math.min(...speeds), Math.max(...speeds)]
    .map((speed) => Math.round(speed).toLocaleString("en-US"));
  const verdicts = (run: string) =>
    new Map(page(`${run}/claims`).map(([claim, verdict]) => [claim, verdict] as const));
  const [paper, crf, ccg] = [verdicts("paper"), verdicts("crf"), verdicts("ccg")];
  const turned = [...crf].filter(([claim, verdict]) =>
    new Set(["not testable here", verdict, paper.get(claim) ?? verdict]).size === 3
  );
  const parsers = page("ccg/tables/parsers");
  const parsed = (decoder: string, column: number) =>
    ["ast", "reverse"].map((space) =>
      parsers.find(([at, name]) => at === `ewt_ccg_dev{space=${space}}` && name === decoder)![
        column
      ]!
    );
  const errors = (round: string) =>
    page("ccg/studies/beliefs", "## Errors by round")
      .filter(([dataset, , , at]) => at === round && !dataset!.includes("coupling=0"))
      .map(([, , , , error]) => (100 * Number(error)).toFixed(1));
  const five = "dual-decomposition{iterations=5";
  const said = [
    `[${least} to ${most} times](reference/crf/tables/speed-up.md)`,
    `all but ${NUMBERS[turned.length]} come out the same`,
    `[${ccg.size} claims](reference/ccg/claims.md)`,
    `belief propagation ${parsed("belief-propagation", 5).join(" in ast and ")} in reverse`,
    `the pipeline ${parsed("pipeline", 5).join(" and ")}:`,
    `bundle steps prove ${parsed(`${five},steps=bundle}`, 4).join(" and ")} of them`,
    `subgradient steps ${parsed(`${five}}`, 4).join(" and ")}.`,
    `[${errors("1").join(" to ")}% of the probability]`,
    `after 25 rounds still ${[...new Set(errors("25"))].join()}%`,
  ];
  for (const words of said) assertStringIncludes(text, words);
  assertEquals(parsed("dual-decomposition", 5), ["100%", "100%"], "it finds all of them");
});

it("decoders/README.md names every decoder, whether it is exact, and k", async () => {
  const rows = cellsOf("decoders/README.md");
  const shown = rows.map(([name, , exact, k]) => `${name} ${exact} ${k}`).sort();
  const known = (await describeDecoders()).map(({ value: { name, exact, maxK } }) =>
    `${name} ${exact ? "yes" : "no"} ${maxK === 1 ? "1" : "≥ 1"}`
  );
  assertEquals(shown, known.sort());
});

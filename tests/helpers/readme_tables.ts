/**
 * The tables of the READMEs that are made of what commands, decoders, suites and studies say of
 * themselves. `deno run -A tests/helpers/readme_tables.ts` writes them.
 *
 * @module
 */

import { listCommands } from "../../cli.ts";
import { listSuites } from "../../harness/plan/plan.ts";
import type { Description } from "../../decoders/contract.ts";
import { describeDecoders } from "../../harness/decoders/discover.ts";
import { findStudies } from "../../reports/studies/contract.ts";

const ROOT = new URL("../../", import.meta.url);

/** A table between `<!-- NAME -->` and `<!-- end -->` in a README. */
export interface ReadmeTable {
  /** The README, from the root of the project. */
  readonly file: string;
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** All tables that are made. */
export async function readmeTables(): Promise<ReadmeTable[]> {
  const decoders = (await describeDecoders()).map(({ value }) => value);
  const parsers = (await describeDecoders("parsing")).map(({ value }) => value);
  const commands = [...await listCommands()];
  return [
    {
      file: "decoders/README.md",
      name: "options",
      head: ["decoder", "option", "meaning (choices)"],
      rows: [...decoders, ...parsers].flatMap(optionRows),
    },
    {
      file: "decoders/README.md",
      name: "parsing decoders",
      head: ["name", "what it is", "source", "exact"],
      rows: parsers.map(({ name, title, source, exact }) => [
        code(name),
        title,
        source,
        exact ? "yes" : "no",
      ]),
    },
    {
      file: "harness/README.md",
      name: "commands",
      head: ["command", "what it does"],
      rows: commands.flatMap(([, { examples }]) =>
        Object.entries(examples).map(([line, does]) => [code(`deno task ${line}`), does])
      ),
    },
    {
      file: "harness/README.md",
      name: "suites",
      head: ["suite", "what it measures"],
      rows: (await listSuites()).map(({ name, meaning }) => [code(name), meaning]),
    },
    {
      file: "reports/README.md",
      name: "studies",
      head: ["study", "what it measures"],
      rows: (await findStudies()).map(({ value }) => [code(value.name), value.meaning]),
    },
  ];
}

function optionRows({ name, options }: Description): string[][] {
  return Object.entries(options).map(([option, { default: usual, meaning, choices }], index) => [
    index === 0 ? code(name) : "",
    code(`${option}=${usual}`),
    choices === undefined ? meaning : `${meaning} (${choices.join(", ")})`,
  ]);
}

function code(text: string): string {
  return `\`${text}\``;
}

/** The table as \`deno fmt\` leaves it. */
export function markdownOf({ head, rows }: Pick<ReadmeTable, "head" | "rows">): string {
  const cells = [head, ...rows].map((row) => row.map((text) => text.replaceAll("|", "\\|")));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const lineOf = (row: readonly string[]) =>
    `| ${row.map((text, column) => text.padEnd(widths[column]!)).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [lineOf(cells[0]!), rule, ...cells.slice(1).map(lineOf)].join("\n");
}

/** Where a README has a table: the text before it, the table, and the text after it. */
export function splitAt(text: string, name: string): [string, string, string] {
  const begin = `<!-- ${name} -->\n\n`;
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf("\n\n<!-- end -->", from);
  if (from < begin.length || to < 0) throw new RangeError(`Cannot find the table "${name}"`);
  return [text.slice(0, from), text.slice(from, to), text.slice(to)];
}

if (import.meta.main) {
  for (const table of await readmeTables()) {
    const url = new URL(table.file, ROOT);
    const [before, , after] = splitAt(await Deno.readTextFile(url), table.name);
    await Deno.writeTextFile(url, `${before}${markdownOf(table)}${after}`);
  }
}

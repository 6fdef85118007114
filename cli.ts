/**
 * The command line of Trellis: `deno task <command> …`.
 *
 * The commands that need no report are files of `harness/commands/`.
 *
 * @module
 */

import { basename } from "node:path";
import { modulesIn } from "./datasets/modules.ts";
import { bench } from "./harness/bench.ts";
import { EXIT_INCOMPLETE, EXIT_USAGE, EXIT_WRONG } from "./harness/exit_codes.ts";
import {
  type Command,
  flagHelp,
  type Flags,
  parseFlags,
  wholeNumber,
  wholeNumbers,
} from "./harness/flags.ts";
import { readManifest, readRows } from "./harness/store.ts";
import { given, unknownName, UsageError } from "./harness/usage_error.ts";
import { splitVariants } from "./harness/variant.ts";

const DEFAULT_OUT = "reports/runs/latest";

const REPORTING: Readonly<Record<string, Command>> = {
  bench: {
    meaning: "decode, check, count and time; writes rows, summary and report",
    flags: {
      suite: { value: "NAME", help: "quick (default) or paper; see `deno task list`" },
      dataset: { value: "A,B", help: "names, or paths of packs, instead of the suite's" },
      decoder: { value: "X,Y", help: "variants NAME{option=value,…} instead of all" },
      k: { value: "1,5", help: "numbers of best paths instead of the suite's" },
      sentences: { value: "N", help: "sentences of each dataset instead of the suite's" },
      seed: { value: "N", help: "seed of synthetic lattices and of the cells' order (1)" },
      out: { value: "DIR", help: `folder of the run (${DEFAULT_OUT})` },
      resume: { help: "keep the rows in DIR, run only what has none" },
    },
    run: runBench,
  },
  report: {
    meaning: "rebuild the tables, charts and pages of a run from its rows",
    arguments: "DIR",
    flags: {},
    run: runReport,
  },
};

/** All commands by name. */
async function listCommands(): Promise<Map<string, Command>> {
  const found = await modulesIn<Command>(new URL("./harness/commands/", import.meta.url));
  return new Map([
    ...Object.entries(REPORTING),
    ...found.map(({ url, value }) => [basename(url, ".ts"), value] as const),
  ]);
}

async function runBench(flags: Flags): Promise<number> {
  const out = flags.values["out"] ?? DEFAULT_OUT;
  const ks = wholeNumbers(flags, "k", 1);
  const sentences = wholeNumber(flags, "sentences", 1);
  const datasets = flags.values["dataset"] === undefined
    ? undefined
    : splitVariants(flags.values["dataset"]);
  const decoders = flags.values["decoder"];
  const { wrong, incomplete, replays } = await bench({
    suite: flags.values["suite"] ?? "quick",
    seed: wholeNumber(flags, "seed", 0) ?? 1,
    out,
    resume: flags.switches.has("resume"),
    commandLine: ["deno task bench", ...Deno.args.slice(1)].join(" "),
    ...(datasets === undefined ? {} : { datasets }),
    ...(decoders === undefined ? {} : { decoders: splitVariants(decoders) }),
    ...(ks === undefined ? {} : { ks }),
    ...(sentences === undefined ? {} : { sentences }),
  });
  await buildReport(out);
  for (const line of wrong) console.error(`WRONG: ${line}`);
  for (const line of replays) console.error(line);
  for (const line of incomplete) console.error(`NOT MEASURED: ${line}`);
  console.log(`Report: ${out}/report.html, ${out}/report.md; rows: ${out}/rows.csv`);
  return wrong.length > 0 ? EXIT_WRONG : incomplete.length > 0 ? EXIT_INCOMPLETE : 0;
}

async function runReport(flags: Flags): Promise<number> {
  const [dir, ...rest] = flags.positional;
  if (dir === undefined || rest.length > 0) throw new UsageError("Cannot report: give one DIR");
  await given(buildReport(dir));
  return 0;
}

async function buildReport(dir: string): Promise<void> {
  // Charts pull in Vega, which nothing else needs.
  const { writeReport } = await import("./reports/report.ts");
  await writeReport(dir, await readRows(dir), await readManifest(dir));
}

function help(commands: ReadonlyMap<string, Command>): string {
  const lines = [...commands].map(([name, { meaning }]) =>
    `  deno task ${name.padEnd(8)}${meaning}`
  );
  return "Trellis: exact decoders for sequence models with many labels\n\n" +
    `${lines.join("\n")}\n\ndeno task COMMAND --help says more.`;
}

/** Runs a command line and gives its exit code. */
async function main([name, ...args]: string[]): Promise<number> {
  const commands = await listCommands();
  if (name === undefined || name === "--help" || name === "help") {
    console.log(help(commands));
    return 0;
  }
  const command = commands.get(name);
  if (command === undefined) throw unknownName("command", name, [...commands.keys()]);
  if (args.includes("--help")) {
    console.log(flagHelp(name, command));
    return 0;
  }
  const flags = parseFlags(name, command.flags, args);
  const [stray] = flags.positional;
  if (command.arguments === undefined && stray !== undefined) {
    throw new UsageError(`Cannot use the argument "${stray}": ${name} takes flags only`);
  }
  return await command.run(flags);
}

if (import.meta.main) {
  try {
    Deno.exitCode = await main(Deno.args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`error: ${error.message.split("\n")[0]}`);
    Deno.exitCode = EXIT_USAGE;
  }
}

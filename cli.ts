/**
 * The command line of Trellis: `deno task <command> …`.
 *
 * The commands are the files of `harness/commands/` and, where they need reports, of
 * `reports/commands/`.
 *
 * @module
 */

import { basename } from "node:path";
import { modulesIn, moduleUrls } from "./datasets/modules.ts";
import { failureOf } from "./harness/terminal/failure.ts";
import { type Command, flagHelp, parseFlags } from "./harness/terminal/flags.ts";
import { EXIT_INCOMPLETE, unknownName, UsageError } from "./harness/terminal/usage_error.ts";

/** Folders of commands: those that make runs and reports come first. */
const FOLDERS = ["./reports/commands/", "./harness/commands/"]
  .map((folder) => new URL(folder, import.meta.url));

/** All commands by name, with their aliases. */
export async function listCommands(): Promise<Map<string, Command>> {
  const found = await Promise.all(FOLDERS.map((folder) => modulesIn<Command>(folder)));
  return new Map(
    found.flat().flatMap(({ url, value }) => [
      [basename(url, ".ts"), value] as const,
      ...Object.entries(value.aliases ?? {}),
    ]),
  );
}

/**
 * The command of a name. Where it has a file of its own, only that is loaded.
 *
 * @throws UsageError for an unknown one, with the nearest known one
 */
async function findCommand(name: string): Promise<Command> {
  const urls = (await Promise.all(FOLDERS.map(moduleUrls))).flat();
  const url = urls.find((url) => basename(url, ".ts") === name);
  if (url !== undefined) return (await import(url) as { default: Command }).default;
  const commands = await listCommands();
  const command = commands.get(name);
  if (command === undefined) throw unknownName("command", name, [...commands.keys()]);
  return command;
}

function help(commands: ReadonlyMap<string, Command>): string {
  const width = Math.max(...[...commands.keys()].map((name) => name.length));
  const lines = [...commands].map(([name, { meaning }]) =>
    `  deno task ${name.padEnd(width)} ${meaning}`
  );
  return "Trellis: exact decoders for sequence models with many labels\n\n" +
    `${lines.join("\n")}\n\ndeno task COMMAND --help says more.`;
}

/** Runs a command line and gives its exit code. */
async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "help") {
    console.log(help(await listCommands()));
    return 0;
  }
  const command = await findCommand(name);
  if (args.includes("--help")) {
    console.log(flagHelp(name, command, await command.choices?.()));
    return 0;
  }
  const flags = parseFlags(name, command.flags, args);
  const [stray] = flags.positional;
  if (command.arguments === undefined && stray !== undefined) {
    throw new UsageError(`Cannot use the argument "${stray}": ${name} takes flags only`);
  }
  return await command.run(flags);
}

/**
 * Runs a command line; what the person, the system or the memory is to blame for is a line on
 * standard error and an exit code.
 */
export async function runCommandLine(args: string[]): Promise<number> {
  try {
    return await main(args);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    if (failure.line !== undefined) console.error(failure.line);
    return failure.code;
  }
}

if (import.meta.main) {
  // Whatever ends the process before its work is done, it has not done all.
  Deno.exitCode = EXIT_INCOMPLETE;
  const code = await runCommandLine(Deno.args);
  // What failed may have left a stopped isolate open, which would keep this process for ever; the
  // guardian ends it when this process has ended.
  if (code !== 0) Deno.exit(code);
  Deno.exitCode = code;
}

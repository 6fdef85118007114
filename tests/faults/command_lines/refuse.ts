/**
 * A command line that cannot be carried out, the files and folders that it names, and what is
 * wrong with how it is refused.
 *
 * @module
 */

import config from "../../../deno.json" with { type: "json" };
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { writeTensors } from "../../../datasets/packs/safetensors.ts";
import { writePackFile } from "../../../datasets/packs/pack_file.ts";
import { whileLocked } from "../../../harness/store/folder.ts";
import type { Manifest } from "../../../harness/store/manifest.ts";
import { type Row, ROWS } from "../../../harness/store/rows.ts";
import { writeManifest } from "../../../harness/store/store.ts";
import { cli } from "../../helpers/child.ts";
import { filesBelow } from "../../helpers/folder_contents.ts";
import { inProcess, type Said } from "../../helpers/in_process.ts";
import { denseFile, TINY } from "../../helpers/packs.ts";
import { FAKE_MANIFEST, fakeRows } from "../../helpers/rows.ts";
import { lineDefect } from "../lines.ts";

/** What is given, and what the one line says that refuses it. */
export interface Refused {
  /** Arguments; `$NAME` stands for the path of a file or folder of `files.ts`. */
  readonly args: readonly string[];
  /** Words of the line; paths as in the arguments. */
  readonly says: readonly string[];
  /**
   * Whether it is tried in a process of its own: it might do what it is asked, which takes long or
   * ends the process.
   */
  readonly alone?: true;
  /** Whether a process describes decoders first: too much for the ordinary tests. */
  readonly describes?: true;
}

/** A line of a table. */
export type Line = readonly [args: readonly string[], ...says: string[]];

/** Rows of a table. */
export function refused(...rows: readonly Line[]): Refused[] {
  return rows.map(([args, ...says]) => ({ args, says }));
}

/** Rows that are tried in processes of their own. */
export function alone(...rows: readonly Line[]): Refused[] {
  return refused(...rows).map((row) => ({ ...row, alone: true }));
}

/** Rows for which decoders are described. */
export function described(...rows: readonly Line[]): Refused[] {
  return refused(...rows).map((row) => ({ ...row, describes: true }));
}

const MANIFEST = { ...FAKE_MANIFEST, rounds: 2, plan: "p", cells: 1 };
const { commandLine, startedAt, machine } = FAKE_MANIFEST;
/** Of which a merged run was made. */
const PART = { firstSession: 0, sessions: 1, commandLine, startedAt, machine };
/** Just more than is inflated of a few bytes. */
const BOMB_BYTES = 2 ** 25 + 1;
const SOME = fakeRows(1, 2).filter(({ dataset, k }) => dataset === "ewt_pos45" && k === 1);
const pack = (score: number) => ({
  ...TINY,
  emissions: [[0.1, 2, 3], [score, 5, 6], [7, 8, 9]],
});

/** What makes each file or folder at a path. */
const FILES = {
  /** A pack without label names. */
  PACK: (path: string) => writePackFile(path, denseFile(TINY)),
  NAN: (path: string) => writePackFile(path, denseFile(pack(NaN))),
  HUGE: (path: string) => writePackFile(path, denseFile(pack(-1e30))),
  OVERFLOW: (path: string) => writePackFile(path, denseFile(pack(1.7e308), Float64Array)),
  "DAMAGED.gz": async (path: string) => {
    await Deno.writeFile(path, gzipSync(writeTensors(denseFile(TINY))).slice(0, -5));
  },
  "NAMELESS.ts": (path: string) => {
    return Deno.writeTextFile(path, "export default { prepare: () => () => ({ paths: [] }) };\n");
  },
  "ZEROS.safetensors": (path: string) => Deno.writeFile(path, new Uint8Array(20)),
  /** Trees, the first of which does not end. */
  "TREES.mrg": (path: string) => Deno.writeTextFile(path, "(S (A a)\n"),
  "BROKEN.ts": (path: string) => Deno.writeTextFile(path, "export default {\n"),
  /** A run of a few cells, one that somebody writes to, and one that was merged. */
  RUN: (path: string) => writeRun(path, SOME),
  LOCKED: (path: string) => writeRun(path, SOME),
  MERGED: (path: string) => writeRun(path, SOME, { merged: [PART] }),
  /** Rows that say what no run says. */
  VERDICT: (path: string) =>
    writeRun(path, SOME.map((row, i) => i === 1 ? { ...row, verdict: "great" as never } : row)),
  TWICE: (path: string) => writeRun(path, [...SOME, SOME[0]!]),
  NOMANIFEST: (path: string) => ROWS.write(path, SOME),
  NOROWS: async (path: string) => {
    await Deno.mkdir(path);
    await writeManifest(path, MANIFEST);
  },
  BADMANIFEST: async (path: string) => {
    await writeRun(path, SOME);
    await Deno.writeTextFile(join(path, "manifest.json"), '{"schema":');
  },
  /** Somebody's own folder. */
  OWN: async (path: string) => {
    await Deno.mkdir(path);
    await Deno.writeTextFile(join(path, "letter.txt"), "Dear");
  },
  /** Pipes that nobody ever writes to. */
  "PIPE.safetensors": pipe,
  "PIPECODE.ts": pipe,
  PIPES: async (path: string) => {
    await Deno.mkdir(path);
    for (const name of ["manifest.json", "summary.csv"]) await pipe(join(path, name));
    for (const name of ["train.tsv", "train.auto"]) await pipe(join(path, name));
    for (const part of ["train", "test", "dev"]) {
      await pipe(join(path, `en_ewt-ud-${part}.conllu`));
    }
  },
  PIPEROWS: async (path: string) => {
    await Deno.mkdir(path);
    await writeManifest(path, MANIFEST);
    await pipe(join(path, "rows.csv"));
  },
  /** Rows and a corpus of which gzip has made a thousandth. */
  BOMB: async (path: string) => {
    await Deno.mkdir(path);
    await writeManifest(path, MANIFEST);
    const bytes = gzipSync(new Uint8Array(BOMB_BYTES));
    for (const name of ["rows.csv.gz", "train.tsv.gz", "train.conllu.gz"]) {
      await Deno.writeFile(join(path, name), bytes);
    }
  },
  TEXT: (path: string) => Deno.writeTextFile(path, "some text\n"),
  /** A corpus without labels. */
  CORPUS: (path: string) => writeCorpus(path, "the\tDT\n"),
  /** A treebank without a sentence. */
  NOTREES: async (path: string) => {
    await Deno.mkdir(path);
    await Deno.writeTextFile(join(path, "train.conllu"), "# nothing but this\n\n");
  },
  /** A corpus of one sentence. */
  WORDS: (path: string) => writeCorpus(path, "the\tDT\tDT\ncat\tNN\tNN\n"),
} as const;

async function pipe(path: string): Promise<void> {
  await new Deno.Command("mkfifo", { args: [path] }).output();
}

async function writeCorpus(path: string, text: string): Promise<void> {
  await Deno.mkdir(path);
  for (const part of ["train", "test"]) await Deno.writeTextFile(join(path, `${part}.tsv`), text);
}

async function writeRun(
  path: string,
  rows: readonly Row[],
  changes: Partial<Manifest> = {},
): Promise<void> {
  await ROWS.write(path, rows);
  await writeManifest(path, { ...MANIFEST, ...changes });
}

/**
 * Makes all of them in an empty folder and tries command lines on them, while one of the runs is
 * locked; what is not as it must be, a line each.
 */
export async function refuseAll(lines: readonly Refused[], dir: string): Promise<string[]> {
  for (const [name, write] of Object.entries(FILES)) await write(join(dir, name));
  return await whileLocked(join(dir, "LOCKED"), async () => {
    const before = filesIn(dir);
    const defects: string[] = [];
    for (const line of lines) defects.push(...await refuse(line, dir, before));
    return defects;
  });
}

/** The files below a folder, with their sizes and when they were written. */
function filesIn(dir: string): string[] {
  return filesBelow(dir).map((path) => {
    const { size, mtime } = Deno.lstatSync(join(dir, path));
    return `${path}: ${size} bytes of ${mtime?.toISOString()}`;
  });
}

/** A text with the paths of what it names; `$NEW` is a path where nothing is. */
export function placed(text: string, dir: string): string {
  return text.replaceAll(/\$([A-Z]+)/g, (_, word: string) => {
    const name = Object.keys(FILES).find((file) => file.replace(/\..*$/, "") === word) ?? word;
    return join(dir, name);
  });
}

/** Nothing may be made where nothing was. */
const NEW = "NEW";

/** Tries a command line on the files of a folder, which must be left as they are. */
async function refuse(
  { args, says, alone }: Refused,
  dir: string,
  before: readonly string[],
): Promise<string[]> {
  const given = args.map((arg) => placed(arg, dir));
  const { code, stdout, errors } = await (alone ? inChild(given) : inProcess(given));
  const shown = args.map((arg) => arg.slice(0, 80)).join(" ");
  const fail = (what: string) => [`${shown}: ${what}`];
  const made = Array.from(Deno.readDirSync(dir), ({ name }) => name)
    .filter((name) => name.startsWith(NEW));
  for (const name of made) await Deno.remove(join(dir, name), { recursive: true });
  if (code !== 2 && code !== 3) {
    return fail(`exit code ${code}: ${[...errors, stdout].join("; ").slice(0, 300)}`);
  }
  if (stdout !== "") return fail(`it has output: ${stdout.slice(0, 300)}`);
  const defect = lineDefect(errors, says.map((words) => placed(words, dir)));
  if (defect !== undefined) return fail(defect);
  if (made.length > 0) return fail(`it made ${made}`);
  const changed = new Set(before).symmetricDifference(new Set(filesIn(dir)));
  return changed.size > 0 ? fail(`it changed ${[...changed]}`) : [];
}

/** In a process with the rights that the task has. */
async function inChild(args: readonly string[]): Promise<Said> {
  const { command } = config.tasks[args[0] as keyof typeof config.tasks];
  const [, set = "cell"] = /-P=(\w+)/.exec(command) ?? [];
  return await cli(set, ...args);
}

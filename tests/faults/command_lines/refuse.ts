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
import { whileLocked } from "../../../harness/store/folder.ts";
import type { Manifest } from "../../../harness/store/manifest.ts";
import { type Row, ROWS } from "../../../harness/store/rows.ts";
import { writeManifest } from "../../../harness/store/store.ts";
import { cli } from "../../helpers/child.ts";
import { filesBelow } from "../../helpers/folder_contents.ts";
import { inProcess, type Said } from "../../helpers/in_process.ts";
import { denseFile, TINY } from "../../helpers/packs.ts";
import { FAKE_MANIFEST, fakeRows } from "../../helpers/rows.ts";
import { refusalDefect } from "../lines.ts";

/** What is given, and what the one line says that refuses it. */
export interface Refused {
  /** Arguments; `$NAME` stands for the path of a file or folder of `FILES`. */
  readonly args: readonly string[];
  /** Words of the line; paths as in the arguments. */
  readonly says: readonly string[];
  /**
   * Where it is tried: here; `alone`, in a process of its own, as it might do what it is asked,
   * which takes long or ends the process; or here where a process describes decoders first, which
   * is too much for the ordinary tests.
   */
  readonly tried: "here" | "alone" | "described";
}

/** A line of a table. */
export type Line = readonly [args: readonly string[], ...says: string[]];

const triedIn = (tried: Refused["tried"]) => (...rows: readonly Line[]): Refused[] =>
  rows.map(([args, ...says]) => ({ args, says, tried }));
/** Rows of a table. */
export const refused = triedIn("here");
/** Rows that are tried in processes of their own. */
export const alone = triedIn("alone");
/** Rows for which decoders are described. */
export const described = triedIn("described");

/** Those that the ordinary tests try; `deno task faults` tries all. */
export function ordinary(lines: readonly Refused[]): Refused[] {
  return lines.filter(({ tried }) => tried === "here");
}

const MANIFEST = { ...FAKE_MANIFEST, rounds: 2, plan: "p", cells: 1 };
const { commandLine, startedAt, machine } = FAKE_MANIFEST;
/** Of which a merged run was made. */
const PART = { firstSession: 0, sessions: 1, commandLine, startedAt, machine };
/** Just more than is inflated of a few bytes. */
const BOMB = gzipSync(new Uint8Array(2 ** 25 + 1));
const SOME = fakeRows(1, 2).filter(({ dataset, k }) => dataset === "ewt_pos45" && k === 1);

/** The small pack with one score replaced. */
function packOf(score: number, Scores: typeof Float32Array | typeof Float64Array = Float32Array) {
  const emissions = [[0.1, 2, 3], [score, 5, 6], [7, 8, 9]];
  return writeTensors(denseFile({ ...TINY, emissions }, Scores));
}

/** A score that paths can have, and sums of paths cannot. */
const SINGLE = { emissions: [[1.5 * 2 ** 999]], transitions: [[0]], lengths: [1] };

/** A corpus that has the same text in both parts. */
const corpusOf = (text: string) => ({ "train.tsv": text, "test.tsv": text });

/** A file's text or bytes; null is a pipe that nobody ever writes to. */
type Content = string | Uint8Array | null;
/** What is at a path: a file, a folder of files, or what is made there. */
type Place = Content | Readonly<Record<string, Content>> | ((path: string) => Promise<void>);

/** The files and folders that command lines name. */
const FILES: Readonly<Record<string, Place>> = {
  /** A pack without label names. */
  PACK: writeTensors(denseFile(TINY)),
  NAN: packOf(NaN),
  HUGE: packOf(-1e30),
  OVERFLOW: packOf(1.7e308, Float64Array),
  LARGE: writeTensors(denseFile(SINGLE, Float64Array)),
  "DAMAGED.gz": gzipSync(writeTensors(denseFile(TINY))).subarray(0, -5),
  "ZEROS.safetensors": new Uint8Array(20),
  "NAMELESS.ts": "export default { prepare: () => () => ({ paths: [] }) };\n",
  "BROKEN.ts": "export default {\n",
  /** Trees, the first of which does not end. */
  "TREES.mrg": "(S (A a)\n",
  TEXT: "some text\n",
  "PIPE.safetensors": null,
  "PIPECODE.ts": null,
  /** A run of a few cells, one that somebody writes to, and one that was merged. */
  RUN: (path) => writeRun(path, SOME),
  LOCKED: (path) => writeRun(path, SOME),
  MERGED: (path) => writeRun(path, SOME, { merged: [PART] }),
  /** Rows that say what no run says. */
  VERDICT: (path) =>
    writeRun(path, SOME.map((row, i) => i === 1 ? { ...row, verdict: "great" as never } : row)),
  TWICE: (path) => writeRun(path, [...SOME, SOME[0]!]),
  NOMANIFEST: (path) => ROWS.write(path, SOME),
  NOROWS: { "manifest.json": JSON.stringify(MANIFEST) },
  BADMANIFEST: async (path) => {
    await writeRun(path, SOME);
    await Deno.writeTextFile(join(path, "manifest.json"), '{"schema":');
  },
  PIPEROWS: { "manifest.json": JSON.stringify(MANIFEST), "rows.csv": null },
  PIPES: Object.fromEntries(
    ["manifest.json", "summary.csv", "train.tsv", "train.auto"]
      .concat(["train", "test", "dev"].map((part) => `en_ewt-ud-${part}.conllu`))
      .map((name) => [name, null]),
  ),
  /** Rows and a corpus of which gzip has made a thousandth. */
  BOMB: {
    "manifest.json": JSON.stringify(MANIFEST),
    ...Object.fromEntries(["rows.csv", "train.tsv", "train.conllu"].map((n) => [`${n}.gz`, BOMB])),
  },
  /** Somebody's own folder. */
  OWN: { "letter.txt": "Dear" },
  /** A corpus without labels, one of one sentence, and a treebank of none. */
  CORPUS: corpusOf("the\tDT\n\na\tDT\n"),
  WORDS: corpusOf("the\tDT\tDT\ncat\tNN\tNN\n"),
  NOTREES: { "train.conllu": "# nothing but this\n\n" },
};

async function write(path: string, place: Place): Promise<void> {
  if (typeof place === "function") return await place(path);
  if (place === null) return void await new Deno.Command("mkfifo", { args: [path] }).output();
  if (typeof place === "string") return await Deno.writeTextFile(path, place);
  if (place instanceof Uint8Array) return await Deno.writeFile(path, place);
  await Deno.mkdir(path);
  for (const [name, content] of Object.entries(place)) await write(join(path, name), content);
}

async function writeRun(path: string, rows: readonly Row[], changes: Partial<Manifest> = {}) {
  await ROWS.write(path, rows);
  await writeManifest(path, { ...MANIFEST, ...changes });
}

/**
 * Makes all of them in an empty folder and tries command lines on them, while one of the runs is
 * locked; what is not as it must be, a line each.
 */
export async function refuseAll(lines: readonly Refused[], dir: string): Promise<string[]> {
  for (const [name, place] of Object.entries(FILES)) await write(join(dir, name), place);
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
async function refuse({ args, says, tried }: Refused, dir: string, before: readonly string[]) {
  const given = args.map((arg) => placed(arg, dir));
  const ended = await (tried === "alone" ? inChild(given) : inProcess(given));
  const shown = args.map((arg) => arg.slice(0, 80)).join(" ");
  const fail = (what: string) => [`${shown}: ${what}`];
  const made = Array.from(Deno.readDirSync(dir), ({ name }) => name)
    .filter((name) => name.startsWith(NEW));
  for (const name of made) await Deno.remove(join(dir, name), { recursive: true });
  const defect = refusalDefect(ended, says.map((words) => placed(words, dir)), [2, 3]);
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

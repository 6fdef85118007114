/**
 * The command line of Trellis: `deno task <command> …`.
 *
 * Exit codes: 0 all right; 1 a wrong answer; 2 bad usage or input; 3 nothing or not everything was
 * measured.
 *
 * @module
 */

import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Decoder, newWork } from "./decoders/contract.ts";
import { listReaders } from "./datasets/corpora/corpus.ts";
import { openPack } from "./datasets/pack.ts";
import { train } from "./datasets/training/train.ts";
import { NOTES } from "./datasets/training/train_options.ts";
import { bench } from "./harness/bench.ts";
import { compareCounts } from "./harness/compare.ts";
import { findDecoders } from "./harness/discover.ts";
import {
  type Command,
  flagHelp,
  type Flags,
  parseFlags,
  required,
  wholeNumber,
  wholeNumbers,
} from "./harness/flags.ts";
import { listing } from "./harness/listing.ts";
import { BASELINE } from "./harness/plan.ts";
import { replay } from "./harness/replay.ts";
import { readManifest, readRows } from "./harness/store.ts";
import { given, unknownName, UsageError } from "./harness/usage_error.ts";
import { resolveVariant, splitVariants, type Variant } from "./harness/variant.ts";

/** A wrong answer, bad usage, something not measured. */
const EXIT_WRONG = 1;
const EXIT_USAGE = 2;
const EXIT_INCOMPLETE = 3;
const DEFAULT_OUT = "reports/runs/latest";

const FORBID_BELOW = { value: "X", help: "scores below X mean -Infinity" };

const COMMANDS: Readonly<Record<string, Command>> = {
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
  compare: {
    meaning: "compare the counts and verdicts of two runs; any difference fails",
    arguments: "RUN_A RUN_B",
    flags: {},
    run: runCompare,
  },
  decode: {
    meaning: "decode a pack; one line of JSON a sentence",
    flags: {
      pack: { value: "FILE", help: ".safetensors or .safetensors.gz" },
      decoder: { value: "NAME", help: "NAME or NAME{option=value,…}" },
      k: { value: "K", help: "best paths a sentence (1)" },
      limit: { value: "N", help: "only the first N sentences" },
      "forbid-below": FORBID_BELOW,
    },
    run: runDecode,
  },
  check: {
    meaning: "run the conformance suite on a decoder, or compare it with Viterbi on a pack",
    arguments: "FILE.ts|NAME",
    flags: {
      pack: { value: "FILE", help: "compare on these lattices instead" },
      k: { value: "K", help: "with --pack: best paths a sentence (1)" },
      "forbid-below": FORBID_BELOW,
    },
    run: runCheck,
  },
  list: { meaning: "name decoders, datasets and suites", flags: {}, run: runList },
  train: {
    meaning: "train a perceptron on a corpus and write its lattices as a pack",
    flags: {
      data: { value: "DIR", help: "folder with the training and the test file" },
      out: { value: "PACK", help: "pack to write; a page that describes it goes beside it" },
      format: { value: "NAME", help: "corpus format (columns); see `deno task list`" },
      epochs: { value: "N", help: "passes over the training sentences (10)" },
      seed: { value: "N", help: "seed of the order of the sentences (1)" },
      sentences: { value: "N", help: "test sentences to pack, from the first on (400)" },
      decoder: { value: "NAME", help: "exact decoder to train and test with (viterbi)" },
      name: { value: "TEXT", help: "name of the dataset (that of PACK)" },
      licence: { value: "TEXT", help: "licence of the data" },
      provenance: { value: "TEXT", help: "where the data come from" },
      attribution: { value: "TEXT", help: "whom to credit" },
    },
    run: runTrain,
  },
};

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

async function runCompare(flags: Flags): Promise<number> {
  const [before, after, ...rest] = flags.positional;
  if (before === undefined || after === undefined || rest.length > 0) {
    throw new UsageError("Cannot compare: give two folders, RUN_A RUN_B");
  }
  const differences = compareCounts(await given(readRows(before)), await given(readRows(after)));
  for (const difference of differences) console.log(difference);
  console.log(`${differences.length} differences`);
  return differences.length > 0 ? EXIT_WRONG : 0;
}

async function buildReport(dir: string): Promise<void> {
  // Charts pull in Vega, which nothing else needs.
  const { writeReport } = await import("./reports/report.ts");
  await writeReport(dir, await readRows(dir), await readManifest(dir));
}

async function runDecode(flags: Flags): Promise<number> {
  const pack = required(flags, "pack", "FILE");
  const variant = resolveVariant(required(flags, "decoder", "NAME"), await findDecoders());
  const k = pathCount(flags, variant);
  const task = await given(openPack(pack, forbidBelow(flags)));
  const count = Math.min(wholeNumber(flags, "limit", 0) ?? Infinity, task.lengths.length);
  const decode = variant.decoder.prepare(task.model, variant.options);
  for (let sentence = 0; sentence < count; sentence++) {
    const work = newWork();
    const { paths } = decode(task.lattice(sentence), k, work);
    const listed = paths.map(({ score, labels }) => ({ score, labels: Array.from(labels) }));
    console.log(JSON.stringify({ sentence, paths: listed, work }));
  }
  return 0;
}

/** `--k`, which the decoder must be able to return. */
function pathCount(flags: Flags, { decoder }: Variant): number {
  const k = wholeNumber(flags, "k", 1) ?? 1;
  if (k <= decoder.maxK) return k;
  throw new UsageError(`Cannot ask ${decoder.name} for --k ${k}: it returns ${decoder.maxK} path`);
}

async function runCheck(flags: Flags): Promise<number> {
  const [target, ...rest] = flags.positional;
  if (target === undefined || rest.length > 0) {
    throw new UsageError("Cannot check: give one FILE.ts or decoder NAME");
  }
  const isFile = target.endsWith(".ts");
  const decoders = isFile ? [await loadDecoder(target)] : await findDecoders();
  const variant = resolveVariant(isFile ? decoders[0]!.value.name : target, decoders);
  const pack = flags.values["pack"];
  if (pack === undefined) {
    // fast-check is not needed to decode.
    const { runConformance } = await import("./tests/conformance.ts");
    const { passed, failed } = runConformance(variant.decoder, {}, (name, message) => {
      console.log(message === undefined ? `ok      ${name}` : `FAILED  ${name}\n${message}\n`);
    });
    console.log(`${passed} passed, ${failed.length} failed`);
    return failed.length > 0 ? EXIT_WRONG : 0;
  }
  const task = await given(openPack(pack, forbidBelow(flags)));
  const differences = replay(task, variant, pathCount(flags, variant));
  for (const difference of differences) console.log(difference);
  console.log(`${task.lengths.length - differences.length} passed, ${differences.length} failed`);
  return differences.length > 0 ? EXIT_WRONG : 0;
}

async function loadDecoder(path: string): Promise<{ url: string; value: Decoder }> {
  const url = pathToFileURL(resolve(path)).href;
  await given(Deno.stat(path));
  const { default: value } = await import(url) as { default?: Partial<Decoder> };
  if (typeof value?.name !== "string" || typeof value.prepare !== "function") {
    throw new UsageError(`Cannot check ${path}: its default export is no decoder`);
  }
  return { url, value: { ...value, options: value.options ?? {} } as Decoder };
}

async function runList(): Promise<number> {
  console.log(await listing());
  return 0;
}

async function runTrain(flags: Flags): Promise<number> {
  const out = required(flags, "out", "PACK");
  if (!/\.safetensors(\.gz)?$/.test(out)) {
    throw new UsageError(`Cannot write a pack to --out ${out}: no .safetensors or .safetensors.gz`);
  }
  const readers = await listReaders();
  const format = flags.values["format"] ?? "columns";
  const reader = readers.find(({ name }) => name === format);
  if (reader === undefined) {
    throw unknownName("corpus format", format, readers.map(({ name }) => name));
  }
  const variant = resolveVariant(flags.values["decoder"] ?? BASELINE, await findDecoders());
  if (!variant.decoder.exact) {
    throw new UsageError(`Cannot train with --decoder ${variant.name}: it is not exact`);
  }
  await given(train({
    data: required(flags, "data", "DIR"),
    out,
    reader,
    epochs: wholeNumber(flags, "epochs", 1) ?? 10,
    seed: wholeNumber(flags, "seed", 0) ?? 1,
    sentences: wholeNumber(flags, "sentences", 1) ?? 400,
    decoder: variant.decoder,
    decoderOptions: variant.options,
    variant: variant.name,
    name: flags.values["name"] ?? basename(out).replace(/\.safetensors(\.gz)?$/, ""),
    notes: Object.fromEntries(
      NOTES.flatMap((note) => flags.values[note] === undefined ? [] : [[note, flags.values[note]]]),
    ),
  }));
  return 0;
}

function forbidBelow({ values }: Flags): { forbidBelow?: number } {
  const text = values["forbid-below"];
  if (text === undefined) return {};
  const limit = Number(text);
  if (text.trim() === "" || Number.isNaN(limit)) {
    throw new UsageError(`Cannot use --forbid-below ${text}: it takes a number`);
  }
  return { forbidBelow: limit };
}

function help(): string {
  const lines = Object.entries(COMMANDS).map(([name, { meaning }]) =>
    `  deno task ${name.padEnd(8)}${meaning}`
  );
  return "Trellis: exact decoders for sequence models with many labels\n\n" +
    `${lines.join("\n")}\n\ndeno task COMMAND --help says more.`;
}

/** Runs a command line and gives its exit code. */
async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "help") {
    console.log(help());
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw unknownName("command", name, Object.keys(COMMANDS));
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

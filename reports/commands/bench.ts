/**
 * `deno task bench`: from a suite to a report.
 *
 * @module
 */

import { resolve } from "node:path";
import { bench, type BenchOptions } from "../../harness/run/bench.ts";
import {
  type Command,
  type Flags,
  MOST_PATHS,
  MOST_SENTENCES,
  MOST_THREADS,
  refuseFlags,
  seedOf,
  wholeNumber,
  wholeNumbers,
} from "../../harness/terminal/flags.ts";
import type { Found } from "../../datasets/modules.ts";
import { shellQuote } from "../../datasets/visible.ts";
import { brokenModules } from "../../harness/decoders/discover.ts";
import { listSuites } from "../../harness/plan/plan.ts";
import { parseShard } from "../../harness/store/manifest.ts";
import { findStudies, type Study, type StudySettings } from "../studies/contract.ts";
import { holding, whileLocked } from "../../harness/store/folder.ts";
import { readRun } from "../../harness/store/store.ts";
import {
  EXIT_INCOMPLETE,
  EXIT_WRONG,
  given,
  UsageError,
} from "../../harness/terminal/usage_error.ts";
import { COMMAND_FLAG, commandVariants, splitVariants } from "../../harness/decoders/variant.ts";
import { compareRuns } from "../comparison/comparison.ts";
import { comparisonText } from "../comparison/text.ts";
import { noiseLines, noisyCells } from "../numbers/noise.ts";
import { summarize } from "../numbers/summary.ts";
import { reportPlace, terminalSummary } from "../pages/terminal.ts";
import { measureStudies, type StudyRunOptions } from "./_run_study.ts";

const DEFAULT_OUT = "reports/runs/latest";

/** Flags that leave out cells of the suite. */
const NARROWING = ["dataset", "decoder", "decoder-command", "k", "shard"];
/** What a program is compared with beside the baseline, if nothing else is asked for. */
const RIVAL = "auto";

const command: Command = {
  meaning: "decode, check, count and time; writes rows, summary and report",
  flags: {
    suite: {
      value: "NAME",
      help: "one of the suites below (quick)",
    },
    dataset: { value: "A,B", help: "names, or paths of packs, instead of the suite's" },
    decoder: { value: "X,Y", help: "variants NAME{option=value,…} or FILE.ts{…} instead of all" },
    ...COMMAND_FLAG,
    data: {
      value: "DIR",
      help: "folder with the corpora of the suite's studies: measure these too",
    },
    k: { value: "1,5", help: "numbers of best paths instead of the suite's" },
    sentences: { value: "N", help: "sentences of each dataset instead of the suite's" },
    seed: { value: "N", help: "seed of synthetic lattices and of the cells' order (1)" },
    shard: { value: "I/N", help: "only the I-th of N parts of the cells; see `merge`" },
    out: { value: "DIR", help: `folder of the run (${DEFAULT_OUT})` },
    threads: { value: "N", help: "throughput on N threads besides, as the study `threads`" },
    counts: { help: "decode and check every cell, time none: counts for `compare`, in minutes" },
    resume: { help: "go on with the run in DIR: measure what has no rows, or failed" },
    noisy: { help: "with --resume: measure again what is too noisy to be quoted" },
    reference: { help: "exit with 3 if the machine was too noisy for others to compare with" },
    baseline: { value: "RUN", help: "compare with that run; exit with 1 on a regression" },
  },
  examples: {
    "bench":
      "the suite quick: decoders on eight datasets, report in reports/runs/latest; some minutes",
    "bench --dataset mine.safetensors --sentences 200":
      "the decoders on sentences of a pack of yours",
  },
  async choices() {
    const suites = await listSuites();
    return ["Suites:", ...suites.map(({ name, meaning }) => `  ${name.padEnd(10)} ${meaning}`)];
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const { values } = flags;
  const out = values["out"] ?? DEFAULT_OUT;
  const ks = wholeNumbers(flags, "k", 1, MOST_PATHS);
  const sentences = wholeNumber(flags, "sentences", 1, MOST_SENTENCES);
  const datasets = values["dataset"];
  const programs = commandVariants(values);
  const decoder = values["decoder"] ?? (programs.length === 0 ? undefined : RIVAL);
  const decoders = decoder === undefined ? undefined : [...splitVariants(decoder), ...programs];
  const shard = values["shard"] === undefined ? undefined : parseShard(values["shard"]);
  const resume = flags.switches.has("resume");
  const [isNoisy, isReference] = ["noisy", "reference"].map((name) => flags.switches.has(name));
  if (!resume) refuseFlags(flags, ["noisy"], "without --resume");
  // Before anything is measured, and before its folder may be written to.
  const baseline = values["baseline"] === undefined
    ? undefined
    : await given(readRun(values["baseline"]));
  const countsOnly = flags.switches.has("counts");
  const suite = values["suite"] ?? "quick";
  const seed = seedOf(flags);
  const settings = { data: values["data"] ?? "", seed };
  const studies = values["data"] === undefined ? [] : await studiesOf(suite, settings, countsOnly);
  const threads = wholeNumber(flags, "threads", 2, MOST_THREADS);
  if (countsOnly) {
    refuseFlags(flags, ["threads", "noisy", "reference"], "with --counts, which times nothing");
  }
  const problem = (await listSuites()).find(({ name }) => name === suite)?.problem;
  if (problem === "parsing") {
    refuseFlags(flags, ["threads", "decoder-command"], `with parses, as ${suite} has them`);
    // Cells of any other k are skipped: nothing would be measured.
    if (ks?.includes(1) === false) refuseFlags(flags, ["k"], "without 1: of parses one is found");
  }
  const commandLine = ["deno task bench", ...Deno.args.slice(1).map(shellQuote)].join(" ");
  const options: BenchOptions = {
    suite,
    seed,
    out,
    resume,
    countsOnly,
    commandLine,
    ...(datasets === undefined ? {} : { datasets: splitVariants(datasets) }),
    ...(decoders === undefined ? {} : { decoders }),
    ...(ks === undefined ? {} : { ks }),
    ...(sentences === undefined ? {} : { sentences }),
    ...(shard === undefined ? {} : { shard }),
    ...(isNoisy ? { again: (rows) => noisyCells(summarize(rows)) } : {}),
  };
  return await whileLocked(out, async () => {
    if (!resume && resolve(out) !== resolve(DEFAULT_OUT)) await refuseRun(out);
    const { wrong, incomplete, replays } = await bench(options);
    // Whoever asks for all decoders gets less than that.
    const unmeasured = decoders === undefined ? [...incomplete, ...brokenModules()] : incomplete;
    const place = { out, resume, commandLine };
    const outcomes = [await measureStudies(studies, settings, place)];
    if (threads !== undefined) outcomes.push(await measureThreads(threads, options, place));
    // Before the report, which may fail because of older files in the folder.
    for (const line of wrong) console.error(`WRONG: ${line}`);
    for (const line of replays) console.error(line);
    for (const line of unmeasured) console.error(`NOT MEASURED: ${line}`);
    if (!countsOnly) {
      // Charts pull in Vega, which nothing else needs.
      const { buildReport } = await import("../pages/report.ts");
      await given(buildReport(out));
    }
    const measured = await readRun(out);
    const summary = summarize(measured.rows);
    if (!countsOnly) console.log(terminalSummary(summary));
    const noise = isReference ? noiseLines(summary) : [];
    for (const line of noise) console.error(`TOO NOISY: ${line}`);
    if (noise.length > 0) {
      console.error(
        "This is no run to compare with: end what else computes, then the same command with " +
          "--resume --noisy",
      );
    }
    let isWorse = false;
    if (baseline !== undefined) {
      const partial = NARROWING.some((flag) => values[flag] !== undefined);
      const comparison = compareRuns(baseline, measured, { partial });
      console.log(comparisonText(comparison));
      isWorse = comparison.regressions.length > 0;
    }
    console.log(countsOnly ? `Rows: ${out}/rows.csv` : reportPlace(out));
    if (wrong.length > 0 || outcomes.includes("wrong") || isWorse) return EXIT_WRONG;
    const isWhole = unmeasured.length === 0 && !outcomes.includes("incomplete");
    return isWhole && noise.length === 0 ? 0 : EXIT_INCOMPLETE;
  });
}

/** The studies of a suite, once it is known that they can be measured. */
async function studiesOf(
  suite: string,
  settings: StudySettings,
  countsOnly: boolean,
): Promise<Found<Study>[]> {
  const names = (await listSuites()).find(({ name }) => name === suite)?.studies ?? [];
  if (names.length === 0 || countsOnly) {
    const which = countsOnly ? "--counts measures no studies" : `the suite ${suite} has no studies`;
    throw new UsageError(`Cannot use --data ${settings.data}: ${which}`);
  }
  const studies = (await findStudies()).filter(({ value }) => names.includes(value.name));
  for (const { value } of studies) await value.cells(settings, "");
  return studies;
}

/**
 * Measures the datasets of a run on several threads, with the decoders that were asked for or else
 * those of the study.
 */
async function measureThreads(
  threads: number,
  { seed, datasets, decoders, sentences }: BenchOptions,
  place: StudyRunOptions,
): ReturnType<typeof measureStudies> {
  const { rows } = await readRun(place.out);
  const measured = rows.filter(({ problem }) => problem === "sequence");
  const studies = (await findStudies()).filter(({ value }) => value.name === "threads");
  return await measureStudies(studies, {
    seed,
    threads,
    datasets: datasets ?? [...new Set(measured.map(({ dataset }) => dataset))],
    decoders,
    sentences,
  }, place);
}

/** Replacing a run is only right where nobody has asked to keep it. */
async function refuseRun(dir: string): Promise<void> {
  if (await given(holding(dir)) !== "nothing") {
    throw new UsageError(
      `Cannot write to --out ${dir}: it holds the rows of a run; add --resume, or empty the folder`,
    );
  }
}

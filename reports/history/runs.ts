/**
 * The runs of a history: what their summaries say, of any version of the project.
 *
 * @module
 */

import { readPlainText } from "../../datasets/plain_file.ts";
import { parseCsvRecords } from "../../harness/store/table.ts";
import { machineId, type Manifest } from "../../harness/store/manifest.ts";

/** Columns that a summary must have; newer ones are not needed. */
const NEEDED = ["dataset", "decoder", "k", "family", "edge_share"] as const;

/** One cell of one run. What was not measured is undefined. */
export type HistoryPoint = Awaited<ReturnType<typeof readHistory>>[number];

/**
 * Reads the `summary.csv` and the `manifest.json` of runs, in the order in which they began.
 *
 * @throws SyntaxError if a summary lacks a column
 * @throws Deno.errors.NotFound if a folder holds no run with a report
 */
export async function readHistory(dirs: readonly string[]) {
  const files = await Promise.all(dirs.map(readSummary));
  files.sort((a, b) => a.manifest.startedAt < b.manifest.startedAt ? -1 : 1);
  const machines = [
    ...new Set(
      files.flatMap(({ manifest }) => manifest.machine ? [machineId(manifest.machine)] : []),
    ),
  ];
  return files.flatMap(({ manifest, records }, index) =>
    records.filter(isShown).map((record) => ({
      /** Counts the runs by when they began, from 1. */
      run: index + 1,
      /** When the run began, to the day, and its commit. */
      label: `${manifest.startedAt.slice(0, 10)} ${manifest.commit.slice(0, 7)}`,
      /** Counts the machines of the history, from 1; 0 for a run of several. */
      machine: manifest.machine ? machines.indexOf(machineId(manifest.machine)) + 1 : 0,
      dataset: record["dataset"]!,
      /** Variant as on the command line. */
      decoder: record["decoder"]!,
      /** Paths asked for. */
      k: Number(record["k"]),
      /** Whether the dataset is a real task. */
      isReal: record["family"] === "real",
      /** Edge evaluations as a share of dense Viterbi's. */
      edgeShare: numberIn(record["edge_share"]),
      /**
       * Speed over dense Viterbi, copying of the scores included: median over paired rounds on the
       * same sentences. Undefined in runs of versions that had no such clock.
       */
      ratio: numberIn(record["unplaced_ratio_to_viterbi"]),
      /** Sentences behind the ratio. */
      timedSentences: numberIn(record["ratio_sentences"] ?? record["timed_sentences"]) ?? 0,
    }))
  );
}

/** Wrong answers have no speed, the control is no decoder, and parses have no dense Viterbi. */
function isShown({ decoder, status, verdict, problem }: Record<string, string>): boolean {
  return decoder !== "control" && status === "ok" && verdict !== "wrong" && problem !== "parsing";
}

async function readSummary(dir: string) {
  const read = async (name: string): Promise<string> => {
    try {
      return await readPlainText(`${dir}/${name}`);
    } catch (cause) {
      if (!(cause instanceof Deno.errors.NotFound)) throw cause;
      const writer = name === "summary.csv" ? ", which `deno task report` writes" : "";
      const reason = `it has no ${name}${writer}`;
      throw new Deno.errors.NotFound(`Cannot read the run ${dir}: ${reason}`, { cause });
    }
  };
  const records = parseCsvRecords(`${dir}/summary.csv`, await read("summary.csv"));
  if (records.length === 0) {
    throw new SyntaxError(`Cannot read ${dir}/summary.csv: it has no lines`);
  }
  const lacks = NEEDED.filter((name) => !(name in records[0]!));
  if (lacks.length > 0) {
    throw new SyntaxError(`Cannot read ${dir}/summary.csv: it lacks ${lacks.join(", ")}`);
  }
  return { manifest: manifestOf(await read("manifest.json"), dir), records };
}

/** What any version has said of a run: when it began, and with which commit. */
function manifestOf(text: string, dir: string): Manifest {
  let manifest: Partial<Manifest> | null = null;
  try {
    manifest = JSON.parse(text);
  } catch {
    // It has none of both.
  }
  const lacks = (["startedAt", "commit"] as const).find((name) =>
    typeof manifest?.[name] !== "string"
  );
  if (lacks === undefined) return manifest as Manifest;
  throw new SyntaxError(`Cannot read ${dir}/manifest.json: it has no ${lacks}`);
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined || text === "" ? undefined : Number(text);
}

/**
 * `deno task work`: what every decoder does on one sentence, counted.
 *
 * @module
 */

import { brief, visible } from "../../datasets/visible.ts";
import { filesAmong, splitVariants } from "../decoders/variant.ts";
import { inIsolate } from "../isolate/isolate.ts";
import { isPath, withoutSettings } from "../problems/packs.ts";
import { EXIT_INCOMPLETE, EXIT_WRONG } from "../terminal/usage_error.ts";
import { type Command, type Flags, required } from "../terminal/flags.ts";
import { FORBID_BELOW_FLAG, PACK_FLAG, REAL, SPACE_FLAG } from "./_pack_flags.ts";
import type { DecoderWork, SentenceWork, WorkRequest } from "./_work_cell.ts";

const ENTRY = new URL("./_work_cell.ts", import.meta.url);
const COUNT = new Intl.NumberFormat("en-US");
const SHARE = new Intl.NumberFormat("en-US", { style: "percent", maximumSignificantDigits: 3 });
const NONE = "–";

const command: Command = {
  meaning: "count what every decoder does on one sentence: iterations, nodes, edges",
  flags: {
    pack: PACK_FLAG,
    sentence: { value: "I", help: "which sentence, from 0 on (0)" },
    k: { value: "K", help: "best paths to find (1)" },
    decoder: { value: "X,Y", help: "variants NAME{option=value,…} or FILE.ts{…} instead of all" },
    "forbid-below": FORBID_BELOW_FLAG,
    space: SPACE_FLAG,
  },
  examples: {
    "work --pack ewt_pos45 --sentence 0":
      "all decoders on one sentence, from those that look at most edges down",
    "work --pack ewt_pos45 --k 5 --decoder 'viterbi,a-star,a-star{heuristic=naive}'":
      "three variants, five paths",
  },
  run,
};
export default command;

async function run({ values }: Flags): Promise<number> {
  const pack = required({ values }, "pack", "FILE");
  const decoders = values["decoder"] === undefined ? undefined : splitVariants(values["decoder"]);
  const request: WorkRequest = { type: "work", decoders, values };
  const settings = {
    entry: ENTRY,
    modules: filesAmong(decoders ?? []),
    files: [await isPath(pack) ? withoutSettings(pack) : REAL],
  };
  const found = await inIsolate(
    settings,
    async (isolate) => (await isolate.ask(request, Infinity)).value as SentenceWork,
    `Cannot count the work on ${brief(pack)}`,
  );
  console.log(textOf(found));
  const faults = new Set(found.lines.map(({ fault }) => fault));
  return faults.has("wrong") ? EXIT_WRONG : faults.has("failed") ? EXIT_INCOMPLETE : 0;
}

/** The table, from the most edges down; who has no answer comes last. */
function textOf({ dataset, positions, labels, baseline, edges, lines }: SentenceWork): string {
  const edgesOf = ({ work }: DecoderWork) => work?.edgeEvaluations ?? -1;
  const rows = lines.toSorted((a, b) => edgesOf(b) - edgesOf(a)).map((
    { decoder, work, answer },
  ) => [
    visible(decoder),
    ...work === undefined ? [NONE, NONE, NONE, NONE] : [
      COUNT.format(work.iterations),
      COUNT.format(work.nodeExpansions),
      COUNT.format(work.edgeEvaluations),
      edges === 0 ? NONE : SHARE.format(work.edgeEvaluations / edges),
    ],
    visible(answer),
  ]);
  const all = [["decoder", "iterations", "nodes", "edges", `of ${baseline}`, "answer"], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const isNumber = (column: number) => column > 0 && column < 5;
  const aligned = all.map((row) =>
    row.map((text, column) =>
      isNumber(column) ? text.padStart(widths[column]!) : text.padEnd(widths[column]!)
    ).join("  ").trimEnd()
  );
  return [`${visible(dataset)}: ${positions} positions, ${labels} labels`, "", ...aligned].join(
    "\n",
  );
}

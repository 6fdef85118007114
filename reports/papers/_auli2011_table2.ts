/**
 * What the larger search space holds.
 *
 * @module
 */

import { published } from "../published/published.ts";
import type { Metric } from "../numbers/accuracy.ts";
import type { PaperTable } from "./contract.ts";
import { inSpace } from "../numbers/parsed_cells.ts";
import { PACKS } from "./parsing_verdict.ts";
import { differenceCell } from "./_accuracy_cells.ts";

const DECODERS: Readonly<Record<string, { decoder: string; line: string }>> = {
  viterbi: { decoder: "pipeline", line: "Viterbi" },
  oracle_max: { decoder: "oracle", line: "oracle, best" },
  oracle_min: { decoder: "oracle{goal=worst}", line: "oracle, worst" },
};
const METRICS: Readonly<Record<string, Metric>> = { lf: "SF", lp: "SP", lr: "SR" };

/** Table 2 of Auli and Lopez 2011. */
const table: PaperTable = {
  name: "auli2011-table2",
  place: "Table 2",
  title: "Reverse adaptive supertagging less adaptive supertagging",
  note:
    "F, precision and recall in the search space of reverse adaptive supertagging less those in " +
    "that of adaptive supertagging, for the pipeline and for oracles. The paper's are of labelled " +
    "dependencies; ours are of labelled spans, which our oracles are exact for.",
  lines: "decoder",
  compare: (run) =>
    published({ paper: "auli2011", table: "table2", algorithm: "reverse" }).map((result) => {
      const [, name, kind] = /^(.*)_(\w+)$/.exec(result.metric)!;
      const { decoder, line } = DECODERS[name!]!;
      const pack = PACKS[result.dataset]!;
      return differenceCell(run, {
        ...{ result, baseline: "ast", line, column: METRICS[kind!]!, metric: METRICS[kind!]! },
        own: { dataset: inSpace(pack, "reverse"), decoder },
        other: { dataset: inSpace(pack, "ast"), decoder },
      });
    }),
};
export default table;

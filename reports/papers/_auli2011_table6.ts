/**
 * Speed of the integrated models.
 *
 * @module
 */

import { ratioOf } from "../numbers/speed_ratio.ts";
import { tieFactor } from "../numbers/tie_factor.ts";
import type { PaperCell } from "./contract.ts";
import { NEAR_ONE, ratioVerdict } from "./verdict.ts";
import { published } from "../published/published.ts";
import type { PaperTable } from "./contract.ts";
import { inSpace, variantOf } from "../numbers/parsed_cells.ts";
import { PACKS } from "./parsing_verdict.ts";
import { commandOf, keyOf } from "./_accuracy_cells.ts";
import { placeOf } from "./_system_cells.ts";

/** Table 6 of Auli and Lopez 2011. */
const table: PaperTable = {
  name: "auli2011-table6",
  place: "Table 6",
  title: "Speed relative to the baseline",
  note: "Sentences a second relative to the baseline in the same search space; iterations are at " +
    "most as many as a system's name says. The caption of the paper's table says seconds a sentence, " +
    "its columns sentences a second, which the numbers are.",
  lines: "system",
  compare: (run) =>
    published({ paper: "auli2011", table: "table6", metric: "speed" }).map((result): PaperCell => {
      const { system, space } = placeOf(result);
      const dataset = inSpace(PACKS[result.dataset]!, space);
      const decoder = variantOf(system);
      const find = (name: string) =>
        run.summary.find((row) =>
          row.dataset === dataset && row.decoder === name && row.role !== "control"
        );
      const [own, base] = [find(decoder), find("pipeline")];
      const [theirs] = published({
        ...{ paper: "auli2011", table: "table6", metric: "speed" },
        algorithm: `baseline{space=${space}}`,
      });
      const publishedRatio = Number(result.value) / Number(theirs!.value);
      const ratio = own && base && ratioOf(own, base);
      const isBaseline = system === "baseline";
      const speed = own?.sentences_per_second;
      const isThere = speed !== undefined && (isBaseline || ratio !== undefined);
      return {
        place: result,
        ...{ metric: "speed", unit: result.unit, line: system, column: space },
        ...{ published: result.value, publishedRatio, compared: "ratio" },
        ours: speed,
        ratio: isBaseline && isThere ? { median: 1, low: 1, high: 1 } : ratio,
        verdict: !isThere
          ? "not testable here"
          : isBaseline
          ? "baseline"
          : ratioVerdict(publishedRatio, ratio!, tieFactor(run.summary) ?? NEAR_ONE),
        reason: isThere ? "" : `not timed in this run: ${dataset}/${decoder}`,
        rows: isThere ? [keyOf(own!)] : [],
        command: commandOf([{ dataset, decoder }]),
      };
    }),
};
export default table;

/**
 * Pruning for the partition function.
 *
 * @module
 */

import { formatShare } from "../numbers/format.ts";
import { numberIn, textIn } from "../numbers/fields.ts";
import type { Studies } from "../numbers/study_rows.ts";
import { forIf, tutorialClaim, vote } from "./_tutorial.ts";

/** The share of Z that may be lost. */
const EPSILON = 1e-6;

/** The claim. */
export default tutorialClaim({
  key: "pruning",
  order: 160,
  place: "ours",
  statement: "Pruning labels pays for log Z as it does for the best path.",
  printed: "not in the tutorial: it sums over all labels",
  rule:
    "Of Z a share of 1e-6 may be lost. For on a dataset where dominance keeps a smaller share of the labels than sums with exceptions, which lose nothing, take of the products; otherwise against. The oracle knows the marginals: nothing keeps fewer labels. Other datasets are those of study partition, if it is in the same run.",
  judge: (lines, { studies }) => {
    const own = lines.by("dataset").map(([dataset, one]): Shares => ({
      dataset,
      kept: one.value("labels kept by dominance"),
      oracle: one.value("labels kept by the oracle"),
      products: one.value("products with exceptions"),
    }));
    const names = own.map(({ dataset }) => dataset);
    const others = partitionShares(studies).filter(({ dataset }) => !names.includes(dataset));
    return [...own, ...others].map(({ dataset, kept, oracle, products }) =>
      vote(
        dataset,
        `dominance keeps ${formatShare(kept)}, the oracle ${formatShare(oracle)}; exceptions ` +
          `take ${formatShare(products)}`,
        forIf(kept < products),
      )
    );
  },
});

/** Shares of labels that pruning keeps, and of products that sums with exceptions take. */
interface Shares {
  readonly dataset: string;
  readonly kept: number;
  readonly oracle: number;
  readonly products: number;
}

/** The same of the study `partition`, where it is in the same run. */
function partitionShares(studies: Studies): Shares[] {
  const lines = (studies.get("partition") ?? [])
    .filter((line) => numberIn(line, "epsilon") === EPSILON);
  return [...Map.groupBy(lines, (line) => textIn(line, "dataset"))].flatMap(([dataset, own]) => {
    const [kept, oracle] = ["dominance", "oracle"].map((method) =>
      own.filter((line) => textIn(line, "method") === method).map((line) =>
        numberIn(line, "kept") / numberIn(line, "positions") / numberIn(line, "labels")
      )[0]
    );
    if (kept === undefined || oracle === undefined) return [];
    const labels = numberIn(own[0]!, "labels");
    const products = Math.min(1, (labels + numberIn(own[0]!, "non_zero")) / labels ** 2);
    return [{ dataset, kept, oracle, products }];
  });
}

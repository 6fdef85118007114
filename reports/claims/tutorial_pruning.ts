/**
 * Pruning for the partition function.
 *
 * @module
 */

import { formatShare } from "../numbers/format.ts";
import type { Evidence } from "./contract.ts";
import { forIf, tutorialClaim, vote } from "./_tutorial.ts";

/** The claim. */
export default tutorialClaim({
  key: "pruning",
  order: 160,
  place: "ours",
  statement: "Pruning labels pays for log Z as it does for the best path.",
  printed: "not in the tutorial: it sums over all labels",
  rule:
    "Of Z a share of 1e-6 may be lost. For on a dataset where dominance keeps a smaller share of the labels than sums with exceptions, which lose nothing, take of the products; otherwise against. The oracle knows the marginals: nothing keeps fewer labels.",
  judge: (lines) =>
    lines.by("dataset").map(([dataset, own]): Evidence => {
      const [kept, oracle, products] = [
        "labels kept by dominance",
        "labels kept by the oracle",
        "products with exceptions",
      ].map((quantity) => own.value(quantity));
      return vote(
        dataset,
        `dominance keeps ${formatShare(kept!)}, the oracle ${formatShare(oracle!)}; exceptions ` +
          `take ${formatShare(products!)}`,
        forIf(kept! < products!),
      );
    }),
});

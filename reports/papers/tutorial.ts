/**
 * What a run says about the tutorial on the chain CRF.
 *
 * @module
 */

import tutorialScan from "../claims/tutorial_scan.ts";
import tutorialBatching from "../claims/tutorial_batching.ts";
import tutorialStability from "../claims/tutorial_stability.ts";
import tutorialRecursion from "../claims/tutorial_recursion.ts";
import tutorialForbidding from "../claims/tutorial_forbidding.ts";
import tutorialMasks from "../claims/tutorial_masks.ts";
import tutorialViterbi from "../claims/tutorial_viterbi.ts";
import tutorialNoExpLog from "../claims/tutorial_no_exp_log.ts";
import tutorialPathScore from "../claims/tutorial_path_score.ts";
import tutorialPrintedLoss from "../claims/tutorial_printed_loss.ts";
import tutorialGradients from "../claims/tutorial_gradients.ts";
import tutorialSorting from "../claims/tutorial_sorting.ts";
import tutorialPairs from "../claims/tutorial_pairs.ts";
import tutorialRoot from "../claims/tutorial_root.ts";
import tutorialCrf from "../claims/tutorial_crf.ts";
import tutorialPruning from "../claims/tutorial_pruning.ts";
import { EVIDENCE_RULE } from "./claims.ts";
import type { Paper } from "./contract.ts";

const paper: Paper = {
  name: "tutorial",
  order: 400,
  rules: [],
  claimsRule: EVIDENCE_RULE,
  tables: [],
  claims: [
    tutorialScan,
    tutorialBatching,
    tutorialStability,
    tutorialRecursion,
    tutorialForbidding,
    tutorialMasks,
    tutorialViterbi,
    tutorialNoExpLog,
    tutorialPathScore,
    tutorialPrintedLoss,
    tutorialGradients,
    tutorialSorting,
    tutorialPairs,
    tutorialRoot,
    tutorialCrf,
    tutorialPruning,
  ],
};
export default paper;

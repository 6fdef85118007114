/**
 * What a run says about Huang et al. 2012.
 *
 * @module
 */

import huang2012Table1 from "./_huang2012_table1.ts";
import huang2012Table2 from "./_huang2012_table2.ts";
import huang2012Table3 from "./_huang2012_table3.ts";
import huang2012Table4 from "./_huang2012_table4.ts";
import huang2012Table5 from "./_huang2012_table5.ts";
import huang2012Figure4 from "./_huang2012_figure4.ts";
import sameScores from "../claims/same_scores.ts";
import iterativeViterbiBeatsViterbi from "../claims/iterative_viterbi_beats_viterbi.ts";
import iterationCounts from "../claims/iteration_counts.ts";
import pruningPays from "../claims/pruning_pays.ts";
import carpediemLoses from "../claims/carpediem_loses.ts";
import aStarGainsGrow from "../claims/a_star_gains_grow.ts";
import aStarSecondBest from "../claims/a_star_second_best.ts";
import iterativeAStarSlower from "../claims/iterative_a_star_slower.ts";
import viterbiAStarBeatsKBestViterbi from "../claims/viterbi_a_star_beats_k_best_viterbi.ts";
import viterbiAStarBeatsAStar from "../claims/viterbi_a_star_beats_a_star.ts";
import iterativeViterbiAStarBeatsViterbiAStar from "../claims/iterative_viterbi_a_star_beats_viterbi_a_star.ts";
import bothBeatTheOthers from "../claims/both_beat_the_others.ts";
import fasterAtSmallK from "../claims/faster_at_small_k.ts";
import gainShrinksWithK from "../claims/gain_shrinks_with_k.ts";
import curvesMeet from "../claims/curves_meet.ts";
import kBestNearBeam from "../claims/k_best_near_beam.ts";
import kBestIterationCounts from "../claims/k_best_iteration_counts.ts";
import twiceKCandidates from "../claims/twice_k_candidates.ts";
import lowerBoundsEssential from "../claims/lower_bounds_essential.ts";
import lowerBoundBoost from "../claims/lower_bound_boost.ts";
import { VERDICT_RULE } from "./claims.ts";
import { PAPER_RULES } from "./verdict.ts";
import type { Paper } from "./contract.ts";

const paper: Paper = {
  name: "huang2012",
  order: 100,
  rules: PAPER_RULES,
  claimsRule: VERDICT_RULE,
  tables: [
    huang2012Table1,
    huang2012Table2,
    huang2012Table3,
    huang2012Table4,
    huang2012Table5,
    huang2012Figure4,
  ],
  claims: [
    sameScores,
    iterativeViterbiBeatsViterbi,
    iterationCounts,
    pruningPays,
    carpediemLoses,
    aStarGainsGrow,
    aStarSecondBest,
    iterativeAStarSlower,
    viterbiAStarBeatsKBestViterbi,
    viterbiAStarBeatsAStar,
    iterativeViterbiAStarBeatsViterbiAStar,
    bothBeatTheOthers,
    fasterAtSmallK,
    gainShrinksWithK,
    curvesMeet,
    kBestNearBeam,
    kBestIterationCounts,
    twiceKCandidates,
    lowerBoundsEssential,
    lowerBoundBoost,
  ],
};
export default paper;

/**
 * What a run says about Auli and Lopez 2011.
 *
 * @module
 */

import auli2011Table1 from "./_auli2011_table1.ts";
import auli2011Table2 from "./_auli2011_table2.ts";
import auli2011Table3 from "./_auli2011_table3.ts";
import auli2011Table4 from "./_auli2011_table4.ts";
import auli2011Table5 from "./_auli2011_table5.ts";
import auli2011Table6 from "./_auli2011_table6.ts";
import auli2011Table7 from "./_auli2011_table7.ts";
import auliTagsPerWord from "../claims/auli_tags_per_word.ts";
import auliOracleBest from "../claims/auli_oracle_best.ts";
import auliOracleWorst from "../claims/auli_oracle_worst.ts";
import auliBaselineGainsNothing from "../claims/auli_baseline_gains_nothing.ts";
import auliWiderBeams from "../claims/auli_wider_beams.ts";
import auliIntegratedBeatsBaseline from "../claims/auli_integrated_beats_baseline.ts";
import auliLargerSpacePays from "../claims/auli_larger_space_pays.ts";
import auliOneRoundIsEnough from "../claims/auli_one_round_is_enough.ts";
import auliDualDecompositionRises from "../claims/auli_dual_decomposition_rises.ts";
import auliBothAgree from "../claims/auli_both_agree.ts";
import auliSupertagsImprove from "../claims/auli_supertags_improve.ts";
import auliDualDecompositionSettlesFirst from "../claims/auli_dual_decomposition_settles_first.ts";
import auliNearlyAllSettle from "../claims/auli_nearly_all_settle.ts";
import auliOrderOfSpeeds from "../claims/auli_order_of_speeds.ts";
import auliAdaptiveIsFaster from "../claims/auli_adaptive_is_faster.ts";
import auliJointTraining from "../claims/auli_joint_training.ts";
import auliNearTheCeiling from "../claims/auli_near_the_ceiling.ts";
import auliScoresAndAccuracyAgree from "../claims/auli_scores_and_accuracy_agree.ts";
import auliPredictedPos from "../claims/auli_predicted_pos.ts";
import auliSgdAsLbfgs from "../claims/auli_sgd_as_lbfgs.ts";
import auliWiderTrainingBeams from "../claims/auli_wider_training_beams.ts";
import auliDualDecompositionIsDearer from "../claims/auli_dual_decomposition_is_dearer.ts";
import { isPaperData, PARSING_CLAIMS_RULE, PARSING_RULES } from "./parsing_verdict.ts";
import type { Paper } from "./contract.ts";

const paper: Paper = {
  name: "auli2011",
  order: 500,
  problem: "parsing",
  isAbout: ({ cells }) => cells.some(({ row }) => isPaperData(row.dataset_base)),
  rules: PARSING_RULES,
  claimsRule: PARSING_CLAIMS_RULE,
  tables: [
    auli2011Table1,
    auli2011Table2,
    auli2011Table3,
    auli2011Table4,
    auli2011Table5,
    auli2011Table6,
    auli2011Table7,
  ],
  claims: [
    auliTagsPerWord,
    auliOracleBest,
    auliOracleWorst,
    auliBaselineGainsNothing,
    auliWiderBeams,
    auliIntegratedBeatsBaseline,
    auliLargerSpacePays,
    auliOneRoundIsEnough,
    auliDualDecompositionRises,
    auliBothAgree,
    auliSupertagsImprove,
    auliDualDecompositionSettlesFirst,
    auliNearlyAllSettle,
    auliOrderOfSpeeds,
    auliAdaptiveIsFaster,
    auliJointTraining,
    auliNearTheCeiling,
    auliScoresAndAccuracyAgree,
    auliPredictedPos,
    auliSgdAsLbfgs,
    auliWiderTrainingBeams,
    auliDualDecompositionIsDearer,
  ],
};
export default paper;

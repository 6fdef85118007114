/**
 * What a run says about Belanger et al..
 *
 * @module
 */

import belangerTable1 from "./_belanger_table1.ts";
import belangerTable2 from "./_belanger_table2.ts";
import belangerFigure1 from "./_belanger_figure1.ts";
import columnGenerationBeatsViterbi from "../claims/column_generation_beats_viterbi.ts";
import columnGenerationNearBeam from "../claims/column_generation_near_beam.ts";
import fullSearchSlower from "../claims/full_search_slower.ts";
import { VERDICT_RULE } from "./claims.ts";
import { PAPER_RULES } from "./verdict.ts";
import type { Paper } from "./contract.ts";

const paper: Paper = {
  name: "belanger",
  order: 300,
  rules: PAPER_RULES,
  claimsRule: VERDICT_RULE,
  tables: [belangerTable1, belangerTable2, belangerFigure1],
  claims: [columnGenerationBeatsViterbi, columnGenerationNearBeam, fullSearchSlower],
};
export default paper;

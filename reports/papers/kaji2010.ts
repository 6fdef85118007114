/**
 * What a run says about Kaji et al. 2010.
 *
 * @module
 */

import kaji2010Table1 from "./_kaji2010_table1.ts";
import kaji2010Table2 from "./_kaji2010_table2.ts";
import kaji2010Table3 from "./_kaji2010_table3.ts";
import kaji2010Table4 from "./_kaji2010_table4.ts";
import columnWiseExpansion from "../claims/column_wise_expansion.ts";
import { VERDICT_RULE } from "./claims.ts";
import { PAPER_RULES } from "./verdict.ts";
import type { Paper } from "./contract.ts";

const paper: Paper = {
  name: "kaji2010",
  order: 200,
  rules: PAPER_RULES,
  claimsRule: VERDICT_RULE,
  tables: [kaji2010Table1, kaji2010Table2, kaji2010Table3, kaji2010Table4],
  claims: [columnWiseExpansion],
};
export default paper;

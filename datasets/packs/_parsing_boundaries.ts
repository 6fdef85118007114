/**
 * The features of a parsing pack, by boundaries between words.
 *
 * @module
 */

import { checkBelow, type Lists, readLists, readRows } from "./_sparse_tensors.ts";
import type { TensorFile } from "./safetensors.ts";
import type { BoundaryRole } from "../../decoders/parsing/model.ts";
import { BOUNDARY_ROLES, type BoundaryTables } from "./parsing_contents.ts";

/**
 * Reads and checks the features and their weights.
 *
 * @param starts where each sentence starts, with the number of words at the end
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, index and value
 */
export function readBoundaries(
  file: TensorFile,
  source: string,
  starts: Int32Array,
  ruleCount: number,
): BoundaryTables {
  const weights = readRows(file, source, {
    ...{ counts: "feature_rule_counts", columns: "feature_rules", weights: "feature_weights" },
    ...{ columnCount: ruleCount, what: "rules" },
  });
  const featureCount = weights.offsets.length - 1;
  const boundaries = starts.at(-1)! + starts.length - 1;
  const roles = BOUNDARY_ROLES.map((role): [BoundaryRole, Lists] => {
    const [counts, ids] = [`${role}_feature_counts`, `${role}_features`];
    const lists = readLists(file, source, counts, ids);
    checkBelow(lists.ids, featureCount, source, ids, "features");
    if (lists.offsets.length - 1 !== boundaries) {
      throw new RangeError(
        `Cannot use tensor "${counts}" of ${source}: it has ${lists.offsets.length - 1} ` +
          `boundaries, the sentences have ${boundaries}`,
      );
    }
    return [role, lists];
  });
  return { ...Object.fromEntries(roles) as Record<BoundaryRole, Lists>, weights };
}

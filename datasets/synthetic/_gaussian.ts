/**
 * Independent normal scores, with the transitions `strength` times as wide as the emissions.
 *
 * @module
 */

import type { Random } from "../random.ts";
import type { Family } from "../synthetic_task.ts";

/** A family of normal scores: emissions of variance 1, transitions of standard deviation dial. */
export function gaussianFamily(name: string, strength: number, stresses: string): Family {
  return {
    name,
    stresses,
    dial: {
      default: strength,
      meaning: "standard deviation of the transitions over that of the emissions",
    },
    transitions(labelCount: number, dial: number, random: Random): Float64Array {
      return new Float64Array(labelCount * labelCount).map(() => dial * random.gaussian());
    },
    emitter() {
      return (row, _position, random) => {
        for (let y = 0; y < row.length; y++) row[y] = random.gaussian();
      };
    },
  };
}

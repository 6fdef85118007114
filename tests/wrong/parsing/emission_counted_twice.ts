/**
 * Wrong: counts the emissions in the parser as well as in the tagger.
 *
 * @module
 */

import { plain } from "./_plain.ts";

export default plain("emission-counted-twice", "Emission counted twice", {
  score: ({ objective, slots }, { slots: { emissions } }) =>
    slots.reduce((sum, slot) => sum + emissions[slot]!, objective),
});

/**
 * Wrong: its beam permits levels below that of the beam, not those at it, and forgets tags that
 * are just within, right ones among them.
 *
 * @module
 */

import { plain } from "./_plain.ts";

export default plain("beam-without-its-edge", "Beam that forgets the gold tag", {
  sentence: (sentence) => ({
    ...sentence,
    space: {
      ...sentence.space,
      steps: sentence.space.steps.map(({ level, cutoff }) => ({ level: level - 1, cutoff })),
    },
  }),
});

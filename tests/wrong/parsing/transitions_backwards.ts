/**
 * Wrong: reads transitions as from the next tag to the one before.
 *
 * @module
 */

import { plain } from "./_plain.ts";

export default plain("transitions-backwards", "Transitions read backwards", {
  model: (model) => ({
    ...model,
    transitions: model.transitions.map((_, index) => {
      const [row, column] = [Math.floor(index / model.tagCount), index % model.tagCount];
      return model.transitions[column * model.tagCount + row]!;
    }),
  }),
  score: ({ objective }) => objective,
});

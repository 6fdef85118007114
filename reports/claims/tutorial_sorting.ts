/**
 * Batches sorted by length.
 *
 * @module
 */

import { forIf, tutorialClaim, vote } from "./_tutorial.ts";

/** The claim. */
export default tutorialClaim({
  key: "sorting",
  order: 120,
  place: "“Viterbi Decoding”, viterbi_decode",
  statement: "The sentences of a batch must be sorted by length, the longest first.",
  printed: "“Important here is that the sequences are ordered descending in length.”",
  rule:
    "The printed rule: for if it finds the best path of every sentence when sorted, and not of every one in random orders; otherwise against. Our batches: against if every path is the best in any order; otherwise for.",
  judge: (lines) =>
    lines.by("dataset").flatMap(([dataset, own]) => {
      const wrong = (rule: string, order: string) =>
        own.value("paths that are not the best", `${rule}, ${order}`);
      return ["printed", "ours"].map((rule) => {
        const [sorted, any] = [wrong(rule, "longest first"), wrong(rule, "any order")];
        const [, one] = own.by("condition").find(([name]) => name === `${rule}, any order`)!;
        const isFor = rule === "printed" ? sorted === 0 && any > 0 : any > 0;
        const text = `wrong: ${sorted} sorted, ${any} of ${one.sentences} in any order`;
        return vote(`${dataset}, ${rule}`, text, forIf(isFor));
      });
    }),
});

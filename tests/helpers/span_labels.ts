/**
 * Labels out of spans.
 *
 * @module
 */

import type { Scheme, Span } from "../../datasets/models/spans.ts";

/** The labels of a sentence with some chunks that do not overlap: the inverse of `spansOf`. */
export function spanLabels(spans: readonly Span[], length: number, scheme: Scheme): string[] {
  const labels = new Array<string>(length).fill("O");
  let [free, kindBefore] = [0, ""];
  for (const { start, end, kind } of spans.toSorted((a, b) => a.start - b.start)) {
    const touches = start === free && kindBefore === kind;
    for (let t = start; t < end; t++) {
      labels[t] = `${letter(scheme, t === start, t === end - 1, touches)}-${kind}`;
    }
    [free, kindBefore] = [end, kind];
  }
  return labels;
}

function letter(scheme: Scheme, isFirst: boolean, isLast: boolean, touches: boolean): string {
  if (scheme === "BIO") return isFirst ? "B" : "I";
  if (scheme === "IOB1") return isFirst && touches ? "B" : "I";
  const [inside, last, unit] = { BIOES: "IES", BILOU: "ILU", BMES: "MES" }[scheme];
  if (isFirst) return isLast ? unit! : "B";
  return isLast ? last! : inside!;
}

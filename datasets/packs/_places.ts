/**
 * Where a score of a dense pack stands, for error messages.
 *
 * @module
 */

import { sentenceAt } from "../task.ts";

/** What is folded into the first and the last position of each sentence. */
export type Folded = Readonly<
  Partial<Record<"start_transitions" | "end_transitions", Float64Array>>
>;

/** Names the scores of a dense pack. */
export class Places {
  /** @param isPadded whether the file has the emissions by sentence */
  constructor(
    readonly source: string,
    readonly labelCount: number,
    readonly starts: Int32Array,
    readonly isPadded: boolean,
  ) {}

  /** "emissions[7,3] of FILE (sentence 1, position 2, label 3)" */
  of(name: string, index: number): string {
    const row = Math.floor(index / this.labelCount);
    const label = index % this.labelCount;
    if (name === "transitions") return `transitions[${row},${label}] of ${this.source}`;
    if (name !== "emissions") return `${name}[${index}] of ${this.source}`;
    const sentence = sentenceAt(this.starts, row);
    const position = row - this.starts[sentence]!;
    const place = this.isPadded ? `${sentence},${position},${label}` : `${row},${label}`;
    return `emissions[${place}] of ${this.source} ` +
      `(sentence ${sentence}, position ${position}, label ${label})`;
  }

  /** The place that a large emission comes from: a third of it or more may have been folded in. */
  ofLarge(emissions: Float64Array, index: number, folded: Folded): string {
    const row = Math.floor(index / this.labelCount);
    const label = index % this.labelCount;
    const isEdge = {
      start_transitions: this.starts.includes(row),
      end_transitions: this.starts.includes(row + 1),
    };
    const [blamed] = (["start_transitions", "end_transitions"] as const)
      .filter((name) => isEdge[name])
      .map((name) => ({ name, score: Math.abs(folded[name]?.[label] ?? 0) }))
      .filter(({ score }) => 3 * score >= Math.abs(emissions[index]!))
      .sort((a, b) => b.score - a.score);
    return blamed === undefined ? this.of("emissions", index) : this.of(blamed.name, label);
  }
}

/**
 * How large the forests of sentences are.
 *
 * @module
 */

import { newWork } from "../../../decoders/contract.ts";
import { compileGrammar } from "../../../decoders/parsing/forest/grammar.ts";
import { isNoForest, openForest, Workspace } from "../../../decoders/parsing/forest/open_forest.ts";
import type { Parses } from "./parses_file.ts";

/** What the forest of a sentence holds; nothing if there is none. */
export interface ForestSize {
  /** Slots that its step of the search space permits. */
  readonly slots: number;
  readonly items: number;
  readonly edges: number;
}

/**
 * The sizes of the forests that every decoder searches: of the step that the search space ends
 * with, without what no derivation uses.
 *
 * Cost: a chart a sentence.
 */
export function forestSizes({ model, sentences }: Parses): ForestSize[] {
  const workspace = new Workspace(compileGrammar(model));
  return sentences.map((sentence) => {
    const forest = openForest(sentence, newWork(), workspace);
    if (isNoForest(forest)) return { slots: 0, items: 0, edges: 0 };
    return {
      slots: forest.slots.tags.length,
      // Item 0 stands for none.
      items: forest.symbols.length - 1,
      edges: forest.left.length,
    };
  });
}

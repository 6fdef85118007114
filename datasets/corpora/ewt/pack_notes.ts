/**
 * What the packs from the English Web Treebank share.
 *
 * @module
 */

/** Where the lattices come from, and the terms. */
export const EWT_NOTES = {
  licence: "CC BY-SA 4.0, https://creativecommons.org/licenses/by-sa/4.0/ " +
    "(annotations; the texts belong to their authors)",
  attribution: "The contributors to the Universal Dependencies English Web Treebank. Changed: " +
    "only weights computed from the treebank and names of labels are given, no text.",
} as const;

/** The provenance of a pack, by what its labels are. */
export function ewtProvenance(labels: string): string {
  return `Universal Dependencies English Web Treebank (UD English EWT). Labels: ${labels}. ` +
    "Trained on the train part; the lattices are those of the first sentences of the test part.";
}

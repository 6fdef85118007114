/**
 * The papers in full.
 *
 * @module
 */

/** Authors, title and place by the names of the files of `published/` and of papers of claims. */
const CITATIONS: Readonly<Record<string, string>> = {
  huang2012:
    "Huang, Chang, Long, Crespo, Dong, Keerthi and Wu, Iterative Viterbi A* Algorithm for " +
    "K-Best Sequential Decoding, ACL 2012.",
  kaji2010:
    "Kaji, Fujiwara, Yoshinaga and Kitsuregawa, Efficient Staggered Decoding for Sequence " +
    "Labeling, ACL 2010.",
  belanger:
    "Belanger, Passos, Riedel and McCallum, Learning to Speed Up MAP Decoding with Column " +
    "Generation.",
  auli2011: "Auli and Lopez, A Comparison of Loopy Belief Propagation and Dual Decomposition for " +
    "Integrated CCG Supertagging and Parsing, ACL 2011.",
  tutorial:
    "A tutorial in three parts on structured prediction with conditional random fields; part two, " +
    "which builds a bi-LSTM-CRF tagger in PyTorch after Ma and Hovy, ACL 2016, and AllenNLP.",
};

/** A paper's citation; empty if it is not known. */
export function citation(paper: string): string {
  return CITATIONS[paper] ?? "";
}

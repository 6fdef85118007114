/**
 * How each decoder of the explorer is exact, in five sentences. `decoders/PROOFS.md` and the
 * `PROOFS.md` of its rooms have the proofs.
 *
 * @module
 */

/** The idea of a group of labels, which three decoders share. */
const GROUPS = [
  "Labels that have not been tried stand together as one node, whose scores are the largest of " +
  "its members.",
  "So a path through groups scores at least as much as every path that it stands for.",
] as const;

/** Five sentences for each lane, and for each parser, by its name. */
export const EXACTNESS: Readonly<Record<string, readonly string[]>> = {
  "viterbi": [
    "The best path up to a label extends the best path up to some label before it.",
    "So one number a label is enough: the best score that arrives there.",
    "Viterbi computes it from all labels of the word before, and for all labels of this one.",
    "It leaves nothing out, and nothing has to be proved but this one step, word by word.",
    "Each sum is added from left to right, so it is right to the last bit on any numbers.",
  ],
  "iterative-viterbi{order=rank}": [
    ...GROUPS,
    "If the best path has no group in it, it is the best of all; otherwise its groups are split, " +
    "and the most frequent labels come out first.",
    "What arrives at a node from the left and from the right bounds every path through it; a node " +
    "below a path that is already known goes.",
    "Where the right label is a rare one, all labels before it in the order must come out first.",
  ],
  "iterative-viterbi{order=emission}": [
    ...GROUPS,
    "Here each word has an order of its own: by its own scores, with what each label's " +
    "transitions give at most.",
    "Every transition is at most a share of its first label and a share of its second, so the " +
    "next label in line bounds all that wait.",
    "When no path with a group may beat the best path over labels that is known, that path is the " +
    "best.",
  ],
  "carpediem": [
    "Labels of a word wait in order of their own scores.",
    "What may arrive at a label is at most the best score of the word before, the largest " +
    "transition and its own score.",
    "While that is more than the best label of the word has, the next label is opened; when it is " +
    "not, all that wait have less.",
    "To open a label its best predecessor is found the same way, and labels that wait there are " +
    "opened only if they may matter.",
    "A label that stays closed could not have raised any maximum.",
  ],
  "a-star": [
    "Beginnings of paths wait, each with a bound: its score and the most that the rest can add.",
    "The one with the largest bound is extended by all labels of the next word.",
    "The bound on the rest is never too small: it comes from a lattice in which rare labels share " +
    "the largest scores among them.",
    "When a complete path comes out first, no bound that waits is larger than its score.",
    "So no path that was not completed scores more.",
  ],
  "iterative-a-star": [
    ...GROUPS,
    "A* finds the best path over labels and groups; its bound on the rest is never too small.",
    "While that path goes through groups, these are split, and A* starts again.",
    "When it has labels alone it scores at least as much as all that the groups stand for.",
  ],
  "column-generation": [
    "Each word has a small domain of labels, and Viterbi finds the best path within the domains.",
    "Messages from both sides give every pair of labels a reduced cost: what it might add to that " +
    "path's score.",
    "The score of any path is the sum of its reduced costs and two terms of at most half the best " +
    "score each.",
    "So when no pair outside has a positive one, no path scores more.",
    "Pairs with a positive one enter the domains, and it begins again.",
  ],
  "dominance": [
    "Take the label of a word whose prefix is best, and any other label.",
    "If that one is behind by more than its transitions can ever be ahead, whichever label comes " +
    "next, it is dropped.",
    "For the best label, followed by the same rest, then scores more than the other one.",
    "The argument needs one transition alone: no bound on the rest of the sentence adds up.",
    "A sweep from the left and one from the right, where there are two, meet in a word, and the " +
    "best pair of what both have kept is the answer.",
  ],
  "block-skip": [
    "It computes all scores of Viterbi, but not by all transitions.",
    "Labels of the word before are taken best first, each by its score and its largest transition.",
    "One passes over a block of sixteen labels if with its largest transition into the block it " +
    "has no more than each of them has already.",
    "When the next label's score and largest transition are no more than every label has, the word " +
    "is done.",
    "A sum that is passed over could not have raised a maximum, not even as it is rounded.",
  ],
  "auto": [
    "It takes an exact decoder by what it counts: how many labels there are, and sentences.",
    "For one sentence that is block skipping, which computes all scores of Viterbi.",
    "For many it is dominance, which drops a label when another is better whatever comes next.",
    "Transitions that are a band are followed along the band, which leaves out forbidden ones only.",
    "Whatever it takes is exact, so its answer is.",
  ],
  "iterative-viterbi-a-star": [
    ...GROUPS,
    "A search pops the best paths of this lattice in order; where the k best have groups, these " +
    "are split.",
    "A node goes when no path through it can beat the k best paths that are known.",
    "When the k best of the coarse lattice have labels alone, no path that a group stands for is " +
    "better.",
  ],
  "iterative-viterbi-a-star{order=emission}": [
    ...GROUPS,
    "Here each word has its own order, by its own scores and what transitions give at most.",
    "A node goes when no path through it can beat the k best paths that are known.",
    "When no path with a group can, a last search pops the k best paths of what is left.",
  ],
  "beam{width=8}": [
    "This one is not exact: it keeps the eight best labels of each word and forgets the others.",
    "The best path may go through a label that looks bad at first.",
    "Nothing then tells that it was lost.",
    "If the beam is as wide as there are labels, nothing is lost, and it is Viterbi.",
    "It stands here to compare with: it does not know when it is right.",
  ],
  "pipeline": [
    "The parser takes its own best derivation and asks the tagger nothing.",
    "It is exact for its own score alone.",
    "The joint score of that derivation is a lower bound.",
    "A better one may need a tag that the parser alone likes less.",
    "It proves nothing about the joint score.",
  ],
  "dual-decomposition": [
    "Parser and tagger each find their own best, exactly, and may want different tags.",
    "Multipliers move score from one to the other, tag by tag; for a derivation both agree on they " +
    "cancel.",
    "So the sum of the two maxima is never below the best joint score.",
    "Where the two differ, the multipliers change, and the bound comes down.",
    "When the bound meets the joint score of a derivation, that one is the best; if they do not " +
    "meet, it says by how much it may be off.",
  ],
  "belief-propagation": [
    "Parser and tagger send each other what they believe of each tag, round by round.",
    "Each sums over all its structures exactly, given the other's message.",
    "The beliefs are exact if the two share one ambiguous word at most, or all transitions are " +
    "equal.",
    "Otherwise messages go round in circles and count some evidence twice.",
    "It proves no bound; it is compared with those that do.",
  ],
  "bar-hillel": [
    "Every item of the chart is split by the tags at its two ends.",
    "Then each transition between two words is known where two items meet, and the chart has the " +
    "joint score.",
    "Derivations of the split chart are those of the chart, one for one.",
    "Dual decomposition goes first, and what its bounds put below a known derivation is left out.",
    "So the best derivation of the split chart is the best joint derivation.",
  ],
};

/**
 * The quick suite of parsing: every decoder on synthetic sentences and on some English ones in
 * two or three minutes.
 *
 * Three search spaces, and the tagger's bigrams without weight and with four times theirs: the
 * first is a tree, where belief propagation is exact, the second is hard for both approximations.
 *
 * @module
 */

import type { Block, Suite } from "../plan/contract.ts";

const TASK = "synthetic-parsing-238";

/** All decoders, decoding by risk beside the best derivation, and what the paper has not. */
const spaces: Block = {
  datasets: [
    { name: `${TASK}{space=ast}`, sentences: 24 },
    { name: `${TASK}{space=reverse}`, sentences: 12 },
  ],
  allBut: [],
  variants: [
    "belief-propagation{iterations=1}",
    "belief-propagation{damping=50}",
    "belief-propagation{reweighted=10}",
    "belief-propagation{rule=risk}",
    "dual-decomposition{iterations=5}",
    "dual-decomposition{rule=risk}",
    "dual-decomposition{steps=bundle}",
    "dual-decomposition{steps=polyak}",
    "oracle{goal=worst}",
    "pipeline{rule=risk}",
  ],
};

/** Sentences of English. */
const english: Block = {
  datasets: [{ name: "ewt_ccg_dev{space=reverse}", sentences: 16 }],
  allBut: [],
};

/** Right tags alone: the ceiling of the parser. */
const gold: Block = {
  datasets: [{ name: `${TASK}{space=gold}`, sentences: 16 }],
  allBut: [],
};

/** The plain product is an oracle that owes nothing to dual bounds. */
const plain: Block = {
  datasets: [{ name: `${TASK}{beam=0.075,cutoff=20}`, sentences: 16 }],
  variants: ["bar-hillel", "bar-hillel{prune=false}", "dual-decomposition"],
};

const couplings: Block = {
  datasets: [0, 4].map((coupling) => ({
    name: `${TASK}{space=ast,coupling=${coupling}}`,
    sentences: 16,
  })),
  variants: ["bar-hillel", "belief-propagation", "dual-decomposition"],
};

const ccgQuick: Suite = {
  name: "ccg_quick",
  meaning: "every parsing decoder on synthetic sentences and some of English; two or three minutes",
  problem: "parsing",
  blocks: [spaces, english, gold, plain, couplings],
  rounds: 2,
  processes: 2,
  passSeconds: 0.2,
  roundMs: 10,
  passMs: 400,
  deadlineMs: 15_000,
  memoryMb: 4_000,
};
export default ccgQuick;

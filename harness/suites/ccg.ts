/**
 * The suite of joint supertagging and parsing: what the tables and figures of Auli and Lopez 2011
 * are made again from, on the treebank that is open.
 *
 * @module
 */

import type { Block, Suite } from "../plan/contract.ts";

/** More than any part has. */
const ALL = 2_000;
const BOTH = ["space=ast", "space=reverse"];
/** The beams of Figure 1, at one cutoff. */
const BEAMS = [0.075, 0.03, 0.01, 0.005, 0.001, 0.0005, 0.0001, 0.00005, 0.00001];

/** The systems of Table 4; without a number, 25 iterations. */
const SYSTEMS = [
  "pipeline",
  "belief-propagation{iterations=1}",
  "belief-propagation",
  "dual-decomposition{iterations=1}",
  "dual-decomposition",
];
/** The same by the other decoding rule. */
const RISK = [
  "pipeline{rule=risk}",
  "belief-propagation{iterations=1,rule=risk}",
  "belief-propagation{rule=risk}",
  "dual-decomposition{rule=risk}",
];

function inSpaces(pack: string, spaces: readonly string[]): Block["datasets"] {
  return spaces.map((space) => ({ name: `${pack}{${space}}`, sentences: ALL }));
}

/** Tables 2, 4 and 6, and Figure 4: timed. */
const dev: Block = {
  datasets: inSpaces("ewt_ccg_dev", BOTH),
  variants: [
    ...SYSTEMS,
    ...RISK,
    "belief-propagation{iterations=5}",
    "dual-decomposition{iterations=5}",
    "bar-hillel",
    "oracle",
    "oracle{goal=worst}",
  ],
};

/** Tables 4 and 5: other sentences, other parts of speech. */
const test: Block = {
  datasets: [
    ...inSpaces("ewt_ccg_test", BOTH),
    ...inSpaces("ewt_ccg_auto_dev", ["space=reverse"]),
    ...inSpaces("ewt_ccg_auto_test", ["space=reverse"]),
  ],
  variants: [...SYSTEMS, ...RISK, "bar-hillel"],
  countsOnly: true,
};

/** Table 7: trained together and apart, with at most ten iterations. */
const joint: Block = {
  datasets: ["ewt_ccg_apart_dev", "ewt_ccg_joint_dev"].flatMap((pack) => inSpaces(pack, BOTH)),
  variants: [
    ...["pipeline", "pipeline{rule=risk}"],
    ...["belief-propagation{iterations=10}", "belief-propagation{iterations=10,rule=risk}"],
    "bar-hillel",
  ],
  countsOnly: true,
};

/** Figure 4: accuracy by iterations. */
const iterations: Block = {
  datasets: inSpaces("ewt_ccg_dev", BOTH),
  variants: [2, 3, 10].flatMap((k) => [
    `belief-propagation{iterations=${k}}`,
    `dual-decomposition{iterations=${k}}`,
  ]),
  countsOnly: true,
};

/** What a limit as small as most charts does to the larger space: it leaves long sentences out. */
const control: Block = {
  datasets: inSpaces("ewt_ccg_dev", ["space=reverse,limit=20000"]),
  variants: ["pipeline", "belief-propagation", "dual-decomposition", "bar-hillel"],
  countsOnly: true,
};

/** Table 1: tags a word in the last step. */
const lastStep: Block = {
  datasets: inSpaces("ewt_ccg_dev", ["beam=0.001,cutoff=150"]),
  variants: ["pipeline", "bar-hillel"],
  countsOnly: true,
};

/** The ceiling of the parser: right tags. */
const gold: Block = {
  datasets: inSpaces("ewt_ccg_dev", ["space=gold"]),
  variants: ["pipeline", "oracle", "bar-hillel"],
  countsOnly: true,
};

/** Figures 1 and 5: single beams. */
const beams: Block = {
  datasets: inSpaces("ewt_ccg_dev", BEAMS.map((beam) => `beam=${beam},cutoff=20`)),
  variants: ["pipeline", "belief-propagation", "dual-decomposition", "bar-hillel", "oracle"],
  countsOnly: true,
};

/** Figure 6: until they settle. */
const convergence: Block = {
  datasets: inSpaces("ewt_ccg_dev", BOTH),
  variants: [
    "belief-propagation{iterations=1000,tolerance=2}",
    "belief-propagation{iterations=1000}",
    "belief-propagation{iterations=1000,tolerance=6}",
    "dual-decomposition{iterations=1000}",
  ],
  countsOnly: true,
};

/** What the paper has not: damped and tree-reweighted messages, and other steps of the dual. */
const ours: Block = {
  datasets: inSpaces("ewt_ccg_dev", BOTH),
  variants: [
    "belief-propagation{damping=50}",
    "belief-propagation{reweighted=50}",
    "belief-propagation{reweighted=10}",
    "dual-decomposition{iterations=5,steps=polyak}",
    "dual-decomposition{steps=polyak}",
    "dual-decomposition{iterations=5,steps=bundle}",
    "dual-decomposition{steps=bundle}",
  ],
  countsOnly: true,
};

const ccg: Suite = {
  name: "ccg",
  meaning: "the tables of the paper on joint supertagging and parsing, on UD English EWT",
  problem: "parsing",
  blocks: [dev, iterations, control, lastStep, test, joint, gold, beams, convergence, ours],
  rounds: 4,
  processes: 2,
  passSeconds: 18,
  roundMs: 25,
  passMs: 1_000,
  deadlineMs: 900_000,
  memoryMb: 4_000,
};
export default ccg;

/**
 * Dense Viterbi by kernels, and by the plain loop for models whose tables fit no arena.
 *
 * @module
 */

import { copyLabels } from "../../chain/label_pool.ts";
import type { Work } from "../../contract.ts";
import { DENSE, DenseForwardKernel, meetRoomBytes } from "./forward.ts";
import { placePanels } from "../edges/transitions.ts";
import { BLOCK, blocksOf } from "../rows.ts";
import { type Emissions, type Lattice, type Model, type Path, withoutGaps } from "../../lattice.ts";
import { type PlacedDecode, type Placement, simdPlacement } from "../scores/placement.ts";
import { denseViterbi } from "../../chain/dense_viterbi.ts";
import type { Arena } from "../arena.ts";

/** Where a sentence is begun: at its left end, at both, or as it is faster. */
export type DenseEnds = "auto" | "both" | "left";

/** Which of several best paths is found: any, or that of dense Viterbi from the left. */
export type Ties = "any" | "left";

/** With ties in so many sentences, one pass from the left is less than two of some. */
const TIED_SHARE = 1 / 4;
const FEWEST_TIED = 4;

/** From so many labels on, one reading of the transitions for two steps is worth it. */
const MANY_LABELS = 256;

/**
 * One-best Viterbi in kernels, with the work of `viterbi`: from the left with its answers and ties,
 * or from both ends; `auto` is from both ends for 256 labels or more. Copies the transitions, if
 * they are not yet in the memory of the lattices: O(L²).
 *
 * @param ties of best paths: any, or that of `left`, which decodes again where there are several
 * @param placement where the lattices are
 * @param panels address of the transitions in that memory
 */
export function placedViterbi(
  model: Model,
  ends: DenseEnds,
  ties: Ties = "any",
  placement: Placement = simdPlacement(model),
  panels: number = placePanels(placement.arena, model.labelCount, model.transitions),
): PlacedDecode {
  const { labelCount } = model;
  const isFaster = labelCount >= MANY_LABELS;
  const fromBoth = model.exactSums && (ends === "auto" ? isFaster : ends === "both");
  const count = ({ length }: Lattice<Emissions>, work: Work) => {
    work.nodeExpansions += (length - 1) * labelCount;
    work.edgeEvaluations += (length - 1) * labelCount * labelCount;
  };
  const meet = fromBoth ? meeting(model, placement, panels) : undefined;
  let left: FindBest | undefined;
  const tied = new TiedShare();
  return placement.placedDecode((lattice, _k, work) => {
    work.iterations++;
    count(lattice, work);
    let best = tied.isLarge ? undefined : meet?.(lattice);
    if (best !== undefined && ties === "left" && tied.add(best.isTied === true)) {
      count(lattice, work);
      best = undefined;
    }
    best ??= (left ??= fromLeft(labelCount, placement, panels))(lattice);
    const { score, labels } = best;
    return { paths: score === -Infinity ? [] : [{ score, labels }] };
  });
}

/** How many sentences have several best paths. */
export class TiedShare {
  #all = 0;
  #tied = 0;

  /** Whether they are so many that it is better to look for the path of `left` at once. */
  get isLarge(): boolean {
    return this.#tied >= FEWEST_TIED && this.#tied > TIED_SHARE * this.#all;
  }

  /** Adds a sentence; returns whether it has several. */
  add(isTied: boolean): boolean {
    this.#all++;
    if (isTied) this.#tied++;
    return isTied;
  }
}

/** A best path, and whether another one is as good, where that is known. */
interface Found extends Path {
  readonly isTied?: boolean;
}

/** Finds a best path; one with the score −∞ if there is none. */
type FindBest = (lattice: Lattice<Emissions>) => Found;

function fromLeft(labelCount: number, placement: Placement, panels: number): FindBest {
  const forward = new DenseForwardKernel(labelCount, placement, panels);
  return (lattice) => {
    const { length } = lattice;
    forward.run(placement.addressOf(lattice), length);
    const last = forward.row(length - 1);
    let best = 0;
    for (let y = 1; y < last.length; y++) if (last[y]! > last[best]!) best = y;
    return { score: last[best]!, labels: forward.pathTo(best, length) };
  };
}

/**
 * From both ends, for models whose path sums are exact.
 *
 * With α the best prefix into a label and β the best that can follow it, the best path through y at
 * a position has α(y) + β(y): the largest sum at the position where they meet is the best score.
 * The same edges are looked at as from the left alone, but two steps share one reading of the
 * transitions. The sums are added in another order than `scorePath` adds them, hence only where
 * that makes no difference.
 *
 * Ties: the smallest label in the middle, and from there the smallest at each position.
 */
function meeting(model: Model, placement: Placement, panels: number): FindBest {
  const { labelCount } = model;
  const { arena } = placement;
  const { scoreBytes } = arena;
  const kernels = DENSE.open(arena);
  const blocks = blocksOf(labelCount);
  const width = blocks * BLOCK;
  const room = arena.allocate(meetRoomBytes(labelCount, scoreBytes));
  let capacity = 0;
  let alpha = 0;
  let rest = 0;
  let labels = 0;

  return (lattice) => {
    const { length } = lattice;
    if (length > capacity) {
      const most = arena.roomFor(length, capacity);
      [alpha, rest, labels] = arena.allocateTogether(() => [
        arena.allocate(most * width * scoreBytes),
        arena.allocate(most * width * scoreBytes),
        arena.allocate(4 * most),
      ]);
      capacity = most;
    }
    const own = placement.addressOf(lattice);
    const middle = kernels.denseMeet(own, length, panels, alpha, rest, room, labelCount, blocks);
    const prefixes = alpha / scoreBytes + middle * width;
    const suffixes = rest / scoreBytes + middle * width;
    const { scores } = arena;
    let score = -Infinity;
    let best = 0;
    let isTied = false;
    for (let y = 0; y < labelCount; y++) {
      const sum = scores[prefixes + y]! + scores[suffixes + y]!;
      if (sum === score) isTied = true;
      if (sum > score) {
        isTied = false;
        score = sum;
        best = y;
      }
    }
    arena.integers[labels / 4 + middle] = best;
    kernels.denseBacktrack(middle + 1, panels, alpha, labels, labelCount, blocks);
    const rows = [own, panels, rest, labels, labelCount, blocks] as const;
    if (kernels.denseFollow(middle, length, ...rows) !== 0) isTied = true;
    // Without a path all sums are −∞, which is no tie.
    isTied &&= score > -Infinity;
    return { score, labels: copyLabels(arena.integers, labels / 4, length), isTied };
  };
}

/**
 * Whether an arena can hold so many matrices of that many labels besides what is in it. It ends at
 * 2 GiB: in float64, for example, at one matrix of 15,800 labels.
 */
export function holdsMatrices(arena: Arena, labelCount: number, matrices: number): boolean {
  return arena.hasRoomFor(matrices * labelCount * blocksOf(labelCount) * BLOCK * arena.scoreBytes);
}

/** Dense Viterbi that reads lattices where they are; see `denseViterbi`. */
export function plainDecode(model: Model): PlacedDecode {
  const decode = denseViterbi(model);
  return (lattice, k, work) => decode(withoutGaps(lattice, model.labelCount), k, work);
}

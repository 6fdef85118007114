/**
 * What iterative Viterbi and iterative Viterbi A* do with a degenerate lattice, in kernels.
 *
 * @module
 */

import { beamDecode } from "../chain/beam.ts";
import { BeamKernel } from "../kernels/beam/beam.ts";
import type { Decode, Work } from "../contract.ts";
import { type DegenerateModel, degenerateModel, reviseGroups } from "./model.ts";
import type { LabelPaths, PassResult } from "./pass.ts";
import type { Bar } from "./columns.ts";
import type { DegenerateSearch } from "./search.ts";
import type { Arena } from "../kernels/arena.ts";
import { TABLES } from "../kernels/degenerate/tables.ts";
import { copyRows } from "../kernels/edges/transitions.ts";
import { BLOCK, blocksOf, QUAD_BYTES } from "../kernels/rows.ts";
import { Tables } from "../kernels/tables.ts";
import { copyLabels } from "../chain/label_pool.ts";
import type { Lattice, Model } from "../lattice.ts";
import type { PrefixLattice } from "../k_best/predecessors.ts";
import { Placement } from "../kernels/scores/placement.ts";
import { Family } from "../kernels/family.ts";
import BINARY from "../kernels/degenerate/binary.json" with { type: "json" };

/**
 * Kernels of iterative Viterbi: what `degenerate/` does in TypeScript, with the same answers and
 * counts. `tables` is the address of the tables; `own` that of T rows of emissions.
 */
interface DegenerateKernels {
  /**
   * Starts each position with one active label and the group of all others, of which nothing is
   * known (with no group, all labels), and finds the emissions of the groups. Cost: O(TL).
   */
  degenerateReset(tables: number, own: number, length: number): void;
  /**
   * Runs a pass over the nodes that are left and removes those that do not stay, each position
   * before its nodes serve as sources.
   *
   * From the left, reach(v) = max over nodes u of position t−1 of ( reach(u) + n(u) + e(u, v) ), 0
   * at t = 0; from the right the mirror image. Writes the side's reach, the sums reach(v) + n(v),
   * which are −∞ for labels that were removed, `upper`, `labelScore` and the counts. Labels and
   * groups that are not left may have any reach. Cost: sources times nodes a position, in whole
   * quads.
   *
   * @param isForward 1 from the left, 0 from the right
   */
  degeneratePass(tables: number, own: number, length: number, isForward: number): void;
  /**
   * Writes the path of the last pass, which was of that direction, with the best score, or with the
   * best score over labels only: nodes, of which the smaller ones win. Cost: O(1) a node that is
   * left.
   *
   * @param overLabels 1 for the best path over labels, of which there is one; 0 for any
   * @param end the node at which the path ends, −1 for the best
   */
  degenerateFollow(
    tables: number,
    length: number,
    isForward: number,
    overLabels: number,
    end: number,
  ): void;
  /**
   * Doubles the active labels of the positions where the path has a group, or of all: the group
   * {label ≥ 2^m} becomes the labels below 2^(m+1) and a smaller group, which inherit its reach.
   * Those that do not stay are not added. Cost: O(1) a label.
   *
   * @param isUniform 1 for all positions, 0 for those of the path
   */
  degenerateExpand(tables: number, own: number, length: number, isUniform: number): void;
}

/** The kernels, for arenas of the kind `simd`. */
const DEGENERATE: Family<DegenerateKernels> = /* @__PURE__ */ new Family<DegenerateKernels>(
  BINARY,
);

/** The tables of the kernels for a model: the same answers, ties and counts as `plainSearch`. */
export class DegenerateKernel implements DegenerateSearch {
  /** See `DegenerateSearch`. */
  readonly greedy: Decode;
  readonly #fields: Tables<typeof TABLES>;
  readonly #arena: Arena;
  readonly #kernels: DegenerateKernels;
  readonly #model: Model;
  readonly #degenerate: DegenerateModel;
  readonly #placement: Placement;
  readonly #tables: number;
  readonly #groupCount: number;
  readonly #width: number;
  #own = 0;
  #length = 0;
  #capacity = 0;
  /** Nodes that are left, for `prefixes`. */
  #counts = new Int32Array(0);
  #nodes = new Int32Array(0);
  #nodeOwn = new Float64Array(0);
  #prefixes = new Float64Array(0);

  /** Copies the transitions, and those of the groups, twice. Cost: O((L + log L)²). */
  constructor(
    arena: Arena,
    model: Model,
    labelPaths: LabelPaths,
    degenerate: DegenerateModel = degenerateModel(model),
  ) {
    const { labelCount } = model;
    const { scoreBytes } = arena;
    const { groupCount, nodeCount, transitions } = degenerate;
    const width = blocksOf(labelCount) * BLOCK;
    const row = width * scoreBytes;
    this.#arena = arena;
    this.#kernels = DEGENERATE.open(arena);
    this.#model = model;
    this.#degenerate = degenerate;
    this.#groupCount = groupCount;
    this.#width = width;
    this.#placement = new Placement(arena, labelCount);
    this.#fields = new Tables(arena, TABLES);
    this.#tables = this.#fields.address;
    // A source takes two scores; labels and the group.
    const listBytes = 2 * scoreBytes * (width + BLOCK);
    this.#fields.set({
      labelCount,
      groupCount,
      quads: row / QUAD_BYTES,
      isActive: Number(labelPaths === "active"),
      outgoing: arena.allocate(nodeCount * row),
      incoming: arena.allocate(nodeCount * row),
      groupEdges: arena.allocate(groupCount ** 2 * scoreBytes),
      lists: arena.allocate(4 * listBytes),
      listBytes,
    });
    const outgoing = new Float64Array(nodeCount * labelCount);
    const incoming = new Float64Array(nodeCount * labelCount);
    const groupEdges = this.#fields.get("groupEdges") / scoreBytes;
    for (let from = 0; from < nodeCount; from++) {
      for (let to = 0; to < nodeCount; to++) {
        const edge = transitions[from * nodeCount + to]!;
        if (to < labelCount) outgoing[from * labelCount + to] = edge;
        if (from < labelCount) incoming[to * labelCount + from] = edge;
        if (from < labelCount || to < labelCount) continue;
        const at = (from - labelCount) * groupCount + to - labelCount;
        arena.scores[groupEdges + at] = edge;
      }
    }
    copyRows(arena, outgoing, nodeCount, labelCount, this.#fields.get("outgoing"));
    copyRows(arena, incoming, nodeCount, labelCount, this.#fields.get("incoming"));
    const beam = new BeamKernel(this.#placement, labelCount, this.#fields.get("outgoing"), 1);
    this.greedy = beamDecode(model, 1, beam);
  }

  /** See `DegenerateSearch`. */
  revise(previous: number, label: number): void {
    const { labelCount, transitions } = this.#model;
    const { scores, scoreBytes } = this.#arena;
    const placeOf = (name: "outgoing" | "incoming" | "groupEdges") =>
      this.#fields.get(name) / scoreBytes;
    const score = transitions[previous * labelCount + label]!;
    reviseGroups(this.#degenerate, previous, label, score, (from, to, value) => {
      if (to < labelCount) scores[placeOf("outgoing") + from * this.#width + to] = value;
      if (from < labelCount) scores[placeOf("incoming") + to * this.#width + from] = value;
      if (from < labelCount || to < labelCount) return;
      const group = (from - labelCount) * this.#groupCount + to - labelCount;
      scores[placeOf("groupEdges") + group] = value;
    });
  }

  /** Starts on a lattice with one active label a position. */
  reset(lattice: Lattice): void {
    if (lattice.length > this.#capacity) {
      this.#reserve(this.#arena.roomFor(lattice.length, this.#capacity));
    }
    this.#length = lattice.length;
    this.#own = this.#placement.addressOf(lattice);
    this.#kernels.degenerateReset(this.#tables, this.#own, lattice.length);
  }

  /** A pass, in which all nodes stay if there is no bar. */
  run(isForward: boolean, work: Work, bar: Bar | undefined): PassResult {
    this.#setBar(bar);
    this.#kernels.degeneratePass(this.#tables, this.#own, this.#length, Number(isForward));
    this.#fields.addCounts(work);
    const [upper, labelScore] = [
      this.#fields.double(TABLES.upper),
      this.#fields.double(TABLES.labelScore),
    ];
    return { upper, labelScore };
  }

  /** See `DegenerateSearch`. */
  ends(isForward: boolean, above: number): number[] {
    const { labelCount } = this.#model;
    const { scores, scoreBytes } = this.#arena;
    const last = isForward ? this.#length - 1 : 0;
    const row = this.#fields.get("labelSums") / scoreBytes + last * this.#width;
    const labels = Array.from(this.nodesAt(last)).filter((node) => node < labelCount);
    return labels.filter((label) => scores[row + label]! > above)
      .sort((a, b) => scores[row + b]! - scores[row + a]!);
  }

  /** See `DegenerateSearch`. */
  follow(isForward: boolean, overLabels: boolean, end = -1): Int32Array {
    const [direction, labels] = [Number(isForward), Number(overLabels)];
    this.#kernels.degenerateFollow(this.#tables, this.#length, direction, labels, end);
    const path = this.#fields.get("path") / 4;
    return copyLabels(this.#arena.integers, path, this.#length);
  }

  /** See `DegenerateSearch`; valid until the next call. */
  nodesAt(position: number): Int32Array {
    return this.#nodes.subarray(0, this.#list(position, 0));
  }

  /** See `DegenerateSearch`; valid until the next call. */
  prefixes(isForward: boolean): PrefixLattice {
    const { labelCount } = this.#model;
    const { scores, scoreBytes } = this.#arena;
    const field = (name: "groupOwn" | "sums" | "groupSums") => this.#fields.get(name) / scoreBytes;
    const [groupOwn, sums, groupSums] = [field("groupOwn"), field("sums"), field("groupSums")];
    const own = this.#own / scoreBytes;
    for (let t = 0; t < this.#length; t++) {
      const start = t * labelCount;
      const count = this.#counts[t] = this.#list(t, start);
      for (let slot = start; slot < start + count; slot++) {
        const node = this.#nodes[slot]!;
        const isGroup = node >= labelCount;
        const group = groupOwn + t * this.#groupCount + node - labelCount;
        this.#nodeOwn[slot] = scores[isGroup ? group : own + t * this.#width + node]!;
        this.#prefixes[slot] = scores[isGroup ? groupSums + t : sums + t * this.#width + node]!;
      }
    }
    return {
      length: this.#length,
      counts: this.#counts,
      nodes: this.#nodes,
      own: this.#nodeOwn,
      prefixes: this.#prefixes,
      isForward,
    };
  }

  /** See `DegenerateSearch`. */
  expandAll(bar: Bar | undefined): void {
    this.#expand(true, bar);
  }

  /** See `DegenerateSearch`. */
  expandBest(isForward: boolean, bar: Bar | undefined): void {
    this.#kernels.degenerateFollow(this.#tables, this.#length, Number(isForward), 0, -1);
    this.#expand(false, bar);
  }

  /** See `DegenerateSearch`. */
  expandOn(paths: readonly Int32Array[], bar: Bar | undefined): void {
    const { labelCount } = this.#model;
    const { integers } = this.#arena;
    const path = this.#fields.get("path") / 4;
    for (let t = 0; t < this.#length; t++) {
      integers[path + t] = paths.some((nodes) => nodes[t]! >= labelCount) ? labelCount : 0;
    }
    this.#expand(false, bar);
  }

  /** Splits all groups, or those of the path in `path`. */
  #expand(isUniform: boolean, bar: Bar | undefined): void {
    this.#setBar(bar);
    this.#kernels.degenerateExpand(this.#tables, this.#own, this.#length, Number(isUniform));
  }

  /** Writes the nodes of a position that are left to `#nodes`, from a slot on; returns how many. */
  #list(position: number, first: number): number {
    const { integers } = this.#arena;
    const quads = this.#fields.get("quads");
    const quadScores = QUAD_BYTES / this.#arena.scoreBytes;
    const masks = this.#fields.get("masks") / 4 + position * quads;
    const used = integers[this.#fields.get("used") / 4 + position]!;
    let slot = first;
    for (let quad = 0; quad < used; quad++) {
      for (let rest = integers[masks + quad]!; rest !== 0; rest &= rest - 1) {
        this.#nodes[slot++] = quad * quadScores + 31 - Math.clz32(rest & -rest);
      }
    }
    const level = integers[this.#fields.get("levels") / 4 + position]!;
    if (level >= 0) this.#nodes[slot++] = this.#model.labelCount + level;
    return slot - first;
  }

  #setBar(bar: Bar | undefined): void {
    this.#fields.setInteger(TABLES.keepAll, Number(bar === undefined));
    if (bar === undefined) return;
    this.#fields.setDouble(TABLES.above, bar.above);
    this.#fields.setDouble(TABLES.least, bar.least);
  }

  /** Room for all nodes of that many positions. */
  #reserve(capacity: number): void {
    const arena = this.#arena;
    const { scoreBytes } = arena;
    const row = this.#width * scoreBytes;
    const rows = () => arena.allocate(capacity * row);
    const scores = () => arena.allocate(capacity * scoreBytes);
    const integers = () => arena.allocate(4 * capacity);
    const slots = capacity * this.#model.labelCount;
    const room = arena.allocateTogether(() => ({
      groupOwn: arena.allocate(capacity * this.#groupCount * scoreBytes),
      levels: integers(),
      counts: integers(),
      used: integers(),
      masks: arena.allocate(4 * capacity * row / QUAD_BYTES),
      before: rows(),
      after: rows(),
      groupBefore: scores(),
      groupAfter: scores(),
      sums: rows(),
      labelSums: rows(),
      groupSums: scores(),
      path: integers(),
    }));
    this.#counts = new Int32Array(capacity);
    this.#nodes = new Int32Array(slots);
    this.#nodeOwn = new Float64Array(slots);
    this.#prefixes = new Float64Array(slots);
    this.#fields.set(room);
    this.#capacity = capacity;
  }
}

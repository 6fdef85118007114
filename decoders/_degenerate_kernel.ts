/**
 * What iterative Viterbi does with a degenerate lattice, in kernels.
 *
 * @module
 */

import type { Work } from "./contract.ts";
import { degenerateModel } from "./_degenerate.ts";
import type { LabelPaths, PassResult } from "./_degenerate_pass.ts";
import type { Bar, DegenerateSearch } from "./_degenerate_search.ts";
import { BEAM_ROOM_ROWS } from "./kernels/beam_sweep.ts";
import { DEGENERATE_TABLES } from "./kernels/degenerate_tables.ts";
import { Fields } from "./kernels/fields.ts";
import type { Kernels } from "./kernels/kernels.ts";
import { BLOCK, blocksOf, copyRows } from "./kernels/layout.ts";
import { copyLabels } from "./_label_pool.ts";
import type { Lattice, Model, Path } from "./lattice.ts";
import { Placement } from "./_placement.ts";

/** Bytes of the unit in which kernels read rows. */
const QUAD_BYTES = 64;

/** The tables of the kernels for a model: the same answers, ties and counts as `plainSearch`. */
export class DegenerateKernel implements DegenerateSearch {
  readonly #fields: Fields<typeof DEGENERATE_TABLES>;
  readonly #kernels: Kernels;
  readonly #model: Model;
  readonly #placement: Placement;
  readonly #tables: number;
  readonly #groupCount: number;
  readonly #room: number;
  readonly #width: number;
  #own = 0;
  #length = 0;
  #capacity = 0;
  /** Addresses of the labels and prefix scores of the beam. */
  #kept = 0;
  #prefixes = 0;

  /** Copies the transitions, and those of the groups, twice. Cost: O((L + log L)²). */
  constructor(kernels: Kernels, model: Model, labelPaths: LabelPaths) {
    const { labelCount } = model;
    const { arena, scoreBytes } = kernels;
    const { groupCount, nodeCount, transitions } = degenerateModel(model);
    const width = blocksOf(labelCount) * BLOCK;
    const row = width * scoreBytes;
    this.#kernels = kernels;
    this.#model = model;
    this.#groupCount = groupCount;
    this.#width = width;
    this.#placement = new Placement(kernels, labelCount);
    this.#fields = new Fields(arena, DEGENERATE_TABLES);
    this.#tables = this.#fields.address;
    this.#room = arena.allocate(BEAM_ROOM_ROWS * row);
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
        kernels.scores[groupEdges + at] = edge;
      }
    }
    copyRows(kernels, outgoing, nodeCount, labelCount, this.#fields.get("outgoing"));
    copyRows(kernels, incoming, nodeCount, labelCount, this.#fields.get("incoming"));
  }

  /** See `Decode.place`. */
  place(lattice: Lattice): void {
    this.#placement.place(lattice);
  }

  /** Starts on a lattice with one active label a position. */
  reset(lattice: Lattice): void {
    this.#length = lattice.length;
    if (lattice.length > this.#capacity) this.#reserve(2 * lattice.length);
    this.#own = this.#placement.addressOf(lattice);
    this.#kernels.degenerateReset(this.#tables, this.#own, lattice.length);
  }

  /** The path of a beam of width 1 through the lattice. */
  greedy(work: Work): Path | undefined {
    const kernels = this.#kernels;
    const length = this.#length;
    const edges = this.#fields.get("outgoing");
    const blocks = blocksOf(this.#model.labelCount);
    const [kept, prefixes, path] = [this.#kept, this.#prefixes, this.#fields.get("path")];
    kernels.beamSweep(this.#own, length, edges, blocks, 1, kept, prefixes, this.#room);
    const score = kernels.beamBacktrack(length, edges, blocks, 1, kept, prefixes, path);
    work.nodeExpansions += length - 1;
    work.edgeEvaluations += (length - 1) * this.#model.labelCount;
    return score === -Infinity ? undefined : { score, labels: this.#path() };
  }

  /** A pass, in which all nodes stay if there is no bar. */
  run(isForward: boolean, work: Work, bar: Bar | undefined): PassResult {
    this.#setBar(bar);
    this.#kernels.degeneratePass(this.#tables, this.#own, this.#length, Number(isForward));
    const { doubles } = this.#kernels.arena;
    const fields = this.#tables / 8;
    this.#fields.addCounts(work);
    return {
      upper: doubles[fields + DEGENERATE_TABLES.upper / 2]!,
      labelScore: doubles[fields + DEGENERATE_TABLES.labelScore / 2]!,
    };
  }

  /** The best path of the last pass, or its best over labels; a group is a node ≥ L. */
  follow(isForward: boolean, overLabels: boolean): Int32Array {
    const [direction, labels] = [Number(isForward), Number(overLabels)];
    this.#kernels.degenerateFollow(this.#tables, this.#length, direction, labels);
    return this.#path();
  }

  /** Splits groups: those of the path that was followed last, or all. */
  expand(isUniform: boolean, bar: Bar | undefined): void {
    this.#setBar(bar);
    this.#kernels.degenerateExpand(this.#tables, this.#own, this.#length, Number(isUniform));
  }

  #path(): Int32Array {
    return copyLabels(this.#kernels.arena.integers, this.#fields.get("path") / 4, this.#length);
  }

  #setBar(bar: Bar | undefined): void {
    const { integers, doubles } = this.#kernels.arena;
    integers[this.#tables / 4 + DEGENERATE_TABLES.keepAll] = Number(bar === undefined);
    if (bar === undefined) return;
    doubles[this.#tables / 8 + DEGENERATE_TABLES.above / 2] = bar.above;
    doubles[this.#tables / 8 + DEGENERATE_TABLES.least / 2] = bar.least;
  }

  /** Room for all nodes of that many positions. */
  #reserve(capacity: number): void {
    const { arena, scoreBytes } = this.#kernels;
    const row = this.#width * scoreBytes;
    this.#capacity = capacity;
    const rows = () => arena.allocate(capacity * row);
    const scores = () => arena.allocate(capacity * scoreBytes);
    const integers = () => arena.allocate(4 * capacity);
    this.#kept = integers();
    this.#prefixes = scores();
    this.#fields.set({
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
    });
  }
}

/**
 * A pass over the columns of a degenerate lattice, and its best path: the twin of
 * `assembly/degenerate_pass.as` and `assembly/degenerate_follow.as`.
 *
 * @module
 */

import type { Arena } from "./arena.ts";
import { DegenerateFields, QUAD_SCORES } from "./degenerate_columns.ts";

/** A node of the position before and its score. */
interface Source {
  readonly node: number;
  readonly score: number;
}

/** What a pass of one direction reads and writes, as indices. */
interface Direction {
  readonly isForward: boolean;
  readonly edges: number;
  readonly side: number;
  readonly otherSide: number;
  readonly groupSide: number;
  readonly otherGroupSide: number;
}

/**
 * Runs a pass over the nodes that are left and removes those that do not stay, each position before
 * its nodes serve as sources; the same as `DegeneratePass` does, to the last bit.
 *
 * From the left, reach(v) = max over nodes u of position t−1 of ( reach(u) + n(u) + e(u, v) ), 0 at
 * t = 0; from the right the mirror image. Writes the side's reach, the sums reach(v) + n(v), which are
 * −∞ for labels that were removed, `upper`, `labelScore` and the counts. Labels and groups that are
 * not left may have any reach. Cost: sources times nodes a position, in whole quads.
 *
 * @param own address of T rows of emissions
 * @param isForward 1 from the left, 0 from the right
 */
export function degeneratePass(
  arena: Arena,
  tables: number,
  own: number,
  length: number,
  isForward: number,
): void {
  const fields = new DegenerateFields(arena, tables);
  const direction = directionOf(fields, isForward === 1);
  fields.set("upper", -Infinity);
  fields.set("labelScore", -Infinity);
  fields.set("edgeEvaluations", 0);
  fields.set("nodeExpansions", 0);
  let sources: [Source[], Source[]] | undefined;
  for (let i = 0; i < length; i++) {
    const t = isForward === 1 ? i : length - 1 - i;
    const counts = fields.ints("counts") + t;
    if (sources !== undefined) {
      const count = fields.integers[counts]!;
      fields.set("nodeExpansions", fields.get("nodeExpansions") + count);
      const edges = (sources[0].length + sources[1].length) * count;
      fields.set("edgeEvaluations", fields.get("edgeEvaluations") + edges);
    }
    sources = advance(fields, direction, own / 8, t, sources);
    if (fields.integers[counts] === 0) return;
    if (i === length - 1) setResult(fields, t);
  }
}

/** One position; returns its sources for the next one: those over labels, and the others. */
function advance(
  fields: DegenerateFields,
  direction: Direction,
  own: number,
  t: number,
  sources: [Source[], Source[]] | undefined,
): [Source[], Source[]] {
  const { integers, scores } = fields;
  const { isForward, side, otherSide, groupSide, otherGroupSide } = direction;
  const [labelCount, groupCount] = [fields.count("labelCount"), fields.count("groupCount")];
  const width = fields.count("quads") * QUAD_SCORES;
  const isActive = fields.count("isActive") === 1;
  const masks = fields.ints("masks") + t * fields.count("quads");
  const through = (reach: number, emission: number, beyond: number) =>
    isForward ? reach + emission + beyond : beyond + emission + reach;
  const next: [Source[], Source[]] = [[], []];
  let count = 0;
  for (const y of fields.labelsAt(t)) {
    const at = t * width + y;
    const labelBest = sources === undefined ? 0 : bestInto(fields, direction, sources[0], y);
    const otherBest = sources === undefined
      ? -Infinity
      : bestInto(fields, direction, sources[1], y);
    const reach = otherBest > labelBest ? otherBest : labelBest;
    const labelReach = isActive || labelBest >= otherBest ? labelBest : -Infinity;
    const emission = scores[own + at]!;
    const stays = fields.stays(through(reach, emission, scores[otherSide + at]!));
    scores[side + at] = reach;
    const sum = scores[fields.floats("sums") + at] = stays ? reach + emission : -Infinity;
    const labelSum = stays ? labelReach + emission : -Infinity;
    scores[fields.floats("labelSums") + at] = labelSum;
    if (!stays) {
      integers[masks + Math.floor(y / QUAD_SCORES)]! &= ~(1 << y % QUAD_SCORES);
      continue;
    }
    count++;
    if (labelReach > -Infinity) next[0].push({ node: y, score: labelSum });
    if (isActive || labelReach === -Infinity) next[1].push({ node: y, score: sum });
  }
  const levels = fields.ints("levels") + t;
  const level = integers[levels]!;
  if (level >= 0) {
    const node = labelCount + level;
    const reach = sources === undefined
      ? 0
      : Math.max(...sources.map((list) => bestInto(fields, direction, list, node)));
    const emission = scores[fields.floats("groupOwn") + t * groupCount + level]!;
    const score = reach + emission;
    scores[groupSide + t] = reach;
    scores[fields.floats("groupSums") + t] = score;
    if (fields.stays(through(reach, emission, scores[otherGroupSide + t]!))) {
      next[1].push({ node, score });
      count++;
    } else integers[levels] = -1;
  }
  integers[fields.ints("counts") + t] = count;
  return next;
}

/**
 * Writes the path of the last pass, which was of that direction, with the best score, or with the best
 * score over labels only: nodes, of which the smaller ones win. Cost: O(1) a node that is left.
 *
 * @param overLabels 1 for the best path over labels, of which there is one; 0 for any
 * @param end the node at which the path ends, −1 for the best
 */
export function degenerateFollow(
  arena: Arena,
  tables: number,
  length: number,
  isForward: number,
  overLabels: number,
  end: number,
): void {
  const fields = new DegenerateFields(arena, tables);
  const direction = directionOf(fields, isForward === 1);
  const scores = fields.floats(overLabels === 1 ? "labelSums" : "sums");
  const width = fields.count("quads") * QUAD_SCORES;
  let next = -1;
  for (let i = 0; i < length; i++) {
    const t = isForward === 1 ? length - 1 - i : i;
    const nodes = fields.labelsAt(t).map((node) => ({
      node,
      score: fields.scores[scores + t * width + node]!,
    }));
    const level = fields.integers[fields.ints("levels") + t]!;
    if (overLabels === 0 && level >= 0) {
      const score = fields.scores[fields.floats("groupSums") + t]!;
      nodes.push({ node: fields.count("labelCount") + level, score });
    }
    let best = -Infinity;
    let found = 0;
    for (const { node, score } of nodes) {
      const sum = next < 0 ? score : score + edgeOf(fields, direction, node, next);
      if (sum <= best) continue;
      best = sum;
      found = node;
    }
    next = i === 0 && end >= 0 ? end : found;
    fields.integers[fields.ints("path") + t] = next;
  }
}

function directionOf(fields: DegenerateFields, isForward: boolean): Direction {
  return {
    isForward,
    edges: fields.floats(isForward ? "outgoing" : "incoming"),
    side: fields.floats(isForward ? "before" : "after"),
    otherSide: fields.floats(isForward ? "after" : "before"),
    groupSide: fields.floats(isForward ? "groupBefore" : "groupAfter"),
    otherGroupSide: fields.floats(isForward ? "groupAfter" : "groupBefore"),
  };
}

function bestInto(
  fields: DegenerateFields,
  direction: Direction,
  sources: readonly Source[],
  target: number,
): number {
  let best = -Infinity;
  for (const { node, score } of sources) {
    const sum = score + edgeOf(fields, direction, node, target);
    if (sum > best) best = sum;
  }
  return best;
}

/** The edge between two nodes, from the one nearer to where the pass starts. */
function edgeOf(
  fields: DegenerateFields,
  { isForward, edges }: Direction,
  from: number,
  to: number,
): number {
  const [labelCount, groupCount] = [fields.count("labelCount"), fields.count("groupCount")];
  const width = fields.count("quads") * QUAD_SCORES;
  if (to < labelCount) return fields.scores[edges + from * width + to]!;
  if (from < labelCount) {
    const inverse = fields.floats(isForward ? "incoming" : "outgoing");
    return fields.scores[inverse + to * width + from]!;
  }
  const [first, second] = isForward ? [from, to] : [to, from];
  const at = (first - labelCount) * groupCount + second - labelCount;
  return fields.scores[fields.floats("groupEdges") + at]!;
}

function setResult(fields: DegenerateFields, t: number): void {
  const width = fields.count("quads") * QUAD_SCORES;
  const labels = fields.labelsAt(t);
  const top = (name: "sums" | "labelSums") =>
    labels.reduce(
      (most, y) => Math.max(most, fields.scores[fields.floats(name) + t * width + y]!),
      -Infinity,
    );
  const isGroup = fields.integers[fields.ints("levels") + t]! >= 0;
  const group = isGroup ? fields.scores[fields.floats("groupSums") + t]! : -Infinity;
  fields.set("upper", Math.max(top("sums"), group));
  fields.set("labelScore", top("labelSums"));
}

/**
 * What the page shows at once, in few bytes.
 *
 * @module
 */

import { packed, unpacked } from "./packed.ts";
import { type Decoded, type Dial, KINDS, type Trace } from "./trace.ts";

/** What there is at once, without a worker. */
export interface FirstView {
  readonly decoded: Decoded;
  /** Packs that the page has in itself, the first one opened, and those of parses among them. */
  readonly packs: readonly string[];
  readonly parses: readonly string[];
  /** Which of the sentences it is. */
  readonly sentence: number;
  /** Families of random lattices, each with its dials. */
  readonly families: Readonly<Record<string, readonly Dial[]>>;
}

/** The first view as a text, to the last bit. The first of its lanes is dense Viterbi. */
export function packedFirst(first: FirstView): Promise<string> {
  return packed({ ...first, decoded: shifted(first.decoded, -1) });
}

/** The first view that `packedFirst` has made a text of. */
export async function unpackedFirst(text: string): Promise<FirstView> {
  const first = await unpacked<FirstView>(text);
  return { ...first, decoded: shifted(first.decoded, 1) };
}

/**
 * The lanes with the values of opened nodes less Viterbi's scores of the same nodes, which most of
 * those that go from left to right alone have too; or the other way round. Sums and differences of
 * scores of a pack are exact.
 */
function shifted(decoded: Decoded, sign: 1 | -1): Decoded {
  const { lattice, lanes: [viterbi, ...others] } = decoded;
  const [opened, iteration] = [KINDS.indexOf("opened"), KINDS.indexOf("iteration")];
  const labelCount = lattice.labels.length;
  const alpha = new Float64Array(lattice.emissions.length).fill(-Infinity);
  const nodeOf = ({ kinds, positions, labels }: Trace, i: number) =>
    kinds[i] === opened && labels[i]! >= 0 ? positions[i]! * labelCount + labels[i]! : -1;
  viterbi!.values.forEach((value, i) => {
    const node = nodeOf(viterbi!, i);
    if (node >= 0) alpha[node] = value;
  });
  const lanes = others.map((trace) => {
    const isBackward = (other: number, i: number) => trace.kinds[i] === iteration && other === 1;
    if (trace.others.some(isBackward)) return trace;
    const values = trace.values.map((value, i) => {
      const base = alpha[nodeOf(trace, i)] ?? -Infinity;
      return base === -Infinity ? value : value + sign * base;
    });
    return { ...trace, values };
  });
  return { ...decoded, lanes: [viterbi!, ...lanes] };
}

/**
 * What the page shows at once, in few bytes.
 *
 * @module
 */

import { packed, unpacked } from "./packed.ts";
import { type Decoded, type FirstView, KINDS, type Trace } from "./trace.ts";

/** The first view as a text, to the last bit. The first of its lanes is dense Viterbi. */
export function packedFirst(first: FirstView): string {
  return packed({ ...first, decoded: shifted(first.decoded, -1) });
}

/** The first view that `packedFirst` has made a text of. */
export function unpackedFirst(text: string): FirstView {
  const first = unpacked<FirstView>(text);
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

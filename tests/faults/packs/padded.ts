/**
 * Padded batches whose mask and lengths do not agree with them.
 *
 * @module
 */

import { type Tensor, tensor, writeTensors } from "../../../datasets/packs/safetensors.ts";
import { type HostilePack, pack } from "./contract.ts";

/** Two sentences of at most two positions with three labels. */
const padded = (changes: Readonly<Record<string, Tensor>>) => () =>
  writeTensors({
    metadata: {},
    tensors: new Map([
      ["emissions", tensor(new Float32Array(12), [2, 2, 3])],
      ["transitions", tensor(new Float32Array(9), [3, 3])],
      ...Object.entries(changes),
    ]),
  });
const mask = (...values: number[]) => tensor(Uint8Array.from(values), [2, 2]);
const lengths = (...values: number[]) => tensor(Int32Array.from(values));

/** Each is a padded batch but for one thing. */
export const PADDED: readonly HostilePack[] = [
  pack("neither mask nor lengths", padded({}), "lengths"),
  pack("mask with a gap", padded({ mask: mask(0, 1, 1, 1) }), "mask"),
  pack("mask of a sentence without positions", padded({ mask: mask(0, 0, 1, 1) }), "length 0"),
  pack("mask of another size", padded({ mask: tensor(new Uint8Array(2), [1, 2]) }), "mask"),
  pack("mask in floats", padded({ mask: tensor(new Float32Array(4), [2, 2]) }), "mask"),
  pack(
    "mask and other lengths",
    padded({ mask: mask(1, 0, 1, 1), lengths: lengths(2, 2) }),
    "mask 1",
  ),
  pack("lengths beyond the padding", padded({ lengths: lengths(3, 1) }), "length 3"),
  pack("lengths of other sentences", padded({ lengths: lengths(2, 1, 1) }), "lengths"),
  pack(
    "right labels without padding",
    padded({
      lengths: lengths(2, 1),
      gold: lengths(0, 0, 0),
    }),
    "gold",
  ),
];

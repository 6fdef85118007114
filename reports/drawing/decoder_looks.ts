/**
 * How a decoder looks in every chart: a hue per decoder, a shape and a dash per variant.
 *
 * @module
 */

import { type Looks, nominal } from "../picture.ts";
import { HUES } from "../numbers/hues.ts";
import { orderDecoders } from "../numbers/variants.ts";

const SHAPES = ["circle", "square", "diamond", "triangle-up", "triangle-down", "cross"];
const DASHES = [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 6], [1, 4]];

/**
 * Gives every decoder of some rows its hue; shapes and dashes tell its variants apart. The reader's
 * own decoder has a hue that no other of the rows has.
 *
 * @param shown which variants the legend names
 */
export function decoderLooks(
  rows: readonly { readonly decoder: string; readonly decoder_base: string }[],
  shown: (decoder: string) => boolean = () => true,
): Required<Looks> {
  const bases = new Map(rows.map(({ decoder, decoder_base }) => [decoder, decoder_base]));
  const all = orderDecoders(rows);
  const others = [...new Set(bases.values())].filter((name) => !Object.hasOwn(HUES, name)).sort();
  const free = [...new Set(Object.values(HUES))]
    .filter((hue) => ![...bases.values()].some((name) => HUES[name] === hue));
  const spare = free.length === 0 ? Object.values(HUES) : free;
  const looks = all.map((decoder) => {
    const name = bases.get(decoder)!;
    const variant = all.filter((other) => bases.get(other) === name).indexOf(decoder);
    return {
      decoder,
      color: others.includes(name) ? spare[others.indexOf(name) % spare.length]! : HUES[name]!,
      shape: SHAPES[variant % SHAPES.length]!,
      dash: DASHES[variant % DASHES.length]!,
    };
  }).filter(({ decoder }) => shown(decoder));
  const domain = looks.map(({ decoder }) => decoder);
  const channel = nominal("decoder", { legend: { title: null } });
  return {
    color: { ...channel, scale: { domain, range: looks.map(({ color }) => color) } },
    shape: { ...channel, scale: { domain, range: looks.map(({ shape }) => shape) } },
    // Of the same field it would be merged into the legend and fray the outlines of its points.
    strokeDash: nominal("variant", {
      scale: { domain, range: looks.map(({ dash }) => dash) },
      legend: null,
    }),
  };
}

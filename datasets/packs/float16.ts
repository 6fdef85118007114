/**
 * Scores of 16 bits, also where there is no `Float16Array`.
 *
 * Source: IEEE 754-2019, binary16: a sign, 5 bits of exponent with a bias of 15, 10 of fraction.
 *
 * @module
 */

/** The array type, where there is one: Deno, Node 24, browsers since 2025. */
export const Float16: typeof Float16Array | undefined =
  (globalThis as { Float16Array?: typeof Float16Array }).Float16Array;

const INFINITE = 0x7c00;
const FRACTION = 0x3ff;
/** The least normal number, and the step between those below. */
const LEAST_NORMAL = 2 ** -14;
const LEAST_STEP = 2 ** -24;

/** The numbers that 16-bit patterns stand for. Exact: float32 holds all of them. */
export function fromHalves(bits: Uint16Array): Float32Array<ArrayBuffer> {
  return Float32Array.from(bits, (half) => {
    const sign = half & 0x8000 ? -1 : 1;
    const exponent = (half & INFINITE) >> 10;
    const fraction = half & FRACTION;
    if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
    if (exponent === 0) return sign * fraction * LEAST_STEP;
    return sign * 2 ** (exponent - 25) * (FRACTION + 1 + fraction);
  });
}

/** The patterns of numbers that `fromHalves` has made. */
export function toHalves(numbers: Float32Array): Uint16Array<ArrayBuffer> {
  return Uint16Array.from(numbers, (number) => {
    if (Number.isNaN(number)) return INFINITE | 1;
    const sign = number < 0 || Object.is(number, -0) ? 0x8000 : 0;
    const size = Math.abs(number);
    if (size === Infinity) return sign | INFINITE;
    if (size < LEAST_NORMAL) return sign | (size / LEAST_STEP);
    const exponent = Math.floor(Math.log2(size));
    return sign | ((exponent + 15) << 10) | ((size / 2 ** exponent - 1) * (FRACTION + 1));
  });
}

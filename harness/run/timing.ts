/**
 * How long a batch is.
 *
 * @module
 */

/** Batches agree when the last ones lie within this share of their median. */
const AGREEMENT = 0.1;
/** Batches that must agree. */
const AGREEING_BATCHES = 3;
/** Warm-up ends after this many batches whether they agree or not, … */
const MAX_BATCHES = 8;
/** … and, where one pass is longer than a batch, after the time of so many batches. */
const MAX_BATCH_TIMES = 40;

/** The median of some numbers, the larger of the middle ones if they are even. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** Passes that fill a batch, and milliseconds of one. */
export interface Warm {
  readonly passes: number;
  readonly passMs: number;
}

/**
 * Warms a decoder up and says how long a pass takes at least, and how many make a batch of about
 * `batchMs`. Warm-up goes on until three batches in a row agree within 10%, so that compilation is
 * over, or until it has taken long enough.
 *
 * @param time gives the milliseconds of so many passes
 * @param most passes at most
 */
export async function warmUp(
  time: (passes: number) => Promise<number>,
  batchMs: number,
  most: number,
): Promise<Warm> {
  const passesOf = (passMs: number) =>
    Math.max(1, Math.min(most, Math.ceil(batchMs / Math.max(passMs, batchMs / most))));
  let passes = 1;
  let fastestMs = Infinity;
  let times: number[] = [];
  let elapsedMs = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const passMs = await time(passes) / passes;
    fastestMs = Math.min(fastestMs, passMs);
    elapsedMs += passes * passMs;
    times.push(passMs);
    const recent = times.slice(-AGREEING_BATCHES);
    const median = medianOf(recent);
    const spread = Math.max(...recent) - Math.min(...recent);
    if (recent.length === AGREEING_BATCHES && spread <= AGREEMENT * median) break;
    if (elapsedMs > MAX_BATCH_TIMES * batchMs) break;
    const wanted = passesOf(passMs);
    // A batch of another size starts anew: times of one pass and of many do not compare.
    if (wanted > 2 * passes || 2 * wanted < passes) times = [];
    passes = wanted;
  }
  // Whatever else the machine did in the meantime made a pass seem longer, none shorter.
  return { passes: passesOf(fastestMs), passMs: fastestMs };
}

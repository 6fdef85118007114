/**
 * Timing of a function that decodes some sentences once.
 *
 * @module
 */

import { now } from "../isolate/captured.ts";

/** A batch lasts at least this many steps of the clock. */
const STEPS_PER_BATCH = 100;
/** Batches agree when the last ones lie within this share of their median. */
const AGREEMENT = 0.1;
/** Batches that must agree. */
const AGREEING_BATCHES = 3;
/** Warm-up ends after this many batches whether they agree or not, … */
const MAX_BATCHES = 8;
/** … and, where one call is longer than a batch, after the time of so many batches. */
const MAX_BATCH_TIMES = 40;

/** The smallest step that the clock is seen to make, in milliseconds. */
export function clockStepMs(): number {
  let smallest = Infinity;
  let last = now();
  for (let changes = 0; changes < 100;) {
    const time = now();
    if (time === last) continue;
    smallest = Math.min(smallest, time - last);
    last = time;
    changes++;
  }
  return smallest;
}

/** Milliseconds for `passes` calls, which are told their number, divided by how many they are. */
export function timePasses(pass: (index: number) => void, passes: number): number {
  const start = now();
  for (let i = 0; i < passes; i++) pass(i);
  return (now() - start) / passes;
}

/**
 * Milliseconds for a call with each item: the median over passes over all items. A call that is
 * repeated at once finds its data in the cache, which it does not among others.
 */
export function timeEach<T>(
  items: readonly T[],
  call: (item: T) => void,
  passes: number,
): number[] {
  const times = items.map((): number[] => []);
  for (let i = 0; i < passes; i++) {
    items.forEach((item, index) => {
      const start = now();
      call(item);
      times[index]!.push(now() - start);
    });
  }
  return times.map(medianOf);
}

/** The median of some numbers, the larger of the middle ones if they are even. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/**
 * Warms a function up and says how long a call takes at least, and how many make a batch of about
 * `batchMs`, and at least 100 steps of the clock. Warm-up goes on until three batches in a row
 * agree within 10%, so that compilation is over, or until it has taken long enough.
 */
export function warmUp(
  pass: () => void,
  batchMs: number,
): { readonly passes: number; readonly passMs: number } {
  const leastMs = Math.max(batchMs, STEPS_PER_BATCH * clockStepMs());
  let passes = 1;
  let fastestMs = Infinity;
  let times: number[] = [];
  let elapsedMs = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const passMs = timePasses(pass, passes);
    fastestMs = Math.min(fastestMs, passMs);
    elapsedMs += passes * passMs;
    times.push(passMs);
    const recent = times.slice(-AGREEING_BATCHES);
    const median = medianOf(recent);
    const spread = Math.max(...recent) - Math.min(...recent);
    if (recent.length === AGREEING_BATCHES && spread <= AGREEMENT * median) break;
    if (elapsedMs > MAX_BATCH_TIMES * leastMs) break;
    const wanted = passesOf(passMs, leastMs);
    // A batch of another size starts anew: times of one call and of many do not compare.
    if (wanted > 2 * passes || 2 * wanted < passes) times = [];
    passes = wanted;
  }
  // Whatever else the machine did in the meantime made a call seem longer, none shorter.
  return { passes: passesOf(fastestMs, leastMs), passMs: fastestMs };
}

/** The calls that fill a batch. */
function passesOf(passMs: number, batchMs: number): number {
  return Math.max(1, Math.ceil(batchMs / Math.max(passMs, batchMs / 1e6)));
}

/**
 * What is known of every node of a lattice after some events of a trace.
 *
 * @module
 */

import { GROUP, KINDS, type Trace } from "../trace.ts";

/** States of a node; the larger one is drawn over the smaller. */
export const STATES = [
  "untouched",
  "passed over",
  "dropped",
  "waiting",
  "computed, then dropped",
  "open",
] as const;
/** Each state by a name that code can have. */
export const STATE = { untouched: 0, passed: 1, dropped: 2, waiting: 3, spent: 4, open: 5 };

/** Numbers of the kinds of events. */
export const KIND = Object.fromEntries(KINDS.map((name, i) => [name, i])) as Record<
  typeof KINDS[number],
  number
>;

/** The kinds that a reader jumps between, by what buttons call them. */
export const LANDMARKS = {
  pass: "iteration",
  split: "split",
  drop: "dropped",
  bound: "lower",
  column: "column",
} as const;

/**
 * Plays a trace: the state of all nodes when its first events have happened.
 *
 * Nodes stand by position and label, `t * width + y`, with width L + 1: the last one is the group
 * of a position.
 */
export class Replay {
  readonly width: number;
  /** Indices of `STATES`. */
  readonly states: Uint8Array;
  /** Best score in the last pass that opened it, or the bound of being dropped or activated. */
  readonly values: Float64Array;
  /** Index of `BOUNDS` where it is dropped. */
  readonly bounds: Uint8Array;
  /** Event that touched it last, −1 if none. */
  readonly last: Int32Array;
  /** Labels that were computed so far, and those of them that are open. */
  computed = 0;
  open = 0;
  /** Events that have happened, and the one that began the pass. */
  count = 0;
  #pass = -1;
  lower = -Infinity;
  upper = Infinity;

  constructor(readonly trace: Trace, readonly length: number, labelCount: number) {
    this.width = labelCount + 1;
    const size = length * this.width;
    this.states = new Uint8Array(size);
    this.values = new Float64Array(size).fill(NaN);
    this.bounds = new Uint8Array(size);
    this.last = new Int32Array(size).fill(-1);
  }

  /** The node of a position, label or `GROUP`. */
  node(position: number, label: number): number {
    return position * this.width + (label === GROUP ? this.width - 1 : label);
  }

  /** Goes on to the moment after the first `count` events. */
  to(count: number): this {
    for (; this.count < count; this.count++) this.#play(this.count);
    return this;
  }

  #play(event: number): void {
    const { kinds, positions, labels, others, values } = this.trace;
    const value = values[event]!;
    const position = positions[event]!;
    const label = labels[event]!;
    switch (kinds[event]) {
      case KIND.path:
      case KIND.lower:
        this.lower = Math.max(this.lower, value);
        return;
      case KIND.upper:
        this.upper = value;
        return;
      case KIND.iteration:
        this.#pass = event;
        return;
      case KIND.opened: {
        const node = this.node(position, label);
        // Where several paths are looked for, later openings in a pass have lower scores.
        const isKnown = this.states[node] === STATE.open && this.last[node]! > this.#pass;
        if (!isKnown) this.#touch(position, label, STATE.open, event);
        return;
      }
      case KIND.activated:
      case KIND.column:
        this.#touch(position, label, STATE.waiting, event);
        return;
      case KIND.dropped: {
        const isSpent = this.states[this.node(position, label)]! >= STATE.spent;
        const state = isSpent ? STATE.spent : STATE.dropped;
        this.bounds[this.#touch(position, label, state, event)] = others[event]!;
        return;
      }
      case KIND.region:
        for (let y = label; y < label + others[event]!; y++) {
          const isFirst = this.states[this.node(position, y)] === STATE.untouched;
          if (isFirst) this.#touch(position, y, STATE.passed, event);
        }
    }
  }

  #touch(position: number, label: number, state: number, event: number): number {
    const node = this.node(position, label);
    const before = this.states[node]!;
    if (label !== GROUP) {
      this.computed += Number(state >= STATE.spent) - Number(before >= STATE.spent);
      this.open += Number(state === STATE.open) - Number(before === STATE.open);
    }
    this.states[node] = state;
    this.values[node] = this.trace.values[event]!;
    this.last[node] = event;
    return node;
  }
}

/** How many events have happened when so many edges have been evaluated. */
export function eventsBy({ edges }: Trace, limit: number): number {
  let [low, high] = [0, edges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edges[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

const replays = new WeakMap<Trace, Replay>();

/**
 * The replay of a trace at a moment. It is one object as long as it goes on, which costs the events
 * in between, and another one when it goes back, which costs those from the start.
 */
export function replayOf(
  trace: Trace,
  length: number,
  labelCount: number,
  count: number,
): Replay {
  const known = replays.get(trace);
  const goesOn = known !== undefined && known.count <= count;
  const replay = goesOn ? known : new Replay(trace, length, labelCount);
  replays.set(trace, replay);
  return replay.to(count);
}

/** Whether a trace can be played: a decoder that tells of no node has counts alone. */
export function isPlayable(trace: Trace | undefined): trace is Trace {
  return trace !== undefined && trace.kinds.includes(KIND.opened);
}

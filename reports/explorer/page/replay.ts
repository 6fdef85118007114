/**
 * What is known of every node of a lattice after some events of a trace.
 *
 * @module
 */

import { type EventKind, GROUP, KINDS, type ShownLattice, type Trace } from "../trace.ts";
import TEXTS from "./texts.json" with { type: "json" };

/**
 * States of a node; the larger one is drawn over the smaller. How its mark is filled; by the
 * decoder's hue, which is for what was computed, if not said.
 */
export const STATES = TEXTS.states;

/** Each state by a name that code can have. */
export const STATE = { untouched: 0, passed: 1, dropped: 2, waiting: 3, spent: 4, open: 5 };

/** Numbers of the kinds of events. */
export const KIND = Object.fromEntries(
  KINDS.map((name, i) => [name, i]),
) as Record<EventKind, number>;

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
  /** Event that touched it last, and so says what it is worth or why it is gone; −1 if none. */
  readonly last: Int32Array;
  /**
   * Event that opened it first in the last pass that did, −1 if none. A search for several paths
   * opens a node several times in a pass, with its best score first.
   */
  readonly openings: Int32Array;
  /** Labels that were computed so far, and those of them that are open. */
  computed = 0;
  open = 0;
  /** Events that have happened, passes that have begun, and the event that began the last one. */
  count = 0;
  passes = 0;
  #pass = -1;
  lower = -Infinity;
  upper = Infinity;

  constructor(readonly trace: Trace, readonly length: number, labelCount: number) {
    this.width = labelCount + 1;
    const size = length * this.width;
    this.states = new Uint8Array(size);
    this.last = new Int32Array(size).fill(-1);
    this.openings = new Int32Array(size).fill(-1);
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
    const node = this.node(positions[event]!, labels[event]!);
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
        this.passes++;
        return;
      case KIND.opened:
        if (this.openings[node]! <= this.#pass) this.openings[node] = event;
        else if (this.states[node] === STATE.open) return;
        return this.#touch(node, STATE.open, event);
      case KIND.activated:
      case KIND.column:
        return this.#touch(node, STATE.waiting, event);
      case KIND.dropped: {
        const isSpent = this.states[node]! >= STATE.spent;
        return this.#touch(node, isSpent ? STATE.spent : STATE.dropped, event);
      }
      case KIND.region:
        for (let other = node; other < node + others[event]!; other++) {
          if (this.states[other] === STATE.untouched) this.#touch(other, STATE.passed, event);
        }
    }
  }

  #touch(node: number, state: number, event: number): void {
    const before = this.states[node]!;
    const isLabel = (node + 1) % this.width > 0;
    if (isLabel) {
      this.computed += Number(state >= STATE.spent) - Number(before >= STATE.spent);
      this.open += Number(state === STATE.open) - Number(before === STATE.open);
    }
    this.states[node] = state;
    this.last[node] = event;
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
export function replayOf(trace: Trace, lattice: ShownLattice, count: number): Replay {
  const known = replays.get(trace);
  const goesOn = known !== undefined && known.count <= count;
  const { emissions, labels } = lattice;
  const length = emissions.length / labels.length;
  const replay = goesOn ? known : new Replay(trace, length, labels.length);
  replays.set(trace, replay);
  return replay.to(count);
}

/** Whether a trace can be played: a decoder that tells of no node has counts alone. */
export function isPlayable(trace: Trace): boolean {
  return trace.kinds.includes(KIND.opened);
}

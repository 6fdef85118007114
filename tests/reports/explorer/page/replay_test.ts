import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { renderToString } from "preact-render-to-string";
import {
  type EventKind,
  GROUP,
  KINDS,
  NONE,
  type ShownLattice,
  type Trace,
} from "../../../../reports/explorer/trace.ts";
import { dropText, headline } from "../../../../reports/explorer/page/words.ts";
import { rowsOf, touchedRows } from "../../../../reports/explorer/page/orders.ts";
import * as picture from "../../../../reports/explorer/page/picture.tsx";
import { eventsBy, Replay, replayOf, STATE } from "../../../../reports/explorer/page/replay.ts";
import { FIRST_VIEW, hashOf, viewOf } from "../../../../reports/explorer/page/view.ts";

type Event = [kind: EventKind, t: number, y: number, other: number, value: number, edges: number];

const EVENTS: readonly Event[] = [
  ["iteration", -1, NONE, 1, 0, 0],
  ["activated", 0, 0, NONE, Infinity, 0],
  ["opened", 0, 0, 1, 5, 2],
  ["dropped", 0, GROUP, 0, 3, 2],
  ["region", 1, 1, 2, 1, 3],
  ["lower", -1, NONE, NONE, 4, 3],
  ["upper", -1, NONE, NONE, 6, 4],
  ["dropped", 0, 0, 2, 4, 4],
  ["dropped", 1, 0, 1, 2, 6],
];

const LATTICE: ShownLattice = {
  name: "made up",
  labels: ["A|x|B", "B", "C"],
  words: ["one", "two"],
  emissions: Float64Array.of(1, 3, 2, 0, 0, 5),
  transitions: new Float64Array(9),
  k: 1,
};

function traceOf(events: readonly Event[]): Trace {
  const column = (i: 1 | 2 | 3 | 4 | 5) => events.map((event) => event[i]);
  return {
    decoder: "viterbi",
    paths: [{ score: 8, labels: [1, 2] }],
    work: { iterations: 1, nodeExpansions: 2, edgeEvaluations: 6 },
    kinds: Uint8Array.from(events, ([kind]) => KINDS.indexOf(kind)),
    positions: Int32Array.from(column(1)),
    labels: Int32Array.from(column(2)),
    others: Int32Array.from(column(3)),
    values: Float64Array.from(column(4)),
    edges: Float64Array.from(column(5)),
  };
}

it("Replay knows the state of each node after each event, whichever way it is reached", () => {
  const trace = traceOf(EVENTS);
  const onward = new Replay(trace, 2, 3);
  for (let count = 0; count <= EVENTS.length; count++) {
    replayOf(trace, LATTICE, EVENTS.length);
    const back = replayOf(trace, LATTICE, count);
    assertEquals(onward.to(count).states, back.states);
    assertEquals([onward.lower, onward.upper], [back.lower, back.upper]);
  }
  const { spent, untouched, dropped, passed } = STATE;
  const states = [spent, untouched, untouched, dropped, dropped, passed, passed, untouched];
  assertEquals(Array.from(onward.states), states);
  assertEquals([onward.lower, onward.upper], [4, 6]);
  assertEquals(trace.others[onward.last[0]!], 2);
});

it("replayOf() keeps the first score of a node in a pass, and what was drawn before", () => {
  const trace = traceOf([
    ["opened", 0, 0, NONE, 5, 1],
    ["opened", 0, 0, NONE, 3, 2],
    ["iteration", -1, NONE, 0, 0, 2],
    ["opened", 0, 0, NONE, 4, 3],
  ]);
  const end = replayOf(trace, LATTICE, 4);
  assertEquals(replayOf(trace, LATTICE, 2).last[0], 0);
  assertEquals([end.last[0], end.openings[0]], [3, 3]);
});

it("eventsBy() counts the events within so many edges", () => {
  const trace = traceOf(EVENTS);
  assertEquals([0, 2, 3, 5, 6].map((edges) => eventsBy(trace, edges)), [2, 4, 6, 8, 9]);
});

describe("rowsOf()", () => {
  it("puts labels by rank, or at each position by their scores, ties by rank", () => {
    assertEquals(Array.from(rowsOf(LATTICE, "rank").labelOf), [0, 1, 2, 0, 1, 2]);
    assertEquals(Array.from(rowsOf(LATTICE, "emission").labelOf), [1, 2, 0, 2, 0, 1]);
    assertEquals(Array.from(rowsOf(LATTICE, "emission").rowOf), [2, 0, 1, 1, 2, 0]);
  });

  it("puts them by centred scores, as the search in each position's own order does", () => {
    // What leaves label 0 and what enters label 1 is worth 4 more than what others do.
    const transitions = Float64Array.from(
      { length: 9 },
      (_, at) => (at < 3 ? 4 : 0) + (at % 3 === 1 ? 4 : 0),
    );
    const { labelOf } = rowsOf({ ...LATTICE, transitions }, "centred");
    assertEquals(Array.from(labelOf), [0, 1, 2, 2, 1, 0]);
  });
});

it("touchedRows() has what something touches, the best path and the chosen node", () => {
  const labels = Array.from({ length: 20 }, (_, y) => `l${y}`);
  const lattice = { ...LATTICE, labels, emissions: new Float64Array(40) };
  const trace = traceOf([...EVENTS, ["path", 0, 0, NONE, 8, 6], ["path", 1, 19, NONE, 8, 6]]);
  const rows = rowsOf(lattice, "rank");
  assertEquals(touchedRows(rows, 20, trace), [0, 19]);
  assertEquals(touchedRows(rows, 20, trace, [1, 7]), [0, 7, 19]);
  assertEquals(touchedRows(rows, 20, trace, [1, GROUP]), [0, 19]);
});

it("drawLattice() draws each touched node and the path, and finds nodes where it drew them", () => {
  const rows = rowsOf(LATTICE, "emission");
  const replay = new Replay(traceOf(EVENTS), 2, 3).to(3);
  const lattice = { ...LATTICE, words: ["a < b", "two"] };
  const scene = { lattice, replay, rows, drawn: [0, 1, 2], showsPath: true, cursor: undefined };
  const layout = picture.layoutOf(scene, 400);
  const svg = renderToString(picture.drawLattice(scene, layout));
  assertEquals(svg.match(/<path [^>]*fill="#7d7d7d"/g)?.length, 1);
  assertEquals(svg.match(/<circle/g)?.length, 2);
  assertEquals(svg.includes(">a &lt; b</text>"), true);
  const { left, columnWidth, rowHeight, bottom } = layout;
  for (let row = 0; row < 3; row++) {
    const y = bottom - (2.5 - row) * rowHeight;
    const point = [left + 1.5 * columnWidth, y] as const;
    const found = picture.nodeAt(scene, layout, point);
    assertEquals(found, [1, rows.labelOf[3 + row]!]);
  }
  assertEquals(picture.nodeAt(scene, layout, [left + 1, bottom + 5]), [0, GROUP]);
  assertEquals(picture.nodeAt(scene, layout, [2, bottom - 2]), undefined);
  assertEquals(picture.smallSize({ ...LATTICE, emissions: new Float64Array(600) }), [300, 44]);
});

describe("hashOf()", () => {
  it("says all that viewOf() reads, and nothing of what is as at first", () => {
    assertEquals(hashOf(FIRST_VIEW, FIRST_VIEW), "");
    const view = {
      ...FIRST_VIEW,
      family: "bioes",
      dials: { labels: 30, dial: 0.25 },
      sentence: 3,
      k: 5,
      lane: "a-star{level=2}",
      beside: undefined,
      edges: 120,
      event: 7,
      order: "rank",
      fold: true,
      node: [4, -1],
      guess: true,
      letters: false,
      scores: [[1, 2, -3.5], [0, 9, 1e-7]],
      strength: 1.5,
    } as const;
    assertEquals(viewOf(hashOf(view, FIRST_VIEW), FIRST_VIEW), view);
  });

  it("is read as the first view where it says nothing that there is", () => {
    const hash =
      "#sentence=x&k=100&order=no&node=1&scores=[[1,2,3..4]]&strength=-1&dials=a&lane=&fold=1";
    assertEquals(viewOf(hash, FIRST_VIEW), FIRST_VIEW);
    // A slider's range: one that shows less than what is decoded would not say the truth.
    assertEquals(viewOf("#strength=3.5", FIRST_VIEW), FIRST_VIEW);
  });
});

it("dropText() says of each bound what its number is", () => {
  assertEquals(dropText(0, -3.2), "no path through it scores more than −3.2");
  const ahead = "the word's best label stays ahead by 1.5, whatever comes next";
  assertEquals(dropText(2, -1.5), ahead);
});

it("headline() counts edges of the same decoder in two orders, or names the least", () => {
  const lane = (decoder: string, edgeEvaluations: number) => ({
    ...traceOf([]),
    decoder,
    work: { iterations: 1, nodeExpansions: 1, edgeEvaluations },
  });
  const pair = [
    lane("iterative-viterbi{order=rank}", 7),
    lane("iterative-viterbi{order=emission}", 3),
  ];
  assertEquals(
    headline(LATTICE, pair),
    "2 words, 3 labels: 3 of 9 edges prove the best path, if labels are tried in each word's " +
      "own order; in the papers' order the same decoder needs 7.",
  );
  assertEquals(
    headline(LATTICE, [lane("viterbi", 9), lane("beam", 2), lane("carpediem", 5)]),
    "2 words, 3 labels: CarpeDiem proves the best path with 5 of 9 edges.",
  );
  const one = { ...LATTICE, labels: ["A"], emissions: Float64Array.of(1) };
  assertEquals(headline(one, [lane("viterbi", 0)]).slice(0, 17), "1 word, 1 label: ");
});

/**
 * The charts of a run of parsers: how bounds and derivations close in, what an iteration is worth,
 * and what a sentence costs.
 *
 * Source: Auli and Lopez 2011, Figures 4 and 6.
 *
 * @module
 */

import { accuracyDifference, accuracyOf } from "../numbers/accuracy.ts";
import { hueOf } from "../numbers/hues.ts";
import {
  byDataset,
  cellOf,
  convergedBy,
  inSpace,
  iterationPoints,
  provenBest,
  variantOf,
} from "../numbers/parsed_cells.ts";
import type { ParsedCell, RunData } from "../numbers/run_data.ts";
import {
  type Axis,
  linear,
  log,
  mark,
  nominal,
  type Part,
  picture,
  share,
  type Spec,
  tooltipOf,
  type View,
} from "../picture.ts";
import { huesOf, spanOf } from "./_cells.ts";
import {
  fromPaper,
  HERE,
  OURS,
  publishedConvergence,
  publishedGains,
} from "./_published_parses.ts";
import type { Chart } from "./contract.ts";

const SPACES = ["ast", "reverse"];
/** Limits of iterations that the suite has cells of. */
const LIMITS = [1, 2, 3, 5, 10, 25, 1000];
const SYSTEMS = { bp: "belief propagation", dd: "dual decomposition" } as const;
/** Lines of the accuracies. */
const DRAWN = [...Object.values(SYSTEMS), "pipeline"];
/** Iterations at which points of convergence are drawn. */
const POINTS = [1, 2, 3, 4, 5, 7, 10, 15, 25, 50, 100, 200, 500, 1000];
/** Whose convergence is drawn, by variant. */
const CONVERGING: Readonly<Record<string, string>> = {
  "dual-decomposition{iterations=1000}": "dual decomposition",
  "belief-propagation{iterations=1000,tolerance=2}": "belief propagation, 1e-2",
  "belief-propagation{iterations=1000}": "belief propagation, 1e-3",
  "belief-propagation{iterations=1000,tolerance=6}": "belief propagation, 1e-6",
};
/** What tells lines of one decoder, which have its hue, apart. */
const DASHES = [[1, 0], [8, 3], [1, 0], [2, 3]];

const charts: readonly Chart[] = [
  {
    problem: "parsing",
    name: "convergence",
    title: "Convergence of bound and derivation",
    order: 10,
    description:
      "How far the best bound so far is above the best score, and the best derivation so " +
      "far below it, after each iteration: means over the sentences, in nats. A sentence that has " +
      "ended stays where it ended. The axis is linear near 0.",
    needs: "traces of decoders with iterations, and the best score of all sentences",
    spec(run) {
      const rows = byDataset(run.cells).flatMap(gaps);
      if (rows.length === 0) return undefined;
      const subtitle = "means over the sentences that have a parse, not timed";
      return inPanels("Convergence of bound and derivation", subtitle, run, rows, {
        height: 200,
        x: log("iteration", undefined, { padding: 0, ticks: [1, 2, 5, 10, 25, 50, 100, 1000] }),
        y: linear("value", "nats from the best score", {
          scale: { type: "symlog", constant: LINEAR, nice: false },
        }),
        layers: [line(16, {
          strokeDash: nominal("line", { legend: { title: null } }),
          detail: { field: "decoder" },
          tooltip: fields("decoder", "iteration", "line", "value"),
        })],
      });
    },
  },
  {
    problem: "parsing",
    name: "speed-by-chart-size",
    title: "Time by chart size",
    order: 30,
    description: "Milliseconds for one sentence by the edges of its forest, all charts that were " +
      "tried included in the time: a point a sentence and decoder, the median of three passes, of " +
      "slow decoders one, after all rounds. Decoders with their defaults; sentences without a parse " +
      "have no point.",
    needs: "sentences timed one by one",
    spec(run) {
      const rows = timedForests(run);
      if (rows.length === 0) return undefined;
      const subtitle = `a point a sentence and decoder, ${timedAlone(rows)} of each`;
      return inPanels("Time by chart size", subtitle, run, rows, {
        height: 220,
        x: log("edges", "edges of the forest"),
        y: log("ms", "milliseconds"),
        layers: [
          mark("point", { tooltip: fields("decoder", "words", "edges", "ms") }, {
            mark: { size: 18, filled: true, opacity: 0.7 },
          }),
        ],
      });
    },
  },
  {
    problem: "parsing",
    name: "accuracy-by-iterations",
    title: "Accuracy by iterations",
    isOfPaper: true,
    order: 40,
    description:
      "F of labelled dependencies (LF) of belief propagation and dual decomposition on dev with " +
      "at most so many iterations, less that of the pipeline (dashed), which has none: Figure 4 " +
      "of the paper. Lines are ours, by our own patterns of heads, best derivations on the " +
      "sentences that both parse; diamonds are what the paper's Table 6 prints of CCGbank, with " +
      "the least risk in belief propagation.",
    needs: "cells of ewt_ccg_dev with several limits of iterations",
    spec(run) {
      const rows = accuracies(run);
      if (!rows.some(({ system, iterations }) => system !== "pipeline" && iterations > 1)) {
        return undefined;
      }
      const tooltip = fields("space", "system", "from", "iterations", "LF", "gain");
      const all = [...rows, ...publishedGains(SYSTEMS)];
      return bySpace("Accuracy by iterations", "LF on dev less the pipeline's", all, {
        x: iterationAxis("iterations", "iterations at most", LIMITS),
        y: linear("gain", "points of LF"),
        looks: { color: nominal("system", { title: null, scale: huesOfLines(DRAWN) }) },
        layers: [
          line(24, {
            strokeDash: {
              condition: { test: "datum.system === 'pipeline'", value: [4, 3] },
              value: [1, 0],
            },
            tooltip,
          }, OURS),
          fromPaper(tooltip),
        ],
      });
    },
  },
  {
    problem: "parsing",
    name: "converged-by-iteration",
    title: "Converged by iteration",
    isOfPaper: true,
    order: 50,
    description: "Share of the parsed sentences of dev on which both submodels agree (dual " +
      "decomposition), or on which no belief has changed by more than a limit (belief propagation), " +
      "by iteration: Figure 6 of the paper. Diamonds are the shares that its Section 5.2 prints, at " +
      "the first iteration and the last; its beliefs do not change, by no limit that is given.",
    needs: "cells of ewt_ccg_dev with 1,000 iterations",
    spec(run) {
      const rows = SPACES.flatMap((space) =>
        Object.entries(CONVERGING).flatMap(([decoder, line]) => {
          const cell = cellOf(run, inSpace("ewt_ccg_dev", space), decoder);
          return cell === undefined ? [] : POINTS.map((iteration) => {
            return { space, line, iteration, share: convergedBy(cell, iteration), from: HERE };
          });
        })
      );
      if (rows.length === 0) return undefined;
      const tooltip = fields("space", "line", "from", "iteration", "share");
      const domain = Object.values(CONVERGING);
      const byLine = nominal("line", { title: null, scale: { domain, range: DASHES } });
      const all = [...rows, ...publishedConvergence()];
      return bySpace("Converged by iteration", "share of the parsed sentences of dev", all, {
        x: iterationAxis("iteration", undefined, [1, 10, 100, 1000]),
        y: share("share", "converged"),
        looks: {
          color: nominal("line", {
            title: null,
            scale: huesOfLines(domain),
            legend: { labelLimit: 220, symbolType: "stroke", symbolSize: 400 },
          }),
        },
        layers: [line(18, { strokeDash: byLine, tooltip }, OURS), fromPaper(tooltip)],
      });
    },
  },
];
export default charts;

/** The values from which on an axis of gaps is logarithmic. */
const LINEAR = 0.01;
/** Every iteration up to here is drawn, then fewer and fewer. */
const EACH = 30;

/** A tooltip of fields by their names. */
function fields(...names: readonly string[]): Part[] {
  return tooltipOf(Object.fromEntries(names.map((name) => [name, name])));
}

/** A line with points, of the rows where a test holds. */
function line(size: number, channels: Part, where?: string) {
  return mark("line", channels, {
    mark: { point: { size }, strokeWidth: 1.5 },
    ...where !== undefined && { where },
  });
}

function iterationAxis(field: string, title: string | undefined, ticks: readonly number[]): Axis {
  return log(field, title, { padding: 0, ticks, format: undefined });
}

/** The hues of lines that begin with a decoder's name in words. */
function huesOfLines(domain: readonly string[]): Part {
  return { domain, range: domain.map((line) => hueOf(line.split(",")[0]!.replace(" ", "-"))) };
}

/** A panel for each space of derivations. */
function bySpace(
  title: string,
  subtitle: string,
  rows: readonly object[],
  view: Pick<View, "x" | "y" | "looks" | "layers">,
): Spec {
  return picture({ title, subtitle: [subtitle], rows }, {
    by: "space",
    columns: 2,
    view: { width: 300, height: 220, ...view },
  });
}

/** A panel for each dataset of some rows. */
function inPanels(
  title: string,
  subtitle: string,
  run: RunData,
  rows: readonly { readonly dataset: string; readonly decoder: string }[],
  view: Omit<View, "width">,
): Spec {
  const looks = { color: huesOf(run, rows) };
  return picture({ title, subtitle: [subtitle], rows }, {
    columns: 2,
    spacing: { row: 28, column: 24 },
    share: ["color"],
    panels: [...new Set(rows.map(({ dataset }) => dataset))].map((dataset): View => ({
      heading: { free: dataset },
      only: ["dataset", dataset],
      width: 300,
      ...view,
      looks,
    })),
  });
}

/** Sentences that were timed, by the edges of their forests. */
function timedForests({ cells, sentences }: RunData) {
  return sentences.flatMap(({ row, elapsedMs }) => {
    const cell = cells.find((own) => own.row === row);
    // Sentences are timed in the order of the answers.
    return elapsedMs.flatMap((ms, i) => {
      const { edges, words } = cell?.answers[i] ?? { edges: 0, words: 0 };
      const { dataset, decoder } = row;
      return edges === 0 || ms <= 0 ? [] : [{ dataset, decoder, edges, words, ms }];
    });
  });
}

/** How many sentences each decoder was timed on. */
function timedAlone(rows: ReturnType<typeof timedForests>): string {
  const cells = Map.groupBy(rows, ({ dataset, decoder }) => `${dataset} ${decoder}`);
  return spanOf([...cells.values()].map((own) => own.length), "sentence");
}

/** LF of each system at each limit of iterations; the pipeline's is the same at all. */
function accuracies(run: RunData) {
  return SPACES.flatMap((space) => {
    const dataset = inSpace("ewt_ccg_dev", space);
    const point = (system: string, iterations: number, decoder: string) => {
      const [cell, base] = [decoder, "pipeline"].map((name) => cellOf(run, dataset, name));
      if (cell === undefined || base === undefined) return [];
      const gain = accuracyDifference(cell, base, "LF")?.median ?? NaN;
      return [{ space, iterations, system, LF: accuracyOf(cell, "LF"), gain, from: HERE }];
    };
    return LIMITS.flatMap((limit) => [
      ...Object.entries(SYSTEMS).flatMap(([short, system]) =>
        point(system, limit, variantOf(`${short}-${limit}`))
      ),
      ...point("pipeline", limit, "pipeline"),
    ]);
  }).filter(({ gain }) => Number.isFinite(gain));
}

/**
 * How far the bound and the derivation of a dataset's decoders are from the best score after each
 * iteration; nothing if none has more than one.
 */
function gaps(cells: readonly ParsedCell[]) {
  const best = provenBest(cells);
  const rows = longest(cells).flatMap((cell) => {
    const { dataset, decoder } = cell.row;
    const points = iterationPoints(cell, best);
    if (points.length < 2) return [];
    return points.filter(isDrawn).flatMap(({ iteration, primalGap, dualGap }) => [
      { dataset, decoder, line: "derivation", iteration, value: primalGap },
      { dataset, decoder, line: "bound", iteration, value: dualGap },
    ]).filter(({ value }) => Number.isFinite(value));
  });
  return rows.some(({ iteration }) => iteration > 1) ? rows : [];
}

function isDrawn({ iteration }: { readonly iteration: number }): boolean {
  const step = Math.max(1, Math.floor(iteration / EACH));
  return iteration <= EACH || iteration % (step * 3) === 0;
}

/**
 * Of the variants of each decoder the one that iterates longest: others stop on the same way. What
 * takes other steps, chooses derivations by another rule than their score, or by right analyses, is
 * left out, and so is the exact decoder, which goes on where its iterations end.
 */
function longest(cells: readonly ParsedCell[]): ParsedCell[] {
  const byScore = cells.filter(({ row }) =>
    !/rule=risk|damping|reweighted|steps=/.test(row.decoder) && row.decoder_base !== "oracle"
  );
  const last = ({ traces }: ParsedCell) =>
    Math.max(0, ...[...traces.values()].map((lines) => lines.at(-1)!.iteration));
  return [...Map.groupBy(byScore, ({ row }) => row.decoder_base).values()]
    .map((own) => own.reduce((best, cell) => last(cell) > last(best) ? cell : best))
    .filter(({ row }) => !row.exact);
}

/**
 * The time of a sentence by its length: a panel per dataset, a line per decoder.
 *
 * @module
 */

import { type DecoderEncoding, decoderEncoding, span } from "../drawing/encoding.ts";
import { logAxis } from "../drawing/log_axis.ts";
import { panelFrame } from "./_panels.ts";
import { nearestRank, sentenceFrame, sentencePanels, SENTENCES_NOTE } from "./_sentence_panels.ts";
import type { Chart, Spec } from "./contract.ts";
import { formatCount, formatNumber } from "../numbers/format.ts";
import type { SentenceSeries } from "../numbers/sentence_series.ts";
import type { RunData } from "../numbers/run_data.ts";

/** Where the classes of lengths begin: a factor of about √2 apart. */
const LENGTHS = [1, 2, 3, 4, 6, 8, 11, 16, 23, 32, 45, 64, 91, 128, 181, 256];
/** A class with fewer sentences is not drawn. */
const FEWEST_IN_CLASS = 3;

/** The chart “Time by sentence length”. */
const timeByLength: Chart = {
  name: "time-by-length",
  title: "Time by sentence length",
  order: 33,
  description: "Milliseconds a sentence by its number of tokens at k = 1: medians over the " +
    "sentences of a class of lengths, on logarithmic axes. Dense Viterbi grows as the length; a " +
    "line that is steeper loses its lead on long sentences. Point at a mark for the slowest tenth. " +
    SENTENCES_NOTE,
  needs: "sentences of two or more lengths timed one by one: real tasks at k = 1",
  spec,
};

export default timeByLength;

function spec({ summary, sentences }: RunData): Spec | undefined {
  const panels = sentencePanels(sentences);
  const drawn = panels.map(({ title, series }) => ({ title, values: series.flatMap(classes) }))
    .filter(({ values }) => new Set(values.map(({ length }) => length)).size > 1);
  if (drawn.length === 0) return undefined;
  const encoding = decoderEncoding(
    summary,
    panels.flatMap(({ series }) => series.map(({ row }) => row)),
  );
  return {
    ...sentenceFrame(timeByLength.title, panels, drawn.flatMap(({ values }) => values)),
    resolve: { scale: { color: "shared", shape: "shared", strokeDash: "shared" } },
    concat: drawn.map(({ title, values }) => panel(title, values, encoding)),
  };
}

function panel(
  title: string,
  values: readonly ClassDatum[],
  { color, shape, strokeDash }: DecoderEncoding,
) {
  return {
    ...panelFrame(title, values[0]!.dataset),
    width: 320,
    height: 270,
    encoding: {
      x: {
        ...lengthAxis(values.map(({ length }) => length)),
        title: "tokens",
      },
      y: {
        ...logAxis("ms", values.map(({ ms }) => ms)),
        title: "milliseconds a sentence",
      },
      color,
    },
    layer: [
      { mark: { type: "line" as const }, encoding: { strokeDash } },
      {
        mark: { type: "point" as const, size: 34 },
        encoding: {
          shape,
          tooltip: [
            { field: "decoder", title: "decoder" },
            { field: "dataset", title: "dataset" },
            { field: "k", title: "k" },
            { field: "tokens", title: "tokens" },
            { field: "msText", title: "ms, median" },
            { field: "slow", title: "ms, 90th percentile" },
            { field: "count", title: "sentences" },
          ],
        },
      },
    ],
  };
}

/** Tokens are whole. */
function lengthAxis(lengths: readonly number[]) {
  const { axis, ...rest } = logAxis("length", lengths);
  return { ...rest, axis: { ...axis, values: axis.values.filter(Number.isInteger), grid: false } };
}

type ClassDatum = ReturnType<typeof classes>[number];

/** The median of each class of lengths, at the mean length of its sentences. */
function classes({ row, lengths, elapsedMs }: SentenceSeries) {
  const classOf = (length: number) => LENGTHS.findLastIndex((from) => from <= length);
  const members = Map.groupBy(lengths.keys(), (sentence) => classOf(lengths[sentence]!));
  return [...members].sort(([a], [b]) => a - b)
    .filter(([, of]) => of.length >= FEWEST_IN_CLASS)
    .map(([, of]) => {
      const times = of.map((sentence) => elapsedMs[sentence]!).sort((a, b) => a - b);
      const tokens = of.map((sentence) => lengths[sentence]!);
      const mean = tokens.reduce((sum, length) => sum + length, 0) / of.length;
      const ms = nearestRank(times, 0.5);
      return {
        dataset: row.dataset,
        decoder: row.decoder,
        variant: row.decoder,
        k: row.k,
        length: Number(mean.toPrecision(4)),
        tokens: span(tokens),
        ms,
        msText: formatNumber(ms),
        slow: formatNumber(nearestRank(times, 0.9)),
        count: formatCount(of.length),
      };
    });
}

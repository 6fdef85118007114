/**
 * Datasets to parse, found by listing their folders.
 *
 * @module
 */

import { parsingDataset, parsingFile } from "../../../datasets/parsing_dataset.ts";
import { SPACE_SETTINGS } from "../../../datasets/search_space.ts";
import { openParses, readSpace, settingsText, spaceOf, spaceOfFile } from "./parses_file.ts";
import {
  type GivenSettings,
  isPath,
  packsIn,
  readSettings,
  SYNTHETIC_SENTENCES,
  withoutSettings,
} from "../packs.ts";
import {
  checkSize,
  type SyntheticParsing,
  syntheticParsing,
} from "../../../datasets/synthetic/parsing/contents.ts";
import type { ResolvedDataset } from "../contract.ts";
import { given, unknownName, UsageError } from "../../terminal/usage_error.ts";
import { type NamedParses, type ParsingSample, takeSample } from "./sample.ts";

/** The packs of parses that come with Trellis. */
const REAL = new URL("../../../datasets/real/parsing/", import.meta.url);
/** A name or path, and settings after it. */
const NAME = /^([^{}]+)(?:\{([^{}]*)\})?$/;
const SYNTHETIC = /^synthetic-parsing-(\d+)$/;
const DIALS = ["ambiguity", "length"] as const;
type Dials = Pick<SyntheticParsing, (typeof DIALS)[number]>;
/** The synthetic dataset that is offered where a name is not known. */
export const SYNTHETIC_EXAMPLE = "synthetic-parsing-238";

/** Names of the parsing packs that come with Trellis. */
export async function listParsingDatasets(): Promise<string[]> {
  return [...(await packsIn(REAL)).keys()];
}

/** A parsing dataset that exists. */
export interface ResolvedParses extends ResolvedDataset<ParsingSample> {
  /**
   * Makes it; a synthetic dataset has that many sentences.
   *
   * @throws UsageError if it cannot be read or made
   */
  open(sentences: number, seed: number): Promise<NamedParses>;
}

/** Whether a name is one of a parsing dataset, or looks like one. */
export async function isParsingName(name: string): Promise<boolean> {
  const base = withoutSettings(name);
  return /^synthetic-parsing\b/.test(base) || (await packsIn(REAL)).has(base);
}

/**
 * Finds a dataset by its name: a pack that comes with Trellis, the path of one, or
 * `synthetic-parsing-<L>` with L tags, which may set `ambiguity` and the `length` of all its
 * sentences. All may set their search space after the name, see `searchSpace`:
 * `ewt_ccg_dev{space=reverse,limit=20000}`. A pack at a path is opened, and so checked, at once.
 *
 * @throws UsageError for an unknown name, with the nearest known one, and for a malformed pack
 */
export async function resolveParses(name: string): Promise<ResolvedParses> {
  const [, base = name, text = ""] = NAME.exec(name) ?? [];
  if (await isPath(base)) {
    const dataset = await given(openParses(base));
    const own = readSettings(text, SPACE_SETTINGS, name);
    const space = text === "" ? spaceOfFile(dataset) : spaceOf(own);
    return resolved(
      { base: dataset.name, dials: {}, space, family: "real" },
      () => Promise.resolve(dataset),
    );
  }
  const synthetic = SYNTHETIC.exec(base);
  if (synthetic !== null) {
    const given = readSettings(text, [...DIALS, ...SPACE_SETTINGS], name);
    return await resolveSynthetic(base, Number(synthetic[1]), given);
  }
  const packs = await packsIn(REAL);
  const path = packs.get(base);
  if (path === undefined) {
    throw unknownName("parsing dataset", base, [...packs.keys(), SYNTHETIC_EXAMPLE]);
  }
  const space = spaceOf(readSettings(text, SPACE_SETTINGS, name));
  return resolved({ base, dials: {}, space, family: "real" }, () => openParses(path));
}

/**
 * Opens the dataset of `--pack` in the space of `--space`.
 *
 * @param sentences how many a synthetic dataset has, one at least
 * @throws UsageError as `resolveParses`, and for a dataset, whose space is a part of its name
 */
export async function openParsingDataset(
  pack: string,
  space: string | undefined,
  sentences = SYNTHETIC_SENTENCES,
): Promise<NamedParses> {
  const dataset = await resolveParses(await nameWithSpace(pack, space));
  return await dataset.open(Math.max(1, sentences), 1);
}

/** `--pack` with `--space`, as datasets are named. */
async function nameWithSpace(pack: string, space: string | undefined): Promise<string> {
  if (space === undefined) return pack;
  if (pack !== withoutSettings(pack)) {
    throw new UsageError(`Cannot use --space with ${pack}: it has settings already`);
  }
  if (await isPath(pack)) return `${pack}{${settingsText(readSpace(space))}}`;
  throw new UsageError(`Cannot use --space with the dataset ${pack}: write it as NAME{space=…}`);
}

async function resolveSynthetic(
  base: string,
  tagCount: number,
  settings: GivenSettings,
): Promise<ResolvedParses> {
  const dials: Dials = Object.fromEntries(
    DIALS.filter((dial) => dial in settings).map((dial) => [dial, settings[dial]]),
  );
  await given(Promise.try(() => checkSize({ tagCount, sentences: 1, seed: 0, ...dials })));
  return resolved(
    { base, dials, space: spaceOf(settings), family: "parsing" },
    (sentences, seed) =>
      Promise.try(() => {
        const contents = syntheticParsing({ tagCount, sentences, seed, ...dials });
        const provenance = `Trellis, synthetic parsing, seed ${seed}`;
        const metadata = { name: base, licence: "CC0-1.0", provenance };
        return parsingDataset(parsingFile(contents, metadata), base);
      }),
  );
}

function resolved(
  { dials, ...own }: Pick<NamedParses, "base" | "space" | "family"> & { readonly dials: Dials },
  open: (sentences: number, seed: number) => Promise<NamedParses["dataset"]>,
): ResolvedParses {
  const settings = { ...dials, ...own.space };
  const name = `${own.base}{${settingsText(settings)}}`;
  const dataset = async (sentences: number, seed: number) => ({
    ...{ ...own, name, settings },
    dataset: await given(open(sentences, seed)),
  });
  return {
    name,
    open: dataset,
    sample: async (sentences, seed, longest) =>
      await given(
        dataset(sentences, seed).then((own) => takeSample(own, sentences, longest)),
      ),
  };
}

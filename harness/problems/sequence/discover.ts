/**
 * Datasets of chains, found by listing their folders.
 *
 * @module
 */

import type { OpenOptions } from "../../../datasets/packs/pack.ts";
import { openPack } from "../../../datasets/packs/pack_file.ts";
import {
  checkSize,
  type Family,
  syntheticDataset,
  syntheticName,
  type SyntheticSettings,
} from "../../../datasets/synthetic_dataset.ts";
import type { Dataset } from "../../../datasets/dataset.ts";
import { workingModules } from "../../decoders/discover.ts";
import type { ResolvedDataset } from "../contract.ts";
import { isPath, PACK, packsIn, readSettings, SYNTHETIC_SENTENCES } from "../packs.ts";
import { isParsingName, listParsingDatasets } from "../parsing/discover.ts";
import { type NamedDataset, type SequenceSample, takeSample } from "./sample.ts";
import { findNamed, given, unknownName, UsageError } from "../../terminal/usage_error.ts";

/** Transitions of more labels than this would take over 2 GiB. */
const MAX_LABELS = 16_384;
/** What may be set of a synthetic dataset. */
const DIALS = ["dial", "length", "voicing"];
const SYNTHETIC = /^synthetic-([^{]+)-(\d+)(?:\{([^{}]*)\})?$/;
/** Digits of a pack's hash that tell it from another of its name. */
const HASH_DIGITS = 8;
const FAMILIES = new URL("../../../datasets/synthetic/", import.meta.url);
const REAL = new URL("../../../datasets/real/", import.meta.url);

/** All synthetic families, by file name. */
export async function listFamilies(): Promise<Family[]> {
  const found = await workingModules<Family | readonly Family[]>(FAMILIES);
  return found.flatMap(({ value }) => value);
}

/** Names of the packs that come with Trellis. */
export async function listRealDatasets(): Promise<string[]> {
  return [...(await packsIn(REAL)).keys()];
}

/** A dataset of chains that exists. */
export interface ChainDataset extends ResolvedDataset<SequenceSample> {
  /**
   * Makes it; a synthetic dataset has that many sentences.
   *
   * @throws UsageError if it cannot be read or made
   */
  open(sentences: number, seed: number): Promise<NamedDataset>;
}

/**
 * Finds a dataset by its name: a pack that comes with Trellis, the path of a pack, or
 * `synthetic-<family>-<L>`, which may set its dial, the length of all its sentences and, where the
 * family can, voicing: `synthetic-strong-319{dial=2,length=50}`,
 * `synthetic-pitch-360{voicing=true}`. A pack at a path is opened, and so checked, at once.
 *
 * @throws UsageError for an unknown name, with the nearest known one, for a dataset of parses, and
 * for a malformed pack
 */
export async function resolveDataset(name: string): Promise<ChainDataset> {
  if (PACK.test(name)) {
    const dataset = await withOwnName(await given(openPack(name)), name);
    return chainDataset(dataset.name, () => Promise.resolve(realDataset(dataset)));
  }
  if (await isParsingName(name)) {
    throw new UsageError(`Cannot open ${name} as lattices: it is a pack of parses`);
  }
  const synthetic = SYNTHETIC.exec(name);
  if (synthetic !== null) {
    const [, familyName, labels, settings = ""] = synthetic;
    return resolveSynthetic(name, familyName!, Number(labels), settings);
  }
  const packs = await packsIn(REAL);
  const path = packs.get(name);
  if (path === undefined) {
    const families = (await listFamilies()).map((family) => `synthetic-${family.name}-319`);
    // Who misspells one of parses is told so, too.
    const known = [...packs.keys(), ...families, ...await listParsingDatasets()];
    throw unknownName("dataset", name, known);
  }
  return chainDataset(name, async () => realDataset(await openPack(path)));
}

/**
 * The dataset of `--pack`: of a file or of that name; what is in the folder comes first.
 *
 * @param sentences how many a synthetic dataset has
 * @throws UsageError for a malformed file, an unknown name, and options with a dataset
 */
export async function openDataset(
  name: string,
  options: OpenOptions = {},
  sentences = SYNTHETIC_SENTENCES,
): Promise<Dataset> {
  if (await isPath(name)) return await given(openPack(name, options));
  const dataset = await resolveDataset(name);
  if (options.forbidBelow !== undefined) {
    throw new UsageError(`Cannot use --forbid-below with the dataset ${name}: it takes a FILE`);
  }
  return (await dataset.open(Math.max(1, sentences), 1)).dataset;
}

/**
 * A pack under a name that stands for nothing else: one that calls itself as a dataset of Trellis
 * does, and is another, would fill the cells of that.
 */
async function withOwnName(dataset: Dataset, path: string): Promise<Dataset> {
  const known = (await packsIn(REAL)).get(dataset.name);
  const isOther = known === undefined
    ? SYNTHETIC.test(dataset.name)
    : (await openPack(known)).hash !== dataset.hash;
  if (!isOther) return dataset;
  const name = `${dataset.name}@${dataset.hash.slice(0, HASH_DIGITS)}`;
  console.error(`note: ${path} is not the ${dataset.name} of Trellis; here it is ${name}`);
  return { ...dataset, name };
}

function realDataset(dataset: Dataset): NamedDataset {
  return { base: dataset.name, settings: {}, family: "real", dataset };
}

function chainDataset(name: string, open: ChainDataset["open"]): ChainDataset {
  const dataset = (sentences: number, seed: number) => given(open(sentences, seed));
  return {
    name,
    open: dataset,
    sample: async (sentences, seed, longest) =>
      takeSample(await dataset(sentences, seed), sentences, longest),
  };
}

async function resolveSynthetic(
  name: string,
  familyName: string,
  labelCount: number,
  settings: string,
): Promise<ChainDataset> {
  const family = findNamed("synthetic family", familyName, await listFamilies());
  if (labelCount < 1 || labelCount > MAX_LABELS) {
    throw new UsageError(`Cannot make ${name}: labels go from 1 to ${MAX_LABELS}`);
  }
  const options = parseSettings(settings, name);
  if (options.voicing === true && 2 * labelCount > MAX_LABELS) {
    throw new UsageError(`Cannot make ${name}: with voicing labels go from 1 to ${MAX_LABELS / 2}`);
  }
  await given(Promise.try(() => checkSize(family, { labelCount, sentences: 1, ...options })));
  return chainDataset(
    syntheticName(family, { labelCount, ...options }),
    (sentences, seed) =>
      Promise.try(() => ({
        base: syntheticName(family, { labelCount }),
        settings: options,
        family: family.name,
        dataset: syntheticDataset(family, { labelCount, sentences, seed, ...options }),
      })),
  );
}

/** `dial=X`, `length=T` and `voicing=true`, separated by commas. */
function parseSettings(settings: string, name: string): SyntheticSettings {
  const { voicing, ...options } = readSettings(settings, DIALS, name) as SyntheticSettings;
  const { length = 1 } = options;
  if (!(Number.isInteger(length) && length > 0)) {
    throw new UsageError(`Cannot make sentences of ${length} positions: ${name}`);
  }
  return voicing === true ? { ...options, voicing } : options;
}

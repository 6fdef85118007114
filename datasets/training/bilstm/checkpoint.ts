/**
 * A training that is not over, as a file.
 *
 * @module
 */

import { readPackFile } from "../../packs/tensor_file.ts";
import { tensor, type TensorFile } from "../../packs/tensors.ts";
import { writeTensors } from "../../packs/safetensors.ts";
import type { BilstmNetwork } from "./network.ts";
import type { Optimiser } from "./optimiser.ts";

/** How far a training has come. */
export interface TrainingState {
  /** Epochs that are over. */
  epoch: number;
  /** Right tokens of the held-out sentences after the best epoch; −1 before any. */
  correct: number;
  /** The best epoch. */
  bestEpoch: number;
  /** The numbers of the network after it, by name. */
  best: Map<string, Float32Array<ArrayBuffer>>;
}

/** What a training changes. */
export interface Trained {
  readonly network: BilstmNetwork;
  readonly optimiser: Optimiser;
  readonly state: TrainingState;
}

/**
 * Writes a checkpoint. Whoever stops it leaves the one before.
 *
 * @param identity of the training: settings, corpus and seed
 */
export async function writeCheckpoint(
  path: string,
  identity: string,
  { network, optimiser, state }: Trained,
): Promise<void> {
  const { epoch, correct, bestEpoch } = state;
  const { powers } = optimiser;
  const tensors: TensorFile["tensors"] = new Map(
    Array.from(arraysOf({ network, optimiser, state }), ([name, values]) => [name, tensor(values)]),
  );
  const metadata = {
    kind: "bilstm-checkpoint",
    identity,
    state: JSON.stringify({ epoch, correct, bestEpoch, powers }),
  };
  await Deno.writeFile(`${path}.part`, writeTensors({ metadata, tensors }));
  await Deno.rename(`${path}.part`, path);
}

/**
 * Goes on from a checkpoint.
 *
 * @throws RangeError if there is none, or if it is of another training; SyntaxError if it is none
 */
export async function readCheckpoint(
  path: string,
  identity: string,
  trained: Trained,
): Promise<void> {
  const { metadata, tensors } = await readPackFile(path);
  if (metadata["kind"] !== "bilstm-checkpoint") {
    throw new SyntaxError(`Cannot go on from ${path}: it is no checkpoint of a BiLSTM`);
  }
  if (metadata["identity"] !== identity) {
    throw new RangeError(
      `Cannot go on from ${path}: it is of another training, ${metadata["identity"]}`,
    );
  }
  const { state, optimiser } = trained;
  const { powers, ...rest } = JSON.parse(metadata["state"]!);
  Object.assign(state, rest);
  Object.assign(optimiser.powers, powers);
  for (const { name, values } of weightsOf(trained.network)) {
    state.best.set(name, new Float32Array(values.length));
  }
  for (const [name, values] of arraysOf(trained)) {
    const data = tensors.get(name)?.data;
    if (!(data instanceof Float32Array) || data.length !== values.length) {
      throw new RangeError(`Cannot go on from ${path}: "${name}" has not the size that it must`);
    }
    values.set(data);
  }
}

/** All blocks of numbers of a network. */
export function weightsOf(
  { parameters, tables }: BilstmNetwork,
): readonly { readonly name: string; readonly values: Float32Array<ArrayBuffer> }[] {
  return [...parameters, ...tables];
}

function* arraysOf(
  { network, optimiser, state }: Trained,
): Generator<[string, Float32Array<ArrayBuffer>]> {
  for (const { name, values } of weightsOf(network)) yield [name, values];
  for (const [name, { first, second }] of optimiser.moments) {
    yield [`${name}.first`, first];
    yield [`${name}.second`, second];
  }
  for (const [name, values] of state.best) yield [`${name}.best`, values];
}

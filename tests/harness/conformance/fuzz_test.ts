import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import viterbi from "../../../decoders/kernels/dense/viterbi.ts";
import { FuzzFailure, fuzzOne, shrinkFailure } from "../../../harness/conformance/fuzz.ts";
import beam from "../../wrong/beam_claiming_exactness.ts";
import { wrongOption } from "../../wrong/sequence.ts";
import { cli } from "../../helpers/child.ts";
import { inProcess, printed } from "../../helpers/in_process.ts";

/** Numbers of the first models on which a decoder fails. */
function failures(run: (model: number) => void): number[] {
  const failed: number[] = [];
  for (let model = 0; model < 200; model++) {
    try {
      run(model);
    } catch {
      failed.push(model);
    }
  }
  return failed;
}

describe("fuzzOne()", () => {
  it("finds nothing wrong in viterbi", () => {
    assertEquals(failures((model) => fuzzOne(viterbi, 1, model)), []);
  });

  it("fails on the same models whenever it runs when a decoder is wrong", () => {
    const found = failures((model) => fuzzOne(beam, 1, model));
    assert(found.length > 0);
    assertEquals(failures((model) => fuzzOne(beam, 1, model)), found);
    assertThrows(() => fuzzOne(beam, 1, found[0]!), Error, `(seed 1, model ${found[0]})`);
  });
});

it("fuzzOne() draws options that are not fixed, shrinks to a failure with those that are", () => {
  const right = { prune: false };
  assertEquals(failures((model) => fuzzOne(wrongOption, 1, model, right)), []);
  const fixed = { order: "reverse" };
  const [model] = failures((model) => fuzzOne(wrongOption, 1, model, fixed));
  const failure = assertThrows(() => fuzzOne(wrongOption, 1, model!, fixed), FuzzFailure);
  assertEquals(shrinkFailure(failure).options["order"], "reverse");
});

it("shrinkFailure() keeps the failure while lattices, scores and options get simpler", () => {
  const [model] = failures((model) => fuzzOne(wrongOption, 1, model));
  const failure = assertThrows(() => fuzzOne(wrongOption, 1, model!), FuzzFailure);
  const { message, instance, options } = shrinkFailure(failure);
  assertEquals([instance.model.labelCount, instance.lattices.length], [1, 1]);
  assertEquals(instance.lattices.map(({ emissions }) => [...emissions]), [[0]]);
  assertEquals(options, { ...options, prune: true, order: "reverse" });
  assertMatch(message, /^wrong-option\{prune=true,order=reverse\}: wrong scores/);
});

describe("cli.ts fuzz", () => {
  const file = new URL("../../wrong/beam_claiming_exactness.ts", import.meta.url).pathname;

  it("exits with 1, the smallest lattice and a command that finds it again", async () => {
    const { code, stdout, errors } = await cli("cell", "fuzz", "--models=50", "--decoder", file);
    assertEquals([code, errors.length], [1, 2]);
    assertMatch(stdout, /^T = [123], L = [23], k = 1,/m);
    const [, again] = /^ {2}deno task fuzz (.*)$/.exec(errors[1]!)!;
    const found = await inProcess(["fuzz", ...again!.split(" ")]);
    assertEquals({ ...found, stdout: `${found.stdout}\n` }, { code, stdout, errors });
  });

  it("exits with 0 when nothing is wrong", async () => {
    await printed("fuzz", "--models=3", "--decoder=viterbi,beam{width=2}");
  });
});

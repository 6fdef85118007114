import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { UNCHECKED } from "../../../harness/problems/contract.ts";
import { Distrust } from "../../../harness/run/distrust.ts";
import { digestOf } from "../../../harness/run/digest.ts";
import type { CellIsolate } from "../../../harness/run/cell_isolate.ts";
import type { Subject } from "../../../harness/run/subject.ts";
import type { Clock } from "../../../harness/store/rows.ts";

const ANSWERS = ["right 0", "right 1", "right 2"];
const asked = { k: 1, exact: true };
const limits = { deadlineMs: 100, batchMs: 10 };

/** Sentences of two positions each, whose answers are right if they say so. */
function subjectOf(changes: object = {}): Subject {
  const sampleOf = (count: number) => ({ lengths: new Array(count).fill(2) });
  const sample = {
    lengths: [2, 2, 2],
    size: 4,
    first: sampleOf,
    unseen: (_seed: number, sentences: readonly unknown[]) => sampleOf(sentences.length),
    isSameFrom: (clock: Clock) => clock !== "memory32",
    ...changes,
  };
  const check = (_sample: unknown, _asked: unknown, answers: readonly string[]) => {
    const wrong = answers.find((answer) => !answer.startsWith("right"));
    return wrong === undefined
      ? { ...UNCHECKED, verdict: "correct" }
      : { ...UNCHECKED, verdict: "wrong", defect: wrong };
  };
  const secret = (look: number) =>
    Promise.resolve({ seed: look, answers: [[[1, 0], "right"], [[0, 5], "right"]] });
  const subject = {
    sample,
    problem: { value: { check, readAnswer: (told: unknown) => told } },
    reference: ANSWERS,
    secret,
  };
  return subject as unknown as Subject;
}

/** An isolate that answers requests one after another, and what it was asked. */
function isolateOf(...responses: object[]) {
  const requests: { type: string; [field: string]: unknown }[] = [];
  const ask = (request: { type: string }) => {
    requests.push(request);
    return Promise.resolve(responses.shift());
  };
  return { requests, isolate: { ask } as unknown as Pick<CellIsolate, "ask"> };
}

async function believing(): Promise<Distrust> {
  const distrust = new Distrust(asked, limits);
  await distrust.believe(ANSWERS);
  return distrust;
}

const timing = { sentences: 3, clock: "decode" } as const;

describe("Distrust.compare()", () => {
  const compare = async (
    answers: readonly unknown[],
    { clock = "decode" as Clock, distrust = believing() } = {},
  ) => {
    const timed = { busyMs: 1, digest: await digestOf(answers) };
    const { isolate } = isolateOf({ answers });
    return (await distrust).compare(isolate, subjectOf(), { sentences: 3, clock }, timed);
  };

  it("says nothing when answers are those that were checked", async () => {
    assertEquals(await compare(ANSWERS), undefined);
    assertEquals(await compare(ANSWERS, { clock: "memory64" }), undefined);
  });

  it("finds answers wrong that were right before", async () => {
    assertEquals(await compare(["right 0", "lost", "right 2"]), {
      reason: "wrong when timed: lost (decode)",
      isWrong: true,
    });
  });

  it("refuses other answers, even right ones", async () => {
    assertEquals(await compare(["right 0", "right 7", "right 2"]), {
      reason: "other answers when timed than before (decode)",
      isWrong: false,
    });
  });

  it("wants the same each time where a memory holds other scores", async () => {
    const distrust = believing();
    const others = ["rounded 0", "rounded 1", "rounded 2"];
    assertEquals(await compare(others, { clock: "memory32", distrust }), undefined);
    assertEquals(await compare(others, { clock: "memory32", distrust }), undefined);
    assertEquals(await compare(ANSWERS, { clock: "memory32", distrust }), {
      reason: "other answers when timed than before (memory32)",
      isWrong: false,
    });
  });
});

describe("Distrust.look()", () => {
  /** Looks at a decoder that was timed to take 6 ms for a pass. */
  const look = async (...responses: object[]) => {
    const distrust = await believing();
    const timed = { busyMs: 6, digest: await digestOf(ANSWERS) };
    const { isolate, requests } = isolateOf(...responses);
    const subject = subjectOf();
    await distrust.compare(isolate, subject, timing, timed);
    const found = await distrust.look(isolate, subject, subject, ["decode", "memory64"]);
    const again = () => distrust.lookAlone(isolate, subject);
    return { found, again, requests, isSuspicious: distrust.isSuspicious };
  };

  it("says nothing when what is new takes as long, and looks once by what was timed", async () => {
    const { found, isSuspicious, requests } = await look({ busyMs: 6, answers: [[0, "right"]] });
    assertEquals([found, isSuspicious], [undefined, false]);
    assertEquals(requests.map(({ type, clock, seed }) => [type, clock, seed]), [
      ["unseen", "decode", 0],
    ]);
    assertEquals(requests[0]!["told"], [[1, 0], [0, 5]]);
  });

  it("looks again when something took long, at other contents", async () => {
    const slow = { busyMs: 1000, answers: [] };
    const { found, isSuspicious, requests } = await look(slow, slow, { busyMs: 6, answers: [] });
    assertEquals([found, isSuspicious], [undefined, false]);
    assertEquals(requests.map(({ seed }) => seed), [0, 1, 2]);
  });

  it("takes the time of single passes, before anything unseen, when a pass is short", async () => {
    const distrust = await believing();
    const digest = await digestOf(ANSWERS);
    const cold = { elapsedMs: 0, busyMs: 2, digest };
    const { isolate, requests } = isolateOf(cold, cold, cold, { busyMs: 2.5, answers: [] });
    const subject = subjectOf();
    await distrust.compare(isolate, subject, timing, { busyMs: 0.5, digest });
    // 2.5 ms are five times a pass among others.
    assertEquals(await distrust.look(isolate, subject, subject, ["decode"]), undefined);
    assertEquals(requests.map(({ type, isCold }) => [type, isCold]), [
      ...new Array(3).fill(["time", true]),
      ["unseen", undefined],
    ]);
  });

  it("accuses who is slow each time, alone as well", async () => {
    const slow = { busyMs: 1000, answers: [[0, "right"]] };
    const { found, again, isSuspicious, requests } = await look(...new Array(8).fill(slow));
    assertEquals([found, isSuspicious], [undefined, true]);
    const accusation = await again();
    assertEquals(accusation?.isWrong, false);
    assertEquals(
      accusation?.reason.replace(/\d.*times/, "N times"),
      "remembers: what it has not seen takes N times as long (decode)",
    );
    assertEquals(requests.map(({ seed }) => seed), [0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("does not accuse who is slow in company and fast alone", async () => {
    const slow = { busyMs: 1000, answers: [] };
    const { again, isSuspicious } = await look(...[slow, slow, slow, slow], {
      busyMs: 6,
      answers: [],
    });
    assertEquals(isSuspicious, true);
    assertEquals(await again(), undefined);
  });

  it("finds who is wrong alone", async () => {
    const slow = { busyMs: 1000, answers: [] };
    const { again } = await look(slow, slow, slow, { busyMs: 1000, answers: [[1, "guessed"]] });
    assertEquals((await again())?.isWrong, true);
  });

  it("finds who is fast and wrong", async () => {
    const { found } = await look({ busyMs: 1, answers: [[1, "guessed"]] });
    assertEquals(found, {
      reason: "wrong about unseen sentences: guessed (decode)",
      isWrong: true,
    });
  });

  it("looks at nothing where a problem makes no sentences", async () => {
    const { isolate, requests } = isolateOf();
    const subject = subjectOf({ unseen: undefined });
    const distrust = await believing();
    assertEquals(await distrust.look(isolate, subject, subject, ["decode"]), undefined);
    assertEquals(requests, []);
  });
});

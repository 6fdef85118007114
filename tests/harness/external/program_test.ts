import { assert, assertEquals, assertLess, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { hostileRun, lastRow } from "../../helpers/hostile.ts";
import { inProcess, printed } from "../../helpers/in_process.ts";
import { type Change, exampleFile, PYTHON, pythonWith, WITH_PYTHON } from "./programs.ts";
import { longIt } from "../../helpers/long.ts";

/** What is changed in a program, and how its row ends: status, verdict and reason. */
type Case = readonly [status: string, verdict: string, reason: RegExp, ...changes: Change[]];

const DONE = "    say(elapsedMs=1000 * (time.perf_counter() - start), checksum=checksum)\n";
const ANSWER = "        say(labels=labels)\n";
const BEGIN = "    start = time.perf_counter()\n";
const LABELS = "    return labels[::-1]";
/**
 * Answers are asked for one by one; what is timed is together, but where a pass was slow there are
 * no repetitions: on a machine that stalls that may be any.
 */
const WHEN_TIMED = "    if sentences > 1:";
/** Programs that are wrong, slow, lying, looping, crashing and flooding. */
const CASES: Readonly<Record<string, Case>> = {
  "floods-errors": ["ok", "correct", /^$/, [BEGIN, `${BEGIN}    sys.stderr.write("x" * 100000)\n`]],
  "leaves-a-child": [
    ...["ok", "correct", /^$/] as const,
    ["L, t", 'import subprocess; subprocess.Popen(["setsid", "sleep", "77"])\nL, t'],
  ],
  "holds-memory": ["ok", "correct", /^$/, ["L, t", 'held = b"x" * 150 * 2**20\nL, t']],
  "lazy": ["ok", "wrong", /^$/, [LABELS, "    return [0] * len(labels)"]],
  "wrong-when-timed": [
    ...["error", "wrong", /^wrong when timed: not the best scores/] as const,
    [
      "    checksum = 0\n",
      `${WHEN_TIMED} answers[:] = answers[:1] * len(answers)\n    checksum = 0\n`,
    ],
  ],
  "says-no-time": [
    ...["error", "correct", /it says that a batch took 0.001 ms, which took /] as const,
    [BEGIN, `${BEGIN}${WHEN_TIMED} time.sleep(0.02)\n`],
    ["1000 * (time.perf_counter() - start)", "0.001"],
  ],
  "answers-late": [
    ...["error", "unchecked", /its checksum is "5", that of the answers after it \d+/] as const,
    ["checksum=checksum", 'checksum="5"'],
  ],
  "ends-in-no-json": [
    ...["error", "unchecked", /it wrote what is no line of JSON: {"elapsedMs": 0.1, "ch/] as const,
    [DONE, `    print('{"elapsedMs": 0.1, "checksum": ', flush=True)\n`],
  ],
  "prepares-in-no-json": [
    ...["error", "unchecked", /it wrote what is no line of JSON: prepared/] as const,
    ["say(prepared=True)", 'print("prepared", flush=True)'],
  ],
  "answers-no-json": [
    ...["error", "unchecked", /it wrote what is no line of JSON: \[0, 1/] as const,
    [ANSWER, '        print("[0, 1", flush=True)\n'],
  ],
  "no-json-when-timed": [
    ...["error", "correct", /it wrote what is no JSON object: 7/] as const,
    [ANSWER, '        print("7", flush=True) if sentences > 1 else say(labels=labels)\n'],
  ],
  "wraps-labels": [
    ...["error", "unchecked", /its labels of path 0 are no 32-bit integers: \[4294967/] as const,
    [LABELS, "    return [label + 2**32 for label in labels[::-1]]"],
  ],
  "crashes": ["error", "unchecked", /the program ended with code 7/, [BEGIN, "    sys.exit(7)\n"]],
  "dies-half-way": [
    ...["error", "unchecked", /the program ended with code 137 \(signal 9\)/] as const,
    [DONE, `${DONE}    import os; os.kill(os.getpid(), 9)\n`],
  ],
  "floods-answers": [
    ...["error", "unchecked", /it wrote a line of more than 16777216 bytes/] as const,
    [BEGIN, '    while True: sys.stdout.write("x" * 65536)\n'],
  ],
};

const LATE = ["timeout", "unchecked", /^no answer to (prepare|answer) within 15000 ms$/] as const;
/** The same of programs that must be stopped. */
const ENDLESS: typeof CASES = {
  "keeps-answers": [...LATE, [ANSWER, "        pass"]],
  "loops": [...LATE, [BEGIN, "    while True: pass\n"]],
};

/** Runs programs beside the baseline, and looks at their last rows. */
async function runAll(cases: typeof CASES, rounds: number, deadlineMs: number) {
  const names = Object.keys(cases);
  const ended = await hostileRun({}, {
    ...{ suite: "quick", datasets: ["synthetic-structureless-6{length=6}"], ks: [1], sentences: 3 },
  }, {
    programs: names.map((name) => `${name}=${pythonWith(...cases[name]!.slice(3) as Change[])}`),
    effort: { rounds, processes: 1, roundMs: 25, passMs: 400, deadlineMs },
  });
  for (const name of names) {
    const full = `${name}{language=Python}`;
    const rows = ended.rows.filter(({ decoder }) => decoder === full);
    const { status, verdict, reason, options, elapsed_ms, peak_mb } = lastRow(ended, full);
    const [wanted, judged, why] = cases[name]!;
    assertEquals([status, verdict], [wanted, judged], `${name}: ${reason}`);
    assertMatch(reason, why, name);
    assertEquals(options, { language: "Python", threads: 1 });
    if (status === "ok") assertLess(0, elapsed_ms);
    // Its own memory, not that of the isolate beside it.
    if (name === "holds-memory") assert(peak_mb > 150 && peak_mb < 300, `${peak_mb} MiB`);
    else if (status === "ok") assert(peak_mb > 1 && peak_mb < 120, `${name}: ${peak_mb} MiB`);
    else assertEquals(rows.filter((row) => row.status !== "ok").length, 1);
  }
  return ended;
}

longIt("run() ends programs that are wrong, lie, die or hang in a row with a reason", async () => {
  const ended = await runAll(CASES, 9, 60_000);
  assertMatch(ended.logs["floods-errors"]!, /bytes more are left out/);
  assertStringIncludes(ended.replays[0]!, `deno task check 'lazy=${PYTHON} -SE -c`);
  await runAll(ENDLESS, 0, 15_000);
  const sleeping = new Deno.Command("pgrep", { args: ["-f", "^sleep 77$"] });
  assert(!(await sleeping.output()).success, "a child of a program has outlived it");
}, WITH_PYTHON);

describe("--decoder-command", () => {
  it("refuses what is no program, with what it says or how it ended", async () => {
    const hello = (text: string) => `c=echo '${text}'; cat`;
    const whole = '"protocol":1,"name":"c","exact":true,"language":"C"';
    const REFUSED: Readonly<Record<string, string>> = {
      "c": "write 'name=PROGRAM ARGS'",
      "c=/no/such/program": "the program ended with code 127",
      [hello("hi")]: "it wrote what is no line of JSON: hi",
      [hello('{"protocol":2}')]: "its hello has the protocol 2",
      [hello('{"error":{"toString":5}}')]: 'it says: {"toString":5}',
      [hello(`{${whole},"maxK":0}`)]: "its hello has the maxK 0",
    };
    for (const [command, reason] of Object.entries(REFUSED)) {
      const args = ["decode", "--pack=ewt_pos45", "--decoder-command", command];
      // What the shell says of a program that is not there comes before.
      const { code, errors } = await inProcess(args);
      assertEquals(code, 2, command);
      assertStringIncludes(errors.at(-1)!, reason);
    }
    const bench = ["bench", "--dataset=ewt_pos45", "--decoder-command", "c=echo lost >&2"];
    assertEquals((await inProcess(bench)).errors[0], "lost");
  });

  it("decodes, is checked on packs and fuzzed as any decoder", WITH_PYTHON, async () => {
    const flags = ["--decoder-command", `py=${PYTHON} ${exampleFile("viterbi.py")}`];
    const pack = ["--pack", "ewt_pos45", "--limit", "2", "--k", "2"];
    const withoutWork = ({ stdout }: { stdout: string }) => stdout.replaceAll(/"work":.*/g, "");
    const own = await inProcess(["decode", ...flags, ...pack]);
    const viterbi = await inProcess(["decode", "--decoder", "viterbi", ...pack]);
    assertEquals(withoutWork(own), withoutWork(viterbi));
    assertEquals(await printed("check", ...flags, ...pack), "2 passed, 0 failed");
    const odd = `odd=${pythonWith([ANSWER, "        say(labels=labels, work=[1, -2, 3])\n"])}`;
    const miscounted = await inProcess(["decode", "--decoder-command", odd, ...pack]);
    assertEquals([miscounted.code, miscounted.stdout], [3, ""]);
    assertStringIncludes(miscounted.errors.at(-1)!, "it counts -2 nodeExpansions (sentence 0)");
    const wrong = ` wrong=${pythonWith([LABELS, "    return [0] * len(labels)"])}`;
    const found = await inProcess(["fuzz", "--decoder-command", wrong, "--models", "20"]);
    assertEquals(found.code, 1);
    assertMatch(found.errors.join("\n"), /WRONG: wrong\S+ on model \d+; again with/);
    assertMatch(found.stdout, /^wrong\{language=Python\}: /);
    assertStringIncludes(found.errors.join("\n"), "--decoder-command 'wrong=");
  });
});

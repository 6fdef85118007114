import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  flagHelp,
  parseFlags,
  required,
  wholeNumber,
  wholeNumbers,
} from "../../../harness/terminal/flags.ts";
import { given, ofScores, unknownName, UsageError } from "../../../harness/terminal/usage_error.ts";

const SPEC = {
  k: { value: "K", help: "" },
  pack: { value: "FILE", help: "" },
  "forbid-below": { value: "X", help: "" },
  resume: { help: "" },
};
const parse = (...args: string[]) => parseFlags("test", SPEC, args);

it("flagHelp() gives lines, with a space after a flag however long it is", () => {
  const flags = { "long-flag": { value: "A-LONG-VALUE", help: "it is long" } };
  const command = { meaning: "m", flags, examples: {}, run: () => Promise.resolve(0) };
  const text = "  --long-flag A-LONG-VALUE it is long\n";
  assertStringIncludes(flagHelp("test", command), text);
});

describe("parseFlags()", () => {
  it("reads values, switches and arguments in any order", () => {
    const { values, switches, positional } = parse("a", "--k", "5", "--resume", "--pack=b=c");
    assertEquals([values["k"], values["pack"], values["forbid-below"]], ["5", "b=c", undefined]);
    assertEquals([[...switches], positional], [["resume"], ["a"]]);
    assertEquals([...parse().switches], []);
  });

  it("divides the values of a flag that may be given several times by NUL", () => {
    const spec = { command: { value: "C", help: "", isRepeated: true } } as const;
    const { values } = parseFlags("test", spec, ["--command", "a\nb", "--command=c"]);
    assertEquals(values["command"], "a\nb\0c");
  });

  it("reads negative numbers as values", () => {
    assertEquals(parse("--forbid-below=-1e30").values["forbid-below"], "-1e30");
    assertEquals(parse("--forbid-below", "-1e30").values["forbid-below"], "-1e30");
  });

  it("leaves arguments as they are when they look like numbers", () => {
    assertEquals(parse("007", "1.10", "1e3").positional, ["007", "1.10", "1e3"]);
  });

  it("takes what follows -- as arguments", () => {
    assertEquals(parse("--", "--k", "-x").positional, ["--k", "-x"]);
  });

  const usage: readonly [args: string[], ...said: string[]][] = [
    [["--kk", "3"], '"--kk"', 'did you mean "--k"?', "--k, --pack, --forbid-below, --resume"],
    [["--reusme"], '"--reusme"', 'did you mean "--resume"?'],
    [["--no-resume"], '"--no-resume"'],
    [["--k.x=3"], '"--k.x'],
    [["-z"], '"-z"'],
    [["--k"], "--k", "one K"],
    [["--k="], "--k", "one K"],
    [["--k", "--resume"], "--k", "one K"],
    [["--k", "1", "--k", "2"], "--k", "one K"],
    [["--resume=maybe"], "--resume"],
    [["--resume", "false"], "--resume with a value"],
  ];
  for (const [args, ...said] of usage) {
    it(`throws UsageError when given ${args.join(" ")}`, () => {
      const { message } = assertThrows(() => parse(...args), UsageError);
      for (const words of said) assertStringIncludes(message, words);
    });
  }
});

describe("wholeNumber()", () => {
  it("gives the number, undefined when the flag is not there", () => {
    assertEquals(wholeNumber(parse("--k", "12"), "k", 1), 12);
    assertEquals(wholeNumber(parse(), "k", 1), undefined);
    assertEquals(wholeNumber(parse("--k", "0"), "k", 0), 0);
  });

  it("throws UsageError when given anything else", () => {
    for (const text of ["0", "-1", "abc", "1.5", " ", "1e99", "NaN", "Infinity", "3x"]) {
      const said = `--k ${text}: it takes whole numbers from 1`;
      assertThrows(() => wholeNumber(parse(`--k=${text}`), "k", 1), UsageError, said);
    }
  });
});

it("wholeNumber() and wholeNumbers() take a largest number, throw UsageError above it", () => {
  assertEquals(wholeNumber(parse("--k", "1e4"), "k", 1, 10_000), 10_000);
  for (const text of ["10001", "1e9", "1e300"]) {
    const said = "whole numbers from 1 to 10000";
    const flags = parse("--k", text);
    assertThrows(() => wholeNumber(flags, "k", 1, 10_000), UsageError, said);
    assertThrows(() => wholeNumbers(flags, "k", 1, 10_000), UsageError, said);
  }
});

describe("wholeNumbers()", () => {
  it("gives the list of numbers", () => {
    assertEquals(wholeNumbers(parse("--k", "1,5,10"), "k", 1), [1, 5, 10]);
    assertEquals(wholeNumbers(parse(), "k", 1), undefined);
  });

  it("throws UsageError when one is none", () => {
    for (const text of ["1,", ",1", "1,,2", "1,0", "1;2"]) {
      assertThrows(() => wholeNumbers(parse("--k", text), "k", 1), UsageError, "--k");
    }
  });
});

it("required() gives the value, throws UsageError when it is not there", () => {
  assertEquals(required(parse("--pack", "x"), "pack", "FILE"), "x");
  assertThrows(() => required(parse(), "pack", "FILE"), UsageError, "--pack FILE");
});

describe("given()", () => {
  const outcome = (error: Error) => given(Promise.reject(error)).catch((thrown: unknown) => thrown);

  it("gives what was read, and turns what is wrong with it into UsageError", async () => {
    assertEquals(await given(Promise.resolve(3)), 3);
    const { NotFound, IsADirectory, PermissionDenied } = Deno.errors;
    for (
      const Wrong of [SyntaxError, TypeError, RangeError, NotFound, IsADirectory, PermissionDenied]
    ) {
      const thrown = await outcome(new Wrong("why"));
      assertEquals([thrown instanceof UsageError, `${thrown}`], [true, "UsageError: why"]);
    }
  });

  it("leaves other errors alone", async () => {
    const error = new Error("a bug");
    assertEquals(await outcome(error), error);
  });
});

it("ofScores() takes what is said of scores for the person's error, and no defect", async () => {
  const outcome = (error: Error) => ofScores(Promise.reject(error)).catch((thrown) => thrown);
  assertEquals(`${await outcome(new RangeError("Cannot use x"))}`, "UsageError: Cannot use x");
  for (const defect of [new RangeError("Invalid array length"), new TypeError("Cannot read x")]) {
    assertEquals(await outcome(defect), defect);
  }
});

it("unknownName() offers the nearest of the known names, if there are any", () => {
  assertStringIncludes(unknownName("suite", "quik", ["paper", "quick"]).message, '"quick"?');
  assertEquals(unknownName("suite", "x", []).message, 'Cannot find the suite "x"; there is none');
});

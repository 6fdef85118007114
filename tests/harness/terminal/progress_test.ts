import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Progress } from "../../../harness/terminal/progress.ts";

/** A screen with a clock that stands still unless it is moved. */
function fakeScreen(isTerminal: boolean) {
  const screen = { isTerminal, ms: 0, text: "", now: () => screen.ms, write };
  function write(text: string) {
    screen.text += text;
  }
  return screen;
}

describe("Progress", () => {
  it("moves within a step and says how much time is left, on a terminal", () => {
    const screen = fakeScreen(true);
    const progress = new Progress(4, screen);
    progress.doing("a");
    screen.ms = 10_000;
    progress.doing("a, half", 0.5);
    progress.advance(2);
    progress.note("b");
    screen.ms = 60_000;
    progress.doing("c", 1);
    assertEquals(screen.text.split("\r\u001b[K"), [
      "",
      "[0%] a",
      "[12%, 1 min 10 s left] a, half",
      "[50%, 10 s left] b\n",
      "[75%, 20 s left] c",
    ]);
  });

  it("says elsewhere what is done, and from time to time that long work goes on", () => {
    const screen = fakeScreen(false);
    const progress = new Progress(2, screen);
    for (screen.ms = 0; screen.ms <= 70_000; screen.ms += 10_000) {
      progress.doing("a", screen.ms / 100_000);
    }
    progress.advance();
    progress.note("b");
    assertEquals(screen.text.split("\n"), [
      "[15%, 2 min 50 s left] a",
      "[30%, 2 min 20 s left] a",
      "[50%, 1 min 20 s left] b",
      "",
    ]);
  });
});

/**
 * Tests with a folder of their own, which is gone when they end.
 *
 * @module
 */

import { it } from "@std/testing/bdd";
import { longIt } from "./long.ts";
import { withFolder } from "./packs.ts";

type Test = (dir: string) => void | Promise<void>;

/** `skip` says why a test cannot be run. */
interface Options {
  readonly skip?: string | boolean;
}

/** A test with a folder. */
export function itInFolder(name: string, test: Test, options: Options = {}): void {
  it(name, options, () => withFolder(async (dir) => await test(dir)));
}

/** A long test with a folder. */
export function longItInFolder(name: string, test: Test, options: Options = {}): void {
  longIt(name, () => withFolder(async (dir) => await test(dir)), options);
}

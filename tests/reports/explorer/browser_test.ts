import {
  assert,
  assertEquals,
  assertMatch,
  assertNotEquals,
  assertStringIncludes,
} from "@std/assert";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { explorerHtml } from "../../../reports/explorer/html.ts";
import { type Steps, tryInChromium, until } from "../../helpers/chromium.ts";
import { crfsuiteBytes, INVENTED } from "../../helpers/model_files.ts";
import { inProcess } from "../../helpers/in_process.ts";

const REAL = new URL("../../../datasets/real/", import.meta.url);
const PACK = "ewt_pos_morph_chunk443";
const OTHER = "ewt_pos45";
const PARSES = "ewt_ccg_joint_dev";
const SENTENCE = 11;

const read = (name: string) => Deno.readFile(new URL(`${name}.safetensors.gz`, REAL));

/** Edges of the lanes, by decoder, as the page shows them. */
async function edgesOf(page: Page): Promise<Record<string, string>> {
  return Object.fromEntries(
    await page.evaluate<[string, string][]>(
      `[...document.querySelectorAll(".lane")].map((lane) =>
        [lane.dataset.decoder, lane.querySelector(".edges strong").textContent])`,
    ),
  );
}

/** Waits until the worker has answered. */
async function settle(page: Page): Promise<void> {
  await page.locator("main[aria-busy=false]").waitFor({ timeout: 60_000 });
}

const text = (page: Page, selector: string) => page.locator(selector).first().innerText();
const hash = (page: Page) => page.evaluate<string>("location.hash");

/** What a button has the page save. */
async function saved(page: Page, id: string): Promise<string> {
  const download = page.waitForEvent("download");
  await page.locator(`#${id}`).click();
  return await Deno.readTextFile(await (await download).path());
}

/** Drops a file on the page, which does something as soon as it has taken the file. */
async function drop(page: Page, name: string, bytes: Uint8Array, then = ""): Promise<void> {
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob("${bytes.toBase64()}"), (c) => c.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], "${name}"));
    new MutationObserver((_, sources) => {
      sources.disconnect();
      ${then};
    }).observe(document.querySelector("#source"), { childList: true });
    document.querySelector("main").dispatchEvent(
      new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
  })()`);
}

/** Sets a field of the page at once. */
const setting = (id: string, value: string) =>
  `{ const input = document.getElementById("${id}"); input.value = "${value}";
  input.dispatchEvent(new Event("change", { bubbles: true })); }`;

async function assertNoWider(page: Page): Promise<void> {
  const [wide, screen] = await page.evaluate<number[]>(
    "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
  );
  assert(wide! <= screen!, `${wide} of ${screen} pixels`);
}

const STEPS: Steps = {
  "shows at once who needs how many edges, by a sentence of what was counted": async (page) => {
    const edges = await edgesOf(page);
    const title = await text(page, "h1");
    for (const decoder of ["viterbi", "iterative-viterbi{order=emission}"]) {
      assertStringIncludes(title, edges[decoder]!);
    }
    assertEquals(edges["viterbi"], "4,121,229");
    assertEquals(await page.locator(".grid svg").count(), 2);
    assertEquals(await page.evaluate("document.getAnimations().length"), 0);
  },

  "draws the picture of the README": async (page) => {
    // A phone's is dark here.
    if (page.viewportSize()!.width < 1000) return;
    const known = new URL("../../../reports/explorer/explorer.svg", import.meta.url);
    const isKept = await saved(page, "svg") === await Deno.readTextFile(known);
    assert(isKept, `take the explorer's SVG of its first view as ${known.pathname}`);
  },

  "is no wider than the screen, nor with all open than one of 320 pixels": async (page) => {
    await assertNoWider(page);
    const [size, turn] = [page.viewportSize()!, 'document.querySelector(".choose").open ^= true'];
    await page.setViewportSize({ ...size, width: 320 });
    await page.evaluate(turn);
    await assertNoWider(page);
    await page.evaluate(turn);
    await page.setViewportSize(size);
  },

  "goes to the start, even if asked too soon, steps, and says what happens": async (page) => {
    await page.addInitScript(`(function press() {
      document.querySelector("[aria-busy=true] #to-start")?.click();
      if (!document.querySelector("[aria-busy=false]")) requestAnimationFrame(press);
    })()`);
    await page.reload();
    await settle(page);
    assertEquals((await edgesOf(page))["viterbi"], "0");
    await page.locator("#step").click();
    const before = await text(page, ".event");
    await page.locator("#step").click();
    assertNotEquals(await text(page, ".event"), before);
    await page.locator("#next-iteration").click();
    assertMatch(await text(page, ".event"), /A pass from the (left|right) begins/);
    await page.locator("#to-end").click();
    assertEquals((await edgesOf(page))["viterbi"], "4,121,229");
  },

  "scrubs to a number of edges, and a link shows the same": async (page) => {
    await page.locator("#scrubber").fill("500");
    const edges = await edgesOf(page);
    assertNotEquals(edges["viterbi"], "4,121,229");
    const after = (await text(page, ".moment label strong")).replaceAll(",", "");
    await until(page, `location.hash === "#edges=${after}"`);
    const link = await hash(page);
    await page.locator("#to-end").click();
    await until(page, "!location.hash.includes('edges=')");
    await page.evaluate(`location.hash = ${JSON.stringify(link)}`);
    await until(page, "document.querySelector('#scrubber').value < 600");
    assertEquals(await edgesOf(page), edges);
    // The link to the content says nothing of what is shown.
    await page.evaluate('location.hash = "#main"');
    await until(page, `location.hash === ${JSON.stringify(link)}`);
    assertEquals(await edgesOf(page), edges);
    await page.locator("#to-end").click();
  },

  "switches decoders, what stands beside, and orders of labels": async (page) => {
    await page.locator(".lane .name").first().click();
    assertStringIncludes(await text(page, ".lattice h3"), "Viterbi");
    await page.locator("#beside").selectOption("");
    assertEquals(await page.locator(".grid svg").count(), 1);
    await page.locator("#order").selectOption("emission");
    await page.locator("#fold").click();
    await until(page, "location.hash.includes('order=emission')");
    await page.locator("#fold").click();
    await page.locator("#order").selectOption("own");
    await page.locator("[data-decoder='iterative-viterbi{order=emission}'] .name").click();
  },

  "writes out the maximum of a node, whose sum is the score it was given": async (page) => {
    const canvas = page.locator(".grid svg").first();
    await canvas.focus();
    for (let i = 0; i < 6; i++) await page.keyboard.press("ArrowRight");
    await settle(page);
    await page.locator(".node table tr.winner").waitFor();
    const [, best, edge, own, sum] = await page.evaluate<number[]>(
      `[...document.querySelectorAll(".node tr.winner > *")].map((cell) =>
        Number(cell.textContent.replace("−", "-").replaceAll(",", "")))`,
    );
    assert(Math.abs(best! + edge! + own! - sum!) < 0.01, `${best} + ${edge} + ${own} = ${sum}`);
    assertMatch(await text(page, ".node h3"), /word \d+, .*: (open|computed, then dropped)/);
  },

  "shows who has to do what again when a score is changed, and undoes it": async (page) => {
    const before = await edgesOf(page);
    await page.locator("#own-score").fill("-20");
    await page.keyboard.press("Tab");
    await page.locator(".course em").first().waitFor({ timeout: 60_000 });
    await settle(page);
    assertMatch(await text(page, ".course em"), /before [\d,]+, now/);
    assertNotEquals(await edgesOf(page), before);
    assertMatch(await hash(page), /scores=/);
    await page.locator("details.choose summary").click();
    await page.locator("#undo").click();
    await settle(page);
    assertEquals(await edgesOf(page), before);
  },

  "compares a change with the sentence that it is of, however soon it comes": async (page) => {
    await page.locator("#strength").fill("1.5");
    await settle(page);
    await page.evaluate(setting("sentence", "3") + setting("strength", "2"));
    await settle(page);
    const [, before] = /before ([\d,]+),/.exec(await text(page, ".course em"))!;
    await page.locator("#undo").click();
    await settle(page);
    assertEquals((await edgesOf(page))["viterbi"], before);
    await page.locator("#sentence").fill(`${SENTENCE}`);
    await page.locator("#sentence").blur();
    await settle(page);
  },

  "lets the reader guess before it shows the path, and says why": async (page) => {
    await page.locator("#guess").click();
    assertMatch(await text(page, ".guess h3"), /Which label wins at word \d+\?/);
    await page.locator(".grid svg").first().focus();
    await page.keyboard.press("ArrowRight");
    assertMatch(await text(page, ".node h3"), /^word 1, .*, 1st by /);
    assert(!(await text(page, ".node")).includes("best path"));
    await page.locator(".guess li button").first().click();
    assertMatch(await text(page, ".guess [aria-live]"), /^(Right|No)\. .*own score/);
    await page.locator("#next-guess").click();
    assertStringIncludes(await text(page, ".guess .quiet"), " of 1 right");
    await page.locator("#guess").click();
  },

  "refuses a broken pack, and keeps what it shows": async (page, dir) => {
    const before = await edgesOf(page);
    const file = join(dir, "broken.safetensors");
    await Deno.writeFile(file, new Uint8Array(100).fill(7));
    await page.locator("#file").setInputFiles(file);
    await page.locator("[role=alert]:not([hidden])").waitFor();
    await settle(page);
    assertStringIncludes(await text(page, "[role=alert]"), "broken.safetensors: ");
    assertEquals(await edgesOf(page), before);
    await drop(page, "bad.safetensors", new Uint8Array(100).fill(7), setting("strength", "2"));
    await page.locator("[role=alert]", { hasText: "bad.safetensors" }).waitFor();
    await page.locator("#strength").fill("1.5");
    await page.locator(".course em").first().waitFor({ timeout: 60_000 });
    await page.locator("#undo").click();
    await settle(page);
    assertEquals(await edgesOf(page), before);
  },

  "decodes a pack that is dropped on it, with the counts of decode": async (page) => {
    await drop(page, `${OTHER}.safetensors.gz`, await read(OTHER));
    await page.locator("header p", { hasText: OTHER }).waitFor({ timeout: 60_000 });
    await settle(page);
    assertEquals(await page.locator("[role=alert]").getAttribute("hidden"), "");
    const { viterbi } = await edgesOf(page);
    const args = ["decode", "--pack", OTHER, "--decoder", "viterbi", "--limit", "1"];
    const { work } = JSON.parse((await inProcess(args)).stdout);
    assertEquals(viterbi!.replaceAll(",", ""), `${work.edgeEvaluations}`);
  },

  "tags a text of several lines with another tool's model, and then another text": async (page) => {
    await page.locator("#text").fill("w=dax caps\nw=blicket");
    await page.locator("#text").blur();
    await drop(page, "m.crfsuite", crfsuiteBytes(INVENTED));
    await page.locator("header p", { hasText: "m.crfsuite" }).waitFor({ timeout: 60_000 });
    await settle(page);
    assertMatch(await text(page, "h1"), /^2 words, /);
    assertStringIncludes(await page.locator(".grid svg").first().innerHTML(), "w=dax");
    await page.locator("#text").fill("w=dax\nw=dax\nw=blicket");
    await page.locator("#text").blur();
    await page.locator("h1", { hasText: "3 words" }).waitFor({ timeout: 60_000 });
  },

  "takes k, families with dials, and a stranger's link": async (page) => {
    await page.locator("#k").selectOption("5");
    await settle(page);
    assertStringIncludes(await text(page, "h1"), "5 best paths");
    assertEquals(await text(page, "[data-decoder=viterbi] .small"), "counts alone");
    await page.locator("#source").selectOption("family:bioes");
    await settle(page);
    assertMatch(await text(page, "h1"), /^16 words, 48 labels/);
    // A node that the sentence before does not have, nor this one.
    await page.evaluate(`location.hash = "#sentence=${SENTENCE}&node=[99,1]"`);
    await settle(page);
    await page.locator("h1", { hasText: "443 labels" }).waitFor({ timeout: 60_000 });
    assertEquals(await page.locator("section.node").count(), 0);
    await page.evaluate('location.hash = "#family=constructor"');
    const alert = page.locator("[role=alert]:not([hidden])");
    await alert.filter({ hasText: "the family constructor" }).waitFor();
    await page.evaluate(`location.hash = "#sentence=${SENTENCE}"`);
    await page.locator("h1", { hasText: "443 labels" }).waitFor({ timeout: 60_000 });
    await settle(page);
  },

  "changes places with the lattice beside": async (page) => {
    const titles = () => page.locator(".lattice h3").allInnerTexts();
    const before = await titles();
    await page.locator(".grid svg").nth(1).click();
    assertEquals(await titles(), before.toReversed());
    await page.locator(".grid svg").nth(1).click();
    assertEquals(await titles(), before);
  },

  "shows parsers round by round": async (page) => {
    await page.evaluate(`location.hash = "#pack=${PARSES}&sentence=0"`);
    await page.locator("#round").waitFor({ timeout: 60_000 });
    assertMatch(await text(page, "h1"), /^7 words: parser and tagger argue for [2-9] rounds/);
    const svg = await saved(page, "svg");
    assertMatch(svg, /^<svg [^]*The chart, and the derivation of the end[^]*The gap/);
    assert(!svg.includes("var("), "colours are those of the page");
    await page.keyboard.press("ArrowLeft");
    await page.locator("p", { hasText: /differ at words? [\d, ]+: multipliers change/ }).waitFor();
    await page.keyboard.press("Home");
    await page.locator("label", { hasText: /^round 1 of/ }).waitFor();
    await assertNoWider(page);
    await page.evaluate(`location.hash = "#sentence=${SENTENCE}"`);
    await page.locator("#scrubber").waitFor({ timeout: 60_000 });
  },

  "is used by keyboard alone, and says by which keys": async (page) => {
    await page.evaluate("document.activeElement.blur(); scrollTo(0, 0)");
    await page.keyboard.press("?");
    assertMatch(await text(page, "dialog"), /Keys/);
    await page.locator("#letters").click();
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    assertEquals(await page.locator("dialog[open]").count(), 0);
    await page.locator("#help").click();
    await page.locator("#letters").click();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Home");
    assertEquals((await edgesOf(page))["viterbi"], "0");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("n");
    assertMatch(await text(page, ".event"), /A pass from the/);
    await page.keyboard.press("End");
    const chosen = () => page.locator(".lane.chosen").getAttribute("data-decoder");
    const before = await chosen();
    await page.keyboard.press("j");
    assertNotEquals(await chosen(), before);
    await page.keyboard.press("k");
    assertEquals(await chosen(), before);
    await page.keyboard.press("g");
    await page.keyboard.press("ArrowDown");
    // Keys with others are not the lattice's.
    await page.keyboard.press("Shift+ArrowRight");
    assertMatch((await page.locator(":focus").getAttribute("aria-label"))!, /^word 1, /);
  },

  "gives the picture as SVG and frames as one file, and changes its colours": async (page) => {
    const paper = () => page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
    const before = await paper();
    await page.locator("#theme").click();
    const papers = [before, await paper()].sort();
    assertEquals(papers, ["rgb(20, 23, 27)", "rgb(255, 255, 255)"]);
    await page.locator("#theme").click();
    for (const [id, begin] of [["svg", "<svg "], ["frames", "PK\u0003\u0004"]] as const) {
      assertEquals((await saved(page, id)).slice(0, begin.length), begin);
    }
  },

  "plays a race only when asked, on the scale of its sentence, and stops": async (page) => {
    await page.locator("#race").click();
    await until(page, "document.querySelector('#scrubber').value > 400");
    // A small lattice, on which the race begins again.
    await page.evaluate("location.hash = '#family=bioes'");
    await page.locator("h1", { hasText: "16 words" }).waitFor({ timeout: 60_000 });
    await until(page, "document.querySelector('#scrubber').value < 400");
    await page.locator("#race").click();
    assertEquals(await page.locator("#race").getAttribute("aria-pressed"), "false");
    await page.locator("#to-end").click();
  },
};

tryInChromium("the explorer's page", {
  async html() {
    const packs = new Map([[PACK, await read(PACK)], [PARSES, await read(`parsing/${PARSES}`)]]);
    return await explorerHtml({ packs, parses: [PARSES], sentence: SENTENCE });
  },
  settle,
  steps: STEPS,
});

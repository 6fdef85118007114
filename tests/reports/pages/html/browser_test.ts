import { htmlOf } from "../../../helpers/run_data.ts";
import { runData } from "../../../../reports/numbers/read_run.ts";
import { assert, assertEquals, assertGreater, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { composeReport } from "../../../../reports/pages/report.ts";
import { look } from "../../../../reports/drawing/look.ts";
import { type Steps, tryInChromium, until } from "../../../helpers/chromium.ts";
import { FAKE_MANIFEST, fakeRowsWithFailures } from "../../../helpers/rows.ts";
import { fakeSentenceTimes } from "../../../helpers/sentences.ts";

/** A table of speed-ups by decoder, and the chart that draws much the same. */
const TABLE = "#table-speed-up .scroll[data-k='1'] table";
const CHART = "#speed-up-by-label-count";

const STEPS: Steps = {
  "begins with a link to the content": async (page) => {
    await page.keyboard.press("Tab");
    assertEquals(await page.evaluate("document.activeElement.className"), "skip");
    await page.keyboard.press("Enter");
    assertEquals(await page.evaluate("document.activeElement.id"), "main");
  },

  "begins with the overview, whose first screen needs no scrolling on a desk": async (page) => {
    assertEquals(await visiblePages(page), ["overview"]);
    const bottom = await page.evaluate<number>(
      "document.querySelector('.strip').getBoundingClientRect().bottom - " +
        // What is the reader's own stands before the rest.
        "document.querySelectorAll('#overview h2')[1].getBoundingClientRect().top",
    );
    const isDesk = page.viewportSize()!.width > 1000;
    if (isDesk) assert(bottom < 780, `the first screen ends at ${bottom}`);
  },

  "shows the page that a link of the side bar or of a claim leads to, by keyboard too": async (
    page,
  ) => {
    await page.locator(".strip a").first().click();
    await page.locator("#claims").waitFor();
    assertEquals(await visiblePages(page), ["claims"]);
    assertEquals(await page.locator("#claims details[open]").count(), 1);
    await unfold(page);
    await page.locator("nav a[href='#table-speed-up']").focus();
    await page.keyboard.press("Enter");
    await page.locator("#table-speed-up").waitFor();
    assertEquals(await visiblePages(page), ["table-speed-up"]);
    assertEquals(await page.locator("nav a[aria-current]").getAttribute("href"), "#table-speed-up");
    await page.goBack();
    await page.locator("#claims").waitFor();
    assertEquals(await visiblePages(page), ["claims"]);
    const [wide, bar] = await page.evaluate<number[]>(
      "(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.querySelector('header'))",
    );
    assert(wide! <= bar!, `the side bar is ${wide} of ${bar} pixels wide`);
    await open(page, "overview");
  },

  "draws every chart, and none is wider than the page": async (page) => {
    const charts = await page.locator(".chart").all();
    assertGreater(charts.length, 7);
    const box = await page.evaluate<number>("document.querySelector('.chart').clientWidth");
    for (const chart of charts) {
      const name = await chart.getAttribute("data-chart");
      assertGreater(await chart.locator("svg .role-mark > *").count(), 0, `${name}: no marks`);
      const width = Number(await chart.locator("svg").getAttribute("width"));
      // The cells of the heat map have a size.
      assert(width <= box || name === "heat-map", `${name}: ${width} of ${box} pixels`);
    }
    const sizes = "(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])";
    const [wide, screen] = await page.evaluate<number[]>(`${sizes}(document.documentElement)`);
    assert(wide! <= screen!, `${wide} of ${screen} pixels`);
    // The sentence of the answer is text of the page.
    assertMatch(await page.locator("#overview h2").nth(1).innerText(), / as Viterbi, /);
  },

  "draws the first chart as for a telephone where its labels have no room": async (page) => {
    await page.setViewportSize({ width: 1100, height: 900 });
    const isFitting = "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)";
    await until(page, `${isFitting}(document.querySelector('.chart'))`);
  },

  "says what a mark is when it is pointed at": async (page) => {
    await open(page, `chart-${CHART.slice(1)}`);
    const mark = page.locator(`${CHART} .mark-symbol.role-mark path`).first();
    await mark.scrollIntoViewIfNeeded();
    await mark.hover({ force: true });
    const tooltip = page.locator("#vg-tooltip-element.visible");
    await tooltip.waitFor();
    const text = await tooltip.innerText();
    for (const field of ["decoder", "dataset", "k", "× Viterbi"]) {
      assert(text.includes(field), text);
    }
  },

  "sorts a table by a column, with mouse and keyboard": async (page) => {
    await open(page, "table-speed-up");
    const table = page.locator(TABLE).first();
    const ratios = () => column(page, "ewt_pos45");
    const number = (text: string) => parseFloat(text.replace(/^[^\d−]*/, "").replace("−", "-"));
    const head = table.locator("thead th", { hasText: "ewt_pos45" });
    const before = await ratios();
    await head.locator("button").click();
    assertEquals(await head.getAttribute("aria-sort"), "descending");
    assertEquals(await ratios(), before.toSorted((a, b) => number(b) - number(a)));
    await head.locator("button").focus();
    await page.keyboard.press("Enter");
    assertEquals(await head.getAttribute("aria-sort"), "ascending");
    assertEquals(await ratios(), before.toSorted((a, b) => number(a) - number(b)));
    await page.keyboard.press("Enter");
    assertEquals([await head.getAttribute("aria-sort"), await ratios()], ["none", before]);
  },

  "filters the rows of a table by words": async (page) => {
    const all = await column(page, "decoder");
    const line = page.locator("#table-speed-up .filter").first();
    await line.locator("input").fill("EXPANSION viterbi");
    const found = all.filter((name) => name.includes("viterbi{expansion"));
    assertEquals(await column(page, "decoder"), found);
    assertEquals(await line.innerText(), `${found.length} of ${all.length} rows`);
    await line.locator("input").fill("");
    assertEquals(await column(page, "decoder"), all);
  },

  "gives the row behind a number": async (page) => {
    const cell = page.locator(`${TABLE} tbody td.number[title]`).nth(1);
    assertMatch((await cell.getAttribute("title"))!, /row: hwu_slot_scenario323\/[^/]+\/1$/);
  },

  "shows the picked decoders and datasets only, or says that none is": async (page) => {
    const [decoder, dataset] = ["iterative-viterbi", "ewt_pos45"];
    const marks = page.locator(`${CHART} .mark-symbol.role-mark path`);
    const legend = page.locator(`${CHART} .role-legend-label text`);
    const before = await marks.count();
    const head = page.locator(`${TABLE} thead th`, { hasText: dataset });
    assert(await head.first().isVisible());
    await pick(page, "Decoders", (box) => box === decoder ? "uncheck" : undefined);
    await pick(page, "Datasets", (box) => box === dataset ? "uncheck" : undefined);
    await settle(page);
    assert(!await head.first().isVisible());
    assert(!(await column(page, "decoder")).includes(decoder));
    assert(!(await legend.allTextContents()).includes(decoder));
    assertGreater(before, await marks.count());
    await pick(page, "Decoders", () => "None");
    await settle(page);
    const said = "Nothing that this chart shows is picked.";
    assertEquals(await page.locator(`${CHART} .chart`).innerText(), said);
    await pick(page, "Decoders", () => "All");
    await pick(page, "Datasets", () => "All");
    await settle(page);
    assertEquals(await marks.count(), before);
    assert((await column(page, "decoder")).includes(decoder));
  },

  "changes its colours, the charts' too": async (page) => {
    const axis = page.locator(`${CHART} .role-axis-title text`).first();
    const colours = async () => [await background(page), (await axis.getAttribute("fill"))!];
    const before = await colours();
    await page.locator("#theme").click();
    await settle(page);
    const after = await colours();
    assert(after.every((colour, i) => colour !== before[i]), `${before} ${after}`);
    await page.locator("#theme").click();
    await settle(page);
    assertEquals(await colours(), before);
  },
};

/** Paper is white though the screen is dark, and knows no width; a finger cannot hover. */
const ON_A_PHONE: Steps = {
  "prints dark on white, all that can be unfolded, and no controls": async (page) => {
    await page.pdf();
    await page.emulateMedia({ media: "print" });
    assertEquals((await visiblePages(page)).length, await page.locator(".page").count());
    assertEquals(await page.locator("main details:not([open])").count(), 0);
    for (const control of ["body > header", ".filter >> nth=0", ".skip"]) {
      assert(!await page.locator(control).isVisible(), control);
    }
    assertEquals(await background(page), "rgb(255, 255, 255)");
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    const title = page.locator(`${CHART} .role-axis-title text`).first();
    assertEquals(await title.getAttribute("fill"), look("light", "white").axis?.titleColor);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await settle(page);
    await page.emulateMedia({ media: "screen" });
  },

  "says at a tap what a mouse is told": async (page) => {
    await open(page, "table-speed-up");
    const note = page.locator("#note");
    const cell = page.locator(`${TABLE} tbody td.number[title]`).nth(1);
    await cell.tap();
    assertEquals(await note.innerText(), (await cell.getAttribute("title"))!);
    await page.locator("h1").tap();
    assert(!await note.isVisible());
  },
};

tryInChromium("the page of reportHtml()", {
  async html() {
    const rows = fakeRowsWithFailures();
    const more = { manifest: FAKE_MANIFEST, sentences: fakeSentenceTimes(rows) };
    const html = await htmlOf(await composeReport(runData(rows, more), FAKE_MANIFEST));
    // A number below 0 among the ratios.
    return html.replace(/(id="table-speed-up"[^]*?<td class="number[^>]*>[^<]*?)(?=\d)/, "$1−");
  },
  settle,
  steps: STEPS,
  onPhone: ON_A_PHONE,
});

/** The charts are drawn one after the other. */
async function settle(page: Page): Promise<void> {
  await until(page, "document.documentElement.dataset.drawing === undefined");
}

/** The pages that are shown. */
async function visiblePages(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>(
    "[...document.querySelectorAll('.page')].filter((e) => e.checkVisibility()).map((e) => e.id)",
  );
}

/** Shows a page by its address. */
async function open(page: Page, id: string): Promise<void> {
  await page.evaluate(`location.hash = "#${id}"`);
  await page.locator(`#${id}`).waitFor();
}

/** Unfolds the contents, as on a phone they are folded. */
async function unfold(page: Page): Promise<void> {
  // Smoothly to the top of a long page takes seconds.
  await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })");
  const contents = page.locator(".contents");
  if (await contents.getAttribute("open") === null) await contents.locator("summary").click();
}

/** The visible texts of a column of the table. */
async function column(page: Page, name: string): Promise<string[]> {
  const index = (await page.locator(`${TABLE} thead th`).allTextContents()).indexOf(name);
  return await page.locator(`${TABLE} >> nth=0`)
    .locator(`tbody tr:not([hidden]) > :nth-child(${index + 1})`).allTextContents();
}

async function background(page: Page): Promise<string> {
  return await page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
}

/**
 * Opens a picker, changes one box or presses one of its buttons, and closes it with Escape. All
 * charts are drawn again then: what is picked before they settle is drawn at once.
 */
async function pick(page: Page, title: string, choose: (name: string) => string | undefined) {
  const picker = page.locator(".picker", { hasText: title });
  await picker.locator("summary").click();
  const boxes = picker.locator("input");
  for (const box of await boxes.all()) {
    const action = choose(await box.inputValue());
    if (action === "uncheck") await box.uncheck();
    else if (action !== undefined) {
      await picker.getByRole("button", { name: action, exact: true }).click();
      break;
    }
  }
  await page.keyboard.press("Escape");
  assertEquals(await picker.getAttribute("open"), null);
}

import { assert, assertEquals, assertGreater, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { dirname, join, normalize } from "node:path";
import { renderGuide } from "../../../reports/site/guides.ts";
import { type SiteFiles, siteFiles } from "../../../reports/site/site.ts";
import { tryInChromium } from "../../helpers/chromium.ts";
import { ALL } from "../../helpers/long.ts";

const SHELF = { guides: new Set(["a/B.md", "C.md"]), files: new Set(["a/x.svg"]) };

/** Links of a page that lead nowhere: to no file of the site, or to no id of its page. */
function brokenLinks(files: SiteFiles): string[] {
  const broken: string[] = [];
  for (const [path, content] of files) {
    if (!path.endsWith(".html") || typeof content !== "string") continue;
    const page = content.replaceAll(/<script[^]*?<\/script>/g, "");
    for (const [, href] of page.matchAll(/(?:href|src)="([^"]*)"/g)) {
      if (/^(https?:|mailto:)/.test(href!)) continue;
      const [file = "", hash] = href!.replaceAll("&amp;", "&").split("#");
      const to = file === "" ? path : normalize(join(dirname(path), file));
      const target = files.get(to);
      const isThere = target !== undefined &&
        (hash === undefined || typeof target !== "string" || target.includes(`id="${hash}"`));
      if (!isThere) broken.push(`${path}: ${href}`);
    }
  }
  return broken;
}

describe("renderGuide()", () => {
  it("links guides to pages and files to themselves, and leaves the text of other links", () => {
    const text = "# One's `two`\n\n[b](B.md#x) [c](../C.md) [s](s.ts) [w](https://w.org)\n\n" +
      "![p](x.svg)\n\n## Same\n\n## Same\n";
    const { title, html, uses } = renderGuide("a/B.md", text, SHELF);
    assertEquals(title, "One's two");
    assertEquals(uses, ["a/x.svg"]);
    const links = ['href="B.html#x"', 'href="../C.html"', "</a> s <a", 'href="https://w.org"'];
    const others = ['src="x.svg" alt="p"', 'id="ones-two"', 'id="same"', 'id="same-1"'];
    for (const part of [...links, ...others]) assert(html.includes(part), `no ${part}: ${html}`);
  });

  it("lets no HTML through", () => {
    const { html } = renderGuide("a/B.md", "<script>1</script>\n\na <b>b</b> <!-- c -->", SHELF);
    assert(!/<script|<b>|<!--/.test(html), html);
  });
});

Deno.test("siteFiles() needs no leave that `task site` does not give", {
  permissions: { read: true, write: true, run: true, sys: true },
}, async () => {
  const files = await siteFiles("", []);
  assert(files.has("README.html") && files.has("harness/PROTOCOL.html"));
});

it("siteFiles() has no link that leads nowhere, and one start page that leads to all", async () => {
  // All runs where all tests are run: their pages take most of the time.
  const explorer = "<!DOCTYPE html><title>Explorer</title>";
  const files = await siteFiles(explorer, ALL ? undefined : ["sweeps"]);
  assertEquals(brokenLinks(files), []);
  const broken = new Map([...files, ["x.html", '<a href="no.html"></a><a href="#no"></a>']]);
  assertEquals(brokenLinks(broken), ["x.html: no.html", "x.html: #no"]);
  const start = files.get("index.html") as string;
  for (const path of ["explorer.html", "README.html", "decoders/PROOFS.html"]) {
    assert(start.includes(`href="${path}"`), path);
  }
  assertGreater([...files.keys()].filter((path) => path.endsWith(".html")).length, 50);
  const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  // With the explorer, and four more runs of some 2 MB each, less than 25 MB.
  assertLess(bytes, ALL ? 22e6 : 12e6);
});

/** A page whose title is one word, wider than a phone. */
const LONG_TITLE = "datasets/real/ewt_pos_morph_chunk443_crf.html";

tryInChromium("a guide's page", {
  async html() {
    const files = await siteFiles("", []);
    return String(files.get(LONG_TITLE)).replace(/<meta http-equiv[^>]*>/, "")
      .replace(/<link rel="stylesheet"[^>]*>/, `<style>${files.get("site.css")}</style>`);
  },
  settle: (page) => page.locator("h1").waitFor(),
  steps: {
    "is no wider than the screen": async (page) => {
      const wide = await page.evaluate<number>("document.documentElement.scrollWidth");
      assertLess(wide, page.viewportSize()!.width + 1);
    },
  },
});

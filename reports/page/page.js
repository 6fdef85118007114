// Draws the charts of the page, and again when its colours or its width class change.

/** Below this width, legends go under the plot and long labels are cut. */
const NARROW = 680;
/** The width that a panel of a faceted chart takes with its gap, beside the axis and the legend. */
const PANEL = 215;
const MARGIN = 90;
const LEGEND = 250;
/** Descenders of axis titles reach below the box of their text. */
const PADDING = { left: 0, top: 4, right: 0, bottom: 6 };

const { looks, specs } = JSON.parse(document.getElementById("charts-data").textContent);
const dark = matchMedia("(prefers-color-scheme: dark)");

function fit(spec, width) {
  if ("facet" in spec) {
    const room = width - MARGIN - (width < NARROW ? 0 : LEGEND);
    return { ...spec, columns: Math.max(1, Math.min(spec.columns, Math.floor(room / PANEL))) };
  }
  return { ...spec, width: "container" };
}

function config(width) {
  const look = looks[dark.matches ? "dark" : "light"];
  if (width >= NARROW) return { ...look, padding: PADDING };
  return {
    ...look,
    padding: PADDING,
    axis: { ...look.axis, labelFontSize: 10, labelLimit: 150 },
    // Legends start where the plot does: what the axis leaves must hold a decoder with options.
    legend: { ...look.legend, labelFontSize: 10, orient: "bottom", columns: 1, offset: 12 },
  };
}

const drawn = new Map();

async function draw(element) {
  const width = element.clientWidth;
  const state = `${dark.matches} ${width < NARROW ? width : width >= 1000}`;
  if (drawn.get(element)?.state === state) return;
  drawn.get(element)?.result?.finalize();
  drawn.set(element, { state });
  const result = await vegaEmbed(element, fit(specs[element.dataset.chart], width), {
    config: config(width),
    renderer: "svg",
    // Interprets expressions: the page forbids evaluating strings.
    ast: true,
    defaultStyle: false,
    tooltip: { theme: "page", disableDefaultStyle: true },
    actions: { export: true, source: false, compiled: false, editor: false },
    downloadFileName: element.dataset.chart,
  });
  drawn.set(element, { state, result });
}

function drawAll() {
  for (const element of document.querySelectorAll(".chart")) draw(element);
}

drawAll();
dark.addEventListener("change", drawAll);
globalThis.addEventListener("resize", drawAll);

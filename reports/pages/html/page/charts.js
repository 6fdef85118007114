// Draws the charts of the page, and again when its colours, its width class or what is picked
// change.

{
  /** Below this width, legends go under the plot and long labels are cut. */
  const NARROW = 680;
  /** What the axis and the legend take beside the panels of a chart. */
  const MARGIN = 20;
  const LEGEND = 250;
  /** What a panel takes beside its plot. */
  const PANEL_AXIS = 75;
  const LEAST_PANEL = 120;
  /** How often a chart is drawn again until it is as wide as the page. */
  const REDRAWS = 5;
  /** Descenders of axis titles reach below the box of their text. */
  const PADDING = { left: 0, top: 4, right: 0, bottom: 6 };

  const { looks, specs, datasets, decoders } = JSON.parse(
    document.getElementById("report-data").textContent,
  );
  /** Data come as a table; null is for a field that a datum lacks. */
  for (const spec of Object.values(specs)) {
    if (spec.data?.rows === undefined) continue;
    const { fields, rows } = spec.data;
    const datum = (row) =>
      Object.fromEntries(
        fields.map((field, i) => [field, row[i]]).filter(([, value]) => value !== null),
      );
    spec.data = { values: rows.map(datum) };
  }
  const elements = [...document.querySelectorAll(".chart")];
  /** Titles are text of the page, which breaks its lines; one that is the heading goes. */
  for (const element of elements) {
    const { [element.dataset.chart]: spec } = specs;
    const { text, subtitle = [] } = spec.title ?? {};
    const heading = element.closest("figure").previousElementSibling?.textContent;
    const lines = [text === heading ? [] : text ?? [], subtitle].flat();
    const note = document.createElement("p");
    note.className = "measured";
    note.append(
      ...lines.flatMap((line, i) => i === 0 ? [line] : [document.createElement("br"), line]),
    );
    element.before(note);
    delete spec.title;
  }
  let picked = { datasets: new Set(datasets), decoders: new Set(decoders) };
  let version = 0;

  const isPicked = ({ dataset, decoder }) =>
    (dataset === undefined || picked.datasets.has(dataset) || !datasets.includes(dataset)) &&
    (decoder === undefined || picked.decoders.has(decoder) || !decoders.includes(decoder));

  /** The specification without the data, the legend entries and the panels that are not picked. */
  const pick = (part) => {
    if (Array.isArray(part)) return part.map(pick);
    if (part === null || typeof part !== "object") return part;
    const { field, scale } = part;
    // What else has the names of decoders keeps its hues: a kind of them, such as a beam.
    if ((field === "decoder" || field === "variant") && scale?.range !== undefined) {
      const kept = scale.domain.map((decoder) => isPicked({ decoder }));
      const [domain, range] = [scale.domain, scale.range]
        .map((all) => all.filter((_, i) => kept[i]));
      return { ...part, scale: { ...scale, domain, range } };
    }
    if (Array.isArray(part.values) && typeof part.values[0] === "object") {
      return { ...part, values: part.values.filter(isPicked) };
    }
    const copy = Object.fromEntries(
      Object.entries(part).map(([name, value]) => [name, pick(value)]),
    );
    if ("concat" in part) copy.concat = copy.concat.filter((panel) => isPicked(datasetOf(panel)));
    return copy;
  };

  const datasetOf = ({ transform }) => ({
    dataset: transform?.map(({ filter }) => filter).find(({ field }) => field === "dataset")?.equal,
  });

  /**
   * The specification for a width; `less` is what its panels are too wide by, `isNarrow` whether it
   * is that for a telephone, if there is one.
   */
  const fit = ({ usermeta, ...wide }, width, less, isNarrow) => {
    const { narrow } = usermeta ?? {};
    const { $schema, data } = wide;
    const spec = narrow !== undefined && isNarrow ? { $schema, data, ...narrow } : wide;
    const room = width - MARGIN - (width < NARROW ? 0 : LEGEND);
    const { columns: most = Infinity } = spec;
    const columns = (panel) =>
      Math.max(1, Math.min(most, Math.floor(room / (panel.width + PANEL_AXIS))));
    const least = spec === wide ? usermeta?.leastWidth ?? LEAST_PANEL : LEAST_PANEL;
    const narrower = (panel) => ({ ...panel, width: Math.max(least, panel.width - less) });
    if ("vconcat" in spec) {
      return { ...spec, vconcat: spec.vconcat.map((part) => fit(part, width, less)) };
    }
    if ("facet" in spec) {
      return { ...spec, columns: columns(spec.spec), spec: narrower(spec.spec) };
    }
    if ("concat" in spec) {
      return { ...spec, columns: columns(spec.concat[0]), concat: spec.concat.map(narrower) };
    }
    // Cells of a fixed size: the box around the chart scrolls. Not "container", which cuts long
    // legends.
    return typeof spec.width === "number" ? narrower(spec) : spec;
  };

  const config = (look, width) => {
    if (width >= NARROW) return { ...look, padding: PADDING };
    return {
      ...look,
      padding: PADDING,
      axis: { ...look.axis, labelFontSize: 10, labelLimit: 130, titleLimit: width - 40 },
      // Legends start where the plot does: what the axis leaves must hold a decoder with options.
      legend: {
        ...look.legend,
        labelFontSize: 10,
        orient: "bottom",
        columns: 1,
        offset: 12,
        // Several legends stand above each other, too.
        layout: { bottom: { direction: "vertical", anchor: "start" } },
      },
      title: { ...look.title, fontSize: 14 },
    };
  };

  /** As wide as any page, shown or not. */
  const contentWidth = () => {
    const main = document.getElementById("main");
    const { paddingLeft, paddingRight } = getComputedStyle(main);
    return main.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  };

  const drawn = new Map();

  const embed = async (element, spec, look, width) => {
    const result = await vegaEmbed(element, spec, {
      config: config(look, width),
      renderer: "svg",
      // Interprets expressions: the page forbids evaluating strings.
      ast: true,
      defaultStyle: false,
      tooltip: { theme: "page", disableDefaultStyle: true },
      actions: { export: true, source: false, compiled: false, editor: false },
      downloadFileName: element.dataset.chart,
    });
    drawn.set(element, { ...drawn.get(element), result });
    return element.querySelector("svg").width.baseVal.value;
  };

  const draw = async (element, colours) => {
    const width = contentWidth();
    const state = `${version} ${colours} ${Math.min(width, 1000)}`;
    if (drawn.get(element)?.state === state) return;
    drawn.get(element)?.result?.finalize();
    drawn.set(element, { state });
    const spec = pick(specs[element.dataset.chart]);
    if (spec.data?.values.length === 0 || spec.concat?.length === 0) {
      element.replaceChildren("Nothing that this chart shows is picked.");
      return;
    }
    const look = looks[colours];
    const isPlot = typeof spec.width === "number";
    const fitted = async (isNarrow) => {
      let taken = await embed(element, fit(spec, width, 0, isNarrow), look, width);
      // A plot of another width has other ticks, and their labels may reach beyond it.
      const isOff = (i) => taken > width || (isPlot && i === 0 && taken < width);
      for (let less = 0, i = 0; i < REDRAWS && isOff(i); i++) {
        less += Math.ceil(taken - width);
        drawn.get(element).result.finalize();
        taken = await embed(element, fit(spec, width, less, isNarrow), look, width);
      }
      return taken;
    };
    if (await fitted(width < NARROW) <= width || spec.usermeta?.narrow === undefined) return;
    drawn.get(element).result.finalize();
    await fitted(true);
  };

  let last = Promise.resolve();

  /**
   * One chart after the other, so that the first is there soon, and one drawing after the other.
   */
  const drawAll = () => {
    document.documentElement.dataset.drawing = "";
    const drawing = last = last.then(async () => {
      const colours = document.documentElement.dataset.look;
      // The page that is shown first.
      const order = (element) => element.closest("[hidden]") ? 1 : 0;
      for (const element of elements.toSorted((a, b) => order(a) - order(b))) {
        await draw(element, colours);
      }
      if (drawing === last) delete document.documentElement.dataset.drawing;
    });
  };

  document.addEventListener("look", drawAll);
  document.addEventListener("pick", ({ detail }) => {
    picked = detail;
    version++;
    drawAll();
  });
  addEventListener("resize", drawAll);
  // Paper is white.
  addEventListener("beforeprint", () => elements.forEach((element) => draw(element, "light")));
  addEventListener("afterprint", drawAll);
  drawAll();
}

// Draws every figure of a statistics page from its JSON file, in the colours of the open palette.
// Runs on a direct load and, through document$, whenever Material swaps the page in.

const PLOTLY = new URL("../plotly/plotly-basic.min.js", import.meta.url).href;
const SYMBOLS = ["circle", "square", "triangle-up", "diamond", "triangle-down"];
let loading = null;

function loadPlotly() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = PLOTLY;
    script.onload = () => resolve(window.Plotly);
    script.onerror = () => reject(new Error("the plotting library could not be loaded"));
    document.head.append(script);
  });
  return loading;
}

function colours() {
  const style = getComputedStyle(document.body);
  const read = (name) => style.getPropertyValue(name).trim();
  return {
    ink: read("--cg-ink"), line: read("--cg-line"), muted: read("--cg-muted"), paper: read("--md-default-bg-color"),
    ways: [1, 2, 3, 4, 5].map((n) => read(`--cg-${n}`)), font: style.fontFamily,
  };
}

/** Return the figure in the page's colours; markers differ in shape too. */
function themed(figure, look) {
  const axis = (given) => ({
    gridcolor: look.line, linecolor: look.muted, zerolinecolor: look.muted, tickcolor: look.muted, automargin: true, ...given,
  });
  const given = figure.layout ?? {};
  const layout = {
    ...given,
    template: "none",
    paper_bgcolor: "transparent",
    plot_bgcolor: "transparent",
    font: { family: look.font, size: 13, color: look.ink },
    colorway: look.ways,
    margin: { l: 56, r: 16, t: 24, b: 48, ...given.margin },
    height: given.height ?? 340,
    legend: { orientation: "h", y: 1.02, yanchor: "bottom", x: 0, ...given.legend, font: { color: look.ink } },
    hoverlabel: { font: { family: look.font } },
    autosize: true,
  };
  delete layout.width;
  for (const name of Object.keys(given)) if (/^[xy]axis\d*$/.test(name)) layout[name] = axis(given[name]);
  layout.xaxis = axis(given.xaxis);
  layout.yaxis = axis(given.yaxis);
  const data = figure.data.map((trace, n) => {
    const marker = { ...trace.marker };
    if (trace.type === "scatter" && marker.symbol === undefined) marker.symbol = SYMBOLS[n % SYMBOLS.length];
    // A pattern over the full colour, not on the bare page.
    if (marker.pattern) marker.pattern = { fillmode: "overlay", fgopacity: 0.45, size: 6, ...marker.pattern };
    return { ...trace, marker };
  });
  return { data, layout };
}

async function draw(target) {
  const reply = await fetch(target.dataset.figure);
  if (!reply.ok) throw new Error(`${target.dataset.figure}: ${reply.status}`);
  await drawFigure(target, await reply.json());
}

/** Draw a figure into an element of class `cg-plot` that is in the page. */
export async function drawFigure(target, figure) {
  target.figure = figure;
  target.dataset.drawn = "";
  const Plotly = await loadPlotly();
  target.replaceChildren();
  const { data, layout } = themed(target.figure, colours());
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  await Plotly.newPlot(target, data, still ? { ...layout, transition: { duration: 0 } } : layout, {
    responsive: true, displaylogo: false, displayModeBar: false,
  });
}

/** Draw plots when they come near the screen. */
function start() {
  const plots = [...document.querySelectorAll(".cg-plot:not([data-drawn])")];
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      draw(target).catch((error) => { target.textContent = `The plot could not be drawn (${error.message}); the table holds the numbers.`; });
    }
  }, { rootMargin: "400px" });
  for (const plot of plots) {
    plot.dataset.drawn = "";
    seen.observe(plot);
  }
}

function recolour() {
  for (const plot of document.querySelectorAll(".cg-plot")) {
    if (!plot.figure || !window.Plotly || !plot.layout) continue;
    const { data, layout } = themed(plot.figure, colours());
    window.Plotly.react(plot, data, layout);
  }
}

new MutationObserver(recolour).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
if (window.document$) window.document$.subscribe(start);
else start();

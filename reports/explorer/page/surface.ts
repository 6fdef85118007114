/// <reference lib="dom" />
/**
 * What a picture is drawn on: a canvas on the page, or the text of an SVG file.
 *
 * @module
 */

/** How a text stands. */
export interface TextLook {
  readonly size: number;
  readonly anchor?: "start" | "middle" | "end";
  readonly isBold?: boolean;
}

/** The marks that pictures are made of. Lengths are CSS pixels. */
export interface Surface {
  rect(x: number, y: number, width: number, height: number, color: string, opacity?: number): void;
  frame(x: number, y: number, width: number, height: number, color: string): void;
  line(points: readonly (readonly [x: number, y: number])[], color: string, width: number): void;
  dot(x: number, y: number, radius: number, color: string): void;
  text(x: number, y: number, text: string, color: string, look: TextLook): void;
}

/** The colours of a page, light or dark. */
export interface Palette {
  readonly paper: string;
  readonly card: string;
  readonly ink: string;
  readonly quiet: string;
  readonly line: string;
  readonly accent: string;
}

/** The colours of the project's pages, see `pages/html/page/text.css`. */
export const PALETTES: Readonly<Record<"light" | "dark", Palette>> = {
  light: {
    paper: "#ffffff",
    card: "#f1f3f5",
    ink: "#1f2328",
    quiet: "#59636e",
    line: "#d5dae0",
    accent: "#0067a3",
  },
  dark: {
    paper: "#14171b",
    card: "#1f242a",
    ink: "#e6e8eb",
    quiet: "#9aa4af",
    line: "#363d45",
    accent: "#6cb8f0",
  },
};

/** Colours of the page as it is now: the root element says which. */
export function paletteNow(): Palette {
  return PALETTES[document.documentElement.dataset["look"] === "dark" ? "dark" : "light"];
}

const FONT = "system-ui, 'DejaVu Sans', Verdana, sans-serif";

/** Draws on a canvas whose unit is a CSS pixel. */
export function canvasSurface(context: CanvasRenderingContext2D): Surface {
  return {
    rect(x, y, width, height, color, opacity = 1) {
      context.globalAlpha = opacity;
      context.fillStyle = color;
      context.fillRect(x, y, width, height);
      context.globalAlpha = 1;
    },
    frame(x, y, width, height, color) {
      context.strokeStyle = color;
      context.lineWidth = 2;
      context.strokeRect(x, y, width, height);
    },
    line(points, color, width) {
      context.strokeStyle = color;
      context.lineWidth = width;
      context.lineJoin = "round";
      context.beginPath();
      points.forEach(([x, y], i) => i === 0 ? context.moveTo(x, y) : context.lineTo(x, y));
      context.stroke();
    },
    dot(x, y, radius, color) {
      context.fillStyle = color;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
    },
    text(x, y, text, color, { size, anchor = "start", isBold = false }) {
      context.fillStyle = color;
      context.font = `${isBold ? "600 " : ""}${size}px ${FONT}`;
      context.textAlign = anchor === "middle" ? "center" : anchor;
      context.fillText(text, x, y);
    },
  };
}

/** Gathers what is drawn; `svg` is the file. */
export function svgSurface(): Surface & {
  svg(width: number, height: number, title: string): string;
} {
  const marks: string[] = [];
  const n = (value: number) => String(Math.round(value * 100) / 100);
  const box = (x: number, y: number, width: number, height: number) =>
    `x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"`;
  return {
    rect(x, y, width, height, color, opacity = 1) {
      const faint = opacity === 1 ? "" : ` fill-opacity="${n(opacity)}"`;
      marks.push(`<rect ${box(x, y, width, height)} fill="${color}"${faint}/>`);
    },
    frame(x, y, width, height, color) {
      marks.push(
        `<rect ${box(x, y, width, height)} fill="none" stroke="${color}" stroke-width="2"/>`,
      );
    },
    line(points, color, width) {
      const at = points.map(([x, y]) => `${n(x)},${n(y)}`).join(" ");
      marks.push(
        `<polyline points="${at}" fill="none" stroke="${color}" stroke-width="${
          n(width)
        }" stroke-linejoin="round"/>`,
      );
    },
    dot(x, y, radius, color) {
      marks.push(`<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${color}"/>`);
    },
    text(x, y, text, color, { size, anchor = "start", isBold = false }) {
      const weight = isBold ? ' font-weight="600"' : "";
      marks.push(
        `<text x="${n(x)}" y="${
          n(y)
        }" font-size="${size}" text-anchor="${anchor}" fill="${color}"${weight}>${
          escaped(text)
        }</text>`,
      );
    },
    svg(width, height, title) {
      return `<svg xmlns="http://www.w3.org/2000/svg" width="${n(width)}" height="${
        n(height)
      }" viewBox="0 0 ${n(width)} ${n(height)}" font-family="${FONT}" role="img">
<title>${escaped(title)}</title>
${marks.join("\n")}
</svg>
`;
    },
  };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

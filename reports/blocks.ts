/**
 * The grammar of the pages: a page is blocks in reading order, composed once and written as HTML
 * and as Markdown. LaTeX takes the tables alone.
 *
 * @module
 */

import type { TableContent } from "./columns.ts";

/** A part of a text: a word in code, or one that stands out. */
export type Inline = string | { readonly code: string } | { readonly strong: string };

/** A chart on a page. */
export interface Figure {
  /** In links and file names; lower case with hyphens. */
  readonly name: string;
  /** Its heading. */
  readonly title: string;
  /** What is drawn, with units, in a sentence or two. */
  readonly description: string;
  /** What a run must hold for it, if that may be missing. */
  readonly needs?: string;
}

/** A line of a list. */
export interface Item {
  /** The text of the paragraph. */
  readonly text: readonly Inline[];
  /** Where it leads: the file beside the page, and the page in the HTML report. */
  readonly link?: { readonly text: string; readonly file: string; readonly id: string };
  /** `bad` needs attention. */
  readonly tone?: "good" | "bad" | "plain";
}

/** One block of a page. */
export type Block =
  | {
    /** A heading, of level 1 for the page itself. */
    readonly heading: string;
    readonly level: number;
    /** What stands behind it and stands out: a verdict. */
    readonly mark?: string;
    readonly id?: string;
  }
  | {
    /** A paragraph. A string is prose of the project, with \`code\`; parts hold anything. */
    readonly text: string | readonly Inline[];
    readonly tone?: "note" | "quiet";
  }
  | { readonly table: TableContent; readonly title: string }
  | { readonly figure: Figure; readonly isDrawn: boolean }
  | {
    /** The name of a chart that has a page of its own: shown where pages are files. */
    readonly picture: string;
    readonly title: string;
    /** The folder of the report, from that of the page. */
    readonly folder: string;
  }
  | { readonly list: readonly Item[]; readonly name?: string }
  | { readonly facts: readonly Fact[] }
  | {
    /** Blocks that are shown when they are asked for; in Markdown under a heading. */
    readonly folded: string;
    readonly level: number;
    readonly mark?: string;
    readonly id?: string;
    readonly blocks: readonly Block[];
  };

/** One line of a description. */
export interface Fact {
  /** The name of the quantity. */
  readonly label: string;
  /** Its value with its unit. */
  readonly value: string;
  /** Typeset as code. */
  readonly code?: boolean;
}

/** One sentence or two of the head of a report. */
export interface Finding {
  /** `bad` needs attention. */
  readonly tone: "good" | "bad" | "plain";
  /** Plain text. */
  readonly text: string;
  /** It is about a decoder of the reader's own. */
  readonly isYours?: true;
}

/** A number or a name that is read at a glance, with a line or two below it. */
export interface Tile {
  /** The title of the tile. */
  readonly title: string;
  /** The figure, in large type. */
  readonly value: string;
  /** A remark, in small type. */
  readonly note: string;
  /** Typeset as code, below the note. */
  readonly code?: string;
  /** `bad` needs attention. */
  readonly tone: "good" | "bad" | "plain";
}

/** A page. */
export interface Page {
  /** In links. */
  readonly id: string;
  /** What the side bar calls it. */
  readonly title: string;
  /** In reading order. */
  readonly blocks: readonly Block[];
}

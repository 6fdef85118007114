/// <reference lib="dom" />
/**
 * Buttons, choices, numbers and lanes of the page, for sequences and parses alike.
 *
 * @module
 */

import type { ComponentChildren, ComponentProps } from "preact";
import type { Session } from "./session.ts";
import { count, exactnessOf, titleOf } from "./words.ts";

/** A button, which is pressed or not where that is said; its title is the key that does it. */
export function Button(
  { isPressed, ...others }: ComponentProps<"button"> & { readonly isPressed?: boolean | undefined },
) {
  return <button type="button" aria-pressed={isPressed} {...others} />;
}

/** What choices have. */
interface ChoiceShown {
  readonly id: string;
  readonly label: string;
  readonly value: string | number;
  /** Values and what they are called. */
  readonly of: readonly (readonly [value: string | number, name: string])[];
  readonly onPick: (value: string) => void;
}

/** A choice of one among some. */
export function Choice({ id, label, value, of, onPick }: ChoiceShown) {
  return (
    <label>
      {label}{" "}
      <select id={id} value={value} onChange={({ currentTarget }) => onPick(currentTarget.value)}>
        {of.map(([value, name]) => <option key={value} value={value}>{name}</option>)}
      </select>
    </label>
  );
}

type Attributes = "id" | "min" | "max" | "step" | "value" | "aria-valuetext";

/** What numbers have. */
interface NumberShown extends Pick<ComponentProps<"input">, Attributes> {
  readonly label: ComponentChildren;
  /** A slider if it is left out. */
  readonly type?: "number";
  /** Calls back while a slider moves, or when the number has been set. */
  readonly onMove?: (value: number) => void;
  readonly onSet?: (value: number) => void;
}

/** A number to be set by hand. */
export function NumberInput({ label, onMove, onSet, ...input }: NumberShown) {
  return (
    <label>
      {label}
      <input
        type="range"
        {...input}
        onInput={({ currentTarget }) => onMove?.(currentTarget.valueAsNumber)}
        onChange={({ currentTarget }) => onSet?.(currentTarget.valueAsNumber)}
      />
    </label>
  );
}

/** What is wider than a narrow screen scrolls within itself. */
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return <div class="scroll" tabIndex={0} role="region" aria-label={label}>{children}</div>;
}

/** A lane of the page, for sequences or parses. */
interface LaneShown {
  readonly session: Session;
  readonly decoder: string;
  /** Parsers have none. */
  readonly picture?: ComponentChildren;
  readonly edges: number;
  readonly note: string;
  /** What it did. */
  readonly children: ComponentChildren;
}

/** A lane, which is chosen by its name. */
export function Lane({ session, decoder, picture, edges, note, children }: LaneShown) {
  const [title, about] = titleOf(decoder);
  const isChosen = decoder === session.chosen.decoder;
  const role = isChosen ? "chosen" : session.view.beside === decoder ? "beside" : "";
  const choose = () => session.look({ lane: decoder, node: undefined, event: undefined });
  return (
    <li class={`lane ${picture === undefined ? "parser" : ""} ${role}`} data-decoder={decoder}>
      <Button class="name" isPressed={isChosen} onClick={choose}>
        <strong>{title}</strong>
        <span>{about}</span>
      </Button>
      {picture}
      <div class="course">{children}</div>
      <p class="edges">
        <strong>{count(edges)}</strong>
        <span>{note}</span>
      </p>
    </li>
  );
}

/** How a decoder is exact. */
export function Exactness({ decoder, isOpen }: { decoder: string; isOpen: boolean }) {
  return (
    <details class="exact" open={isOpen}>
      <summary>How it is exact</summary>
      {exactnessOf(decoder).map((text) => <p key={text}>{text}</p>)}
    </details>
  );
}

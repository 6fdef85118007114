/// <reference lib="dom" />
/**
 * Buttons, choices and sliders of the page.
 *
 * @module
 */

import type { ComponentChildren } from "preact";

/** What buttons have. */
export interface ButtonShown {
  readonly id?: string;
  readonly class?: string;
  /** The key that does the same. */
  readonly title?: string;
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

/** A button. */
export function Button({ isPressed, isDisabled, ...others }: ButtonShown) {
  return <button type="button" aria-pressed={isPressed} disabled={isDisabled} {...others} />;
}

/** What choices have. */
export interface ChoiceShown {
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
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => onPick(currentTarget.value)}
      >
        {of.map(([value, name]) => <option key={value} value={value}>{name}</option>)}
      </select>
    </label>
  );
}

/** What sliders have. */
export interface SliderShown {
  readonly id?: string;
  readonly label: ComponentChildren;
  readonly title?: string;
  readonly min: number;
  readonly max: number;
  readonly step: number | "any";
  readonly value: number;
  /** The value in words. */
  readonly text: string;
  /** Calls back while the slider moves, or when it has been let go. */
  readonly onMove?: (value: number) => void;
  readonly onSet?: (value: number) => void;
}

/** A number to be set by hand. */
export function Slider({ label, title, text, onMove, onSet, ...range }: SliderShown) {
  return (
    <label title={title}>
      {label}
      <input
        type="range"
        {...range}
        aria-valuetext={text}
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

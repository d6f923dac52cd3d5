import type { ReactNode } from 'react';
import type { Line, Mark } from './line.ts';

/** Pixels. */
export const presetHeight = 160;

export type ChartProps = {
  readonly name: string;
  /** Starts of the steps, in milliseconds, ascending. */
  readonly timesMs: readonly number[];
  readonly lines: readonly Line[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly format: (value: number) => string;
  readonly marks?: readonly Mark[];
  readonly height?: number;
  /** A range was drawn with the mouse. */
  readonly onRange?: (fromMs: number, toMs: number) => void;
  readonly aside?: ReactNode;
  /** Lines about one time, in the place of the values of all lines. */
  readonly tell?: (index: number) => readonly string[];
  /** In the place of the table of all values. */
  readonly table?: ReactNode;
};

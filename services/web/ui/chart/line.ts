export type Line = {
  readonly label: string;
  /** One for each time; null where there is none. */
  readonly values: readonly (number | null)[];
  /** Of the tokens: `accent`, `critical`, …, or the number of a series. */
  readonly colour: string | number;
  /** Drawn as bars from zero. */
  readonly isBars?: boolean;
  readonly isDashed?: boolean;
  /** What lies between it and the line before it is filled. */
  readonly isFilledDown?: boolean;
  /** Drawn as dots that nothing joins. */
  readonly dots?: Dots;
};

export type Dots = {
  /** Pixels. */
  readonly size: number;
  readonly isHollow?: boolean;
};

export type Mark = {
  readonly atMs: number;
  readonly label: string;
  readonly kind: 'deployment' | 'alert' | 'change';
};

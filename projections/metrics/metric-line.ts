/** The result of one group: a figure for each step with a known one, by its start in seconds since 1970, and all samples. */
export type FoundLine = {
  readonly group: string;
  readonly points: { readonly seconds: number; readonly value: number; readonly samples: number }[];
  readonly samples: number;
};

/** One figure of one group in one step; undefined when it cannot be told. */
export type Figure = {
  readonly slot: number;
  readonly name: string;
  readonly value: number | undefined;
  readonly samples: number;
};

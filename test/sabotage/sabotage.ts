/** One line of the source made wrong, and the test that must turn red. */
export type Sabotage = {
  readonly name: string;
  readonly file: string;
  /** Stands in the file exactly once; a run fails when it has moved. */
  readonly anchor: string;
  readonly breakage: string;
  readonly spec: string;
  /** Part of the full title of the test. */
  readonly test: string;
};

/** How often its anchor stands in the text of its file. */
export const places = ({ anchor }: Sabotage, source: string): number =>
  source.split(anchor).length - 1;

/** What was found in the events of a chunk when it was received. Absent in chunks of earlier releases, and where there is nothing. */
export type ChunkFindings = {
  readonly rageClicks?: number;
  readonly deadClicks?: number;
  readonly moments?: ChunkMoments;
  /** Network requests that took a second or longer. */
  readonly slow?: readonly SlowRequest[];
  /** Distinct messages that the page wrote to its console as errors. */
  readonly errors?: readonly ConsoleError[];
  /** What the page says of its user in an event `identify` or `user`. */
  readonly user?: Readonly<Record<string, string>>;
};

/**
 * What rage and dead clicks are counted from over the borders of chunks. Absent in chunks of earlier releases, and where there is more of
 * it than is kept: of these, `rageClicks` and `deadClicks` count.
 */
export type ChunkMoments = {
  /** In the order of time. Null: the recorder gave no place. */
  readonly clicks: readonly (readonly [atMs: number, x: number | null, y: number | null])[];
  /** Times from three seconds before an effect to the effect, in order and apart: a click within is no dead click. */
  readonly answered: readonly (readonly [fromMs: number, toMs: number])[];
};

export type SlowRequest = {
  /** When it began, by the clock of the browser. */
  readonly atMs: number;
  readonly durationMs: number;
  readonly method: string;
  readonly url: string;
  /** 0: there was no response. */
  readonly status: number;
  /** '' without a `traceparent`. */
  readonly traceId: string;
};

export type ConsoleError = {
  /** Of the first. */
  readonly atMs: number;
  readonly message: string;
  readonly count: number;
};

/** What was found in the events of a chunk when it was received. Absent in chunks of earlier releases, and where there is nothing. */
export type ChunkFindings = {
  readonly rageClicks?: number;
  readonly deadClicks?: number;
  /** Network requests that took a second or longer. */
  readonly slow?: readonly SlowRequest[];
  /** Distinct messages that the page wrote to its console as errors. */
  readonly errors?: readonly ConsoleError[];
  /** What the page says of its user in an event `identify` or `user`. */
  readonly user?: Readonly<Record<string, string>>;
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

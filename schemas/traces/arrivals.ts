/**
 * What a batch of the processor brought of the traces of one organization, once it can be read: the
 * value of a record on `signals` of kind `traces`, as JSON. Published at least once; repeats are equal.
 */
export type TraceArrivalNotification = {
  /** The batch: partition of `spans`, and its first and last offset. */
  readonly source: number;
  readonly first: number;
  readonly last: number;
  /** No span of these traces that came in this batch started before, in seconds since 1970. */
  readonly fromSeconds: number;
  /** Ids of the traces whose root it held, as 32 hex digits. */
  readonly roots: readonly string[];
  /** Ids of the others in which it held spans with errors. */
  readonly failed: readonly string[];
};

export const tracesSignal = 'traces';

/** The first span with an error of a trace, in one batch. Texts are cut; '' for what its sender did not say. */
export type TraceErrorDetails = {
  readonly traceId: string;
  readonly spanId: string;
  readonly service: string;
  readonly operation: string;
  readonly type: string;
  readonly message: string;
  readonly replayId: string;
};

/** What failed in traces of one organization, of the same batch: the value of a record of kind `errors`. Repeats are equal. */
export type TraceErrorNotification = Pick<TraceArrivalNotification, 'source' | 'first' | 'last'> & {
  readonly errors: readonly TraceErrorDetails[];
  /** Further traces of the batch in which something failed. */
  readonly more: number;
};

export const errorsSignal = 'errors';

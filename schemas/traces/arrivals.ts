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

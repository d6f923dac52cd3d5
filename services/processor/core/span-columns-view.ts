/**
 * What the folds read of a batch of spans: one value per span in each column, no object per span.
 * Indexes point into lists that live as long as the batch.
 */
export type SpanColumnsView = {
  readonly rows: number;
  readonly organization: Uint32Array;
  readonly service: Uint32Array;
  readonly name: Uint32Array;
  /** 1: a request, that is of kind server or consumer or without a parent. */
  readonly entry: Uint8Array;
  /** 1: without a parent. */
  readonly root: Uint8Array;
  readonly status: Uint8Array;
  readonly endSeconds: Uint32Array;
  readonly duration: Float64Array;
  /** Sixteen bytes a span. */
  readonly traceIds: Uint8Array;
  /** The same as four words a span, in the byte order of the machine. */
  readonly traceWords: Uint32Array;
  /** Unix nanoseconds as two words a span, the low one first. */
  readonly start: Uint32Array;
  readonly end: Uint32Array;
};

/** OTLP's status code for an error. */
export const statusError = 2;

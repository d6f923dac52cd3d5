/**
 * The spans of a trace by columns, in the order of their starts: what a waterfall draws and a path is computed from. Starts are nanoseconds since
 * the trace began, exact up to 2^53; `parent` is the place of the parent, `noParent` for a root, `missingParent` where the parent is not here.
 */
export type Outline = {
  readonly ids: readonly string[];
  readonly parent: Int32Array;
  readonly start: Float64Array;
  readonly duration: Float64Array;
  readonly service: Int32Array;
  readonly name: Int32Array;
  readonly kind: Uint8Array;
  readonly status: Uint8Array;
  /** What `service` and `name` count in. */
  readonly services: readonly string[];
  readonly names: readonly string[];
};

/** A share of the time of this thread: whether it is used up, and the next one. */
export type Turn = { readonly isOver: () => boolean; readonly next: () => Promise<void> };

export const noParent = -1;
export const missingParent = -2;

/** The end of a span, in nanoseconds since the trace began. */
export const endOf = ({ start, duration }: Outline, span: number): number =>
  (start[span] ?? 0) + (duration[span] ?? 0);

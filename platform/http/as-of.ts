import { invalidRequest } from './problem.ts';

/** There was nothing then, nor in the month before, which figures of that instant look back on. */
const earliestMs = Date.UTC(1971, 0, 1);

/**
 * The `as_of` instant of a request, in Unix ms; undefined for the present. Throws 400 for an
 * instant after the receipt of the request.
 */
export function asOfMs({
  query,
  receivedAtMs,
}: {
  readonly query: { readonly as_of?: number | undefined };
  readonly receivedAtMs: number;
}): number | undefined {
  const { as_of: asked } = query;
  if (asked !== undefined && asked > receivedAtMs) {
    throw invalidRequest(
      `as_of lies in the future; it is ${new Date(receivedAtMs).toISOString()} now`,
    );
  }
  return asked === undefined ? undefined : Math.max(earliestMs, asked);
}

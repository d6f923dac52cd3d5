/**
 * Work whose result, or failure, serves all who want it for a while after it is there: it runs once at a time, and
 * no more often than that, however many want it.
 *  now  of the monotonic clock, in milliseconds
 */
export function freshWork<Result>(
  work: () => Promise<Result>,
  freshMs: number,
  now = (): number => performance.now(),
): () => Promise<Result> {
  let freshUntilMs = Number.NEGATIVE_INFINITY;
  let last: Promise<Result> | undefined;
  return () => {
    if (last === undefined || now() >= freshUntilMs) {
      // Until it is there, it is fresh.
      freshUntilMs = Number.POSITIVE_INFINITY;
      last = work().finally(() => {
        freshUntilMs = now() + freshMs;
      });
    }
    return last;
  };
}

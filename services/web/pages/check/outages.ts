import type { ResponseOf } from '../../../../schemas/http/routes.ts';

export type Result = ResponseOf<'listHealthCheckResults'>['results'][number];

export type Outage = {
  readonly fromMs: number;
  /** Of the first result that did not fail; undefined: it still fails at the end. */
  readonly untilMs: number | undefined;
  readonly failures: number;
  /** Of its first failure. */
  readonly error: string | null;
};

/** Failures in a row, the newest first, of results that are given the newest first. */
export function outagesOf(results: readonly Result[]): readonly Outage[] {
  const found: Outage[] = [];
  let open: Outage | undefined;
  for (const { at, outcome, error } of results.toReversed()) {
    const atMs = Date.parse(at);
    if (outcome === 'failed')
      open =
        open === undefined
          ? { fromMs: atMs, untilMs: undefined, failures: 1, error }
          : { ...open, failures: open.failures + 1 };
    else if (open !== undefined && outcome !== 'skipped') {
      found.push({ ...open, untilMs: atMs });
      open = undefined;
    }
  }
  if (open !== undefined) found.push(open);
  return found.toReversed();
}

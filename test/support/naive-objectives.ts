import type { ResponseOf } from '../../schemas/http/routes.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A span as it was sent. */
export type SentSpan = {
  readonly service: string;
  readonly operation: string;
  readonly endNanos: bigint;
  readonly durationNanos: number;
  readonly isError: boolean;
  readonly isEntry: boolean;
};

export type Asked = Pick<
  ResponseOf<'createObjective'>,
  'kind' | 'service' | 'operation' | 'target' | 'window_days' | 'window_type' | 'threshold_ms'
>;

/** Where the window of an objective begins, and the end of the minute of `atMs`. */
export function naiveRange({ window_days: days, window_type: type }: Asked, atMs: number) {
  const to = Math.floor(atMs / minuteMs) * minuteMs + minuteMs;
  if (type === 'rolling')
    return { from: Math.floor(atMs / hourMs) * hourMs + hourMs - days * dayMs, to };
  const from = new Date(Math.floor(atMs / dayMs) * dayMs);
  if (days === 7) while (from.getUTCDay() !== 1) from.setUTCDate(from.getUTCDate() - 1);
  else from.setUTCDate(1);
  if (days === 90) while (from.getUTCMonth() % 3 !== 0) from.setUTCMonth(from.getUTCMonth() - 1);
  return { from: from.getTime(), to };
}

/** Figures of an objective by going through all of the spans. */
export function naiveFigures(asked: Asked, spans: readonly SentSpan[], atMs: number) {
  const { from, to } = naiveRange(asked, atMs);
  const own = spans.filter(
    ({ service, operation, isEntry }) =>
      isEntry &&
      service === asked.service &&
      (asked.operation === null || operation === asked.operation),
  );
  const isBad = ({ isError, durationNanos }: SentSpan): boolean =>
    asked.threshold_ms === null ? isError : durationNanos > asked.threshold_ms * 1e6;
  const within = (fromMs: number, toMs = to) => {
    const found = own.filter(
      ({ endNanos }) =>
        endNanos >= BigInt(fromMs) * 1_000_000n && endNanos < BigInt(toMs) * 1_000_000n,
    );
    return { total: found.length, good: found.filter(span => !isBad(span)).length };
  };
  const share = (100 - asked.target) / 100;
  const burn = ({ total, good }: { total: number; good: number }) =>
    total === 0 ? 0 : (total - good) / total / share;
  const { total, good } = within(from);
  const longFrom = Math.floor(atMs / hourMs) * hourMs + hourMs - 3 * dayMs;
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    good,
    total,
    achieved: total === 0 ? null : (100 * good) / total,
    allowed: total * share,
    spent: total - good,
    remaining: total * share - (total - good),
    burns: [to - 5 * minuteMs, to - 30 * minuteMs, to - hourMs, to - 6 * hourMs, longFrom].map(
      start => ({ ...within(start), rate: burn(within(start)) }),
    ),
    /** Of a step of the history. */
    within,
  };
}

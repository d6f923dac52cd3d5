import type { OrganizationId } from '../../schemas/ids.ts';
import { bucketOf } from '../../schemas/window.ts';
import type { NaiveRecord } from './naive-log.ts';

type MinuteOf = {
  readonly organization: OrganizationId;
  readonly startMinute: number;
  readonly latencyMs: number;
  readonly errors?: number;
};

/** Two records of the minute `at` after the start: the requests of `checkout`, and a tick after it. */
export function minuteRecords(
  at: number,
  { organization, startMinute, latencyMs, errors = 0 }: MinuteOf,
): readonly NaiveRecord[] {
  const n = 20 + (at % 5);
  const window = {
    organization,
    service: 'checkout',
    operation: '',
    entry: true,
    time: (startMinute + at) * 60 + 10,
    n,
    errors,
    buckets: [bucketOf(latencyMs * 1e6)],
    counts: [n],
    exemplars: [],
  };
  const receivedUpToMs = (startMinute + at + 1) * 60_000 + 25_000;
  return [
    { kind: 'delta', source: 0, first: at, last: at, part: 0, parts: 1, windows: [window] },
    { kind: 'tick', sources: 1, ticks: [{ source: 0, receivedUpToMs }] },
  ];
}

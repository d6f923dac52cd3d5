import type { Tone } from '../../ui/badge.tsx';
import { durationText } from '../../ui/figures.ts';
import type { Delivery } from './deliveries-then.ts';

export const statuses = [
  ['', 'all'],
  ['delivered', 'delivered'],
  ['retrying', 'being retried'],
  ['failed', 'given up'],
] as const;

export const statusText = (status: Delivery['status']): string =>
  statuses.find(([value]) => value === status)?.[1] ?? status;

export const tones: Readonly<Record<Delivery['status'], Tone>> = {
  delivered: 'ok',
  retrying: 'warning',
  failed: 'critical',
};

/** What came of an attempt. */
export function attemptText({ status, error, duration_ms }: Delivery['attempts'][number]): string {
  const answer = [status ?? '', error ?? ''].filter(part => part !== '').join(', ');
  return `${answer} after ${durationText(duration_ms)}`;
}

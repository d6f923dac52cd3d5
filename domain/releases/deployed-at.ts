import { minuteMs } from '../../schemas/durations.ts';
import type { FieldFault } from '../faults.ts';

type Times = { readonly startedAtMs?: number; readonly finishedAtMs?: number };

/** Clocks of pipelines may be ahead of ours by as much as those of SDKs. */
const aheadMsMax = 10 * minuteMs;

/** When the version of a deployment was there. */
export const deployedAtMs = ({ startedAtMs, finishedAtMs }: Times, receivedAtMs: number): number =>
  finishedAtMs ?? startedAtMs ?? receivedAtMs;

/** What is wrong with the times of a deployment. */
export function deployTimeFaults(
  { startedAtMs, finishedAtMs }: Times,
  receivedAtMs: number,
): readonly FieldFault[] {
  const latestMs = receivedAtMs + aheadMsMax;
  const late = (field: string, atMs: number | undefined): readonly FieldFault[] =>
    atMs === undefined || atMs <= latestMs
      ? []
      : [{ field, message: 'expected an instant that does not lie in the future' }];
  const isTurned =
    startedAtMs !== undefined && finishedAtMs !== undefined && finishedAtMs < startedAtMs;
  return [
    ...late('started_at', startedAtMs),
    ...late('finished_at', finishedAtMs),
    ...(isTurned ? [{ field: 'finished_at', message: 'expected it after `started_at`' }] : []),
  ];
}

import type { Handler } from '../../../platform/http/handler.ts';
import type { CheckName, VerificationReport } from '../../../schemas/admin/jobs.ts';
import { dayMs } from '../../../schemas/durations.ts';
import type { AdminContext } from '../context.ts';
import type { Told } from '../jobs.ts';
import { inspectAlerts } from './alerts.ts';
import { inspectBatches } from './batches.ts';
import { openFindings } from './findings.ts';
import type { Inspection } from './inspection.ts';
import { inspectProjections } from './projections.ts';
import { inspectRequests } from './requests.ts';
import { inspectSpans } from './spans.ts';
import { inspectWindows } from './windows.ts';

/** `verify`: whether what Tidemark promises holds for the data that it has. Nothing is changed. */
export const verify =
  (context: AdminContext): Handler<'adminVerify'> =>
  async ({ body }) => {
    const sinceMs = body?.since === undefined ? undefined : Date.parse(body.since);
    const job = context.jobs.start('verification', async (tell, signal) => ({
      verification: await verifyAll(context, sinceMs, tell, signal),
    }));
    return { status: 202, body: job };
  };

const inspections: Readonly<Record<CheckName, { claim: string; inspect: Inspection }>> = {
  requests: {
    claim: 'each accepted request on the log is in the warehouse once, with each of its spans',
    inspect: inspectRequests,
  },
  spans: { claim: 'no span is stored twice', inspect: inspectSpans },
  batches: { claim: 'no batch was written twice', inspect: inspectBatches },
  windows: {
    claim: 'windows hold exactly the spans, those of an hour as those of ten seconds',
    inspect: inspectWindows,
  },
  projections: {
    claim: 'each projection is what its events give when it is built again',
    inspect: inspectProjections,
  },
  alerts: {
    claim: 'the latest alerts are the same when they are computed again',
    inspect: inspectAlerts,
  },
};

/** Rows of the last day of their retention may be deleted while they are compared. */
const marginMs = dayMs;

async function verifyAll(
  context: AdminContext,
  since: number | undefined,
  tell: (told: Told) => void,
  signal: AbortSignal,
): Promise<VerificationReport> {
  const untilMs = context.clock();
  const keptSinceMs = untilMs - context.spansKeptMs + marginMs;
  const sinceMs = Math.max(since ?? 0, keptSinceMs);
  const checks = [];
  for (const [name, { claim, inspect }] of Object.entries(inspections)) {
    const { findings, check } = openFindings({ name: name as CheckName, claim });
    const step = (done: number, total: number | null): void => tell({ step: name, done, total });
    step(0, null);
    await inspect(context, { sinceMs, untilMs, findings, tell: step, signal });
    signal.throwIfAborted();
    checks.push(check);
  }
  return { holds: checks.every(({ faults }) => faults === 0), checks };
}

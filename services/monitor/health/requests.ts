import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '../../../platform/errors.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import type { HealthCheckId } from '../../../schemas/health/ids.ts';
import { type Sample, sampleIdAt, sampleRecord } from '../../../schemas/samples/record.ts';
import { topics } from '../../../schemas/topics.ts';
import { limits } from '../config.ts';
import type { CheckedEndpoint, RequestResult, SendRequest } from './send-request.ts';

/** A request of a check for a due instant. */
export type DueRequest = {
  readonly checkId: HealthCheckId;
  readonly dueMs: number;
  readonly endpoint: CheckedEndpoint;
};

type Options = {
  readonly topicLog: Pick<TopicLog, 'append'>;
  readonly sendRequest: SendRequest;
  readonly ended: (checkId: HealthCheckId) => void;
  readonly signal: AbortSignal;
};

/** Sends a request and records its result, however long the log is away. Nothing is recorded after the signal aborts. */
export async function requestAndRecord(
  { checkId, dueMs, endpoint }: DueRequest,
  { topicLog, sendRequest, ended, signal }: Options,
): Promise<void> {
  try {
    const result = await sendRequest(endpoint, signal);
    const sample = resultSample(checkId, dueMs, endpoint, result);
    await appendSurely([sample], { topicLog, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    ended(checkId);
  }
}

const resultSample = (
  checkId: HealthCheckId,
  dueMs: number,
  { organizationId }: CheckedEndpoint,
  result: RequestResult,
): Sample => ({
  kind: 'check',
  organizationId,
  subject: checkId,
  id: sampleIdAt(checkId, dueMs),
  atMs: dueMs,
  ...result,
});

/** Tries until the samples are on the topic, or the signal aborts. */
export async function appendSurely(
  samples: readonly Sample[],
  {
    topicLog,
    signal,
  }: { readonly topicLog: Pick<TopicLog, 'append'>; readonly signal: AbortSignal },
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    try {
      await topicLog.append(topics.samples, samples.map(sampleRecord));
      return;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      await sleep(limits.health.appendPauseMs, undefined, { signal });
    }
  }
}

import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { minuteMs } from '../../../schemas/durations.ts';
import { nanosOf } from '../../support/otlp.ts';
import type { Sender } from '../load.ts';
import { openPost } from '../post.ts';

/** It begins in the past, so that something is usual after the first export. */
const beganAgoMinutes = 300;
const learnedMinutes = 40;
const requestsAMinute = 12;
/** Each ten minutes: so many slow ones, and then long enough as usual for the anomaly to end. */
const periodMinutes = 10;
const slowMinutes = 4;
const [usualMs, slowMs] = [25, 600];
const everyMs = 800;
const answerMsMax = 8_000;
const serverKind = 2;

export type AnomalyFeed = {
  /** Sends minute after minute of a service until the signal aborts, each until it is answered. */
  readonly keepSending: (url: string, signal: AbortSignal) => Promise<void>;
};

/** A service that is slow again and again, so that anomalies open and end whatever is killed. */
export function openAnomalyFeed(owner: () => Sender): AnomalyFeed {
  const { post } = openPost(1, answerMsMax);
  const startMinute = Math.floor(Date.now() / minuteMs) - beganAgoMinutes;
  let sent = 0;
  const sendNext = async (url: string): Promise<void> => {
    const count = sent === 0 ? learnedMinutes : 1;
    // A minute that goes on would be sent in part.
    if ((startMinute + sent + count) * minuteMs > Date.now()) return;
    const spans = Array.from({ length: count }, (_, at) => spansOf(startMinute, sent + at)).flat();
    const headers = { 'Content-Type': 'application/json', 'X-API-Key': owner().key };
    const answer = await post(`${url}/v1/traces`, bodyOf(spans), headers).catch(() => undefined);
    if (answer?.status === 200) sent += count;
  };
  return {
    keepSending: async (url, signal) => {
      while (!signal.aborted) {
        await sendNext(url);
        await pause(everyMs, undefined, { signal }).catch(() => {});
      }
    },
  };
}

const spansOf = (startMinute: number, at: number) =>
  Array.from({ length: requestsAMinute }, (_, index) => {
    const isSlow = at >= learnedMinutes && at % periodMinutes < slowMinutes;
    const endMs = (startMinute + at) * minuteMs + index * 4_000 + 1_000;
    return spanOf(endMs, isSlow ? slowMs : usualMs + index);
  });

const spanOf = (endMs: number, durationMs: number) => ({
  traceId: randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
  name: 'GET /anomaly',
  kind: serverKind,
  startTimeUnixNano: nanosOf(endMs - durationMs),
  endTimeUnixNano: nanosOf(endMs),
});

const bodyOf = (spans: readonly ReturnType<typeof spanOf>[]): Buffer =>
  Buffer.from(
    JSON.stringify({
      resourceSpans: [
        {
          resource: {
            attributes: [{ key: 'service.name', value: { stringValue: 'often-slow' } }],
          },
          scopeSpans: [{ spans }],
        },
      ],
    }),
  );

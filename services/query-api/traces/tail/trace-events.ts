import { setTimeout as wait } from 'node:timers/promises';
import { commentText, eventText } from '../../../../platform/http/responses/event-stream.ts';
import { limits } from '../../config.ts';
import type { Position } from './arrivals.ts';
import type { HighWatermarks } from './high-watermarks.ts';
import type { TraceLookup } from './lookup.ts';

export type TraceStreamOptions = {
  readonly partition: number;
  readonly position: Position;
  readonly lookup: TraceLookup;
  readonly ends: HighWatermarks;
  readonly heartbeatMs: number;
};

/**
 * The texts of one stream. Nothing is buffered for a slow client: it falls behind in the log,
 * and gets a comment when it is too far behind.
 */
export async function* streamTraceEvents(
  telling: TraceStreamOptions,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { partition, ends, heartbeatMs } = telling;
  let { position } = telling;
  let heartbeatAtMs = performance.now() + heartbeatMs;
  yield commentText('connected');
  while (!signal.aborted) {
    const waitMs = Math.max(0, heartbeatAtMs - performance.now());
    const end = await ends.beyond({ partition, offset: position.offset }, { waitMs, signal });
    if (performance.now() >= heartbeatAtMs) {
      if (signal.aborted) return;
      yield heartbeat();
      heartbeatAtMs = performance.now() + heartbeatMs;
    }
    if (end !== undefined) position = yield* tellSome({ ...telling, position }, end, signal);
  }
}

/** As much as one lookup takes, and then a rest; gives where to go on. */
async function* tellSome(
  { position, lookup }: TraceStreamOptions,
  end: number,
  signal: AbortSignal,
): AsyncGenerator<string, Position> {
  let from = position;
  if (end - from.offset > limits.streamBehindRecordsMax) {
    from = { offset: end - limits.streamBehindRecordsMax, index: 0 };
    yield commentText('too far behind: some traces were skipped');
  }
  const found = await lookup(from);
  for (const text of found?.texts ?? []) {
    if (signal.aborted) return from;
    yield text;
  }
  await pause(found?.restMs ?? limits.streamRetryMs, signal);
  return found?.next ?? from;
}

const heartbeat = (): string =>
  eventText({ event: 'heartbeat', data: { timestamp: new Date().toISOString() } });

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => undefined);

import type { Handler } from '../../../../platform/http/handler.ts';
import { eventStream } from '../../../../platform/http/responses/event-stream.ts';
import type { Log } from '../../../../platform/log.ts';
import { openPlaces } from '../../../../platform/shares/places.ts';
import type { TopicLog } from '../../../../platform/topic-log/port.ts';
import type { OrganizationReads } from '../../../../platform/warehouse/port.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import { partitionOf } from '../../../../schemas/partition.ts';
import { topics } from '../../../../schemas/topics.ts';
import { limits } from '../../config.ts';
import { type Position, parsePosition } from './arrivals.ts';
import { openEnds } from './high-watermarks.ts';
import { watchKey } from './key-watch.ts';
import { openLookup } from './lookup.ts';
import { streamTraceEvents } from './trace-events.ts';

export type StreamTracesDependencies = {
  readonly topicLog: Pick<TopicLog, 'lag' | 'read' | 'partitions'>;
  readonly warehouse: OrganizationReads;
  readonly log: Log;
  /** Aborts when this process is about to stop: clients then go on with another. */
  readonly stopping: AbortSignal;
  readonly heartbeatMs?: number;
};

/**
 * GET /v1/traces/stream: each trace whose root arrived after the answer began, or after the event
 * that the client names, from whichever process took it in. A key that is revoked ends it within a second.
 */
export function streamTraces(dependencies: StreamTracesDependencies): Handler<'streamTraces'> {
  const { topicLog, warehouse, log, stopping } = dependencies;
  const { heartbeatMs = limits.streamHeartbeatMs } = dependencies;
  const ends = openEnds({ topicLog });
  const places = openPlaces(limits.traceStreams);
  const start = async (organization: OrganizationId, lastEventId: string | undefined) => {
    const partition = partitionOf(organization, await topicLog.partitions(topics.traceArrivals));
    return { partition, position: startOf(parsePosition(lastEventId), await ends.now(partition)) };
  };
  return async ({ key, query, headers, checkKey, address }) => {
    const { organizationId: organization } = key;
    const leave = places.take({ ...key, address });
    try {
      const lastEventId = headers['last-event-id'];
      const from = await start(organization, [lastEventId].flat()[0]);
      const produce = (gone: AbortSignal) => {
        const refused = watchKey(checkKey, { gone, log });
        const signal = AbortSignal.any([gone, stopping, refused]);
        const reading = { topicLog, warehouse, log, signal };
        const lookup = openLookup({ organization, query, ...from }, reading);
        return streamTraceEvents({ ...from, lookup, ends, heartbeatMs }, signal);
      };
      const body = eventStream(produce, leave);
      return { status: 200, headers: { 'X-Accel-Buffering': 'no' }, body };
    } catch (error) {
      leave();
      throw error;
    }
  };
}

/** An id from beyond the end is of another log. */
const startOf = (position: Position | undefined, end: number): Position =>
  position === undefined || position.offset > end ? { offset: end, index: 0 } : position;

import type { EventStore, RecordedEvent } from '../../platform/event-store/port.ts';
import type { Handler } from '../../platform/http/handler.ts';
import { notFound } from '../../platform/http/problem.ts';
import { type StreamName, streamName } from '../../schemas/ids.ts';
import type { Json } from '../../schemas/json.ts';
import { adminLimits } from './config.ts';
import type { AdminContext } from './context.ts';
import { toJson } from './to-json.ts';

/** `history`: who did what to a stream and why, and what it came to. */
export const history =
  ({ platform, statesAfter }: AdminContext): Handler<'adminHistory'> =>
  async ({ params: { stream } }) => {
    const name = streamName(stream);
    const recorded = await readAll(name, platform.eventStore);
    if (recorded.length === 0) throw notFound(`there is no stream ${stream}`);
    const states = statesAfter(
      name,
      recorded.map(({ event }) => event),
    );
    const first = Math.max(0, recorded.length - adminLimits.historyEventsMax);
    const events = recorded
      .slice(first)
      .map((one, index) => bodyOf(one, toJson(states[first + index])));
    return { status: 200, body: { stream, events } };
  };

async function readAll(stream: StreamName, eventStore: EventStore): Promise<RecordedEvent[]> {
  const recorded: RecordedEvent[] = [];
  for await (const one of eventStore.readStream(stream)) recorded.push(one);
  return recorded;
}

function bodyOf({ revision, position, event }: RecordedEvent, state: Json) {
  return {
    revision,
    position,
    id: event.id,
    type: event.type,
    at: new Date(event.atMs).toISOString(),
    actor: event.actor,
    causation_id: event.causationId,
    correlation_id: event.correlationId,
    data: { ...event.data },
    state,
  };
}

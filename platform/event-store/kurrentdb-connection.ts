import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  BACKWARDS,
  END,
  type EventData,
  eventTypeFilter,
  excludeSystemEvents,
  FORWARDS,
  KurrentDBClient,
  type Position,
  type ResolvedEvent,
  START,
} from '@kurrent/kurrentdb-client';
import type { DomainEvent, EventType } from '../../schemas/events/event.ts';
import { upcast } from '../../schemas/events/upcast.ts';
import type { StreamName } from '../../schemas/ids.ts';
import { openClients } from './kurrentdb-clients.ts';
import { within } from './kurrentdb-errors.ts';
import type { RecordedEvent } from './port.ts';

export type Types = ReadonlySet<EventType> | undefined;

/** The requests that the adapter makes, with its types; errors are the client's but for deadlines. */
export type KurrentConnection = ReturnType<typeof connect>;

export type ConnectOptions = {
  readonly url: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly requestMsMax: number;
};

function createClient(options: ConnectOptions): KurrentDBClient {
  const client = KurrentDBClient.connectionString(connectionString(options));
  // What a server supports decides one thing only: whether appends share one stream. Such appends
  // have no deadline, and when the stream breaks an unreachable promise is rejected, which
  // ends the process. One call for each append has neither fault.
  Object.defineProperty(client, 'supports', { value: async () => false });
  return client;
}

export function connect(options: ConnectOptions) {
  const clients = openClients(() => createClient(options));
  const { requestMsMax } = options;
  const change = { requiresLeader: true, deadline: requestMsMax };

  const read = (
    ask: (client: KurrentDBClient) => AsyncIterable<ResolvedEvent>,
  ): Promise<RecordedEvent[]> =>
    clients.use(async client => {
      const found: RecordedEvent[] = [];
      for await (const event of timed(ask(client), requestMsMax)) found.push(recorded(event));
      return found;
    });
  return {
    append: (stream: StreamName, events: readonly DomainEvent[], lastRevision: number) =>
      clients.use(client =>
        client.appendToStream(stream, events.map(eventData), {
          streamState: lastRevision === -1 ? 'no_stream' : BigInt(lastRevision),
          ...change,
        }),
      ),
    delete: (stream: StreamName) => clients.use(client => client.deleteStream(stream, change)),
    /** Events of a stream from a revision on, last first when backwards. */
    stream: (
      stream: StreamName,
      direction: 'forwards' | 'backwards',
      from: number | undefined,
      limit: number,
    ) =>
      read(client =>
        client.readStream(stream, {
          direction,
          fromRevision: from !== undefined ? BigInt(from) : direction === FORWARDS ? START : END,
          maxCount: limit,
          requiresLeader: true,
        }),
      ),
    /** The last of all events, but for the server's own. */
    last: async (): Promise<RecordedEvent | undefined> => {
      const filter = excludeSystemEvents();
      const all = { direction: BACKWARDS, fromPosition: END, maxCount: 1, filter } as const;
      return (await read(client => client.readAll({ ...all, requiresLeader: true })))[0];
    },
    /** The first event of these types after a position. */
    firstAfter: async (position: number, types: Types): Promise<RecordedEvent | undefined> => {
      // A read begins with the event at its position.
      const from = { fromPosition: positionOf(position), maxCount: 2, filter: filterOf(types) };
      const found = await read(client => client.readAll({ ...from, requiresLeader: true }));
      return found.find(event => event.position > position);
    },
    subscribe: (
      after: number,
      types: Types,
      checkpointReached: (subscription: AllStreamSubscription, position: Position) => void,
    ) =>
      clients.current().subscribeToAll({
        fromPosition: positionOf(after),
        filter: { ...filterOf(types), checkpointReached },
      }),
    close: clients.close,
  };
}

/** The client warns of the former name of its scheme and takes credentials in the address only. */
function connectionString({ url, user, password }: ConnectOptions): string {
  const named = url.replace(/^esdb(\+discover)?:/, 'kurrentdb$1:');
  if (user === undefined || password === undefined) return named;
  const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return named.replace(/:\/\/([^@/]*@)?/, `://${credentials}`);
}

function filterOf(types: Types): ReturnType<typeof excludeSystemEvents> {
  if (types === undefined) return excludeSystemEvents();
  return eventTypeFilter({ regex: `^(${[...types].join('|')})$` });
}

const positionOf = (position: number): Position | typeof START =>
  position < 0 ? START : { commit: BigInt(position), prepare: BigInt(position) };

const eventData = (event: DomainEvent): EventData =>
  ({
    id: event.id,
    type: event.type,
    contentType: 'application/json',
    data: event,
    // By these names the server's own tools follow what caused what.
    metadata: { $correlationId: event.correlationId, $causationId: event.causationId },
  }) as const;

/** Throws when the event is not one of ours. */
export function recorded({ event }: ResolvedEvent | AllStreamResolvedEvent): RecordedEvent {
  if (event?.position === undefined || !event.isJson)
    throw new Error(`expected an event with a position and JSON, found ${event?.type}`);
  return {
    stream: event.streamId as StreamName,
    revision: safeNumber(event.revision),
    position: safeNumber(event.position.commit),
    recordedAtMs: event.created.getTime(),
    event: upcast(event.data as unknown as DomainEvent),
  };
}

/** Positions are bytes of a log, so this number is enough for eight petabytes. */
export function safeNumber(value: bigint): number {
  if (value < 0n || value > Number.MAX_SAFE_INTEGER)
    throw new RangeError(`expected a number up to ${Number.MAX_SAFE_INTEGER}, found ${value}`);
  return Number(value);
}

async function* timed<Item>(items: AsyncIterable<Item>, deadlineMs: number): AsyncIterable<Item> {
  const iterator = items[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await within(deadlineMs, iterator.next());
    if (done) return;
    yield value;
  }
}

import { once } from 'node:events';
import {
  Server,
  ServerCredentials,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import features from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/serverfeatures_grpc_pb.js';
import featureMessages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/serverfeatures_pb.js';
import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js';
import services from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_grpc_pb.js';
import messages, {
  type AppendReq,
  type AppendResp,
  type DeleteReq,
  type DeleteResp,
  type ReadReq,
  type ReadResp,
} from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import { openLmdbEventStore } from '../../platform/event-store/lmdb.ts';
import { type EventStore, RevisionConflict } from '../../platform/event-store/port.ts';
import type { DomainEvent } from '../../schemas/events/event.ts';
import type { StreamName } from '../../schemas/ids.ts';
import {
  checkpointResponse,
  eventResponse,
  everythingAfter,
  everythingBackwards,
  type Item,
  itemsOf,
  lastPosition,
  logPosition,
  matcher,
} from './fake-kurrentdb-log.ts';

export type KurrentServer = {
  /** What answers. */
  readonly name: string;
  readonly url: string;
  readonly stop: () => Promise<void>;
};

const image = 'docker.kurrent.io/kurrent-latest/kurrentdb:25.1';

/** The real server of `KURRENTDB_URL`, else one in a container where Docker answers, else the fake server. */
export async function findKurrent(options: { readonly folder: string }): Promise<KurrentServer> {
  const url = process.env.KURRENTDB_URL;
  if (url !== undefined)
    return { name: 'the server of KURRENTDB_URL', url, stop: async () => undefined };
  return (await inContainer()) ?? startFakeKurrentDb(options);
}

async function inContainer(): Promise<KurrentServer | undefined> {
  const { GenericContainer, Wait, getContainerRuntimeClient } = await import('testcontainers');
  try {
    await getContainerRuntimeClient();
  } catch {
    return undefined;
  }
  const container = await new GenericContainer(image)
    .withCommand(['--insecure', '--mem-db'])
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
    .start();
  return {
    name: image,
    url: `kurrentdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`,
    stop: async () => {
      await container.stop();
    },
  };
}

/**
 * Not KurrentDB: a server of the part of its protocol that our adapter's client uses, over the
 * embedded event store. Its log has events of a server's own between ours, and positions with
 * holes. It knows one node, no users, no TLS, no links, no batched appends; it reads each of our events
 * as JSON and keeps no metadata; it is stricter about idempotence at any revision, and scavenges at once.
 */
export async function startFakeKurrentDb(options: {
  readonly folder: string;
  /** To come back where it was. */
  readonly port?: number;
}): Promise<KurrentServer> {
  const store = await openLmdbEventStore({ folder: options.folder });
  const server = new Server();
  server.addService(services.StreamsService, {
    read: (call: ServerWritableStream<ReadReq, ReadResp>) => handleRead(store, call),
    append: (
      call: ServerReadableStream<AppendReq, AppendResp>,
      answer: sendUnaryData<AppendResp>,
    ) => handleAppend(store, call, answer),
    delete: (call: ServerUnaryCall<DeleteReq, DeleteResp>, answer: sendUnaryData<DeleteResp>) =>
      handleDelete(store, call, answer),
  });
  server.addService(features.ServerFeaturesService, { getSupportedMethods });
  const port = await new Promise<number>((resolve, reject) => {
    const address = `127.0.0.1:${options.port ?? 0}`;
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return {
    name: 'a fake server over the embedded event store',
    url: `kurrentdb://127.0.0.1:${port}?tls=false`,
    stop: async () => {
      server.forceShutdown();
      await store.close();
    },
  };
}

function getSupportedMethods(_call: unknown, answer: sendUnaryData<unknown>): void {
  const methods = new featureMessages.SupportedMethods();
  methods.setEventStoreServerVersion('25.0.0');
  for (const name of ['read', 'append']) {
    const method = new featureMessages.SupportedMethod();
    method.setServiceName('event_store.client.streams.streams');
    method.setMethodName(name);
    methods.addMethods(method);
  }
  answer(null, methods);
}

async function handleAppend(
  store: EventStore,
  call: ServerReadableStream<AppendReq, AppendResp>,
  answer: sendUnaryData<AppendResp>,
): Promise<void> {
  try {
    const requests: AppendReq[] = await call.toArray();
    const options = requests[0]?.getOptions();
    if (options === undefined || options.hasStreamExists())
      return answer({ code: status.UNIMPLEMENTED, details: 'expected a revision' });
    const stream = nameIn(options.getStreamIdentifier());
    const events = requests.slice(1).map(eventIn);
    const expected = options.hasRevision() ? Number(options.getRevision()) : -1;
    answer(null, await appended(store, stream, events, options.hasAny() ? 'any' : expected));
  } catch (error) {
    answer({ code: status.UNAVAILABLE, details: String(error) });
  }
}

async function appended(
  store: EventStore,
  stream: StreamName,
  events: readonly DomainEvent[],
  expected: number | 'any',
): Promise<AppendResp> {
  const response = new messages.AppendResp();
  try {
    const position = await store.append(stream, events, expected);
    const success = new messages.AppendResp.Success();
    success.setCurrentRevision(String(await lastRevision(store, stream)));
    const at = new messages.AppendResp.Position();
    at.setCommitPosition(logPosition(position));
    at.setPreparePosition(logPosition(position));
    success.setPosition(at);
    return response.setSuccess(success);
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
    const wrong = new messages.AppendResp.WrongExpectedVersion();
    const last = await lastRevision(store, stream);
    if (last === -1) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(String(last));
    if (expected === 'any') wrong.setExpectedAny(new shared.Empty());
    else if (expected === -1) wrong.setExpectedNoStream(new shared.Empty());
    else wrong.setExpectedRevision(String(expected));
    return response.setWrongExpectedVersion(wrong);
  }
}

async function handleDelete(
  store: EventStore,
  { request }: ServerUnaryCall<DeleteReq, DeleteResp>,
  answer: sendUnaryData<DeleteResp>,
): Promise<void> {
  try {
    await store.deleteStream(nameIn(request.getOptions()?.getStreamIdentifier()));
    answer(null, new messages.DeleteResp());
  } catch (error) {
    answer({ code: status.UNAVAILABLE, details: String(error) });
  }
}

function eventIn(request: AppendReq): DomainEvent {
  const message = request.getProposedMessage();
  const event = JSON.parse(Buffer.from(message?.getData_asU8() ?? []).toString()) as DomainEvent;
  if (message?.getId()?.getString() !== event.id)
    throw new Error(`expected the id ${event.id}, found ${message?.getId()?.getString()}`);
  return event;
}

async function lastRevision(store: EventStore, stream: StreamName): Promise<number> {
  for await (const { revision } of store.readStreamBackwards(stream)) return revision;
  return -1;
}

const nameIn = (identifier: { getStreamName_asU8(): Uint8Array } | undefined): StreamName =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString() as StreamName;

async function handleRead(
  store: EventStore,
  call: ServerWritableStream<ReadReq, ReadResp>,
): Promise<void> {
  const abort = new AbortController();
  call.on('cancelled', () => abort.abort());
  call.on('close', () => abort.abort());
  try {
    const options = call.request.getOptions();
    const responses = options?.hasStream()
      ? readStream(store, options)
      : options?.hasSubscription()
        ? subscribe(store, options, abort.signal)
        : readAll(store, options);
    for await (const response of responses) {
      if (abort.signal.aborted) return;
      if (!call.write(response)) await once(call, 'drain', { signal: abort.signal });
    }
    call.end();
  } catch (error) {
    if (abort.signal.aborted) return;
    call.emit('error', { code: status.UNAVAILABLE, details: String(error) });
  }
}

type Options = NonNullable<ReturnType<ReadReq['getOptions']>>;

const isBackwards = (options: Options): boolean =>
  options.getReadDirection() === messages.ReadReq.Options.ReadDirection.BACKWARDS;

async function* readStream(store: EventStore, options: Options): AsyncIterable<ReadResp> {
  const from = options.getStream();
  const stream = nameIn(from?.getStreamIdentifier());
  if ((await lastRevision(store, stream)) === -1) {
    const none = new messages.ReadResp.StreamNotFound();
    const identifier = new shared.StreamIdentifier();
    identifier.setStreamName(Buffer.from(stream));
    none.setStreamIdentifier(identifier);
    yield new messages.ReadResp().setStreamNotFound(none);
    return;
  }
  const backwards = isBackwards(options);
  const start = from?.hasRevision() ? Number(from.getRevision()) : undefined;
  const isBefore = (revision: number): boolean =>
    start !== undefined && (backwards ? revision > start : revision < start);
  let left = Number(options.getCount());
  const events = backwards ? store.readStreamBackwards(stream) : store.readStream(stream);
  for await (const recorded of events) {
    if (isBefore(recorded.revision)) continue;
    if (left-- === 0) return;
    yield eventResponse({
      ...recorded,
      type: recorded.event.type,
      at: logPosition(recorded.position),
    });
  }
}

/** Forwards beginning with the event at the position, backwards from the end. */
async function* readAll(store: EventStore, options: Options | undefined): AsyncIterable<ReadResp> {
  if (options === undefined) return;
  const matches = matcher(options.getFilter());
  const count = Number(options.getCount());
  const from = options.getAll()?.getPosition()?.getCommitPosition() ?? '0';
  let found = 0;
  const items = isBackwards(options)
    ? everythingBackwards(store)
    : everythingAfter(store, Math.max(-1, lastPosition(from) - 1));
  for await (const item of items) {
    if (Number(item.at) < Number(from) || !matches(item)) continue;
    yield eventResponse(item);
    if (++found === count) return;
  }
}

const checkpointEvents = 32;

/** Begins after the position; tells now and then how far it has come past what is not wanted. */
async function* subscribe(
  store: EventStore,
  options: Options,
  signal: AbortSignal,
): AsyncIterable<ReadResp> {
  const matches = matcher(options.getFilter());
  const confirmation = new messages.ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId('fake');
  yield new messages.ReadResp().setConfirmation(confirmation);
  const from = options.getAll()?.getPosition()?.getCommitPosition();
  const respond = responder(matches);
  let isCaughtUp = false;
  const after = from === undefined ? -1 : lastPosition(from);
  for await (const batch of store.subscribe({ after, signal })) {
    yield* batch.events.flatMap(itemsOf).flatMap(respond);
    if (batch.events.length > 0 || isCaughtUp) continue;
    isCaughtUp = true;
    yield new messages.ReadResp().setCaughtUp(new messages.ReadResp.CaughtUp());
  }
}

function responder(matches: (item: Item) => boolean): (item: Item) => readonly ReadResp[] {
  let passedOver = 0;
  return item => {
    if (matches(item)) return [eventResponse(item)];
    return ++passedOver % checkpointEvents === 0 ? [checkpointResponse(item.at)] : [];
  };
}

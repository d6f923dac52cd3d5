import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Readable } from 'node:stream';
import { setImmediate as otherWork } from 'node:timers/promises';
import { Unavailable } from '../../platform/errors.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import type { LogRecord } from '../../platform/topic-log/port.ts';
import { keyId, organizationId } from '../../schemas/ids.ts';
import { recordVersion, signalHeaders } from '../../schemas/topics.ts';
import type { TraceArrivalNotification } from '../../schemas/traces/arrivals.ts';
import { limits } from '../../services/query-api/config.ts';
import { streamTraces } from '../../services/query-api/traces/tail/stream.ts';
import type { TraceRow } from '../../services/query-api/traces/trace-rows.ts';
import { openEventParser } from '../support/event-reader.ts';
import { quiet } from '../support/processing.ts';
import { until } from '../support/until.ts';

const ada = organizationId('a0000000-0000-4000-8000-000000000001');
const eve = organizationId('e0000000-0000-4000-8000-000000000002');

const idOf = (number: number): string => number.toString(16).padStart(32, '0');

const rowOf = (id: string, name = 'GET /cart'): TraceRow => ({
  id: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  first: '1700000000000000000',
  last: '1700000000025000000',
  spans: '1',
  errors: '0',
  root_service: 'checkout',
  root_name: name,
  root_status: 0,
  service: 'checkout',
});

/** A log of one partition and a warehouse in which every trace is that was ever told of. */
function openTail({ names = {} as Record<string, string>, heartbeatMs = 60_000 } = {}) {
  const records: LogRecord[] = [];
  const stopping = new AbortController();
  const state = {
    isLogAway: false,
    isWarehouseAway: false,
    isRevoked: false,
    refused: 0,
    lookups: 0,
    asked: 0,
    askedAtOnce: 0,
  };
  let asking = 0;
  const topicLog = {
    partitions: async () => 1,
    lag: async (group: string, topic: string) => {
      state.asked++;
      state.askedAtOnce = Math.max(state.askedAtOnce, ++asking);
      await otherWork();
      asking--;
      if (state.isLogAway) throw new Unavailable('the log is away');
      return [{ group, topic, partition: 0, committed: 0, end: records.length }];
    },
    read: async (_: string, { offset }: { offset: number }, { recordsMax = 0 }) => {
      if (state.isLogAway) throw new Unavailable('the log is away');
      return records.slice(offset, offset + recordsMax);
    },
  };
  const query = async <Row>(_: string, { ids }: Readonly<Record<string, unknown>>) => {
    state.lookups++;
    if (state.isWarehouseAway) throw new Unavailable('the warehouse is away');
    return (ids as string[]).map(id => rowOf(id, names[id])) as Row[];
  };
  const warehouse = { query, insertColumns: never, command: never, close: never };
  const handler = streamTraces({
    topicLog,
    warehouse,
    log: quiet,
    stopping: stopping.signal,
    heartbeatMs,
  });
  return {
    state,
    stopping,
    tell: (organization: string, fields: Partial<TraceArrivalNotification>): void => {
      const offset = records.length;
      const signal = { source: 0, first: offset, last: offset, fromSeconds: 0 };
      records.push({
        partition: 0,
        offset,
        key: organization,
        appendedAtMs: 0,
        headers: {
          [signalHeaders.version]: recordVersion,
          [signalHeaders.kind]: 'traces',
          [signalHeaders.organization]: organization,
        },
        value: Buffer.from(JSON.stringify({ ...signal, roots: [], failed: [], ...fields })),
      });
    },
    open: async (lastEventId?: string) => {
      const { body } = await handler({
        requestId: '',
        receivedAtMs: 0,
        params: undefined,
        body: undefined,
        address: '',
        key: { keyId: keyId('k'), organizationId: ada, kind: 'read', serviceName: 'checkout' },
        query: { errors: false },
        headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
        signal: new AbortController().signal,
        checkKey: async () => {
          if (!state.isRevoked) return;
          state.refused++;
          throw new HttpProblem({ status: 401, code: 'invalid_api_key', message: 'revoked' });
        },
      });
      const parser = openEventParser();
      const readable = body as Readable;
      readable.setEncoding('utf8').on('data', text => parser.add(text));
      const of = (event: string) => parser.events.filter(each => each.event === event);
      return {
        readable,
        comments: parser.ignored,
        heartbeats: () => of('heartbeat'),
        traces: () => of('trace').map(({ data }) => JSON.parse(data)),
        ids: () => of('trace').map(({ data }) => JSON.parse(data).id),
        places: () => of('trace').map(({ id }) => id),
      };
    },
  };
}

const never = async (): Promise<never> => {
  throw new Error('expected nobody to ask for this');
};

describe('the stream of traces', function () {
  this.timeout(20_000);

  it('tells of what comes for its organization, and where to go on after each', async () => {
    const tail = openTail();
    tail.tell(ada, { roots: [idOf(1)] });
    const stream = await tail.open();
    tail.tell(eve, { roots: [idOf(2)] });
    tail.tell(ada, { roots: [idOf(3), idOf(4)], failed: [idOf(5)] });
    await until('two traces', () => stream.ids().length === 2);
    deepEqual(stream.ids(), [idOf(3), idOf(4)]);
    deepEqual(stream.places(), ['2-1', '2-2']);
    const again = await tail.open('2-1');
    await until('the rest', () => again.ids().length === 1);
    deepEqual(again.ids(), [idOf(4)]);
    for (const { readable } of [stream, again]) readable.destroy();
  });

  it('tells once of what a batch tells again after a crash', async () => {
    const tail = openTail();
    const stream = await tail.open();
    for (const roots of [[idOf(1), idOf(2)], [idOf(1), idOf(2)], [idOf(3)]])
      tail.tell(ada, { roots });
    await until('the last trace', () => stream.ids().includes(idOf(3)));
    deepEqual(stream.ids(), [idOf(1), idOf(2), idOf(3)]);
    stream.readable.destroy();
  });

  it('tells of every trace of a long record, a lookup after the other', async () => {
    const tail = openTail();
    const stream = await tail.open();
    const roots = Array.from({ length: 2 * limits.streamTracesMax + 1 }, (_, number) =>
      idOf(number),
    );
    tail.tell(ada, { roots });
    await until('all of them', () => stream.ids().length === roots.length);
    deepEqual(stream.ids(), roots);
    equal(tail.state.lookups, 3);
    stream.readable.destroy();
  });

  it('goes on where it was when an engine comes back', async () => {
    const tail = openTail();
    const stream = await tail.open();
    tail.state.isWarehouseAway = true;
    tail.tell(ada, { roots: [idOf(1)] });
    await until('a lookup in vain', () => tail.state.lookups > 0);
    Object.assign(tail.state, { isWarehouseAway: false, isLogAway: true });
    tail.tell(ada, { roots: [idOf(2)] });
    const { asked } = tail.state;
    await until('the log to be asked in vain', () => tail.state.asked > asked + 1);
    tail.state.isLogAway = false;
    await until('both traces', () => stream.ids().length === 2);
    deepEqual(stream.ids(), [idOf(1), idOf(2)]);
    stream.readable.destroy();
  });

  it('cannot begin while the log is away, and takes no place then', async () => {
    const tail = openTail();
    tail.state.isLogAway = true;
    for (let number = 0; number <= limits.traceStreams.perOrganizationMax; number++) {
      await tail.open().then(never, error => ok(error instanceof Unavailable));
    }
    tail.state.isLogAway = false;
    (await tail.open()).readable.destroy();
  });

  it('leaves out what lies too far back, and says so', async () => {
    const tail = openTail();
    tail.tell(ada, { roots: [idOf(1)] });
    for (let number = 0; number < limits.streamBehindRecordsMax; number++) tail.tell(eve, {});
    tail.tell(ada, { roots: [idOf(2)] });
    const stream = await tail.open('0-0');
    await until('the second trace', () => stream.ids().length > 0);
    deepEqual(stream.ids(), [idOf(2)]);
    equal(stream.comments.length, 2);
    stream.readable.destroy();
  });

  it('sends heartbeats, busy or not, until its key is revoked', async () => {
    const tail = openTail({ heartbeatMs: 20 });
    const stream = await tail.open();
    await until('two heartbeats', () => stream.heartbeats().length >= 2);
    tail.tell(ada, { roots: [idOf(1)] });
    await until('a trace', () => stream.ids().length === 1);
    const before = stream.heartbeats().length;
    await until('a heartbeat after it', () => stream.heartbeats().length > before);
    tail.state.isRevoked = true;
    await until('its end', () => stream.readable.readableEnded);
  });

  it('ends when its key is revoked, long before a heartbeat', async () => {
    const tail = openTail({ heartbeatMs: 3_600_000 });
    const stream = await tail.open();
    tail.tell(ada, { roots: [idOf(1)] });
    await until('a trace', () => stream.ids().length === 1);
    tail.state.isRevoked = true;
    await until('its end', () => stream.readable.readableEnded);
  });

  it('sends nothing more of what it found to a client whose key was revoked', async () => {
    const tail = openTail();
    const stream = await tail.open();
    await until('the stream to begin', () => stream.comments.length === 1);
    stream.readable.pause();
    const roots = Array.from({ length: limits.streamTracesMax }, (_, number) => idOf(number));
    tail.tell(ada, { roots });
    await until('a lookup', () => tail.state.lookups === 1);
    tail.state.isRevoked = true;
    await until('the key to be looked at', () => tail.state.refused > 0);
    stream.readable.resume();
    await until('its end', () => stream.readable.readableEnded);
    ok(stream.ids().length < roots.length);
  });

  it('holds little of what a slow client has still to read, and tells all of it', async () => {
    const long = 'x'.repeat(20_000);
    const roots = Array.from({ length: 100 }, (_, number) => idOf(number));
    const tail = openTail({ names: Object.fromEntries(roots.map(id => [id, long])) });
    const stream = await tail.open();
    tail.tell(ada, { roots });
    await until('all of them', () => stream.ids().length === roots.length);
    deepEqual(stream.ids(), roots);
    ok(tail.state.lookups > 1);
    stream.readable.destroy();
  });

  it('ends when the process is about to stop', async () => {
    const tail = openTail();
    const streams = [await tail.open(), await tail.open()];
    tail.stopping.abort();
    for (const { readable } of streams) await until('its end', () => readable.readableEnded);
    const late = await tail.open();
    await until('its end', () => late.readable.readableEnded);
  });

  it('asks the log for all streams together', async () => {
    const tail = openTail();
    const streams = await Promise.all(Array.from({ length: 10 }, () => tail.open()));
    const before = tail.state.asked;
    tail.state.askedAtOnce = 0;
    await until('the log to be asked again', () => tail.state.asked > before + 2);
    equal(tail.state.askedAtOnce, 1);
    for (const { readable } of streams) readable.destroy();
  });

  it('cuts names that would make a line too long, between characters', async () => {
    const name = '\u0001'.repeat(limits.streamNameCharactersMax - 1) + '🛒'.repeat(12_000);
    const tail = openTail({ names: { [rowOf(idOf(1)).id]: name, [idOf(1)]: name } });
    const stream = await tail.open();
    tail.tell(ada, { roots: [idOf(1)] });
    await until('the trace', () => stream.ids().length === 1);
    const [told] = stream.traces();
    ok(told.operation_name === name.slice(0, limits.streamNameCharactersMax - 1));
    stream.readable.destroy();
  });
});

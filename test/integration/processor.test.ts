import { deepEqual, equal, ok } from 'node:assert/strict';
import { inflatedBodyBytesMax } from '../../platform/compression/limits.ts';
import { ProducerFenced, Unavailable } from '../../platform/errors.ts';
import type { NewRecord, TopicLog } from '../../platform/topic-log/port.ts';
import { randomUuid } from '../../platform/uuid.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { dayMs } from '../../schemas/durations.ts';
import {
  consumers,
  deadLetterHeaders,
  deadLetterTopic,
  type OtlpFormat,
  telemetryHeaders,
  topics,
} from '../../schemas/topics.ts';
import { windowStart } from '../../schemas/window.ts';
import { openCounts } from '../support/counts.ts';
import { body, type JsonSpan, nanosOf, span, traces } from '../support/otlp.ts';
import { compressedRecord, openProcessing, spansRecord } from '../support/processing.ts';
import { until } from '../support/until.ts';

type Processing = Awaited<ReturnType<typeof openProcessing>>;

/** After which a client that waits longer and longer may still send something again. */
const sixHoursMs = 6 * 3_600_000;

const id = (digits: number): string => randomUuid().replaceAll('-', '').slice(0, digits);

const request = (
  nowMs: number,
  service: string,
  agesMs: readonly number[],
  trace = id(32),
  format: OtlpFormat = 'protobuf',
) =>
  body(
    traces(
      agesMs.map((ageMs, index) =>
        span({
          traceId: trace,
          spanId: id(16),
          ...(index > 0 && { kind: 1, parentSpanId: '00f067aa0ba902b7' }),
          startTimeUnixNano: nanosOf(nowMs - ageMs - 20),
          endTimeUnixNano: nanosOf(nowMs - ageMs),
          status: { code: index % 2 === 0 ? 0 : 2 },
        }),
      ),
      service,
    ),
    format,
  );

async function counts(warehouse: Warehouse, organization: string) {
  const count = openCounts(warehouse, organization);
  return {
    spans: await count('count()) AS n FROM spans'),
    resources: await count('uniqExact(fingerprint)) AS n FROM resources'),
    windows: await count('sum(n)) AS n FROM windows'),
    errors: await count('sum(errors)) AS n FROM windows'),
    hours: await count('sum(n)) AS n FROM windows_1h'),
    traces: await count('sum(spans)) AS n FROM traces'),
    usage: await count('uniqExact(trace_id)) AS n FROM usage'),
    requests: await count('count()) AS n FROM requests'),
  };
}

const once = (spans: number, errors: number, extra: object = {}) => ({
  spans,
  resources: 1,
  windows: spans,
  errors,
  hours: spans,
  traces: spans,
  usage: 1,
  requests: 1,
  ...extra,
});

describe('processor', () => {
  let processing: Processing;
  let organization: string;
  const now = Date.now();

  beforeEach(async () => {
    processing = await openProcessing();
    organization = randomUuid();
  });

  afterEach(() => processing.close());

  const send = (bytes: Buffer, spans: number, receivedAtMs = now) =>
    processing.topicLog.append(topics.spans, [
      spansRecord(organization, bytes, { receivedAtMs, spans }),
    ]);

  it('takes a request into every table once', async () => {
    await send(request(now, 'checkout', [0, 0, 0]), 3);
    await processing.start();
    await processing.caughtUp();
    deepEqual(await counts(processing.warehouse, organization), once(3, 1));
  });

  it('takes records in JSON, which earlier versions wrote, beside those in protobuf', async () => {
    const json = request(now, 'checkout', [0, 0, 0], id(32), 'json');
    const fields = { receivedAtMs: now, spans: 3, format: 'json' } as const;
    await processing.topicLog.append(topics.spans, [spansRecord(organization, json, fields)]);
    await send(request(now, 'checkout', [0]), 1);
    await processing.start();
    await processing.caughtUp();
    deepEqual(
      await counts(processing.warehouse, organization),
      once(4, 1, { usage: 2, requests: 2 }),
    );
  });

  it('recognises a repeat in the same batch, in a later one, and six hours later after a restart', async () => {
    const bytes = request(now, 'checkout', [0, 0]);
    await send(bytes, 2);
    await send(bytes, 2);
    await processing.start();
    await processing.caughtUp();
    await send(bytes, 2);
    await processing.caughtUp();
    await processing.stop();
    await send(bytes, 2, now + sixHoursMs);
    await processing.start();
    await processing.caughtUp();
    deepEqual(await counts(processing.warehouse, organization), once(2, 1));
  });

  describe('of spans that are sent again in other requests', () => {
    const traceId = id(32);
    const aged = (count: number, ageMs = 0) =>
      Array.from({ length: count }, (_, index) =>
        span({
          traceId,
          spanId: id(16),
          ...(index > 0 && { kind: 1, parentSpanId: '00f067aa0ba902b7' }),
          startTimeUnixNano: nanosOf(now - ageMs - 20),
          endTimeUnixNano: nanosOf(now - ageMs),
          status: { code: index % 2 === 0 ? 0 : 2 },
        }),
      );
    const sendSpans = (spans: readonly JsonSpan[], receivedAtMs = now) =>
      send(body(traces(spans, 'checkout'), 'protobuf'), spans.length, receivedAtMs);

    it('takes each once: in two halves, in another order, beside new ones, and after a restart', async () => {
      const [a, b, c, d, e] = aged(5) as [JsonSpan, JsonSpan, JsonSpan, JsonSpan, JsonSpan];
      await sendSpans([a, b, c]);
      await sendSpans([a]);
      await sendSpans([b, c]);
      await processing.start();
      await processing.caughtUp();
      await sendSpans([c, d, b, d]);
      await processing.caughtUp();
      await processing.stop();
      await sendSpans([e, d, a], now + sixHoursMs);
      await processing.start();
      await processing.caughtUp();
      deepEqual(await counts(processing.warehouse, organization), once(5, 2, { requests: 5 }));
    });

    it('takes those of another organization, with other times or of another kind for others', async () => {
      const [a] = aged(1) as [JsonSpan];
      await sendSpans([a]);
      await sendSpans([{ ...a, kind: 3 }]);
      await sendSpans([{ ...a, startTimeUnixNano: nanosOf(now - 30) }]);
      const bytes = body(traces([a, { ...a, spanId: id(16) }], 'checkout'), 'protobuf');
      await processing.topicLog.append(topics.spans, [
        spansRecord(randomUuid(), bytes, { receivedAtMs: now, spans: 2 }),
      ]);
      await processing.start();
      await processing.caughtUp();
      deepEqual(await counts(processing.warehouse, organization), once(3, 0, { requests: 3 }));
    });

    it('takes them again after a day', async () => {
      const spans = aged(2, dayMs + 1);
      await sendSpans(spans, now - dayMs - 1);
      await sendSpans([...spans].reverse(), now);
      await processing.start();
      await processing.caughtUp();
      const { spans: rows, windows } = await counts(processing.warehouse, organization);
      deepEqual([rows, windows], [4, 4]);
    });

    it('counts of the bytes of their request what is new', async () => {
      const spans = aged(4);
      await sendSpans(spans);
      await sendSpans(spans.slice(0, 2));
      const half = body(traces([...spans.slice(0, 2), ...aged(2)], 'checkout'), 'protobuf');
      await send(half, 4);
      await processing.start();
      await processing.caughtUp();
      const rows = await processing.warehouse.query<{ spans: number; bytes: string }>(
        `SELECT requests.spans AS spans, toString(requests.bytes) AS bytes FROM requests
         WHERE organization = {organization:UUID} ORDER BY offset`,
        { organization },
      );
      const whole = body(traces(spans, 'checkout'), 'protobuf').length;
      deepEqual(
        rows.map(row => [row.spans, Number(row.bytes)]),
        [
          [4, whole],
          [0, 0],
          [2, Math.round(half.length / 2)],
        ],
      );
    });
  });

  it('takes the same content again after a day: nobody retries that long', async () => {
    const bytes = request(now, 'checkout', [dayMs + 1]);
    await send(bytes, 1, now - dayMs - 1);
    await send(bytes, 1, now);
    await processing.start();
    await processing.caughtUp();
    deepEqual(await counts(processing.warehouse, organization), once(2, 0, { requests: 2 }));
  });

  it('has what spans refer to in the warehouse before them', async () => {
    const { warehouse } = processing;
    const resourcesBefore: number[] = [];
    const insertColumns: Warehouse['insertColumns'] = async (table, ...rest) => {
      if (table === 'spans') {
        resourcesBefore.push((await counts(warehouse, organization)).resources);
      }
      await warehouse.insertColumns(table, ...rest);
    };
    await send(request(now, 'checkout', [0]), 1);
    await processing.start({ warehouse: { ...warehouse, insertColumns } });
    await processing.caughtUp();
    deepEqual(resourcesBefore, [1]);
  });

  it('puts late spans into the windows of their event time, in whichever days they lie', async () => {
    const agesMs = [0, 10_000, 2 * dayMs, 6 * dayMs];
    await send(request(now, 'checkout', agesMs), agesMs.length);
    await processing.start();
    await processing.caughtUp();
    deepEqual(await counts(processing.warehouse, organization), once(4, 2));
    const rows = await processing.warehouse.query<{ time: number }>(
      `SELECT toUnixTimestamp(time) AS time FROM windows
       WHERE organization = {organization:UUID} ORDER BY time DESC`,
      { organization },
    );
    deepEqual(
      rows.map(row => row.time),
      agesMs.map(ageMs => windowStart(Math.floor((now - ageMs) / 1000))),
    );
  });

  it('tells of a trace once it can be read, and again when it does not know whether it did', async () => {
    const { warehouse, topicLog } = processing;
    const readable: number[] = [];
    const append: TopicLog['append'] = async (topic, records) => {
      if (topic === topics.traceArrivals) {
        readable.push((await counts(warehouse, organization)).traces);
        await topicLog.append(topic, records);
        if (readable.length === 1) throw new Unavailable('the answer is lost');
      }
      return topic === topics.traceArrivals ? [] : topicLog.append(topic, records);
    };
    await send(request(now, 'checkout', [0]), 1);
    await processing.start({ topicLog: { ...topicLog, append } });
    await processing.caughtUp();
    deepEqual(readable, [1, 1]);
    const place = { partition: 0, offset: 0 };
    const limits = { recordsMax: 10, bytesMax: 1_000_000 };
    const told = await topicLog.read(topics.traceArrivals, place, limits);
    equal(told.length, 2);
    deepEqual(told[0]?.value, told[1]?.value);
    deepEqual(await counts(warehouse, organization), once(1, 0));
  });

  it('takes compressed records beside others, and puts those aside that are too large or unknown', async () => {
    const record = (ages: readonly number[]) =>
      spansRecord(organization, request(now, 'checkout', ages), {
        receivedAtMs: now,
        spans: ages.length,
      });
    const claiming = (name: string, value: string): NewRecord => {
      const { headers, ...rest } = compressedRecord(record([0]));
      return { ...rest, headers: { ...headers, [name]: value } };
    };
    await processing.topicLog.append(topics.spans, [
      record([0]),
      compressedRecord(record([0, 0])),
      claiming(telemetryHeaders.inflatedBytes, String(inflatedBodyBytesMax + 1)),
      claiming(telemetryHeaders.inflatedBytes, '7'),
      claiming(telemetryHeaders.codec, 'lz5'),
      compressedRecord(record([0, 0, 0])),
      record([0]),
    ]);
    await processing.start();
    await processing.caughtUp();
    const found = await counts(processing.warehouse, organization);
    deepEqual([found.spans, found.windows, found.requests], [7, 7, 4]);
    const place = { partition: 0, offset: 0 };
    const limits = { recordsMax: 10, bytesMax: 1_000_000 };
    const letters = await processing.topicLog.read(deadLetterTopic(topics.spans), place, limits);
    deepEqual(
      letters.map(({ headers }) => [
        headers[deadLetterHeaders.offset],
        headers[deadLetterHeaders.reason],
        headers[telemetryHeaders.codec],
      ]),
      [
        ['2', 'undecodable', 'zstd'],
        ['3', 'undecodable', 'zstd'],
        ['4', 'undecodable', 'lz5'],
      ],
    );
  });

  it('puts a record aside that nobody can read, and goes on with the others', async () => {
    await send(Buffer.from('no protobuf at all'), 1);
    await send(request(now, 'checkout', [0]), 1);
    await processing.start();
    await processing.caughtUp();
    deepEqual(await counts(processing.warehouse, organization), once(1, 0));
    const [letter] = await processing.topicLog.read(
      deadLetterTopic(topics.spans),
      { partition: 0, offset: 0 },
      { recordsMax: 10, bytesMax: 1_000_000 },
    );
    equal(letter?.headers[deadLetterHeaders.offset], '0');
    equal(letter?.headers[deadLetterHeaders.reason], 'undecodable');
    equal(Buffer.from(letter?.value ?? []).toString(), 'no protobuf at all');
  });

  it('halts instead of emptying the log when a twentieth of a thousand records is bad', async () => {
    const bad = Array.from({ length: 60 }, (_, index) => Buffer.from(`bad ${index}`));
    const good = Array.from({ length: 940 }, () => request(now, 'checkout', [0]));
    const records = [...bad, ...good].map(bytes =>
      spansRecord(organization, bytes, { receivedAtMs: now, spans: 1 }),
    );
    await processing.topicLog.append(topics.spans, records);
    await processing.start();
    await until('the partition to halt', () => processing.halts.length > 0);
    equal((await counts(processing.warehouse, organization)).spans, 0);
    const end = await processing.topicLog.lag(consumers.spans.group, topics.spans);
    ok((end[0]?.committed ?? 0) < 1000);
  });

  it('writes nothing of a batch that was begun before once it cannot note it again', async () => {
    await send(request(now, 'checkout', [0]), 1);
    const inserts: string[] = [];
    const { warehouse, topicLog } = processing;
    const away = async (table: string): Promise<void> => {
      inserts.push(table);
      throw new Unavailable('away');
    };
    await processing.start({ warehouse: { ...warehouse, insertColumns: away } });
    await until('a first insert', () => inserts.length > 0);
    await processing.stop();
    inserts.length = 0;
    let refused = 0;
    const commit = async (): Promise<never> => {
      refused++;
      throw new ProducerFenced('another owns it');
    };
    const consume: TopicLog['consume'] = options =>
      topicLog.consume({ ...options, run: given => options.run({ ...given, commit }) });
    await processing.start({
      topicLog: { ...topicLog, consume },
      warehouse: { ...warehouse, insertColumns: away },
    });
    await until('two notes to be refused', () => refused > 1);
    deepEqual(inserts, []);
  });

  it('waits while the warehouse is away and then goes on by itself', async () => {
    let isAway = true;
    const { warehouse } = processing;
    const flaky: Warehouse = {
      ...warehouse,
      insertColumns: async (...insert) => {
        if (isAway) throw new Unavailable('away');
        return warehouse.insertColumns(...insert);
      },
    };
    await send(request(now, 'checkout', [0]), 1);
    await processing.start({ warehouse: flaky });
    await until('the note', async () => {
      const [lag] = await processing.topicLog.lag(consumers.spans.group, topics.spans);
      return lag?.committed === 0;
    });
    isAway = false;
    await processing.caughtUp();
    deepEqual(await counts(processing.warehouse, organization), once(1, 0));
  });
});

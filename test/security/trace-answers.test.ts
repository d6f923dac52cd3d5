import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { limits } from '../../services/query-api/config.ts';
import { onBothEngines } from '../support/both-engines.ts';
import { type CheckedReader, checkedReader } from '../support/checked-reader.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { textOf as bytesOf, contentTypes, freshSpan, newId } from '../support/otel-send.ts';
import {
  type JsonKeyValue,
  type JsonSpan,
  nanosOf,
  body as otlpBody,
  text,
  traces,
} from '../support/otlp.ts';
import { itOfProofs, partOf } from '../support/property.ts';
import { until } from '../support/until.ts';

const MiB = 1024 * 1024;
const control = '\u0001';

onBothEngines('the answer about a long trace', function (start) {
  this.timeout(240_000);
  let server: WholeTidemark;
  let ada: CheckedReader;

  before(async function () {
    server = await start(this);
    ada = await checkedReader(server, 'ada');
  });

  after(() => server?.close());

  /** Spans of one trace, one after the other. */
  function spansOf(
    count: number,
    fields: (index: number) => Partial<JsonSpan>,
  ): readonly JsonSpan[] {
    const traceId = newId(32);
    const nowMs = Date.now();
    return Array.from({ length: count }, (_, index) =>
      freshSpan({
        traceId,
        name: `span ${index}`,
        startTimeUnixNano: nanosOf(nowMs - 5_000, index),
        ...fields(index),
      }),
    );
  }

  /** Sends them, a few MiB at a time, and reads their trace. */
  async function answerTo(spans: readonly JsonSpan[], spansAtOnce = 8) {
    for (let sent = 0; sent < spans.length; sent += spansAtOnce) {
      const body = otlpBody(traces(spans.slice(sent, sent + spansAtOnce), 'checkout'), 'protobuf');
      const type = { 'Content-Type': contentTypes.protobuf };
      // A server that is behind refuses more for a while.
      await until('room for spans', async () => (await ada.send(body, type)).status === 200);
    }
    await server.caughtUp();
    return ask(spans[0]?.traceId ?? '');
  }

  async function ask(id: string) {
    const response = await fetch(`${server.url}/v1/traces/${id}`, {
      headers: { 'X-API-Key': ada.key },
    });
    const answer = await response.text();
    equal(response.status, 200, answer.slice(0, 300));
    ok(Buffer.byteLength(answer) <= limits.traceAnswerBytesMax, `${answer.length} characters`);
    // Every field has the type that clients written in Go expect.
    await ada.trace(id);
    return JSON.parse(answer) as ResponseOf<'getTrace'>;
  }

  const attributeOf = (span: ResponseOf<'getTrace'>['spans'][number] | undefined, key: string) =>
    String(span?.attributes[key]);

  it('is whole when it fits', async () => {
    const long = 'v'.repeat(3 * MiB);
    const { spans, truncated } = await answerTo(
      spansOf(3, index => ({ attributes: index === 1 ? [text('long', long)] : [] })),
    );
    equal(truncated, undefined);
    equal(attributeOf(spans[1], 'long'), long);
  });

  it('shortens a value that is too long, and gives all else', async () => {
    const attributes = [
      text('before', 'b'),
      text('long', control.repeat(4 * MiB)),
      text('after', 'a'),
    ];
    const { trace, spans, truncated } = await answerTo(
      spansOf(5, index => ({ attributes: index === 2 ? attributes : [text('short', 's')] })),
    );
    equal(trace.span_count, 5);
    deepEqual(
      spans.map(({ operation_name: name }) => name),
      [0, 1, 2, 3, 4].map(index => `span ${index}`),
    );
    equal(truncated?.spans, 0);
    ok((truncated?.values ?? 0) >= 1);
    for (const span of spans.filter((_, index) => index !== 2))
      equal(attributeOf(span, 'short'), 's');
  });

  it('shortens the longest values of many long spans, and says where it did', async () => {
    const count = partOf(80, 2);
    const { spans, truncated } = await answerTo(
      spansOf(count, index => ({
        attributes: [text('index', `${index}`), text('long', `${index}${'v'.repeat(MiB)}`)],
      })),
    );
    equal(spans.length, count);
    for (const [index, span] of spans.entries()) {
      equal(attributeOf(span, 'index'), `${index}`);
      match(
        attributeOf(span, 'long'),
        new RegExp(`^${index}v{1000,}… \\(${MiB + `${index}`.length} bytes\\)$`),
      );
    }
    deepEqual(
      { ...truncated, reason: '' },
      { spans: 0, values: count, events: 0, links: 0, reason: '' },
    );
  });

  it('keeps what an exception is about when its stack is too long', async () => {
    const exception = [
      text('exception.type', 'NoStock'),
      text('exception.message', 'no stock'),
      text('exception.stacktrace', 'at "shop"\n'.repeat(100_000)),
      text('exception.escaped', 'false'),
    ];
    const { spans, truncated } = await answerTo(
      spansOf(30, () => ({ events: [{ name: 'exception', attributes: exception }] })),
    );
    equal(spans.length, 30);
    for (const { events } of spans) {
      const { attributes } = events[0] ?? {};
      equal(attributes?.['exception.type'], 'NoStock');
      equal(attributes?.['exception.message'], 'no stock');
      match(String(attributes?.['exception.stacktrace']), /^at "shop"\nat .*… \(shortened\)$/s);
    }
    equal(truncated?.values, 60);
  });

  it('shortens lists, bytes and texts of every kind', async () => {
    const values: JsonKeyValue[] = [
      { key: 'list', value: { arrayValue: { values: [{ stringValue: 'l'.repeat(MiB / 2) }] } } },
      { key: 'map', value: { kvlistValue: { values: [text('k', 'm'.repeat(MiB / 2))] } } },
      { key: 'bytes', value: { bytesValue: 'A'.repeat(MiB / 2) } },
      { key: 'number', value: { intValue: '42' } },
    ];
    const { spans, truncated } = await answerTo(
      spansOf(10, () => ({
        attributes: values,
        status: { code: 2, message: 's'.repeat(MiB / 2) },
        traceState: `a=${'t'.repeat(1_000)}`,
        links: [{ traceId: newId(32), spanId: newId(16), attributes: values }],
      })),
      2,
    );
    equal(spans.length, 10);
    for (const span of spans) {
      match(span.status_message, /^s+… \(524288 bytes\)$/);
      for (const key of ['list', 'map', 'bytes']) match(attributeOf(span, key), /… \(\d+ bytes\)$/);
      equal(span.attributes.number, 42);
    }
    ok((truncated?.values ?? 0) >= 40);
  });

  it('has room for names that are long and stored once', async () => {
    const key = 'k'.repeat(MiB / 2);
    const count = partOf(160, 2);
    const { trace, spans, truncated } = await answerTo(
      spansOf(count, () => ({ attributes: [text(key, 'v')], events: [{ name: key }] })),
      8,
    );
    equal(trace.span_count, count);
    equal(spans.length, count);
    ok((truncated?.values ?? 0) >= 2 * count);
  });

  itOfProofs('reads spans of the greatest length, and more than one read may give', async () => {
    const long = control.repeat(7 * MiB);
    const { trace, spans, truncated } = await answerTo(
      spansOf(24, index => ({
        attributes: [text('index', `${index}`), text('long', long)],
        events: index % 2 === 0 ? [] : [{ name: 'event', attributes: [text('a', 'b')] }],
      })),
      1,
    );
    equal(trace.span_count, 24);
    equal(spans.length, 24);
    // Where the warehouse keeps so many of them together, none of their attributes can be read.
    for (const [index, span] of spans.entries()) {
      equal(span.operation_name, `span ${index}`);
      ok([undefined, `${index}`].includes(span.attributes.index as string | undefined));
    }
    ok((truncated?.values ?? 0) >= 24);
  });

  it('gives the first items of a very long list, and counts the others', async () => {
    const events = Array.from({ length: 90_000 }, (_, index) => ({ name: `event ${index}` }));
    const { spans, truncated } = await answerTo(
      spansOf(3, () => ({ events })),
      1,
    );
    equal(spans.length, 3);
    const given = spans.reduce((sum, span) => sum + span.events.length, 0);
    ok(given > 100);
    equal(truncated?.events, 3 * events.length - given);
    equal(spans[0]?.events[9]?.name ?? 'event 9', 'event 9');
  });

  it('gives as many spans as there is room for, and counts the others', async () => {
    const attributes = Array.from({ length: 20 }, (_, index) =>
      text(`attribute.${index}`, `a value of a usual length ${index}`),
    );
    const { trace, spans, truncated } = await answerTo(
      spansOf(10_050, () => ({ attributes })),
      5_000,
    );
    equal(trace.span_count, 10_050);
    ok(spans.length > 3_000);
    equal(truncated?.spans, 10_050 - spans.length);
    deepEqual(
      spans.map(({ operation_name: name }) => name),
      spans.map((_, index) => `span ${index}`),
    );
  });

  it('repeats the beginning of a long resource with each span', async () => {
    const spans = spansOf(200, () => ({}));
    const resource = {
      attributes: [
        text('service.name', 'checkout'),
        text('process.command_line', 'c'.repeat(2 * MiB)),
        text('host.name', 'h'),
      ],
    };
    const request = { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] };
    equal((await ada.send(bytesOf(request))).status, 200);
    await server.caughtUp();
    const { spans: found, truncated } = await ask(spans[0]?.traceId ?? '');
    equal(found.length, spans.length);
    for (const { resource } of found) {
      equal(resource.attributes['host.name'], 'h');
      match(String(resource.attributes['process.command_line']), /^c+… \(2097152 bytes\)$/);
    }
    equal(truncated?.values, 1);
  });

  it('reads more resources than fit into one read', async () => {
    const spans = spansOf(120, () => ({}));
    for (const [index, span] of spans.entries()) {
      const attributes = [
        text('service.name', 'checkout'),
        text('n', `${index}${'r'.repeat(100_000)}`),
      ];
      const request = {
        resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans: [span] }] }],
      };
      equal((await ada.send(bytesOf(request))).status, 200);
    }
    await server.caughtUp();
    const { spans: found, truncated } = await ask(spans[0]?.traceId ?? '');
    equal(found.length, spans.length);
    for (const [index, { resource }] of found.entries()) {
      ok(String(resource.attributes.n).startsWith(`${index}r`));
    }
    equal(truncated?.values, spans.length);
  });
});

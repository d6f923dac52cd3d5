import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  openSpanBatch,
  type RecordContext,
  type SpanBatch,
} from '../../platform/otlp/span-batch.ts';
import { decodeTraces } from '../../platform/otlp/traces.ts';
import { packageRoot } from '../../platform/package.ts';
import {
  body,
  int,
  type JsonSpan,
  nanosOf,
  receivedAtMs,
  span,
  text,
  traces,
} from '../support/otlp.ts';
import { anySpan, tracesOf } from '../support/otlp-arbitraries.ts';
import { decoded, recordContext, resourceRows, rowsOf, spanRows } from '../support/otlp-rows.ts';

const other = { ...recordContext, organization: Buffer.alloc(16, 0xee), requestIndex: 5 };

const batchOf = (spans: readonly JsonSpan[], service?: string): SpanBatch =>
  decoded(body(traces(spans, service), 'protobuf'), 'protobuf');

const add = (
  batch: SpanBatch,
  spans: readonly JsonSpan[],
  service: string,
  context: RecordContext = recordContext,
) => decodeTraces(body(traces(spans, service), 'protobuf'), 'protobuf', context, batch);

const nanosPerSecond = 1_000_000_000n;

describe('a batch of spans', () => {
  it('has the columns of the tables, in their order', () => {
    const batch = batchOf([span()]);
    const names = (columns: readonly { readonly name: string }[]): string[] =>
      columns.map(({ name }) => name);
    assert.deepEqual(names(batch.columns({ knownSeconds: 1 })), columnsOf('0001-spans.sql'));
    assert.deepEqual(
      names(batch.resourceColumns({ knownSeconds: 1 })),
      columnsOf('0002-resources.sql'),
    );
  });

  it('gives each span the five minutes of its end', () => {
    const end = receivedAtMs - (receivedAtMs % 300_000);
    const at = (ms: number, nanos: number): JsonSpan =>
      span({ startTimeUnixNano: '1', endTimeUnixNano: nanosOf(ms, nanos) });
    const rows = spanRows(batchOf([at(end, 0), at(end, -1), at(end, 299_999_999_999)]));
    assert.deepEqual(
      rows.map(row => row.bucket),
      [end / 1000, end / 1000 - 300, end / 1000],
    );
  });

  it('gives the second of the end exactly, at the last nanosecond too', () => {
    const second = BigInt(Math.floor(receivedAtMs / 1000));
    fc.assert(
      fc.property(
        fc.bigInt({ min: -600_000n, max: 599n }),
        fc.constantFrom(0n, 1n, 500n, 999_999_999n),
        (ahead, nanos) => {
          const end = String((second + ahead) * nanosPerSecond + nanos);
          const batch = batchOf([span({ startTimeUnixNano: '1', endTimeUnixNano: end })]);
          assert.equal(batch.facts().endSeconds[0], Number(second + ahead));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('finds the HTTP status under both names, as an integer or in digits', () => {
    const cases: [number, JsonSpan['attributes']][] = [
      [503, [int('http.status_code', 503)]],
      [404, [int('http.response.status_code', '404')]],
      [200, [text('http.status_code', '200')]],
      [0, [text('http.status_code', 'OK')]],
      [0, [int('http.status_code', -1)]],
      [0, [int('http.status_code', '4294967496')]],
      [0, [int('http.code', 200)]],
      [0, []],
    ];
    const rows = spanRows(batchOf(cases.map(([, attributes = []]) => span({ attributes }))));
    assert.deepEqual(
      rows.map(row => row.http_status),
      cases.map(([status]) => status),
    );
  });

  it('calls a service without a name unknown_service', () => {
    assert.equal(spanRows(batchOf([span()], ''))[0]?.service, 'unknown_service');
    const nameless = { resourceSpans: [{ scopeSpans: [{ spans: [span()] }] }] };
    const [row] = spanRows(decoded(body(nameless, 'json'), 'json'));
    assert.equal(row?.service, 'unknown_service');
  });

  it('gives the facts of each span', () => {
    const batch = openSpanBatch();
    add(
      batch,
      [span({ kind: 1, parentSpanId: 'aaaaaaaaaaaaaaaa', status: { code: 2 } }), span({ kind: 1 })],
      'a',
    );
    add(batch, [span({ kind: 5, parentSpanId: 'aaaaaaaaaaaaaaaa', name: 'consume' })], 'b', other);
    const facts = batch.facts();
    assert.equal(facts.rows, 3);
    assert.deepEqual([...facts.organization], [0, 0, 1]);
    assert.deepEqual(
      batch.organizations.map(id => Buffer.from(id)),
      [recordContext.organization, other.organization],
    );
    assert.deepEqual([...facts.request], [0, 0, 5]);
    assert.deepEqual([...facts.entry], [0, 1, 1]);
    assert.deepEqual([...facts.root], [0, 1, 0]);
    assert.deepEqual([...facts.kind], [1, 1, 5]);
    assert.deepEqual([...facts.status], [2, 0, 0]);
    assert.deepEqual([...facts.duration], [25e6, 25e6, 25e6]);
    assert.deepEqual(
      Array.from(facts.service, index => batch.serviceText(index)),
      ['a', 'a', 'b'],
    );
    assert.deepEqual(
      Array.from(facts.name, index => batch.nameText(index)),
      ['GET /cart', 'GET /cart', 'consume'],
    );
    assert.equal(Buffer.from(facts.traceIds.subarray(32)).toString('hex'), span().traceId);
    const start = (BigInt(facts.start[5] ?? 0) << 32n) | BigInt(facts.start[4] ?? 0);
    assert.equal(String(start), span().startTimeUnixNano);
  });

  it('holds a resource once per organization', () => {
    const batch = openSpanBatch();
    for (const context of [recordContext, recordContext, other]) add(batch, [span()], 'a', context);
    add(batch, [span()], 'b');
    const rows = resourceRows(batch);
    assert.deepEqual(
      rows.map(row => [row.organization, row['attributes.value']]),
      [
        [recordContext.organization.toString('hex'), ['a']],
        [other.organization.toString('hex'), ['a']],
        [recordContext.organization.toString('hex'), ['b']],
      ],
    );
    assert.equal(rows[0]?.fingerprint, rows[1]?.fingerprint);
    assert.notEqual(rows[0]?.fingerprint, rows[2]?.fingerprint);
  });

  it('tells resources apart that differ only in where one part ends', () => {
    const schemas = [
      ['ab', 'c'],
      ['a', 'bc'],
    ] as const;
    const resourceSpans = schemas.map(([schemaUrl, scopeSchema]) => ({
      schemaUrl,
      scopeSpans: [{ spans: [span()], schemaUrl: scopeSchema }],
    }));
    assert.equal(decoded(body({ resourceSpans }, 'json'), 'json').resourceRows, 2);
  });

  it('holds no resource of which every span was refused', () => {
    assert.equal(batchOf([span({ traceId: '' })]).resourceRows, 0);
  });

  it('takes marker rows that hold nothing but their name', () => {
    const batch = batchOf([span({ attributes: [text('a', 'b')] })]);
    batch.pushMarker({ bucketSeconds: 300, batch: 'spans-0:1-2' });
    batch.pushResourceMarker({ batch: 'spans-0:1-2' });
    for (const [rows, expected] of [
      [spanRows(batch), { bucket: 300, batch: 'spans-0:1-2', known: 7 }],
      [resourceRows(batch), { batch: 'spans-0:1-2', known: 7 }],
    ] as const) {
      assert.equal(rows[0]?.batch, '');
      const filled = Object.entries(rows[1] ?? {}).filter(([, value]) => !isNothing(value));
      assert.deepEqual(Object.fromEntries(filled), expected);
    }
    assert.equal(batch.facts().rows, 1);
  });

  it('is as before after a rollback, and goes on as if nothing had been', () => {
    fc.assert(
      fc.property(
        tracesOf(anySpan),
        tracesOf(anySpan),
        tracesOf(anySpan),
        (first, undone, last) => {
          const touched = openSpanBatch();
          const untouched = openSpanBatch();
          for (const batch of [touched, untouched])
            decodeTraces(body(first, 'json'), 'json', recordContext, batch);
          const mark = touched.mark();
          decodeTraces(body(undone, 'json'), 'json', other, touched);
          touched.rollback(mark);
          for (const batch of [touched, untouched])
            decodeTraces(body(last, 'json'), 'json', recordContext, batch);
          assert.deepEqual(spanRows(touched), spanRows(untouched));
          assert.deepEqual(resourceRows(touched), resourceRows(untouched));
          assert.deepEqual(touched.facts().endSeconds, untouched.facts().endSeconds);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('holds nothing of what it held before when it is used again', () => {
    fc.assert(
      fc.property(tracesOf(anySpan), tracesOf(anySpan), (earlier, traces) => {
        const again = openSpanBatch();
        const fresh = openSpanBatch();
        decodeTraces(body(earlier, 'json'), 'json', other, again);
        again.pushMarker({ bucketSeconds: 300, batch: 'spans-0:1-2' });
        again.pushResourceMarker({ batch: 'spans-0:1-2' });
        assert.ok(again.reset());
        for (const batch of [again, fresh])
          decodeTraces(body(traces, 'json'), 'json', recordContext, batch);
        assert.deepEqual(spanRows(again), spanRows(fresh));
        assert.deepEqual(resourceRows(again), resourceRows(fresh));
        assert.deepEqual(again.facts().traceIds, fresh.facts().traceIds);
      }),
      { numRuns: 60 },
    );
  });

  it('is not to be used again once it has seen too many names', () => {
    const batch = openSpanBatch();
    const spans = Array.from({ length: 20_001 }, (_, index) => span({ name: `job ${index}` }));
    add(batch, spans, 'a');
    assert.equal(batch.reset(), false);
  });

  it('grows past what it first has room for', () => {
    const batch = openSpanBatch();
    const spans = Array.from({ length: 700 }, (_, index) =>
      span({ name: `operation ${index}`, attributes: [text(`key ${index}`, 'x'.repeat(index))] }),
    );
    for (const service of ['a', 'b', 'c']) add(batch, spans, service);
    const rows = rowsOf(batch.columns({ knownSeconds: 1 }));
    assert.equal(rows.length, 2100);
    assert.deepEqual(rows.at(-1)?.['attributes.key'], ['key 699']);
    assert.equal(rows.at(-1)?.name, 'operation 699');
    assert.equal(batch.serviceText(batch.facts().service.at(-1) ?? 0), 'c');
  });
});

const isNothing = (value: unknown): boolean =>
  value === 0 || (Array.isArray(value) && value.length === 0) || /^0*$/.test(String(value));

/** The names of a table's columns as its DDL has them. */
function columnsOf(file: string): string[] {
  const ddl = readFileSync(join(packageRoot(), 'schemas/clickhouse', file), 'utf8');
  const lines = ddl
    .slice(ddl.indexOf('('), ddl.indexOf('ENGINE'))
    .matchAll(/^ {2}`?([a-z_.]+)`? /gm);
  return Array.from(lines, ([, name = '']) => name);
}

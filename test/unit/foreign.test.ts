import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { convertNonOtlp } from '../../services/ingest-api/foreign/convert.ts';
import { checkTraces } from '../support/check-otlp.ts';

const receivedAtMs = 1_700_000_000_000;
const context = { organizationId: 'a', serviceName: 'shop', receivedAtMs };

const error = {
  error: { message: 'no cart', stack: 'TypeError: no cart\n    at page', digest: '42' },
  request: { path: '/cart', method: 'GET' },
  context: { routerKind: 'App Router', routePath: '/cart', routeType: 'render' },
  release: '1.0.0',
  environment: 'production',
  timestamp: receivedAtMs - 5,
};

const attempt = {
  trace_id: '7a5a2c1e-0b5f-4d5e-9a3b-0000000000aa',
  span_id: '7a5a2c1e-0b5f-4d5e-9a3b-0000000000bb',
  parent_id: null,
  name: 'test',
  kind: 'internal',
  timestamp: receivedAtMs,
  duration: 150,
  service: { name: 'till', version: '1' },
  resource: {},
  attributes: { a: null, n: 1.5 },
  events: [],
  status: { code: 'ok' },
};

const convert = (body: unknown, more: Partial<typeof context> = {}) =>
  convertNonOtlp(Buffer.from(JSON.stringify(body)), { ...context, ...more });

const partsOf = (body: unknown) => {
  const bytes = convert(body) ?? Buffer.from('{}');
  equal(checkTraces(bytes, 'json', { receivedAtMs }).spans, 1);
  const [{ resource, scopeSpans }] = JSON.parse(bytes.toString()).resourceSpans;
  return { resource: resource.attributes, span: scopeSpans[0].spans[0] };
};

describe('bodies that are no OTLP', () => {
  it('become one span: the error of a request', () => {
    const { resource, span } = partsOf(error);
    deepEqual(resource[0], { key: 'service.name', value: { stringValue: 'shop' } });
    equal(span.name, 'Exception: TypeError');
    equal(span.startTimeUnixNano, '1699999999995000000');
    deepEqual(span.status, { code: 'STATUS_CODE_ERROR', message: 'no cart' });
    deepEqual(
      span.events[0].attributes.map(({ key }: { key: string }) => key),
      ['exception.type', 'exception.message', 'exception.stacktrace'],
    );
  });

  it('become one span: an attempt from a command line', () => {
    const { resource, span } = partsOf(attempt);
    deepEqual(resource[0], { key: 'service.name', value: { stringValue: 'till' } });
    equal(span.traceId, '7a5a2c1e0b5f4d5e9a3b0000000000aa');
    equal(span.spanId, '7a5a2c1e0b5f4d5e');
    equal(span.endTimeUnixNano, '1700000000150000000');
    deepEqual(span.attributes, [{ key: 'n', value: { doubleValue: 1.5 } }]);
  });

  it('have the same ids when they come again, and others in another organization', () => {
    deepEqual(convert(error), convert(error, { receivedAtMs: receivedAtMs + 60_000 }));
    notEqual(String(convert(error)), String(convert(error, { organizationId: 'b' })));
  });

  it('are refused as any span when they are of no time that there is', () => {
    for (const timestamp of [1e308, -1e308, 1e17, Number.MIN_VALUE]) {
      for (const body of [convert({ ...error, timestamp }), convert({ ...attempt, timestamp })]) {
        const { spans, refused } = checkTraces(body ?? Buffer.from('{}'), 'json', { receivedAtMs });
        deepEqual([spans, refused], [0, 1], String(timestamp));
      }
    }
  });

  it('are left alone when they are of no known shape', () => {
    for (const body of [
      {},
      [],
      'text',
      7,
      null,
      { error: 'text' },
      { ...attempt, trace_id: 'x' },
    ]) {
      equal(convert(body), undefined);
    }
    equal(convertNonOtlp(Buffer.from('{"error"'), context), undefined);
    equal(convert({ ...error, release: 'x'.repeat(300_000) }), undefined);
  });
});

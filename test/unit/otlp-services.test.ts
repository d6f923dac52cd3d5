import { deepEqual, equal, match } from 'node:assert/strict';
import { SpanBatch } from '../../platform/otlp/span-batch.ts';
import { decodeTraces } from '../../platform/otlp/traces.ts';
import { examineBody } from '../../services/ingest-api/validate/body.ts';
import { checkMetrics, checkTraces } from '../support/check-otlp.ts';
import { freshSpan } from '../support/otel-send.ts';
import { body, traces } from '../support/otlp.ts';

const receivedAtMs = Date.now();
const organization = '11111111-1111-4111-8111-111111111111';
const services = ['cart', 'Lager'];
const request = {
  resourceSpans: ['cart', 'bank', 'lager', 'Lager', 'cart2', ''].flatMap(
    service => traces([freshSpan({}, receivedAtMs)], service).resourceSpans,
  ),
};

describe('a body with services that its key may not send', () => {
  for (const format of ['json', 'protobuf'] as const) {
    it(`loses exactly their spans, where it is checked and where it is decoded, in ${format}`, () => {
      const bytes = body(request, format);
      const checked = checkTraces(bytes, format, { receivedAtMs, services });
      deepEqual([checked.spans, checked.refused], [2, 4]);
      match(checked.reason ?? '', /may not send for the service 'bank'/);
      const batch = new SpanBatch();
      const context = {
        receivedAtMs,
        services,
        requestIndex: 0,
        organization: new Uint8Array(16),
        request: new Uint8Array(16),
      };
      deepEqual(decodeTraces(bytes, format, context, batch), checked);
      equal(batch.spanRows, 2);
      equal(checkTraces(bytes, format, { receivedAtMs }).spans, 6);
      equal(checkTraces(bytes, format, { receivedAtMs, services: ['unknown_service'] }).spans, 1);
    });
  }

  it('loses their data points', () => {
    const point = { timeUnixNano: `${BigInt(receivedAtMs) * 1_000_000n}`, asInt: '1' };
    const metrics = [{ name: 'load', gauge: { dataPoints: [point, point] } }];
    const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'bank' } }] };
    const bytes = Buffer.from(
      JSON.stringify({ resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] }),
    );
    const { points, refused } = checkMetrics(bytes, 'json', { receivedAtMs, services });
    deepEqual([points, refused], [0, 2]);
  });

  it('is another request for a key with other services, and the same for the same', () => {
    const hashFor = (own: readonly string[] | undefined): string => {
      const bytes = body(request, 'json');
      const asked = {
        signal: 'traces',
        bytes,
        format: 'json',
        receivedAtMs,
        organization,
      } as const;
      const examined = examineBody({ ...asked, services: own });
      return examined.kind === 'readable' ? examined.hash : '';
    };
    equal(hashFor(services), hashFor([...services]));
    equal(new Set([hashFor(services), hashFor(['cart']), hashFor(undefined)]).size, 3);
  });
});

import assert from 'node:assert/strict';
import { encodeStatus, encodeTraceResponse, otlpTypes } from '../../platform/otlp/schema.ts';

const decode = (type: string, bytes: Uint8Array): unknown => {
  const message = otlpTypes().lookupType(type);
  return message.toObject(message.decode(bytes), { longs: String });
};

const response = 'opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse';

describe('answers to an export of traces', () => {
  const nothing = { rejectedSpans: 0, errorMessage: '' };
  const some = { rejectedSpans: 3, errorMessage: 'span 01: it has no start time' };

  it('say nothing when every span was taken', () => {
    assert.deepEqual(decode(response, encodeTraceResponse('protobuf', nothing)), {});
    assert.equal(String(encodeTraceResponse('json', nothing)), '{"partialSuccess":{}}');
  });

  it('tell how many spans were refused, and why', () => {
    assert.deepEqual(decode(response, encodeTraceResponse('protobuf', some)), {
      partialSuccess: { rejectedSpans: '3', errorMessage: some.errorMessage },
    });
    assert.deepEqual(JSON.parse(String(encodeTraceResponse('json', some))), {
      partialSuccess: { rejectedSpans: '3', errorMessage: some.errorMessage },
    });
  });

  it('to protobuf are a google.rpc.Status when the request failed', () => {
    const status = encodeStatus(3, 'expected OTLP traces');
    assert.deepEqual(decode('google.rpc.Status', status), {
      code: 3,
      message: 'expected OTLP traces',
    });
  });
});

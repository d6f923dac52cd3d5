import { randomBytes } from 'node:crypto';
import { otlpTypes } from '../../../platform/otlp/schema.ts';
import type { NewRecord } from '../../../platform/topic-log/port.ts';
import { canaryOrganization, keyId } from '../../../schemas/ids.ts';
import { contentHash, telemetryRecord } from '../../../schemas/telemetry/record.ts';
import { telemetryHeaders } from '../../../schemas/topics.ts';

const requestType = 'opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest';

/** No key has this id. */
const noKey = keyId(canaryOrganization);

/** Of each trace: a root and its child, so that half of a trace can be told from all of it. */
export const canarySpans = 2;

/** The record of a trace that ends when it is sent, as ingest-api writes it for a request. */
export function canaryRecord(traceId: string, sentMs: number): NewRecord {
  const value = canaryBody(traceId, sentMs);
  const request = {
    organizationId: canaryOrganization,
    keyId: noKey,
    partitionKey: canaryOrganization,
    countHeader: telemetryHeaders.spans,
    accepted: canarySpans,
    refused: 0,
    receivedAtMs: sentMs,
    hash: contentHash({ organization: canaryOrganization, bytes: value }),
    client: 'tidemark-canary',
    bytes: value.length,
  };
  return telemetryRecord(request, { value, bodyBytes: value.length });
}

function canaryBody(traceId: string, sentMs: number): Uint8Array {
  const root = spanOf(traceId, sentMs, { name: 'canary' });
  const child = spanOf(traceId, sentMs, { name: 'canary child', parentSpanId: root.spanId });
  const service = { key: 'service.name', value: { stringValue: 'tidemark-canary' } };
  const scopeSpans = [{ scope: { name: 'tidemark' }, spans: [root, child] }];
  const type = otlpTypes().lookupType(requestType);
  const request = { resourceSpans: [{ resource: { attributes: [service] }, scopeSpans }] };
  return type.encode(type.fromObject(request)).finish();
}

const spanIdBytes = 8;
const spanMs = 1;

/** Of kind internal. */
const spanOf = (
  traceId: string,
  sentMs: number,
  more: { readonly name: string; readonly parentSpanId?: Uint8Array },
) => ({
  traceId: Buffer.from(traceId, 'hex'),
  spanId: randomBytes(spanIdBytes),
  kind: 1,
  startTimeUnixNano: nanosOf(sentMs - spanMs),
  endTimeUnixNano: nanosOf(sentMs),
  ...more,
});

const nanosOf = (ms: number): string => String(BigInt(ms) * 1_000_000n);

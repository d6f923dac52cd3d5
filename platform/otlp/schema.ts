import { join } from 'node:path';
import protobuf from 'protobufjs';
import type { OtlpFormat } from '../../schemas/topics.ts';
import { packageRoot } from '../package.ts';

/** How many spans were refused, and why the first one was. */
export type PartialSuccess = { readonly rejectedSpans: number; readonly errorMessage: string };

/** The same for data points. */
export type MetricsPartialSuccess = {
  readonly rejectedDataPoints: number;
  readonly errorMessage: string;
};

const files = ['trace-service.proto', 'metrics-service.proto', 'status.proto'];

let loaded: protobuf.Root | undefined;

/** The OTLP messages of `schemas/proto`, read when first needed. */
export function otlpTypes(): protobuf.Root {
  loaded ??= load(join(packageRoot(), 'schemas', 'proto'));
  return loaded;
}

/**
 * The answer to an export of spans: an empty message in protobuf, an empty part in JSON, when all were taken without a warning.
 * A warning has a message and rejects nothing, as the OTLP specification has it.
 */
export function encodeTraceResponse(format: OtlpFormat, partial: PartialSuccess): Buffer {
  if (format === 'json') return Buffer.from(JSON.stringify(jsonResponse(partial)));
  const { rejectedSpans, errorMessage } = partial;
  const isWhole = isTaken(rejectedSpans, errorMessage);
  const message = isWhole ? {} : { partialSuccess: { rejectedSpans, errorMessage } };
  return encode('opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse', message);
}

/** The answer to an export of metrics, in the same way. */
export function encodeMetricsResponse(format: OtlpFormat, partial: MetricsPartialSuccess): Buffer {
  const { rejectedDataPoints, errorMessage } = partial;
  const isWhole = isTaken(rejectedDataPoints, errorMessage);
  if (format === 'protobuf') {
    const message = isWhole ? {} : { partialSuccess: { rejectedDataPoints, errorMessage } };
    return encode('opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse', message);
  }
  const rejected = { rejectedDataPoints: String(rejectedDataPoints), errorMessage };
  return Buffer.from(JSON.stringify({ partialSuccess: isWhole ? {} : rejected }));
}

/**
 * `google.rpc.Status`: the body of an error answered to a protobuf request.
 *  retryAfterSeconds  when the request may be sent again, as a `RetryInfo`; clients are not told when absent
 */
export function encodeStatus(code: number, message: string, retryAfterSeconds?: number): Buffer {
  const details = retryAfterSeconds === undefined ? [] : [retryInfo(retryAfterSeconds)];
  return encode('google.rpc.Status', { code, message, details });
}

const retryInfo = (seconds: number): object => ({
  type_url: 'type.googleapis.com/google.rpc.RetryInfo',
  value: encode('google.rpc.RetryInfo', { retryDelay: { seconds } }),
});

// 64-bit integers are strings in the JSON mapping of protobuf.
const jsonResponse = ({ rejectedSpans, errorMessage }: PartialSuccess): object => ({
  partialSuccess: isTaken(rejectedSpans, errorMessage)
    ? {}
    : { rejectedSpans: String(rejectedSpans), errorMessage },
});

const isTaken = (rejected: number, warning: string): boolean => rejected === 0 && warning === '';

function encode(type: string, message: Record<string, unknown>): Buffer {
  return Buffer.from(otlpTypes().lookupType(type).encode(message).finish());
}

function load(folder: string): protobuf.Root {
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) => join(folder, target);
  root.loadSync(files).resolveAll();
  return root;
}

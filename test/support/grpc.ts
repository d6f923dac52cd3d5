import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type IncomingHttpHeaders,
} from 'node:http2';
import { framed } from '../../platform/grpc/message.ts';
import { otlpTypes } from '../../platform/otlp/schema.ts';

export const traceExport = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
export const metricsExport = '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export';

/** What became of a call. */
export type GrpcAnswer = {
  readonly head: IncomingHttpHeaders;
  /** Of gRPC; undefined when there was none. */
  readonly code: number | undefined;
  readonly message: string;
  /** Seconds of the `RetryInfo`. */
  readonly retrySeconds: number | undefined;
  /** As it came, with its prefix. */
  readonly bytes: Buffer;
  /** HTTP/2's code of the end of the stream. */
  readonly rstCode: number | undefined;
};

export type GrpcClient = {
  readonly session: ClientHttp2Session;
  /** Begins a call, which the caller writes and ends. */
  readonly open: (headers?: Readonly<Record<string, string>>, path?: string) => ClientHttp2Stream;
  /** A call whose bytes are written piece by piece. */
  readonly send: (
    chunks: Iterable<Uint8Array>,
    headers?: Readonly<Record<string, string>>,
    path?: string,
  ) => Promise<GrpcAnswer>;
  readonly close: () => void;
};

/** A client that writes whatever frames a test asks for, also invalid ones. */
export function openGrpcClient(port: number, key?: string): GrpcClient {
  const session = connect(`http://127.0.0.1:${port}`);
  session.on('error', () => undefined);
  const open: GrpcClient['open'] = (headers = {}, path = traceExport) =>
    session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...(key !== undefined && { 'x-api-key': key }),
      ...headers,
    });
  return {
    session,
    open,
    send: async (chunks, headers, path) => {
      const stream = open(headers, path);
      const answered = answerOf(stream);
      for (const chunk of chunks) if (!stream.closed) stream.write(chunk);
      stream.end();
      return answered;
    },
    close: () => session.destroy(),
  };
}

/** A message with its prefix, in one piece. */
export const oneMessage = (message: Uint8Array): Buffer[] => [framed(message)];

/** A message that is compressed, or says so. */
export function compressedMessage(bytes: Uint8Array): Buffer {
  const frame = framed(bytes);
  frame[0] = 1;
  return frame;
}

/** Resolves when the stream is over, however it ends. */
export function answerOf(stream: ClientHttp2Stream): Promise<GrpcAnswer> {
  return new Promise(resolve => {
    let head: IncomingHttpHeaders = {};
    let trailers: IncomingHttpHeaders = {};
    const parts: Buffer[] = [];
    stream.on('error', () => undefined);
    stream.on('response', headers => {
      head = headers;
    });
    stream.on('trailers', headers => {
      trailers = headers;
    });
    stream.on('data', (chunk: Buffer) => parts.push(chunk));
    stream.once('close', () => {
      const last = { ...head, ...trailers };
      const status = last['grpc-status'];
      resolve({
        head,
        code: status === undefined ? undefined : Number(status),
        message: decodeURIComponent(String(last['grpc-message'] ?? '')),
        retrySeconds: retrySecondsOf(last['grpc-status-details-bin']),
        bytes: Buffer.concat(parts),
        rstCode: stream.rstCode,
      });
    });
  });
}

type Detail = { readonly type_url: string; readonly value: Uint8Array };

function retrySecondsOf(details: string | string[] | undefined): number | undefined {
  if (details === undefined) return undefined;
  const types = otlpTypes();
  const status = types
    .lookupType('google.rpc.Status')
    .decode(Buffer.from(String(details), 'base64')) as unknown as { readonly details: Detail[] };
  const info = status.details.find(({ type_url: url }) => url.endsWith('/google.rpc.RetryInfo'));
  if (info === undefined) return undefined;
  const { retryDelay } = types.lookupType('google.rpc.RetryInfo').decode(info.value).toJSON() as {
    readonly retryDelay?: { readonly seconds?: string };
  };
  return Number(retryDelay?.seconds);
}

import { equal } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { OtlpFormat } from '../../schemas/topics.ts';
import type { TraceSpan } from '../../schemas/traces/routes.ts';
import type { WholeTidemark } from './cluster.ts';
import { type JsonSpan, nanosOf, body as otlpBody, span, traces } from './otlp.ts';

export const contentTypes = {
  json: 'application/json',
  protobuf: 'application/x-protobuf',
} as const;

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
};

export const newId = (digits: 16 | 32): string => randomUuid().replaceAll('-', '').slice(-digits);

/** A server span of 25 ms with ids of its own that ended a second ago. */
export const freshSpan = (fields: Partial<JsonSpan> = {}, nowMs = Date.now()): JsonSpan =>
  span({
    traceId: newId(32),
    spanId: newId(16),
    startTimeUnixNano: nanosOf(nowMs - 1_025),
    endTimeUnixNano: nanosOf(nowMs - 1_000),
    ...fields,
  });

export const jsonOf = (answer: Answer): unknown => JSON.parse(answer.bytes.toString());

export const textOf = (body: unknown): Buffer => Buffer.from(JSON.stringify(body));

/** What a sender of spans does with a server, and how it looks at what became of them. */
export function senderTo(server: WholeTidemark, key: string) {
  const send = async (
    bytes: Uint8Array,
    headers: Readonly<Record<string, string>> = {},
    path = '/v1/traces',
  ): Promise<Answer> => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': contentTypes.json, 'X-API-Key': key, ...headers },
      body: bytes as Uint8Array<ArrayBuffer>,
    });
    const { status, headers: answered } = response;
    return { status, headers: answered, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const readTrace = async (id: string) => {
    await server.caughtUp();
    return server.get<ResponseOf<'getTrace'>>(`/v1/traces/${id}`, key);
  };
  return {
    send,
    sendSpans: async (
      spans: readonly JsonSpan[],
      { service = 'checkout', format = 'json' as OtlpFormat } = {},
    ): Promise<void> => {
      const type = { 'Content-Type': contentTypes[format] };
      const { status } = await send(otlpBody(traces(spans, service), format), type);
      equal(status, 200);
    },
    readTrace,
    /** The spans of a trace; none when there is no such trace. */
    readSpans: async (id: string): Promise<readonly TraceSpan[]> => {
      const { status, body } = await readTrace(id);
      return status === 200 ? body.spans : [];
    },
  };
}

import { newId } from './otel-send.ts';
import { type JsonSpan, nanosOf } from './otlp.ts';
import type { Reader } from './reader.ts';

const spansOfRequest = 2_000;
const childrenOfSpan = 10;

/** A trace of so many spans, each of which has up to ten below it; every hundredth failed. */
export async function sendLargeTrace(
  ada: Pick<Reader, 'sendSpans'>,
  spans: number,
): Promise<string> {
  const traceId = newId(32);
  const startMs = Date.now() - 60_000;
  const ids = Array.from({ length: spans }, () => newId(16));
  const spanOf = (spanId: string, index: number): JsonSpan => {
    const parentSpanId = ids[Math.floor((index - 1) / childrenOfSpan)];
    return {
      traceId,
      spanId,
      ...(parentSpanId !== undefined && { parentSpanId }),
      name: `step ${index % 50}`,
      kind: 1,
      startTimeUnixNano: nanosOf(startMs + Math.floor((index / spans) * 10_000)),
      endTimeUnixNano: nanosOf(startMs + 20_000),
      attributes: [],
      status: { code: index % 100 === 99 ? 2 : 0 },
    };
  };
  for (let first = 0; first < spans; first += spansOfRequest)
    await ada.sendSpans(
      ids.slice(first, first + spansOfRequest).map((id, index) => spanOf(id, first + index)),
      { format: 'protobuf' },
    );
  return traceId;
}

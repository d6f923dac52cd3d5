import { equal } from 'node:assert/strict';
import { contentTypes, freshSpan, newId } from './otel-send.ts';
import {
  int,
  type JsonKeyValue,
  type JsonSpan,
  nanosOf,
  body as otlpBody,
  text,
  traces,
} from './otlp.ts';
import { until } from './until.ts';

/** The service that has most of it. */
export const wideService = `wide ${'w'.repeat(150)}`;

const spansAtOnce = 100;
const callsOfModels = 5;
const spansOfTrace = 20;
const attributesOfSpan = 10;

/** Letters, for digits are no part of a message's pattern. */
const lettersOf = (index: number): string =>
  [...index.toString(26)]
    .map(digit => String.fromCharCode(97 + Number.parseInt(digit, 26)))
    .join('');

const named = (index: number, characters: number): string =>
  `${lettersOf(index)} ${'n'.repeat(characters)}`;

const range = <Each>(count: number, each: (index: number) => Each): Each[] =>
  Array.from({ length: count }, (_, index) => each(index));

/**
 * Telemetry with long and many names: services that call each other, versions, operations, attributes, errors, calls of
 * models, and two long traces.
 *  width  of each of these; more of what is short
 */
export async function sendWide(url: string, key: string, width: number) {
  const send = async (spans: readonly JsonSpan[], service: string, version = '1') => {
    for (let sent = 0; sent < spans.length; sent += spansAtOnce)
      await post({ url, key }, spans.slice(sent, sent + spansAtOnce), service, version);
  };
  const long = [newId(32), newId(32)] as const;
  await sendCalls(width, send);
  await send(range(width, failed), wideService);
  await send(range(width, operation), wideService, '2');
  await send(range(callsOfModels * width, call), wideService);
  for (const traceId of long) await send(longTrace(traceId, spansOfTrace * width), wideService);
  return { long, modelCalls: callsOfModels * width, longSpans: spansOfTrace * width };
}

async function post(
  { url, key }: { readonly url: string; readonly key: string },
  spans: readonly JsonSpan[],
  service: string,
  version: string,
): Promise<void> {
  const { resourceSpans } = traces(spans, service);
  const attributes = [text('service.name', service), text('service.version', version)];
  const request = {
    resourceSpans: resourceSpans.map(each => ({ ...each, resource: { attributes } })),
  };
  const body = new Uint8Array(otlpBody(request, 'protobuf'));
  const headers = { 'Content-Type': contentTypes.protobuf, 'X-API-Key': key };
  await until('room for spans', async () => {
    const { status } = await fetch(`${url}/v1/traces`, { method: 'POST', headers, body });
    // One that is behind takes more a little later.
    if (status !== 429 && status !== 503) equal(status, 200);
    return status === 200;
  });
}

/** Each service calls the next, and all of them have a second version. */
async function sendCalls(
  width: number,
  send: (spans: readonly JsonSpan[], service: string, version?: string) => Promise<void>,
): Promise<void> {
  const serviceOf = (index: number): string => named(index, 150);
  for (let index = 0; index < width; index++) {
    const caller = freshSpan({ kind: 3, name: named(index, 150) });
    const called = freshSpan({ traceId: caller.traceId, parentSpanId: caller.spanId });
    await send([caller], serviceOf(index));
    await send([called], serviceOf((index + 1) % width), '2');
  }
}

const failed = (index: number): JsonSpan =>
  freshSpan({
    name: named(index, 150),
    status: { code: 2, message: named(index, 500) },
    events: [
      {
        name: 'exception',
        timeUnixNano: nanosOf(Date.now() - 1_001),
        attributes: [
          text('exception.type', named(index, 150)),
          text('exception.message', `${named(index, 500)}`),
          text(
            'exception.stacktrace',
            `Error\n    at ${lettersOf(index)} (/app/${named(index, 100)}.js:1:1)`,
          ),
        ],
      },
    ],
  });

/** With attributes of its own. */
const operation = (index: number): JsonSpan =>
  freshSpan({
    name: named(index, 150),
    attributes: range(attributesOfSpan, at =>
      text(`${lettersOf(at)}.${named(index, 100)}`, named(index, 150)),
    ),
  });

const call = (index: number): JsonSpan =>
  freshSpan({
    kind: 3,
    attributes: [
      text('gen_ai.operation.name', 'chat'),
      text('gen_ai.provider.name', named(index % 50, 100)),
      text('gen_ai.request.model', named(index, 100)),
      int('gen_ai.usage.input_tokens', 5),
      int('gen_ai.usage.output_tokens', 7),
    ],
  });

/** A root, and spans one after the other at places of their own. */
function longTrace(traceId: string, count: number): readonly JsonSpan[] {
  const beganAtMs = Date.now() - 60_000;
  const attributes: readonly JsonKeyValue[] = range(attributesOfSpan, at =>
    text(`long.${lettersOf(at)}`, 'v'.repeat(200)),
  );
  const root = freshSpan({
    traceId,
    name: 'all',
    startTimeUnixNano: nanosOf(beganAtMs),
    endTimeUnixNano: nanosOf(beganAtMs + count + 1),
  });
  const steps = range(count - 1, index =>
    freshSpan({
      traceId,
      parentSpanId: root.spanId,
      name: `step ${lettersOf(index)}`,
      startTimeUnixNano: nanosOf(beganAtMs + index),
      endTimeUnixNano: nanosOf(beganAtMs + index + 1),
      attributes,
    }),
  );
  return [root, ...steps];
}

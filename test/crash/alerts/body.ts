import { randomBytes } from 'node:crypto';
import { nanosOf } from '../../support/otlp.ts';

export type Rule = { readonly id: string; readonly service: string };

const durationMs = 20;
const serverKind = 2;
const errorCode = 2;

/** One failed request of each rule's service, ended at this instant. */
export const breachBody = (rules: readonly Rule[], atMs: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      resourceSpans: rules.map(({ service }) => ({
        resource: { attributes: [{ key: 'service.name', value: { stringValue: service } }] },
        scopeSpans: [{ spans: [failedSpan(atMs)] }],
      })),
    }),
  );

const failedSpan = (atMs: number) => ({
  traceId: randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
  name: 'GET /breach',
  kind: serverKind,
  startTimeUnixNano: nanosOf(atMs - durationMs),
  endTimeUnixNano: nanosOf(atMs),
  status: { code: errorCode },
});

import { deepEqual, equal, ok } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { ObservedServer } from '../support/observed-server.ts';
import { storedPoints } from '../support/otel-metric-points.ts';
import { until } from '../support/until.ts';
import type { Sent } from './client.ts';

export type Account = { readonly key: string; readonly organization: string };

type StoredSpan = { readonly trace: string; readonly span: string };

/** Waits for what was sent, and demands that all of it is there, once, in each place where it is counted. */
export async function expectCountedOnce(
  server: ObservedServer,
  account: Account,
  service: string,
  sent: Sent,
): Promise<void> {
  const enough = async () => (await storedSpans(server, account, service)).length >= sent.accepted;
  await until(`${sent.accepted} spans`, enough);
  await server.caughtUp();
  const stored = await storedSpans(server, account, service);
  const ids = stored.map(({ trace, span }) => `${trace} ${span}`);
  equal(stored.length, sent.accepted);
  equal(new Set(ids).size, sent.accepted);
  if (sent.ids !== undefined) deepEqual(ids.toSorted(), sent.ids.toSorted());
  const isWhole = sent.refused === 0;
  for (const [trace, count] of countsOf(stored.map(({ trace }) => trace)))
    await expectTrace(server, account, { trace, count, isWhole });
  if (sent.orders !== undefined) await expectOrders(server, account, service, sent.orders);
}

/** In the windows of the service, which count apart from its spans. */
export async function expectRequests(
  server: ObservedServer,
  { key }: Account,
  service: string,
  { requests }: Sent,
): Promise<void> {
  const { body } = await server.get<ResponseOf<'listServices'>>('/v1/services', key);
  equal(body.services.find(({ name }) => name === service)?.request_count, requests);
}

export const storedSpans = (
  { platform }: ObservedServer,
  { organization }: Account,
  service: string,
): Promise<StoredSpan[]> =>
  platform.warehouse.query<StoredSpan>(
    `SELECT replaceAll(toString(trace_id), '-', '') AS trace,
            lower(leftPad(hex(span_id), 16, '0')) AS span
     FROM spans WHERE organization = {organization:UUID} AND service = {service:String}`,
    { organization, service },
  );

function countsOf(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

type ExpectedTrace = {
  readonly trace: string;
  readonly count: number;
  /** No span of it was refused. */
  readonly isWhole: boolean;
};

/** It is read with each span once, and, if it is whole, with the parent of each. */
async function expectTrace(
  server: ObservedServer,
  { key }: Account,
  { trace, count, isWhole }: ExpectedTrace,
): Promise<void> {
  const { status, body } = await server.get<ResponseOf<'getTrace'>>(`/v1/traces/${trace}`, key);
  equal(status, 200);
  const ids = new Set(body.spans.map(({ span_id }) => span_id));
  deepEqual([body.trace.span_count, body.spans.length, ids.size], [count, count, count]);
  const parents = body.spans.flatMap(({ parent_span_id }) => parent_span_id ?? []);
  if (isWhole) deepEqual([parents.length, parents.filter(id => !ids.has(id))], [count - 1, []]);
}

async function expectOrders(
  { platform }: ObservedServer,
  { organization }: Account,
  service: string,
  orders: number,
): Promise<void> {
  const points = await storedPoints(platform.warehouse, organization, service);
  const found = points.filter(({ metric }) => metric === 'shop.orders');
  ok(found.length > 0);
  // Cumulative: a point for each export, at an instant of its own, and the last has all.
  equal(new Set(found.map(({ time }) => time)).size, found.length);
  equal(Math.max(...found.map(({ int }) => Number(int))), orders);
}

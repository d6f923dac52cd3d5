import { equal } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { BreakpointBody } from '../../schemas/snapshots/parts.ts';
import type { WholeTidemark } from './cluster.ts';
import type { Reader } from './reader.ts';
import { hostileTexts } from './shown-shop.ts';
import { until } from './until.ts';

/** Variables as programs have them: long, deep, many, and with texts that do harm. */
const variables = {
  // A number that no double holds, once it is sent.
  ticket: '<9007199254740993>',
  order: { id: 'o-17', total: 512, items: [{ sku: 'a-1', count: 2 }], paid: false, coupon: null },
  note: hostileTexts.message,
  [hostileTexts.service]: { link: hostileTexts.link },
  long: 'x'.repeat(10_000),
  many: Array.from({ length: 300 }, (_, index) => index),
};

/** A breakpoint and what it captured in a trace. */
export async function sendSnapshot(
  server: WholeTidemark,
  { key }: Reader,
  { service = 'checkout', name = 'placeOrder', traceId = '' } = {},
) {
  const post = async <Body>(path: string, body: object): Promise<Body> => {
    const answer = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body).replaceAll(/"<(\d+)>"/gu, '$1'),
    });
    const text = await answer.text();
    equal(answer.status, 201, text);
    return JSON.parse(text) as Body;
  };
  const place = {
    service_name: service,
    function_name: name,
    file_path: 'src/order.ts',
    line_number: 42,
  };
  const condition = 'order.total > 100';
  const breakpoint = await post<BreakpointBody>('/v1/breakpoints', { ...place, condition });
  const { id } = await post<{ readonly id: string }>('/sdk/snapshots/capture', {
    breakpoint_id: breakpoint.id,
    ...place,
    variables,
    stack_trace: `${name} at src/order.ts:42\nhandle at src/server.ts:7`,
    ...(traceId !== '' && { trace_id: traceId }),
    captured_at: new Date().toISOString(),
  });
  await until(`the snapshot ${id}`, async () => {
    const { body } = await server.get<ResponseOf<'getSnapshot'>>(`/v1/snapshots/${id}`, key);
    return body.capture ?? undefined;
  });
  return { breakpoint, id };
}

/** The pages of breakpoints and of what they captured. */
export async function sendShownSnapshots(
  server: WholeTidemark,
  ada: Reader,
  traceId: string,
): Promise<readonly string[]> {
  const usual = await sendSnapshot(server, ada, { traceId });
  const hostile = await sendSnapshot(server, ada, {
    service: hostileTexts.service,
    name: `${hostileTexts.message}${'long'.repeat(100)}`,
  });
  return [
    '/snapshots',
    `/snapshots?breakpoint=${usual.breakpoint.id}`,
    `/snapshots/${usual.id}`,
    `/snapshots/${hostile.id}`,
  ];
}

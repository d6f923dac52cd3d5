import { deepEqual, equal, ok } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { freshSpan, newId } from '../support/otel-send.ts';
import { type SnapshotCustomer, snapshotCustomer } from '../support/snapshots.ts';
import { until } from '../support/until.ts';

/** None of them is a double. */
const numbers = '{"id":9007199254740993,"of":[18446744073709551615,{"a":-12345678901234567890}]}';
const digits = numbers.match(/\d{16,}/gu) ?? [];
const texts = numbers.replaceAll(/-?\d{16,}/gu, '"$&"');

onBothEngines('numbers that no double holds', function (start) {
  this.timeout(120_000);
  let tidemark: WholeTidemark;
  let ada: SnapshotCustomer;

  before(async function () {
    tidemark = await start(this);
    ada = await snapshotCustomer(tidemark, 'ada');
  });
  after(() => tidemark?.close());

  const callTool = async (name: string, given: object) => {
    const response = await fetch(`${tidemark.url}/mcp`, {
      method: 'POST',
      headers: {
        'X-API-Key': ada.key,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: given },
      }),
    });
    return response.text();
  };

  it('are in snapshots as they were sent, also for assistants', async () => {
    const { id } = await ada.ok<{ id: string }>('POST', '/v1/breakpoints', {
      service_name: 'shop',
      function_name: 'pay',
    });
    const body = `{"breakpoint_id":"${id}","variables":${numbers}}`;
    const taken = await ada.call<{ snapshot_id: string }>('POST', '/sdk/snapshots/capture', body);
    equal(taken.status, 201, taken.text);
    const path = `/v1/snapshots/${taken.body.snapshot_id}`;
    const read = await until('what was captured', async () => {
      const answer = await ada.call<ResponseOf<'getSnapshot'>>('GET', path);
      return answer.body.capture !== null && answer;
    });
    ok(read.text.includes(`"variables":${numbers}`), read.text);
    const told = await callTool('get_snapshot', { snapshot_id: taken.body.snapshot_id });
    const { result } = JSON.parse(told) as { result: { content: { text: string }[] } };
    ok(told.includes(`"variables":${numbers}`), told);
    ok(result.content[0]?.text.includes(`"variables":${numbers}`), told);
  });

  it('are texts of their digits in the metadata of breakpoints', async () => {
    const sent = `{"service_name":"shop","function_name":"refund","metadata":${numbers}}`;
    const headers = { 'Idempotency-Key': 'refund-1' };
    const first = await ada.call<{ id: string }>('POST', '/v1/breakpoints', sent, headers);
    equal(first.status, 201, first.text);
    const again = await ada.call<{ id: string }>('POST', '/v1/breakpoints', sent, headers);
    deepEqual([again.status, again.body.id], [201, first.body.id], again.text);
    for (const path of [`/v1/breakpoints/${first.body.id}`, '/sdk/snapshots/active/shop'])
      ok((await ada.call('GET', path)).text.includes(`"metadata":${texts}`), path);
    const changed = `{"metadata":{"id":${digits[0]}}}`;
    await ada.ok('PUT', `/v1/breakpoints/${first.body.id}`, changed);
    const { text } = await ada.call('GET', `/v1/breakpoints/${first.body.id}`);
    ok(text.includes(`"metadata":{"id":"${digits[0]}"}`), text);
  });

  it('are in attributes of spans as they were sent, as texts', async () => {
    const traceId = newId(32);
    const value = (text: string) => `{"key":"n","value":{"intValue":${text}}}`;
    const span = { ...freshSpan({ traceId }), attributes: [], events: [] };
    for (const text of ['9007199254740993', '"9007199254740993"', '-9223372036854775808']) {
      const list = `{"key":"l","value":{"arrayValue":{"values":[{"intValue":${text}}]}}}`;
      const written = JSON.stringify({ ...span, spanId: newId(16) }).replace(
        '"attributes":[]',
        `"attributes":[${value(text)},${list}]`,
      );
      const body = `{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}}]},"scopeSpans":[{"spans":[${written}]}]}]}`;
      equal((await ada.call('POST', '/v1/traces', body)).status, 200);
    }
    await tidemark.caughtUp();
    const { text } = await ada.call('GET', `/v1/traces/${traceId}`);
    for (const shown of ['9007199254740993', '-9223372036854775808']) {
      ok(text.includes(`"attributes":{"n":"${shown}","l":["${shown}"]}`), text);
      ok(text.includes(`{"intValue":"${shown}"}`), text);
    }
  });
});

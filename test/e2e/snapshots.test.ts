import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { BreakpointBody, SdkBreakpointBody } from '../../schemas/snapshots/parts.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { instantBefore } from '../support/instant-before.ts';
import { openSdkStream } from '../support/sdk-stream.ts';
import { type SnapshotCustomer, snapshotCustomer } from '../support/snapshots.ts';
import { until } from '../support/until.ts';

type Active = ResponseOf<'activeBreakpoints'>;
type Captured = {
  success: boolean;
  snapshot_id: string;
  capture_count: number;
  reason?: string;
  condition_undecided?: boolean;
};
type Snapshot = ResponseOf<'getSnapshot'>;

const service = 'shop/api';
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

/** What the SDK for Node does: it asks once for what is active, registers each place once, and captures each hit. */
async function nodeSdk(customer: SnapshotCustomer) {
  const calls: string[] = [];
  const call = <Body>(method: string, path: string, body?: unknown) => {
    calls.push(`${method} ${path}`);
    return customer.call<Body>(method, path, body);
  };
  const { body: polled } = await call<Active>('GET', `/sdk/snapshots/active/${service}`);
  const known = new Map<string, SdkBreakpointBody>();
  for (const each of polled.breakpoints) known.set(`${each.function_name}:${each.label}`, each);
  const breakpointOf = async (name: string, label: string): Promise<SdkBreakpointBody> => {
    const found = known.get(`${name}:${label}`);
    if (found !== undefined) return found;
    const place = { service_name: service, file_path: 'app.js', line_number: 7 };
    const path = '/sdk/snapshots/auto-register';
    const answer = await call<SdkBreakpointBody>('POST', path, {
      ...place,
      function_name: name,
      label,
    });
    equal(answer.status === 200 || answer.status === 201, true, answer.text);
    known.set(`${name}:${label}`, answer.body);
    return answer.body;
  };
  return {
    calls,
    checkAndCapture: async (name: string, label: string, variables: object, more: object = {}) => {
      const { id, enabled } = await breakpointOf(name, label);
      if (!enabled) return undefined;
      return call<Captured>('POST', '/sdk/snapshots/capture', {
        breakpoint_id: id,
        service_name: service,
        file_path: 'app.js',
        function_name: name,
        label,
        line_number: 7,
        variables,
        security_flags: [],
        stack_trace: `${name} at app.js:7`,
        trace_id: traceId,
        captured_at: new Date().toISOString(),
        ...more,
      });
    },
  };
}

onBothEngines('snapshots', function (start) {
  this.timeout(120_000);
  let tidemark: WholeTidemark;
  let ada: SnapshotCustomer;
  let eve: SnapshotCustomer;

  before(async function () {
    tidemark = await start(this);
    ada = await snapshotCustomer(tidemark, 'ada');
    eve = await snapshotCustomer(tidemark, 'eve');
  });
  after(() => tidemark?.close());

  const create = (fields: object) =>
    ada.ok<BreakpointBody>('POST', '/v1/breakpoints', { service_name: service, ...fields });
  const capture = (id: string, body: object = {}, headers = {}) =>
    ada.call<Captured>('POST', '/sdk/snapshots/capture', { breakpoint_id: id, ...body }, headers);
  /** A snapshot once what was captured can be read. */
  const read = (id: string) =>
    until('what was captured', async () => {
      const { capture: found } = await ada.ok<Snapshot>('GET', `/v1/snapshots/${id}`);
      return found ?? undefined;
    });
  const list = (query = '', by = ada) =>
    by.ok<ResponseOf<'listSnapshots'>>('GET', `/v1/snapshots${query}`);

  it('come from the SDK for Node: one poll, one registration of a place, a capture of each hit', async () => {
    const sdk = await nodeSdk(ada);
    const first = await sdk.checkAndCapture('pay', 'before', { user: 'ada@example.com', total: 3 });
    const second = await sdk.checkAndCapture('pay', 'before', { total: 4, password: 'x' });
    deepEqual([first?.status, first?.body.capture_count], [201, 1]);
    deepEqual([second?.status, second?.body.capture_count], [201, 2]);
    deepEqual(sdk.calls, [
      `GET /sdk/snapshots/active/${service}`,
      'POST /sdk/snapshots/auto-register',
      'POST /sdk/snapshots/capture',
      'POST /sdk/snapshots/capture',
    ]);
    const { snapshots, total } = await list();
    deepEqual([total, snapshots.map(({ number }) => number)], [2, [2, 1]]);
    const whole = await read(first?.body.snapshot_id ?? '');
    deepEqual(whole.variables, { user: '[REDACTED:email]', total: 3 });
    deepEqual([whole.masked, whole.stack_trace], [1, 'pay at app.js:7']);
    const other = await read(second?.body.snapshot_id ?? '');
    deepEqual(other.variables, { total: 4, password: '[REDACTED:sensitive_name]' });
    const again = await nodeSdk(ada);
    await again.checkAndCapture('pay', 'before', {});
    equal(again.calls.includes('POST /sdk/snapshots/auto-register'), false);
  });

  it('are listed by breakpoint, service and trace, also as of an instant', async () => {
    const { id } = await create({ function_name: 'listed' });
    const before = await instantBefore();
    const { body } = await capture(id, { trace_id: traceId.toUpperCase() });
    equal((await list(`?breakpoint_id=${id}`)).snapshots[0]?.id, body.snapshot_id);
    equal((await list(`?breakpoint_id=${id}&as_of=${before}`)).total, 0);
    ok((await list(`?trace_id=${traceId}&service=${encodeURIComponent(service)}`)).total >= 4);
    equal((await list('?service=other')).total, 0);
    deepEqual((await list('', eve)).snapshots, []);
    equal((await eve.call('GET', `/v1/snapshots/${body.snapshot_id}`)).status, 404);
    equal((await eve.call('POST', '/sdk/snapshots/capture', { breakpoint_id: id })).status, 404);
  });

  it('are counted before the response, and end with the limit of a breakpoint', async () => {
    const { id } = await create({ function_name: 'limited', max_captures: 2 });
    const answers = await Promise.all([1, 2, 3, 4].map(() => capture(id)));
    deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 201, 201]);
    const taken = answers
      .filter(({ status }) => status === 201)
      .map(({ body }) => body.capture_count);
    deepEqual(taken.sort(), [1, 2]);
    const { body } = await capture(id);
    deepEqual([body.success, body.reason, body.capture_count], [false, 'exhausted', 2]);
    const after = await ada.ok<BreakpointBody>('GET', `/v1/breakpoints/${id}`);
    deepEqual([after.enabled, after.status, after.capture_count], [false, 'exhausted', 2]);
    equal((await list(`?breakpoint_id=${id}`)).total, 2);
  });

  it('are at most ten a minute of a breakpoint', async () => {
    const { id } = await create({ function_name: 'often' });
    const answers = await Promise.all(Array.from({ length: 12 }, () => capture(id)));
    equal(answers.filter(({ status }) => status === 201).length, 10);
    equal((await capture(id)).body.reason, 'rate_limited');
  });

  it('that are uploaded again under one key are one', async () => {
    const { id } = await create({ function_name: 'repeated', max_captures: 1 });
    const key = { 'Idempotency-Key': 'upload-1' };
    const twice = await Promise.all([
      capture(id, { variables: { a: 1 } }, key),
      capture(id, { variables: { a: 1 } }, key),
    ]);
    for (const answer of [...twice, await capture(id, { variables: { a: 1 } }, key)])
      deepEqual([answer.status, answer.body], [201, twice[0]?.body], answer.text);
    const other = await capture(id, { variables: { a: 2 } }, key);
    deepEqual([other.status, (await list(`?breakpoint_id=${id}`)).total], [409, 1]);
  });

  it('that are long are read in a thread and kept whole, up to 1 MiB', async () => {
    const { id } = await create({ function_name: 'long' });
    const rows = Array.from({ length: 9_000 }, (_, index) => ({ index, text: 'é'.repeat(40) }));
    const { status, body, text } = await capture(id, { variables: { rows } });
    equal(status, 201, text);
    deepEqual((await read(body.snapshot_id)).variables, { rows });
    const tooLong = { variables: { text: 'a'.repeat(1024 * 1024) } };
    equal((await capture(id, tooLong)).status, 413);
    equal((await capture(id, { variables: 'a'.repeat(100_000) })).status, 400);
    const deep = `{"breakpoint_id":"${id}","variables":{"a":${'['.repeat(100)}${']'.repeat(100)}}}`;
    for (const wrong of [deep, '{', '[]', '', `{"breakpoint_id":"${id}","variables":[]}`])
      equal(
        (await ada.call('POST', '/sdk/snapshots/capture', wrong)).status,
        400,
        wrong.slice(0, 40),
      );
    equal((await capture('no-uuid')).status, 404);
    const zipped = await fetch(`${tidemark.url}/sdk/snapshots/capture`, {
      method: 'POST',
      headers: {
        'X-API-Key': ada.key,
        'Content-Type': 'application/json',
        'Content-Encoding': 'gzip',
      },
      body: gzipSync(JSON.stringify({ breakpoint_id: id, variables: null, label: null })),
    });
    equal(zipped.status, 201);
  });

  it('of a condition that SDKs cannot evaluate are taken where it holds', async () => {
    const { id } = await create({ function_name: 'picky', condition: 'len(items) > 1' });
    equal((await capture(id, { variables: { items: [1] } })).body.reason, 'condition_false');
    equal((await capture(id, { variables: { items: 7 } })).body.reason, 'condition_error');
    equal((await capture(id, { variables: { items: [1, 2] } })).status, 201);
  });

  it('of a condition that an SDK did not evaluate are not taken where it does not hold', async () => {
    const { id } = await create({ function_name: 'unasked', condition: 'n > 5', max_captures: 3 });
    const few = await capture(id, { variables: { n: 4 } });
    deepEqual(
      [few.status, few.body.success, few.body.reason, few.body.capture_count],
      [200, false, 'condition_false', 0],
    );
    const taken: readonly (readonly [object, boolean])[] = [
      [{ variables: { n: 6 } }, false],
      [{ variables: { m: 1 } }, true],
      [{ variables: { n: '[REDACTED:api_key]' } }, true],
    ];
    for (const [body, isUndecided] of taken) {
      const answer = await capture(id, body);
      deepEqual([answer.status, answer.body.condition_undecided], [201, isUndecided], answer.text);
      const { condition_undecided } = await ada.ok<Snapshot>(
        'GET',
        `/v1/snapshots/${answer.body.snapshot_id}`,
      );
      equal(condition_undecided, isUndecided);
    }
    equal((await list(`?breakpoint_id=${id}`)).total, 3);
    const masked = await create({ function_name: 'mailed', condition: 'to == "ada@example.org"' });
    const [other, same] = [
      await capture(masked.id, { variables: { to: 'eve@example.org' } }),
      await capture(masked.id, { variables: { to: 'ada@example.org' } }),
    ];
    deepEqual([other.body.reason, same.status], ['condition_false', 201]);
    deepEqual((await read(same.body.snapshot_id)).variables, { to: '[REDACTED:email]' });
  });

  it('give numbers of their variables back as they were sent, long ones too', async () => {
    const { id } = await create({ function_name: 'exact', condition: 'of.id > 1' });
    for (const pad of ['', 'a'.repeat(70_000)]) {
      const variables = `{"of":{"id":9007199254740993,"all":[18446744073709551615]},"pad":"${pad}"}`;
      const body = `{"breakpoint_id":"${id}","variables":${variables}}`;
      const taken = await ada.call<Captured>('POST', '/sdk/snapshots/capture', body);
      equal(taken.status, 201, taken.text);
      await read(taken.body.snapshot_id);
      const { text } = await ada.call('GET', `/v1/snapshots/${taken.body.snapshot_id}`);
      ok(text.includes(`"variables":${variables}`), text.slice(0, 400));
    }
  });

  it('have the mode of their breakpoint where the SDK names none, long ones too', async () => {
    const { id } = await create({ function_name: 'logged', mode: 'logpoint' });
    const modes: readonly (readonly [object, string])[] = [
      [{}, 'logpoint'],
      [{ variables: { text: 'a'.repeat(70_000) } }, 'logpoint'],
      [{ mode: 'snapshot' }, 'snapshot'],
    ];
    for (const [body, mode] of modes) {
      const { body: taken } = await capture(id, body);
      equal((await read(taken.snapshot_id)).mode, mode);
    }
  });

  it('are announced by a check-in, which says whether they would be taken', async () => {
    const condition = 'total > 5 && path matches "^/pay"';
    const { id } = await create({
      function_name: 'asked',
      label: 'x',
      file_path: 'b.js',
      line_number: 3,
      condition,
    });
    const ask = async (fields: object, by = ada) => {
      const path = '/sdk/snapshots/check-in';
      const body = { service_name: service, ...fields };
      return (await by.call<ResponseOf<'checkInSnapshot'>>('POST', path, body)).body;
    };
    const variables = { total: 6, path: '/pay/17' };
    for (const named of [
      { breakpoint_id: id },
      { function_name: 'asked', label: 'x' },
      { file_path: 'b.js', line_number: 3 },
    ]) {
      const answer = await ask({ ...named, variables });
      deepEqual([answer.capture, answer.reason, answer.breakpoint?.id], [true, null, id]);
    }
    const refused = await ask({ breakpoint_id: id, metadata: { total: 1 } });
    deepEqual(
      [refused.capture, refused.reason, refused.kill_switch],
      [false, 'condition_false', false],
    );
    const unknown = await ask({ function_name: 'asked', label: 'y', variables });
    deepEqual(
      [unknown.capture, unknown.reason, unknown.breakpoint],
      [false, 'unknown_breakpoint', null],
    );
    equal((await ask({ breakpoint_id: id, variables }, eve)).reason, 'unknown_breakpoint');
    await ada.ok('PUT', `/v1/breakpoints/${id}`, { condition: 'len(total) > 1' });
    const faulty = await ask({ breakpoint_id: id, variables });
    deepEqual([faulty.capture, faulty.reason], [false, 'condition_error']);
    match(faulty.message ?? '', /len needs/);
    equal((await list(`?breakpoint_id=${id}`)).total, 0);
  });

  it('stop with the kill switch, and SDKs learn of every change by a stream', async () => {
    const { id } = await create({ function_name: 'watched' });
    const url = `${tidemark.url}/sdk/snapshots/stream/${encodeURIComponent(service)}`;
    const stream = await openSdkStream(url, ada.key);
    const init = await stream.next<{ breakpoints: BreakpointBody[]; kill_switch: boolean }>('init');
    equal(stream.text().startsWith('event: init\ndata: '), true);
    equal(stream.text().includes('\r'), false);
    equal(
      init.breakpoints.some(each => each.id === id),
      true,
    );
    equal(init.kill_switch, false);
    await ada.ok('PUT', '/v1/snapshots/kill-switch', { enabled: true });
    deepEqual(await stream.next('kill_switch'), { enabled: true });
    equal((await capture(id)).body.reason, 'kill_switch');
    await ada.ok('PUT', '/v1/snapshots/kill-switch', { enabled: false });
    deepEqual(await stream.next('kill_switch'), { enabled: false });
    const created = await create({ function_name: 'watched', label: 'new' });
    const { success: _, ...body } = created as BreakpointBody & { success: true };
    deepEqual(await stream.next('breakpoint_created'), body);
    await ada.ok('PUT', `/v1/breakpoints/${id}`, { condition: 'a == 1' });
    equal((await stream.next<BreakpointBody>('breakpoint_updated')).condition, 'a == 1');
    await ada.ok('POST', `/v1/breakpoints/${id}/disable`);
    deepEqual(await stream.next('breakpoint_deleted'), { id });
    await ada.ok('DELETE', `/v1/breakpoints/${created.id}`);
    deepEqual(await stream.next('breakpoint_deleted'), { id: created.id });
    stream.leave();
  });

  it('have a stream of every service, which ends when its key is revoked', async () => {
    const { id, key } = await ada.ok<{ id: string; key: string }>('POST', '/v1/api-keys', {
      name: 'sdk',
      kind: 'live',
    });
    const stream = await openSdkStream(`${tidemark.url}/sdk/snapshots/stream/a/b c`, key);
    deepEqual(await stream.next('init'), { breakpoints: [], kill_switch: false });
    await ada.ok('DELETE', `/v1/api-keys/${id}`);
    await stream.over();
  });

  it('have an init of many breakpoints in lines that clients in Go take', async () => {
    const many = Array.from({ length: 64 }, (_, index) => index);
    const set = (index: number) =>
      ada.ok('POST', '/v1/breakpoints', {
        service_name: 'large',
        function_name: `f${index}`,
        condition: `a == "${'x'.repeat(950)}"`,
      });
    for (let from = 0; from < many.length; from += 16)
      await Promise.all(many.slice(from, from + 16).map(set));
    const stream = await openSdkStream(`${tidemark.url}/sdk/snapshots/stream/large`, ada.key);
    const { breakpoints } = await stream.next<{ breakpoints: BreakpointBody[] }>('init');
    equal(breakpoints.length, many.length);
    const longest = Math.max(
      ...stream
        .text()
        .split('\n')
        .map(line => Buffer.byteLength(line)),
    );
    ok(Buffer.byteLength(stream.text()) > 65_536 && longest < 65_536, `${longest}`);
    stream.leave();
  });
});

import { equal, match, ok } from 'node:assert/strict';
import { packageRoot } from '../../platform/package.ts';
import { snapshotLimits } from '../../services/ingest-api/snapshots/config.ts';
import { type FixtureData, idOf, manyEvents, wide } from '../support/large-rows.ts';
import { type MeasuredServer, startMeasured } from '../support/measured.ts';

const MiB = 1024 * 1024;
/** Streams with a text each held 450 MiB. */
const heldBytesMax = 150 * MiB;
const stallMsMax = 250;
const streamsOpened = 100;

const large = (index: number, { breakpoint }: FixtureData) => ({
  breakpointId: idOf('breakpoint', index),
  breakpoint: {
    ...breakpoint,
    pinned: true,
    functionName: `f${index}`,
    captureExpressions: Array.from({ length: 20 }, () => `"${wide(100)}"`),
  },
});

describe('breakpoints as large as a service may have', function () {
  this.timeout(180_000);
  let server: MeasuredServer;
  let key: string;

  before(async () => {
    server = await startMeasured(packageRoot());
    const account = await server.account('ada@example.org', 'checkout');
    key = account.key;
    const organization = String(account.verified.body.organization_id);
    await server.append(manyEvents('BreakpointSet', organization, 300, large));
    equal((await server.get('/sdk/snapshots/active/checkout', key)).status, 200);
  });

  after(() => server?.close());

  it('are one text for all streams, of which slow clients hold little', async () => {
    const before = await server.settled();
    await server.reset();
    const ending = new AbortController();
    const headers = { 'X-API-Key': key };
    const streams = await Promise.all(
      Array.from({ length: streamsOpened }, () =>
        fetch(`${server.url}/sdk/snapshots/stream/checkout`, { headers, signal: ending.signal }),
      ),
    );
    ok(streams.every(({ status }) => status === 200));
    const { stalls, rssBytes } = await server.settled();
    ok(rssBytes - before.rssBytes < heldBytesMax, `${(rssBytes - before.rssBytes) / MiB} MiB`);
    ok(stalls.ownMsMax <= stallMsMax, JSON.stringify(stalls));
    const first = streams[0]?.body?.getReader();
    const { value } = (await first?.read()) ?? {};
    match(Buffer.from(value ?? []).toString(), /^event: init\ndata: \{"breakpoints":\[/u);
    ending.abort();
  });

  it('are polled by many at once without keeping the event loop from others', async () => {
    await server.reset();
    const polls = Array.from({ length: 20 }, () =>
      server.get<{ breakpoints: unknown[] }>('/sdk/snapshots/active/checkout', key),
    );
    for (const { status, body } of await Promise.all(polls)) {
      equal(status, 200);
      equal(body.breakpoints.length, 300);
    }
    const { stalls } = await server.settled();
    ok(stalls.ownMsMax <= stallMsMax, JSON.stringify(stalls));
  });

  it('are refused when they have too many bytes together, with the limit', async () => {
    const headers = { 'X-API-Key': key };
    const expression = `"${wide(900)}"`;
    const create = (index: number) =>
      server.post(
        '/v1/breakpoints',
        {
          service_name: 'orders',
          function_name: `f${index}`,
          capture_expressions: Array.from({ length: 20 }, () => expression),
        },
        headers,
      );
    const { breakpointBytesPerServiceMax: bytesMax } = snapshotLimits;
    const fitting = Math.floor(bytesMax / (20 * Buffer.byteLength(expression)));
    let refused: Awaited<ReturnType<typeof create>> | undefined;
    for (let index = 0; index <= fitting && refused === undefined; index++) {
      const answer = await create(index);
      if (answer.status !== 201) refused = answer;
    }
    equal(refused?.status, 409);
    equal(refused?.body.code, 'limit_reached');
    match(String(refused?.body.error), new RegExp(`at most ${bytesMax} bytes together`, 'u'));
    const changed = await fetch(`${server.url}/v1/breakpoints?service=orders&limit=1`, { headers });
    const { breakpoints } = (await changed.json()) as { breakpoints: { id: string }[] };
    const { status } = await fetch(`${server.url}/v1/breakpoints/${breakpoints[0]?.id}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
      body: JSON.stringify({ capture_expressions: ['short'] }),
    });
    equal(status, 200);
  });
});

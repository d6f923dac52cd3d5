import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { keyOwner } from '../support/api-keys.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { freshSpan, newId } from '../support/otel-send.ts';
import { text, traces } from '../support/otlp.ts';
import { recordedEvents, type SentChunk, sendChunk } from '../support/replays.ts';
import { until } from '../support/until.ts';

type Replay = ResponseOf<'getReplay'>;
type Listed = ResponseOf<'listReplays'>;
type Page = ResponseOf<'replayEvents'>;

const origin = 'https://shop.example';
const chunkBytesMax = 24_117_248;

onBothEngines('recorded sessions', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let ada: Awaited<ReturnType<typeof keyOwner>>;
  let pub: string;

  before(async function () {
    tidemark = await start(this);
    ada = await keyOwner(tidemark);
    pub = (await ada.issue('pub', { allowed_origins: [origin] })).key;
  });
  after(() => tidemark?.close());

  const send = (chunk: SentChunk, key = pub) =>
    sendChunk(tidemark.url, key, { ...chunk, headers: { Origin: origin, ...chunk.headers } });
  const get = <Body>(path: string, key = ada.first) =>
    ada.ask<Body & { code?: string }>('GET', `/api/replays${path}`, { key });
  /** The session once it has so many segments. */
  const replayOf = (session: string, segments: number): Promise<Replay> =>
    until(`${segments} segments`, async () => {
      const { status, body } = await get<Replay>(`/${session}`);
      return status === 200 && body.segments.length === segments && body;
    });
  const pagesOf = async (session: string): Promise<Page[]> => {
    const pages: Page[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '' : `?cursor=${cursor}`;
      const { status, body } = await get<Page>(`/${session}/events${query}`);
      equal(status, 200, JSON.stringify(body).slice(0, 300));
      pages.push(body);
      cursor = body.next_cursor;
    }
    return pages;
  };

  it('are stored in chunks and read in the order of what they show', async () => {
    const session = newId(32);
    const fromMs = Date.now() - 60_000;
    const chunks = [0, 1, 2].map(n => recordedEvents(fromMs + n * 10_000));
    for (const segment of [1, 0, 2]) {
      const { status, body, headers } = await send({ session, segment, events: chunks[segment] });
      equal(status, 200, JSON.stringify(body));
      const size = Buffer.byteLength(JSON.stringify(chunks[segment]));
      deepEqual(body, {
        success: true,
        session_id: session,
        segment_id: segment,
        size_bytes: size,
        duplicate: false,
      });
      equal(headers.get('Access-Control-Allow-Origin'), origin);
      equal(headers.get('Access-Control-Allow-Credentials'), 'true');
    }
    const {
      segments,
      traces: linked,
      errors,
      slow_requests: slow,
      rage_clicks: rage,
      dead_clicks: dead,
      size_bytes: size,
      ...rest
    } = await replayOf(session, 3);
    deepEqual([errors, slow, rage], [[], [], []]);
    const deadAt = [2_000, 12_000].map(after => ({ at: new Date(fromMs + after).toISOString() }));
    deepEqual(dead, deadAt);
    deepEqual(rest, {
      session_id: session,
      type: 'session',
      started_at: new Date(fromMs).toISOString(),
      ended_at: new Date(fromMs + 22_000).toISOString(),
      duration_ms: 22_000,
      url: 'https://shop.example/cart?step=2',
      user_id: 'user-17',
      user_agent: 'Mozilla/5.0',
      click_count: 3,
      keypress_count: 7,
      rage_click_count: 0,
      // Those of the first two segments: the next one begins seven seconds later.
      dead_click_count: 2,
      segment_count: 3,
    });
    deepEqual(
      segments.map(({ segment_id: id, event_count: count }) => [id, count]),
      [
        [0, 3],
        [1, 3],
        [2, 3],
      ],
    );
    equal(
      size,
      chunks.reduce((sum, events) => sum + JSON.stringify(events).length, 0),
    );
    deepEqual(linked, []);
    const pages = await pagesOf(session);
    deepEqual(
      pages.map(page => page.segment_id),
      [0, 1, 2],
    );
    deepEqual(
      pages.map(({ events }) => events),
      chunks,
    );
    const { body: list } = await get<Listed>(`?user_id=user-17`);
    const found = list.replays.find(({ session_id: id }) => id === session);
    const { user_agent: _, ...listed } = rest;
    deepEqual(found, { ...listed, error_count: 0, size_bytes: size });
    equal((await get(`/${session.toUpperCase()}`)).status, 200);
  });

  it('take a beacon, which has everything in its query', async () => {
    const session = newId(32);
    const json = JSON.stringify(recordedEvents());
    const query = new URLSearchParams({
      api_key: pub,
      segment_id: '4',
      original_size: String(json.length),
      replay_type: 'buffer',
      replay_url: 'https://shop.example/ü?a=b',
      replay_user_id: '',
      click_count: '9',
      keypress_count: 'many',
    });
    const response = await fetch(`${tidemark.url}/api/replays/${session}/chunks?${query}`, {
      method: 'POST',
      headers: { Referer: `${origin}/cart` },
      body: gzipSync(json),
    });
    equal(response.status, 200, await response.clone().text());
    const { type, url, user_id, click_count, keypress_count, segments } = await replayOf(
      session,
      1,
    );
    deepEqual(
      [type, url, user_id, click_count, keypress_count, segments[0]?.segment_id],
      ['buffer', 'https://shop.example/ü?a=b', null, 9, 0, 4],
    );
  });

  it('count the same content of a segment once, and keep another one under the same number', async () => {
    const session = newId(32);
    const first = recordedEvents(Date.now() - 9_000);
    const second = recordedEvents(Date.now() - 3_000, 'reloaded');
    const sent = [];
    for (const events of [first, first, second, first])
      sent.push((await send({ session, events })).body.duplicate);
    deepEqual(sent, [false, true, false, true]);
    await send({ session, segment: 1, events: first });
    const { segments } = await replayOf(session, 3);
    deepEqual(segments.map(({ segment_id: id }) => id).sort(), [0, 0, 1]);
    deepEqual(
      new Set((await pagesOf(session)).map(({ events }) => JSON.stringify(events))).size,
      2,
    );
  });

  it('are read as JSON, whatever stood before their events', async () => {
    const session = newId(32);
    const events = recordedEvents();
    const json = JSON.stringify(events);
    for (const [segment, before] of ['\uFEFF', ")]}'\n", "\uFEFF)]}',\n"].entries()) {
      const sent = Buffer.from(before + json);
      const chunk = { session, segment, bytes: gzipSync(sent), size: sent.length };
      const { status, text } = await send(chunk);
      equal(status === 200 || status === 201, true, text);
    }
    await replayOf(session, 3);
    for (const page of await pagesOf(session)) deepEqual(page.events, events);
  });

  it('are refused for good with 400, 401 and 413 alone', async () => {
    const session = newId(32);
    const bomb = gzipSync(Buffer.alloc(chunkBytesMax + 1_000_000, ' '));
    const events = recordedEvents();
    const statuses = async (sent: Partial<SentChunk>) => (await send({ session, ...sent })).status;
    deepEqual(
      {
        'no gzip': await statuses({ bytes: Buffer.from(JSON.stringify(events)) }),
        'cut off': await statuses({ bytes: gzipSync(JSON.stringify(events)).subarray(0, 40) }),
        'no JSON': await statuses({ bytes: gzipSync('[{'), size: 2 }),
        'no list': await statuses({ events: { type: 2, timestamp: 1 } }),
        'no events': await statuses({ events: [] }),
        'no times': await statuses({ events: [{ type: 2 }, ...events] }),
        'a time without a date': await statuses({ events: [{ type: 2, timestamp: 1e300 }] }),
        'no segment': await statuses({ segment: '' }),
        'half a segment': await statuses({ segment: '1.5' }),
        'a session of another form': await statuses({ session: 'abc' }),
        'another size': await statuses({ size: 7 }),
        'no size at all': await statuses({ size: 'many' }),
        'a bomb that lies': await statuses({ bytes: bomb, size: 100 }),
        'a bomb': await statuses({ bytes: bomb, size: '' }),
        'too large as it says': await statuses({ size: chunkBytesMax + 1 }),
      },
      {
        'no gzip': 400,
        'cut off': 400,
        'no JSON': 400,
        'no list': 400,
        'no events': 400,
        'no times': 400,
        'a time without a date': 400,
        'no segment': 400,
        'half a segment': 400,
        'a session of another form': 400,
        'another size': 400,
        'no size at all': 400,
        'a bomb that lies': 400,
        'a bomb': 413,
        'too large as it says': 413,
      },
    );
    equal((await send({ session }, 'nonsense')).status, 401);
    equal((await get(`/${session}`)).status, 404);
    equal((await get(`/${session}/events`)).status, 404);
  });

  it('may have as many bytes as the recorder holds', async () => {
    const session = newId(32);
    const text = (length: number) => [{ type: 5, timestamp: Date.now(), data: 'ü'.repeat(length) }];
    const rest = Buffer.byteLength(JSON.stringify(text(0)));
    const events = text(Math.floor((chunkBytesMax - rest) / 2));
    const { status, body } = await send({ session, events });
    equal(status, 200, JSON.stringify(body));
    ok(chunkBytesMax - Number(body.size_bytes) < 2);
    await replayOf(session, 1);
    const [page] = await pagesOf(session);
    deepEqual(page?.events, events);
  });

  it('need an allowed origin with a public key', async () => {
    const session = newId(32);
    const codeOf = async (headers: Record<string, string>, key = pub) => {
      const { status, body } = await sendChunk(tidemark.url, key, { session, headers });
      return `${status} ${body.code ?? ''}`;
    };
    equal(await codeOf({ Origin: 'https://evil.example' }), '403 origin_not_allowed');
    equal(await codeOf({}), '403 origin_not_allowed');
    equal(await codeOf({}, ada.first), '200 ');
    const read = (await ada.issue('read')).key;
    equal(await codeOf({ Origin: origin }, read), '403 key_not_allowed');
    equal((await get(`/${session}`, pub)).body.code, 'public_key_not_allowed');
    const preflight = await fetch(`${tidemark.url}/api/replays/${session}/chunks`, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    });
    equal(preflight.status, 204);
    equal(preflight.headers.get('Access-Control-Allow-Origin'), origin);
    match(preflight.headers.get('Access-Control-Allow-Headers') ?? '', /X-Segment-Id/);
  });

  it('are listed by page, by services and errors of the spans that name them', async () => {
    const user = newId(32);
    const open = async (pages: readonly string[]): Promise<string> => {
      const session = newId(32);
      for (const [segment, page] of pages.entries()) {
        const headers = { 'X-Replay-Url': page, 'X-Replay-User-Id': user };
        equal((await send({ session, segment, headers })).status, 200);
      }
      return session;
    };
    const failing = await open(['https://shop.example/cart', 'https://shop.example/pay?a=%b']);
    const fine = await open(['https://shop.example/cart']);
    const alone = await open(['https://shop.example/help']);
    const name = (session: string, code: number) =>
      freshSpan({ status: { code }, attributes: [text('replay_id', session)] });
    for (const [service, spans] of [
      ['shop', [name(failing, 2), name(fine, 1)]],
      ['pay', [name(failing, 0)]],
    ] as const)
      equal((await ada.ask('POST', '/v1/traces', { body: traces(spans, service) })).status, 200);
    await tidemark.caughtUp();
    const list = async (query: string) => {
      const { status, body } = await get<Listed>(`?user_id=${user}&${query}`);
      equal(status, 200, JSON.stringify(body));
      equal(body.total, body.replays.length);
      return body.replays.map(({ session_id: id }) => id).toSorted();
    };
    const expected: readonly (readonly [query: string, sessions: readonly string[]])[] = [
      ['page=', [failing, fine, alone]],
      ['page=/cart', [failing, fine]],
      ['page=%25b', [failing]],
      ['page=/nowhere', []],
      ['service=shop', [failing, fine]],
      ['service=pay', [failing]],
      ['service=nobody', []],
      ['has_errors=true', [failing]],
      ['has_errors=false', [fine, alone]],
      ['service=shop&has_errors=false', [fine]],
      ['service=pay&has_errors=true', []],
      ['service=shop&has_errors=true&page=/help', []],
      ['service=shop&has_errors=true&page=/pay', [failing]],
    ];
    await until('the spans', async () => (await list('has_errors=true')).length === 1);
    for (const [query, sessions] of expected)
      deepEqual(await list(query), sessions.toSorted(), query);
    const { body } = await get<Listed>(`?user_id=${user}&page=/pay`);
    equal(body.replays[0]?.segment_count, 2);
    const from = new Date(Date.now() - 8 * 86_400_000).toISOString();
    equal((await get(`?from=${from}`)).status, 200);
    for (const query of ['has_errors=true', 'service=shop'])
      equal((await get(`?from=${from}&${query}`)).status, 400, query);
    equal((await get('?has_errors=maybe')).status, 400);
  });

  it('name the spans that name them', async () => {
    const session = newId(32);
    await send({ session });
    const traceId = newId(32);
    const failed = { traceId, status: { code: 2 }, attributes: [text('replay_id', session)] };
    const spans = [
      freshSpan(failed),
      freshSpan({ attributes: [text('replay_id', newId(32))] }),
      freshSpan(),
    ];
    equal((await ada.ask('POST', '/v1/traces', { body: traces(spans, 'shop') })).status, 200);
    await tidemark.caughtUp();
    const linked = await until('the span', async () => {
      const { body } = await get<Replay>(`/${session}`);
      return body.traces?.length > 0 && body.traces;
    });
    deepEqual(
      linked.map(span => [span.trace_id, span.service_name, span.has_error]),
      [[traceId, 'shop', true]],
    );
    const trace = await ada.ask<ResponseOf<'getTrace'>>('GET', `/v1/traces/${traceId}`);
    equal(trace.body.spans[0]?.attributes.replay_id, session);
  });
});

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { randomUuid } from '../../platform/uuid.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { freshSpan, newId } from '../support/otel-send.ts';
import { text } from '../support/otlp.ts';
import { recordedEvents, sendChunk } from '../support/replays.ts';
import { sourceMapForm, uploadSourceMap } from '../support/source-maps.ts';

const MiB = 1024 * 1024;

type Answer = {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
};

onBothEngines('bodies that are parsed in threads', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  const keys = { ada: '', mallory: '' };

  before(async function () {
    tidemark = await start(this);
    for (const name of ['ada', 'mallory'] as const)
      keys[name] = (await tidemark.account(`${name}@threads.example`, 'shop')).key;
  });
  after(() => tidemark?.close());

  const post = async (
    path: string,
    key: string,
    body: string | Uint8Array<ArrayBuffer>,
    type = 'application/json',
  ): Promise<Answer> => {
    const headers = { 'X-API-Key': key, 'Content-Type': type };
    const answer = await fetch(`${tidemark.url}${path}`, { method: 'POST', headers, body });
    const retryAfter = answer.headers.get('Retry-After');
    return { status: answer.status, retryAfter, text: await answer.text() };
  };

  const capture = (key: string, bytes: number): Promise<Answer> => {
    const variables = {
      seen: '1 '.repeat(bytes / 2),
    };
    return post(
      '/sdk/snapshots/capture',
      key,
      JSON.stringify({ breakpoint_id: randomUuid(), variables }),
    );
  };
  const longTraces = (): string => {
    const spans = Array.from({ length: 500 }, () =>
      freshSpan({ attributes: [text('long', 'x'.repeat(1_000))] }),
    );
    return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
  };
  /** Longer than what is read on the event loop. */
  const longChunk = (key: string) =>
    sendChunk(tidemark.url, key, {
      session: newId(32),
      events: [...recordedEvents(), { type: 3, timestamp: Date.now(), data: 'x'.repeat(400_000) }],
    });
  const bomb = (text: string): Promise<Answer> =>
    post(
      `/api/replays/${newId(32)}/chunks?segment_id=0`,
      keys.mallory,
      new Uint8Array(gzipSync(text)),
      'application/octet-stream',
    );
  const map = async (content: string) => {
    const form = sourceMapForm(randomUuid(), { map: content });
    return await uploadSourceMap(tidemark.url, keys.mallory, form);
  };

  it('are answered while another organization sends 66 captures of 1 MiB at once', async () => {
    const flood = Promise.all(Array.from({ length: 66 }, () => capture(keys.mallory, MiB - 2_000)));
    const [traces, chunk, captured] = await Promise.all([
      post('/v1/traces', keys.ada, longTraces()),
      longChunk(keys.ada),
      capture(keys.ada, 100_000),
    ]);
    deepEqual([traces.status, chunk.status], [200, 200], traces.text);
    // There is no such breakpoint, which is known once the capture was read.
    equal(captured.status, 404, captured.text);
    for (const { status, retryAfter } of await flood) {
      ok([404, 429, 503].includes(status), `found ${status}`);
      if (status !== 404) match(String(retryAfter), /^[1-3]$/);
    }
  });

  it('are refused before work when a chunk of 23 KB is 24 MB of brackets', async () => {
    const depth = 12_000_000;
    const found = await bomb(`[{"type":1,"timestamp":1,"d":${'['.repeat(depth)}`);
    equal(found.status, 400);
    match(found.text, /expected at most 2048 levels/);
    const events = `[${'{"type":1,"timestamp":1},'.repeat(900_000)}{"type":1,"timestamp":1}]`;
    match((await bomb(events)).text, /expected at most 200000 events in a chunk/);
    equal((await longChunk(keys.ada)).status, 200);
  });

  it('are refused before work when an index map has too many sections', async () => {
    const found = await map(`{"version":3,"sections":[${'{},'.repeat(500_000)}{}]}`);
    equal(found.status, 413);
    match(found.text, /expected at most 50000 sections in an index map/);
    const nested = await map(`{"version":3,"sources":[],"mappings":"","x":${'['.repeat(MiB)}`);
    equal(nested.status, 400);
    match(nested.text, /expected at most 64 levels/);
  });

  it('are refused when they are JSON of more values than a request has', async () => {
    const values = `{"name":"x","more":[${'{},'.repeat(200_000)}{}]}`;
    const found = await post('/v1/alert-rules', keys.mallory, values);
    equal(found.status, 400);
    match(found.text, /expected JSON with at most 20000 values and names/);
    const id = randomUuid();
    const seen = `{"breakpoint_id":"${id}","variables":{"a":[${'0,'.repeat(100_000)}0]}}`;
    match((await post('/sdk/snapshots/capture', keys.mallory, seen)).text, /at most 50000 values/);
  });

  it('are refused as broken forms, after which the process goes on', async () => {
    const form = 'multipart/form-data; boundary=x';
    const parts = '--x\r\n\r\n\r\n'.repeat(20_000);
    const many = await post('/api/sourcemaps', keys.mallory, parts, form);
    equal(many.status, 400);
    match(many.text, /expected at most 10 parts in the form/);
    const file = '--x\r\nContent-Disposition: form-data; name="other"; filename="f"\r\n\r\ncut off';
    const cut = await post('/api/sourcemaps', keys.mallory, file, form);
    equal(cut.status, 400);
    match(cut.text, /expected a complete form of multipart/);
    equal((await post('/v1/traces', keys.ada, longTraces())).status, 200);
  });
});

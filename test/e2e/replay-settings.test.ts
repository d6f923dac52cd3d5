import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { replayBlobs } from '../../schemas/replays/chunk.ts';
import { keyOwner } from '../support/api-keys.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { newId } from '../support/otel-send.ts';
import { someOf } from '../support/property.ts';
import { element, input, mutation, page, text } from '../support/recorded-events.ts';
import { sendChunk } from '../support/replays.ts';
import { recordedWith } from '../support/scrub-corpus/recorded.ts';
import { secrets } from '../support/scrub-corpus/secrets.ts';
import { until } from '../support/until.ts';

type Settings = ResponseOf<'getReplaySettings'>;
type Replay = ResponseOf<'getReplay'>;
type Page = ResponseOf<'replayEvents'>;

/** Words that may stand anywhere are no proof. */
const secretCharactersMin = 9;

onBothEngines('settings of recorded sessions', function (start) {
  this.timeout(240_000);
  let tidemark: WholeTidemark;
  let ada: Awaited<ReturnType<typeof keyOwner>>;

  before(async function () {
    tidemark = await start(this);
    ada = await keyOwner(tidemark);
  });
  after(() => tidemark?.close());

  const settings = async (query = ''): Promise<Settings> =>
    (await ada.ask<Settings>('GET', `/v1/replay-settings${query}`)).body;
  const change = (body: object) =>
    ada.ask<Settings & { details?: { field: string }[] }>('PATCH', '/v1/replay-settings', { body });
  const send = async (events: readonly object[], session = newId(32), user = 'user-17') => {
    const headers = { 'X-Replay-User-Id': user };
    const { status, body } = await sendChunk(tidemark.url, ada.first, { session, events, headers });
    equal(status, 200, JSON.stringify(body));
    return { session, body };
  };
  const shown = async (session: string): Promise<Page['events']> => {
    await until('the session', async () => {
      const { status } = await ada.ask<Replay>('GET', `/api/replays/${session}`);
      return status === 200;
    });
    const { body } = await ada.ask<Page>('GET', `/api/replays/${session}/events`);
    return body.events;
  };
  const stored = async (): Promise<string> => {
    const texts: string[] = [];
    const { blobStore, warehouse } = tidemark.platform;
    for await (const name of blobStore.list(replayBlobs)) {
      // What is deleted meanwhile is not stored any more.
      const content = await blobStore.get(name);
      if (content !== undefined) texts.push(gunzipSync(content).toString());
    }
    texts.push(JSON.stringify(await warehouse.query('SELECT * FROM samples', {})));
    return texts.join('\n');
  };

  it('are read, changed field by field, and read as of an instant', async () => {
    const before = await settings();
    const { retention_days_max: daysMax, ...defaults } = before;
    ok(daysMax >= 1);
    deepEqual(defaults, {
      mask_text: false,
      mask_inputs: true,
      mask_user_id: false,
      mask_selectors: [],
      mask_attributes: [],
      mask_patterns: [],
      sample_percent: 100,
      retention_days: null,
    });
    const at = new Date().toISOString();
    const first = await change({ mask_selectors: ['.card', '[data-private]'], retention_days: 2 });
    equal(first.status, 200, JSON.stringify(first.body));
    const second = await change({ mask_text: false, retention_days: null });
    deepEqual(second.body, { ...before, mask_selectors: ['.card', '[data-private]'] });
    deepEqual(await settings(), second.body);
    deepEqual((await change({})).body, second.body);
    equal((await settings(`?as_of=${at}`)).mask_text, false);
    const { body } = await ada.ask<ResponseOf<'audit'>>('GET', '/v1/audit?kinds=replays');
    equal(body.events.length, 2);
  });

  it('are refused with what is wrong with them', async () => {
    const refused: readonly (readonly [field: string, body: object])[] = [
      ['mask_selectors.1', { mask_selectors: ['.card', '.card > a'] }],
      ['mask_selectors.0', { mask_selectors: ['a:hover'] }],
      ['mask_patterns', { mask_patterns: ['(a'] }],
      ['mask_patterns', { mask_patterns: ['(?=a)'] }],
      ['mask_patterns', { mask_patterns: ['((((a{100}){100}))){100}'] }],
      ['mask_attributes.0', { mask_attributes: ['a b'] }],
      ['sample_percent', { sample_percent: 101 }],
      ['retention_days', { retention_days: 0 }],
      ['retention_days', { retention_days: 3_000 }],
      ['mask_selectors', { mask_selectors: Array.from({ length: 51 }, () => 'a') }],
    ];
    for (const [field, body] of refused) {
      const answer = await change(body);
      equal(answer.status, 400, JSON.stringify(body));
      equal(answer.body.details?.[0]?.field, field, JSON.stringify(answer.body));
    }
    const read = (await ada.issue('read')).key;
    const { status } = await ada.ask('PATCH', '/v1/replay-settings', { body: {}, key: read });
    equal(status, 403);
  });

  it('mask what is received after the answer, in what is stored and in what is shown', async () => {
    const events = [
      page(
        element(1, 'body', {}, [
          element(2, 'div', { class: 'private', title: 'of Grace Hopper' }, [
            text(3, 'Grace Hopper'),
          ]),
          element(4, 'p', {}, [text(5, 'Order ORD-123456 is open')]),
          element(6, 'input', { type: 'text', value: 'typed before' }),
        ]),
      ),
      input(6, 'typed after'),
      mutation({ adds: [{ parentId: 999, node: text(7, 'of an earlier chunk') }] }),
    ];
    const { body } = await change({
      mask_selectors: ['div.private'],
      mask_patterns: ['ORD-\\d{6}'],
    });
    deepEqual(body.mask_patterns, ['ORD-\\d{6}']);
    const { session, body: answer } = await send(events);
    equal(answer.size_bytes, Buffer.byteLength(JSON.stringify(events)));
    const texts = JSON.stringify(await shown(session));
    match(texts, /Order \[REDACTED:pattern\] is open/u);
    const everything = (await stored()) + texts;
    for (const masked of ['Hopper', 'ORD-123456', 'typed', 'earlier chunk'])
      equal(everything.includes(masked), false, masked);
    equal((await send(events, session)).body.duplicate, true);
  });

  it('store a hash of user ids, by which sessions of a user are still found and deleted', async () => {
    const user = `ada of ${newId(32)}`;
    const events = [page(text(1, 'a page'))];
    const before = await send(events, newId(32), user);
    equal((await change({ mask_user_id: true })).body.mask_user_id, true);
    const after = await send(events, newId(32), user);
    const other = await send(events, newId(32), `${user}0`);
    for (const { session } of [before, after, other]) await shown(session);
    const userOf = async (session: string) =>
      (await ada.ask<Replay>('GET', `/api/replays/${session}`)).body.user_id ?? '';
    equal(await userOf(before.session), user);
    const masked = await userOf(after.session);
    match(masked, /^masked-[0-9a-f]{32}$/u);
    ok(masked !== (await userOf(other.session)));
    equal((await stored()).split(user).length, 2, 'only in what was stored before');
    const listed = async (id: string) => {
      const path = `/api/replays?user_id=${encodeURIComponent(id)}`;
      const { body } = await ada.ask<ResponseOf<'listReplays'>>('GET', path);
      return body.replays.map(({ session_id: session }) => session).toSorted();
    };
    deepEqual(await listed(user), [before.session, after.session].toSorted());
    deepEqual(await listed(masked), [after.session]);
    const path = `/api/replays?user_id=${encodeURIComponent(user)}`;
    const { body } = await ada.ask<ResponseOf<'deleteReplays'>>('DELETE', path);
    equal(body.session_count, 2);
    for (const { session } of [before, after])
      equal((await ada.ask('GET', `/api/replays/${session}`)).status, 404);
    deepEqual(await listed(user), []);
    await until('nothing of the user', async () => {
      const left = await stored();
      return !left.includes(user) && !left.includes(masked);
    });
    equal((await ada.ask('GET', `/api/replays/${other.session}`)).status, 200);
    await change({ mask_user_id: false });
  });

  it('mask the secrets of the corpus without being asked to', async () => {
    await change({ mask_selectors: [], mask_patterns: [] });
    const drawn = someOf(secrets, 8);
    const events = drawn.flatMap(({ value }) => recordedWith(value).flatMap(each => each.events));
    const probes = new Set(drawn.flatMap(each => each.secrets));
    const { session } = await send(events);
    const texts = (await stored()) + JSON.stringify(await shown(session));
    const found = [...probes].filter(
      secret => secret.length >= secretCharactersMin && texts.includes(secret),
    );
    deepEqual(found, []);
  });

  it('keep a share of the sessions, each whole or not at all', async () => {
    await change({ sample_percent: 0 });
    const { session, body } = await send([page(text(1, 'never stored'))]);
    deepEqual([body.success, body.stored, body.duplicate], [true, false, false]);
    equal((await ada.ask('GET', `/api/replays/${session}`)).status, 404);
    equal((await stored()).includes('never stored'), false);
    await change({ sample_percent: 50 });
    const sessions = Array.from({ length: 20 }, () => newId(32));
    for (const each of sessions) {
      const both = [];
      for (const word of ['one', 'two'])
        both.push((await send([page(text(1, word))], each)).body.stored !== false);
      equal(both[0], both[1]);
    }
    await change({ sample_percent: 100 });
    const { body: kept } = await send([page(text(1, 'stored'))]);
    equal(kept.stored, undefined);
  });
});

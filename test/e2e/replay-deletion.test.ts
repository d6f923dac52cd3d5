import { deepEqual, equal, ok } from 'node:assert/strict';
import type { ReplayDeletionRow } from '../../projections/replays/replay-deletions.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { type OrganizationId, organizationId } from '../../schemas/ids.ts';
import { nothingDeleted, replayDeletionId } from '../../schemas/replays/deletion.ts';
import { replaySubject } from '../../schemas/replays/ids.ts';
import { openDeletionPass } from '../../services/monitor/replays/pass.ts';
import { keyOwner } from '../support/api-keys.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { newId } from '../support/otel-send.ts';
import { recordedEvents, sendChunk } from '../support/replays.ts';
import { until } from '../support/until.ts';

type Owner = Awaited<ReturnType<typeof keyOwner>>;
type Listed = ResponseOf<'listReplays'>;
type Audit = ResponseOf<'audit'>;

onBothEngines('deleted recorded sessions', function (start) {
  this.timeout(240_000);
  let tidemark: WholeTidemark;
  let ada: Owner;
  let ben: Owner;
  let organization: OrganizationId;

  before(async function () {
    tidemark = await start(this);
    [ada, ben] = [await keyOwner(tidemark), await keyOwner(tidemark)];
    const me = await ada.ask<ResponseOf<'me'>>('GET', '/v1/me');
    organization = organizationId(me.body.organization.id);
  });
  after(() => tidemark?.close());

  const send = async (session: string, user: string, segment = 0, owner = ada): Promise<void> => {
    const headers = { 'X-Replay-User-Id': user };
    const events = recordedEvents(Date.now() - 9_000 + segment);
    const sent = await sendChunk(tidemark.url, owner.first, { session, segment, events, headers });
    const { success, duplicate } = sent.body;
    deepEqual([sent.status, success, duplicate], [200, true, false], sent.text);
  };
  const statusOf = async (path: string, owner = ada) =>
    (await owner.ask('GET', `/api/replays/${path}`)).status;
  const there = (session: string, segments: number, owner = ada) =>
    until('the session', async () => {
      const { status, body } = await owner.ask<ResponseOf<'getReplay'>>(
        'GET',
        `/api/replays/${session}`,
      );
      return status === 200 && body.segments.length === segments;
    });
  const listed = async (query: string): Promise<readonly string[]> => {
    const { body } = await ada.ask<Listed>('GET', `/api/replays?${query}`);
    equal(body.total, body.replays.length);
    return body.replays.map(({ session_id: id }) => id).toSorted();
  };
  const remove = (path: string, options: object = {}) =>
    ada.ask<{ deletion_id: string; session_count?: number; code?: string }>(
      'DELETE',
      `/api/replays${path}`,
      options,
    );
  /** What is left of a session, in both engines. */
  const leftOf = async (session: string, of = organization) => {
    const subject = replaySubject(of, session);
    const blobs: string[] = [];
    for await (const name of tidemark.platform.blobStore.list('replays/'))
      if (name.includes(subject)) blobs.push(name);
    const [row] = await tidemark.platform.warehouse.query<{ rows: string }>(
      'SELECT toString(count()) AS rows FROM samples WHERE organization = {of:UUID} AND subject = {subject:UUID}',
      { of, subject },
    );
    return { blobs: blobs.length, rows: Number(row?.rows) };
  };
  const gone = (session: string) =>
    until('nothing of the session', async () => {
      const { blobs, rows } = await leftOf(session);
      return blobs === 0 && rows === 0;
    });
  const auditOf = async (id: string): Promise<Audit['events']> => {
    const { body } = await ada.ask<Audit>('GET', `/v1/audit?resource=replay-deletion:${id}`);
    return body.events;
  };
  const ended = (id: string) =>
    until('the end of the deletion', async () =>
      (await auditOf(id)).find(({ type }) => type === 'ReplaysDeleted'),
    );

  it('cannot be read from then on, and are gone with their contents', async () => {
    const [session, other] = [newId(32), newId(32)];
    const user = newId(32);
    await send(session, user);
    await send(session, user, 1);
    await send(other, user);
    await send(session, user, 0, ben);
    await there(session, 2);
    await there(other, 1);
    await there(session, 1, ben);
    const before = new Date(Date.now() + 1).toISOString();
    const read = (await ada.issue('read')).key;
    equal((await remove(`/${session}`, { key: read })).body.code, 'key_not_allowed');
    equal((await remove(`/${newId(32)}`)).status, 404);

    const headers = { 'Idempotency-Key': newId(32) };
    const { status, body } = await remove(`/${session.toUpperCase()}`, { headers });
    deepEqual(
      [status, body],
      [200, { success: true, session_id: session, deletion_id: body.deletion_id }],
    );
    equal(await statusOf(session), 404);
    equal(await statusOf(`${session}/events`), 404);
    deepEqual(await listed(`user_id=${user}`), [other]);
    deepEqual(await listed(`user_id=${user}&page=shop.example&to=${before}`), [other]);
    equal((await remove(`/${session}`)).status, 404);
    deepEqual(
      await remove(`/${session.toUpperCase()}`, { headers }).then(again => again.body),
      body,
    );
    await send(session, user, 2);
    await gone(session);
    const { actor, summary, changes } = await ended(body.deletion_id);
    deepEqual(actor, { type: 'system', id: 'monitor' });
    equal(summary, 'Recorded sessions were deleted: 1, with 2 chunks');
    const counts = changes.find(({ field }) => field === 'deleted')?.after;
    deepEqual(counts, { sessions: 1, chunks: 2, blobs: 2 });
    const requested = (await auditOf(body.deletion_id)).at(-1);
    deepEqual([requested?.type, requested?.actor.type], ['ReplaysDeletionRequested', 'key']);

    await send(session, user, 3);
    await tidemark.caughtUp();
    deepEqual(await leftOf(session), { blobs: 0, rows: 0 });
    equal(await statusOf(session), 404);
    equal(await statusOf(other), 200);
    equal(await statusOf(session, ben), 200);
  });

  it('are all that a user has at that time, whose id no event holds', async () => {
    const user = `user of ${newId(32)}`;
    const [first, second, others, later] = [newId(32), newId(32), newId(32), newId(32)];
    await send(first, user);
    await send(first, '', 1);
    await send(second, user);
    await send(others, `${user}0`);
    await there(first, 2);
    await there(second, 1);
    await there(others, 1);
    const query = `user_id=${encodeURIComponent(user)}`;
    const { status, body } = await remove(`?${query}`);
    deepEqual([status, body.session_count], [200, 2]);
    for (const session of [first, second]) {
      equal(await statusOf(session), 404);
      equal(await statusOf(`${session}/events`), 404);
      equal((await remove(`/${session}`)).status, 404);
    }
    deepEqual(await listed(query), []);
    await send(later, user);
    await send(second, user, 1);
    await gone(first);
    const { changes } = await ended(body.deletion_id);
    // The chunk that was sent meanwhile counts if it was stored before its session was found.
    const counts = changes.find(({ field }) => field === 'deleted')?.after;
    equal((counts as { sessions: number } | undefined)?.sessions, 2);
    await gone(second);
    await there(later, 1);
    equal(await statusOf(others), 200);
    deepEqual(await listed(query), [later]);
    const { eventStore } = tidemark.platform;
    const head = await eventStore.head();
    const { signal } = new AbortController();
    for await (const { events, position } of eventStore.subscribe({ after: -1, signal })) {
      ok(!JSON.stringify(events).includes(user));
      if (position >= head) break;
    }
    equal((await remove('')).status, 400);
    equal((await remove('?user_id=')).status, 400);
    equal((await remove('?user_id=nobody')).body.session_count, 0);
  });

  it('are gone after a deletion that crashed at any step, and once more changes nothing', async () => {
    const session = newId(32);
    for (const segment of [0, 1, 2]) await send(session, 'user-17', segment);
    await there(session, 3);
    const { blobStore, warehouse, keyring } = tidemark.platform;
    const commands: string[] = [];
    class Killed extends Error {}
    /** A process that is killed at its nth step. */
    const look = async (stepsMax: number): Promise<void> => {
      let steps = 0;
      const step =
        <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
        (...args: Args): Promise<Result> => {
          if (steps++ === stepsMax) throw new Killed();
          return run(...args);
        };
      const pass = openDeletionPass({
        clock: Date.now,
        keyring,
        blobStore: {
          list: name => blobStore.list(name),
          delete: step(name => blobStore.delete(name)),
        },
        warehouse: {
          query: (sql, parameters, options) => warehouse.query(sql, parameters, options),
          command: step(sql => warehouse.command(sql)),
        },
        topicLog: {
          lag: async () => [],
          append: step(async (_, records) => {
            commands.push(
              ...records.map(({ value }) => JSON.parse(Buffer.from(value).toString()).type),
            );
            return [];
          }),
        },
      });
      await pass([row], new AbortController().signal).catch(error =>
        ok(error instanceof Killed, String(error)),
      );
    };
    const row: ReplayDeletionRow = {
      organizationId: organization,
      deletionId: replayDeletionId('7d1f2c3b-4a5e-5f60-8b9a-0c1d2e3f4a5b'),
      what: { kind: 'sessions', subjects: [replaySubject(organization, session)] },
      requestedAtMs: Date.now() - 60_000,
      deleted: nothingDeleted,
    };
    const left: object[] = [];
    for (const steps of [0, 1, 2, 0, 1]) {
      await look(steps);
      left.push(await leftOf(session));
    }
    deepEqual(left, [
      { blobs: 3, rows: 3 },
      { blobs: 2, rows: 3 },
      { blobs: 0, rows: 3 },
      { blobs: 0, rows: 3 },
      { blobs: 0, rows: 0 },
    ]);
    deepEqual(commands, []);
    await look(9);
    await look(9);
    deepEqual(commands, ['ConcludeReplayDeletion', 'ConcludeReplayDeletion']);
  });
});

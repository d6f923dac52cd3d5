import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { HttpProblem } from '../../platform/http/problem.ts';
import { canaryOrganization } from '../../schemas/ids.ts';
import { deadLetterHeaders, deadLetterTopic, topics } from '../../schemas/topics.ts';
import { dead } from '../../services/admin/dead/dead.ts';
import { readDeadLetters } from '../../services/admin/dead/dead-letters.ts';
import { adminHandlers } from '../../services/admin/handlers.ts';
import { type AdminLogs, openAdminLogs } from '../support/admin.ts';
import { until } from '../support/until.ts';

describe('the operators’ routes', () => {
  let logs: AdminLogs;

  beforeEach(async () => {
    logs = await openAdminLogs();
  });
  afterEach(() => logs.close());

  const listed = async (query: { topic?: string; limit?: number } = {}) => {
    const answer = await dead(logs.context)(logs.request({ query: { limit: 100, ...query } }));
    return logs.bodyOf(answer);
  };
  const redrive = async (body: { ids?: string[]; all?: boolean }) => {
    const { adminRedrive } = adminHandlers(logs.context);
    return logs.bodyOf(await adminRedrive(logs.request({ body })));
  };
  const problem = (status: number, message: RegExp) => (error: unknown) =>
    error instanceof HttpProblem && error.status === status && message.test(error.message);

  it('list what could not be processed, the latest first', async () => {
    await logs.bury({ offset: 3, atMs: 1_000 });
    await logs.bury({ offset: 8, atMs: 2_000 });
    const { records, total } = await listed();
    equal(total, 2);
    deepEqual(
      records.map(({ id, dead_at, bytes, headers }) => ({ id, dead_at, bytes, headers })),
      [8, 3].map(offset => ({
        id: `spans/1/${offset}`,
        dead_at: new Date(offset === 8 ? 2_000 : 1_000).toISOString(),
        bytes: 4,
        headers: { v: '1', hash: `hash-${offset}` },
      })),
    );
    equal((await listed({ limit: 1 })).records.length, 1);
    equal((await listed({ topic: 'commands' })).total, 0);
    await rejects(
      listed({ topic: 'nonsense' }),
      problem(400, /one of spans, metrics, windows, signals, samples, commands/),
    );
  });

  it('count a record that was buried twice once', async () => {
    await logs.bury({ offset: 3 });
    await logs.bury({ offset: 3 });
    equal((await listed()).total, 1);
  });

  it('send a record on its way again as it was, to where it was', async () => {
    await logs.bury({ offset: 3 });
    deepEqual(await redrive({ ids: ['spans/1/3', 'spans/1/3'] }), { redriven: 1 });
    const [sent, ...others] = await logs.read(topics.spans, 1);
    equal(others.length, 0);
    deepEqual(sent?.headers, { v: '1', hash: 'hash-3' });
    equal(Buffer.from(sent?.value ?? []).toString(), 'body');
    equal((await listed()).records[0]?.redriven, true);
  });

  it('send all again only once, and a named one as often as it is named', async () => {
    await logs.bury({ offset: 3 });
    await logs.bury({ offset: 4 });
    deepEqual(await redrive({ all: true }), { redriven: 2 });
    deepEqual(await redrive({ all: true }), { redriven: 0 });
    deepEqual(await redrive({ ids: ['spans/1/4'] }), { redriven: 1 });
    equal((await logs.read(topics.spans, 1)).length, 3);
  });

  it('send all again only once when two ask at the same time', async () => {
    await logs.bury({ offset: 3 });
    const { adminRedrive } = adminHandlers(logs.context);
    const ask = async () => adminRedrive(logs.request({ body: { all: true } }));
    await Promise.all([ask(), ask(), ask()]);
    equal((await logs.read(topics.spans, 1)).length, 1);
  });

  it('do not bring back what was buried once more after it was sent again', async () => {
    await logs.bury({ offset: 3 });
    await redrive({ all: true });
    await logs.bury({ offset: 3 });
    deepEqual(await redrive({ all: true }), { redriven: 0 });
    equal((await listed()).total, 1);
  });

  it('send nothing when one of the ids is unknown', async () => {
    await logs.bury({ offset: 3 });
    await rejects(
      redrive({ ids: ['spans/1/3', 'spans/1/9'] }),
      problem(404, /no dead letter spans\/1\/9/),
    );
    equal((await logs.read(topics.spans, 1)).length, 0);
  });

  it('leave a mark that does not count as a dead letter', async () => {
    await logs.bury({ offset: 3 });
    await redrive({ all: true });
    const marks = (await logs.read(deadLetterTopic(topics.spans), 0)).filter(
      ({ headers }) => headers[deadLetterHeaders.redriven] === 'spans/1/3',
    );
    equal(marks.length, 1);
    equal((await readDeadLetters(logs.topicLog)).letters.length, 1);
  });

  it('tell the history of a stream with the state after each event', async () => {
    await logs.appendKeyEvents('api-key-1');
    const { adminHistory } = adminHandlers(logs.context);
    const ask = async (stream: string) =>
      logs.bodyOf(await adminHistory(logs.request({ params: { stream } })));
    const { events } = await ask('api-key-1');
    deepEqual(
      events.map(({ type, revision, state }) => ({ type, revision, state })),
      [
        { type: 'ApiKeyIssued', revision: 0, state: { after: ['ApiKeyIssued'] } },
        { type: 'ApiKeyRevoked', revision: 1, state: { after: ['ApiKeyIssued', 'ApiKeyRevoked'] } },
      ],
    );
    await rejects(ask('api-key-2'), problem(404, /no stream api-key-2/));
  });

  it('rebuild a projection, and name those there are when asked for another', async () => {
    const { adminReplay } = adminHandlers(logs.context);
    await logs.appendKeyEvents('api-key-1');
    const ask = async (projection: string) =>
      logs.bodyOf(
        await adminReplay(logs.request({ params: { projection }, body: { diff: true } })),
      );
    const report = await ask('api-keys');
    deepEqual(
      [report.projection, report.rows, report.difference_count, report.switched],
      ['api-keys', 2, 0, true],
    );
    await rejects(ask('nonsense'), problem(404, /no projection nonsense here, only api-keys/));
  });

  it('rebuild a projection as a job, which can be cancelled until it has ended', async () => {
    const { adminRebuild, adminJob, adminCancelJob } = adminHandlers(logs.context);
    await logs.appendKeyEvents('api-key-1');
    const ask = async (projection: string) =>
      logs.bodyOf(await adminRebuild(logs.request({ params: { projection }, body: {} })));
    const { id, kind } = await ask('api-keys');
    equal(kind, 'rebuild');
    const look = async () => logs.bodyOf(await adminJob(logs.request({ params: { id } })));
    const job = await until('the rebuild to end', async () => {
      const found = await look();
      return found.state === 'running' ? undefined : found;
    });
    deepEqual([job.state, job.rebuild?.rows, job.rebuild?.switched], ['succeeded', 2, true]);
    const cancel = (of: string) => adminCancelJob(logs.request({ params: { id: of } }));
    await rejects(cancel(id), problem(409, /the rebuild has ended already: succeeded/));
    await rejects(cancel('none'), problem(404, /knows no job none/));
    await rejects(ask('nonsense'), problem(404, /no projection nonsense here, only api-keys/));
  });

  it('tell the last data of clients, however many canaries came after it', async () => {
    const { adminStatus } = adminHandlers(logs.context);
    const ask = async () => logs.bodyOf(await adminStatus(logs.request({}))).last_data_at;
    await logs.receive(1_000, canaryOrganization);
    equal(await ask(), null);
    await logs.receive(2_000);
    for (let atMs = 3_000; atMs < 8_000; atMs += 1_000)
      await logs.receive(atMs, canaryOrganization);
    equal(await ask(), new Date(2_000).toISOString());
  });

  it('tell how far everything has come', async () => {
    const { adminStatus } = adminHandlers(logs.context);
    const ask = async () => logs.bodyOf(await adminStatus(logs.request({})));
    const before = await ask();
    deepEqual([before.cause, before.last_data_at, before.head], [null, null, -1]);
    await logs.receive(5_000);
    await logs.bury({ offset: 3 });
    const after = await ask();
    equal(after.last_data_at, new Date(5_000).toISOString());
    match(after.cause ?? '', /^1 record could not be processed/);
    const lags = (after.consumers ?? []).filter(({ lag }) => lag > 0);
    deepEqual(
      lags.map(({ group, topic, lag }) => ({ group, topic, lag })),
      [{ group: 'processor', topic: 'spans', lag: 1 }],
    );
  });
});

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { VerificationReport } from '../../schemas/admin/jobs.ts';
import { alertCustomer } from '../support/alert-client.ts';
import { tidemark } from '../support/cli.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { freshSpan, newId, senderTo } from '../support/otel-send.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

type Check = VerificationReport['checks'][number];

describe('a backup that is made while the server takes data', function () {
  this.timeout(180_000);
  let kept: TemporaryFolder;
  let key = '';
  /** Traces whose requests were acknowledged before a backup began. */
  const acknowledged: string[] = [];
  const backups = (): string => join(kept.path, 'backups');
  const restored = (): string => join(kept.path, 'restored');

  const backUp = async (server: ObservedServer) => {
    const said = await tidemark(['backup', backups(), '--json'], {
      TIDEMARK_DATA_DIR: server.dataDir,
    });
    equal(said.code, 0, said.err);
    return said.records[0] as Record<'folder' | 'started_at', string> &
      Record<'bytes' | 'shared_bytes', number>;
  };

  /** Sends one request after another until it is stopped; each has a trace of its own. */
  const startSending = (server: ObservedServer) => {
    const sender = senderTo(server, key);
    const stop = new AbortController();
    const sent: { readonly trace: string; readonly atMs: number }[] = [];
    const sending = (async () => {
      while (!stop.signal.aborted) {
        const trace = newId(32);
        await sender.sendSpans([freshSpan({ traceId: trace }), freshSpan({ traceId: trace })]);
        sent.push({ trace, atMs: Date.now() });
      }
    })();
    return {
      some: (count: number) => until('some requests', () => sent.length >= count),
      stop: async () => {
        stop.abort();
        await sending;
        return sent;
      },
    };
  };

  before(async () => {
    kept = await temporaryFolder();
    const server = await startObservedServer();
    try {
      ({ key } = await server.account('ada@example.org', 'checkout'));
      const sending = startSending(server);
      await sending.some(30);
      const first = await backUp(server);
      equal(first.shared_bytes, 0);
      await sending.some(60);
      const second = await backUp(server);
      const sent = await sending.stop();
      ok(second.shared_bytes > 0, 'expected the second backup to share files with the first');
      const beganMs = Date.parse(second.started_at);
      acknowledged.push(...sent.filter(({ atMs }) => atMs < beganMs).map(({ trace }) => trace));
      ok(acknowledged.length >= 60);
    } finally {
      await server.close();
    }
  });
  after(() => kept.remove());
  beforeEach(async () => {
    const said = await tidemark(['restore', backups(), '--json'], {
      TIDEMARK_DATA_DIR: restored(),
    });
    equal(said.code, 0, said.err);
  });
  afterEach(() => rm(restored(), { recursive: true, force: true }));

  const withRestored = async (work: (server: ObservedServer) => Promise<void>): Promise<void> => {
    const server = await startObservedServer({ folder: restored() });
    try {
      await server.caughtUp();
      await work(server);
    } finally {
      await server.close();
    }
  };

  const verify = async (server: ObservedServer) => {
    const said = await tidemark(['verify', '--json'], { TIDEMARK_DATA_DIR: server.dataDir });
    const checks = said.records as readonly (Check & Record<string, unknown>)[];
    return {
      code: said.code,
      err: said.err,
      broken: checks.filter(({ faults }) => faults > 0).map(({ name }) => name),
      examples: checks.flatMap(({ examples }) => examples),
      checked: Object.fromEntries(checks.map(({ name, checked }) => [name, checked])),
    };
  };

  it('has everything that was acknowledged before, and verify finds no fault', () =>
    withRestored(async server => {
      for (const trace of acknowledged) {
        const { status, body } = await server.get(`/v1/traces/${trace}`, key);
        equal(status, 200, trace);
        equal((body as { spans: unknown[] }).spans.length, 2, trace);
      }
      const found = await verify(server);
      deepEqual([found.code, found.examples], [0, []]);
      for (const name of ['requests', 'spans', 'batches', 'windows', 'projections'])
        ok(Number(found.checked[name]) > 0, `expected ${name} to look at something`);
    }));

  it('is refused where a file was changed since, and the file is named', async () => {
    await rm(restored(), { recursive: true });
    const [latest = ''] = (await readdir(backups())).sort().reverse();
    const file = join(backups(), latest, 'data/events/data.mdb');
    const handle = await open(file, 'r+');
    const byte = Buffer.alloc(1);
    await handle.read(byte, 0, 1, 5_000);
    await handle.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, 5_000);
    const said = await tidemark(['restore', backups()], { TIDEMARK_DATA_DIR: restored() });
    await handle.write(byte, 0, 1, 5_000);
    await handle.close();
    equal(said.code, 1);
    match(said.err, /events\/data\.mdb is damaged; restore another backup/);
  });

  it('is not restored over a data folder', async () => {
    const said = await tidemark(['restore', backups()], { TIDEMARK_DATA_DIR: restored() });
    equal(said.code, 1);
    match(said.err, /is not empty; move it away/);
  });

  /** What somebody does to the data, and which checks must find it. */
  const damages: readonly (readonly [string, string, readonly string[]])[] = [
    ['a request is missing', 'DELETE FROM requests WHERE offset = 3', ['requests']],
    [
      'a span is missing',
      'DELETE FROM spans WHERE span_id IN (SELECT max(span_id) FROM spans)',
      ['requests', 'windows'],
    ],
    [
      'a span is there twice',
      `INSERT INTO spans SELECT * FROM spans WHERE batch = '' LIMIT 1`,
      ['requests', 'spans', 'windows'],
    ],
    [
      'a batch was written twice',
      `INSERT INTO traces SELECT * FROM traces WHERE batch != '' LIMIT 1`,
      ['batches'],
    ],
    [
      'a window counts too much',
      `INSERT INTO windows SELECT * FROM windows WHERE batch = '' LIMIT 1`,
      ['windows'],
    ],
  ];
  for (const [what, statement, expected] of damages)
    it(`verify says that ${what}`, () =>
      withRestored(async server => {
        await server.platform.warehouse.command(statement);
        const found = await verify(server);
        deepEqual([found.code, found.broken], [1, expected], found.examples.join('\n'));
        match(found.err, /not everything holds/);
      }));

  it('verify says that a projection has another row than its events give', () =>
    withRestored(async server => {
      const { readStore } = server.platform;
      const table = readStore.current('organizations') ?? '';
      const [first] = readStore.list(table, { limit: 1 });
      ok(first !== undefined);
      const checkpoint = readStore.checkpoint(table);
      const row = { ...first.row, name: 'somebody else' };
      const writes = [{ key: first.key, position: checkpoint, row }];
      await readStore.apply([{ table, writes, checkpoint }]);
      const found = await verify(server);
      deepEqual([found.code, found.broken], [1, ['projections']]);
      match(found.examples.join('\n'), /^organizations has another row under /m);
    }));

  it('verify says that an alert is not what its rule gives', () =>
    withRestored(async server => {
      const grace = await alertCustomer(server, 'grace');
      const { id } = await grace.create();
      await grace.adopt(id);
      await grace.raise(id, 0);
      await grace.alertOf(id, 'firing');
      const found = await verify(server);
      deepEqual([found.code, found.broken], [1, ['alerts']], found.examples.join('\n'));
      match(found.examples.join('\n'), /^the alert .* differs when it is computed again: /m);
    }));
});

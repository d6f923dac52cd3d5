import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderDamaged } from '../../platform/errors.ts';
import { openLog } from '../../platform/log.ts';
import { topics } from '../../schemas/topics.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { createOldFolder } from '../support/old-folder.ts';
import { contentTypes, freshSpan } from '../support/otel-send.ts';
import { body, traces } from '../support/otlp.ts';
import { type StartOptions, startServer } from '../support/server.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { closeTestWarehouse } from '../support/warehouse.ts';

/** ClickHouse links folders of its own. */
const whole = { recursive: true, verbatimSymlinks: true } as const;

describe('a data folder of which something is missing or damaged', function () {
  this.timeout(120_000);
  let kept: TemporaryFolder;
  let used: TemporaryFolder;
  let key = '';
  const at = (...names: readonly string[]): string => join(used.path, ...names);
  /** As it was after the first of two starts. */
  const earlier = (...names: readonly string[]): string => join(kept.path, 'earlier', ...names);
  const later = (): string => join(kept.path, 'later');

  const send = async (server: ObservedServer): Promise<void> => {
    const { status } = await fetch(`${server.url}/v1/traces`, {
      method: 'POST',
      headers: { 'Content-Type': contentTypes.protobuf, 'X-API-Key': key },
      body: body(traces([freshSpan({})], 'protobuf'), 'protobuf'),
    });
    equal(status, 200);
    await server.caughtUp();
  };

  before(async () => {
    kept = await temporaryFolder();
    for (const moment of [earlier(), later()]) {
      const server = await startObservedServer({ folder: moment });
      if (key === '') ({ key } = await server.account('ada@example.org', 'checkout'));
      await send(server);
      await server.close();
      if (moment === earlier()) await cp(earlier(), later(), whole);
    }
  });
  after(() => kept.remove());
  beforeEach(async () => {
    used = await temporaryFolder();
    await cp(later(), used.path, whole);
  });
  afterEach(() => used.remove());

  const refused = (sentence: RegExp, options: StartOptions = {}) =>
    rejects(startServer({ folder: used.path, ...options }), (error: unknown) => {
      ok(error instanceof FolderDamaged, String(error));
      match(error.message, sentence);
      match(error.message, /; restore /);
      ok(error.message.includes(used.path) || options.environment !== undefined, error.message);
      return true;
    });
  /** Starts, and gives the lines of the log. */
  const starts = async (options: StartOptions = {}): Promise<string> => {
    const said: string[] = [];
    const destination = { write: (line: string) => void said.push(line) };
    const log = openLog({ level: 'warn', pretty: false, destination });
    const server = await startServer({ folder: used.path, log, ...options });
    equal((await server.get('/v1/services', key)).status, 200);
    await server.stop();
    return said.join('');
  };

  it('starts again and again where nothing is', async () => {
    equal(await starts(), '');
    equal(await starts(), '');
  });

  it('is refused without its master key, and no other key is made', async () => {
    await rm(at('master.key'));
    await refused(/master\.key is missing/);
    await rejects(stat(at('master.key')));
  });

  it('is refused with another master key, in the file or in the environment', async () => {
    const other = randomBytes(32).toString('base64');
    await refused(/TIDEMARK_MASTER_KEY is not the key that encrypts/, {
      environment: { TIDEMARK_MASTER_KEY: other },
    });
    await writeFile(at('master.key'), other);
    await refused(/master\.key is not the key that encrypts/);
    await writeFile(at('master.key'), 'short');
    await refused(/master\.key cannot be read/);
  });

  for (const name of ['log/data.mdb', 'events/data.mdb']) {
    it(`is refused where half of ${name} is cut off`, async () => {
      const { size } = await stat(at(name));
      await truncate(at(name), Math.floor(size / 2));
      await refused(new RegExp(`${name} is damaged`));
    });

    it(`is refused where ${name} is empty or missing`, async () => {
      await truncate(at(name), 0);
      await refused(new RegExp(`${name} is missing or empty`));
      await rm(at(name));
      await refused(new RegExp(`${name} is missing or empty`));
    });
  }

  for (const name of ['log', 'events', 'warehouse', 'blobs'])
    it(`is refused without ${name}, also where a release before identities wrote it`, async () => {
      await rm(at(name), { recursive: true });
      await refused(new RegExp(`${name}[^ ]* is missing or empty`));
      await rm(at('identity.json'));
      await refused(new RegExp(`${name}[^ ]* is missing or empty`));
    });

  it('is refused with an engine of an earlier moment', async () => {
    await rm(at('events'), { recursive: true });
    await cp(earlier('events'), at('events'), whole);
    await refused(/events is older than the other engines/);
  });

  it('is refused where the warehouse has records that the log has not, whatever the engines carry', async () => {
    await rm(at('identity.json'));
    await rm(at('log', 'data.mdb'));
    await cp(earlier('log', 'data.mdb'), at('log', 'data.mdb'));
    await refused(/log\/data\.mdb ends before record 1 of spans-0, and the warehouse has record 1/);
  });

  it('makes read models and the state of the evaluator again where they are damaged', async () => {
    for (const name of ['read/data.mdb', 'evaluator/data.mdb']) {
      const { size } = await stat(at(name));
      await truncate(at(name), Math.floor(size / 3));
    }
    const lines = await starts();
    equal(lines.match(/is made again/g)?.length, 2, lines);
  });

  it('is refused where its identity is damaged', async () => {
    await writeFile(at('identity.json'), '{');
    await refused(/identity\.json is damaged/);
  });

  it('starts without its identity, where all engines carry the same', async () => {
    await rm(at('identity.json'));
    equal(await starts(), '');
  });

  it('is refused where a table is missing', async () => {
    await rm(at('warehouse', 'metadata', 'default', 'spans.sql'));
    await refused(/the table spans is missing in .*warehouse/);
  });

  it('is refused where a part of a table is damaged', async () => {
    const store = at('warehouse', 'store');
    const files = await readdir(store, { recursive: true });
    const part = files.find(name => /[0-9]_[0-9]+_[0-9]+_[0-9]+\/data\.bin$/.test(name));
    await truncate(join(store, part ?? 'no part'), 3);
    await refused(/warehouse\/store\/.* is damaged, a part of the table/);
  });
});

describe('a data folder of a release before identities', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;

  before(async () => {
    await closeTestWarehouse();
    folder = await temporaryFolder();
    await createOldFolder(folder.path);
  });
  after(() => folder.remove());

  it('starts, keeps its partitions, and gets an identity and the tables of today', async () => {
    for (const start of [1, 2]) {
      const server = await startObservedServer({ folder: folder.path });
      const { topicLog, warehouse } = server.platform;
      equal(await topicLog.partitions(topics.spans), 4);
      deepEqual(await warehouse.query('SELECT count() AS edges FROM edges', {}), [{ edges: '0' }]);
      await server.close();
      const identity = JSON.parse(await readFile(join(folder.path, 'identity.json'), 'utf8'));
      equal(identity.start, start);
    }
  });
});

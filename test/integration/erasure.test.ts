import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { openLog } from '../../platform/log.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { callApi } from '../support/api-call.ts';
import { tidemark } from '../support/cli.ts';
import { adminToken } from '../support/cluster-accounts.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { freshSpan, newId } from '../support/otel-send.ts';
import { isWhole } from '../support/property.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { sendShownPages } from '../support/shown-pages.ts';
import { signIn } from '../support/signed-in.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

type Erasure = ResponseOf<'adminErasure'>;

/** Texts of Ada: in names, messages, attributes, URLs, captures, recordings, source maps, conversations and mails. */
const marks = ['document.title=', 'hooks.example.invalid'];

/** In the warehouse alone, where a merge of parts may hide it by compression: it need not be seen before. */
const hiddenMark = 'card refused';

describe('an organization that is erased', function () {
  this.timeout(180_000);
  let folder: TemporaryFolder;
  let server: ObservedServer;
  let ada: Reader;
  let ben: Reader;
  let organization: string;
  let erasure: Erasure;
  /** What another organization sees of itself. */
  let benSaw: readonly unknown[];

  const start = (): Promise<ObservedServer> =>
    startObservedServer({
      folder: folder.path,
      environment: { TIDEMARK_ADMIN_TOKEN: adminToken },
      // Its processor says of each dead letter why.
      log: openLog({ level: 'silent', pretty: false }),
    });
  const run = (line: string) =>
    tidemark([...line.split(' '), '--json'], { TIDEMARK_DATA_DIR: server.dataDir });
  const seenByBen = async (): Promise<readonly unknown[]> =>
    Promise.all(
      ['/v1/me', '/v1/traces', '/v1/services', '/v1/audit', '/v1/api-keys', '/v1/organization'].map(
        async path => {
          const { status, body } = await server.get(path, ben.key);
          return [path, status, withoutClock(body)];
        },
      ),
    );
  const rowsOf = async (id: string): Promise<Readonly<Record<string, number>>> => {
    const { warehouse } = server.platform;
    const tables = await warehouse.query<{ readonly table: string }>(
      `SELECT DISTINCT table FROM system.columns WHERE database = currentDatabase() AND name = 'organization'`,
      {},
    );
    const counts = await Promise.all(
      tables.map(async ({ table }) => {
        const [row] = await warehouse.query<{ readonly rows: string }>(
          `SELECT count() AS rows FROM ${table} WHERE organization = {id:UUID}`,
          { id },
        );
        return [table, Number(row?.rows)] as const;
      }),
    );
    return Object.fromEntries(counts.filter(([, rows]) => rows > 0));
  };

  /** Folders of what parts were made from, as far as the warehouse has not deleted them yet. */
  const oldParts = async (): Promise<readonly string[]> => {
    const rows = await server.platform.warehouse.query<{ readonly path: string }>(
      'SELECT path FROM system.parts WHERE NOT active',
      {},
    );
    return rows.map(({ path }) => basename(path));
  };

  /** Files of the data folder in which a text is, but for the log. */
  async function filesWith(text: string): Promise<readonly string[]> {
    const found: string[] = [];
    for (const name of await readdir(folder.path, { recursive: true })) {
      if (name.startsWith(`log${sep}`)) continue;
      const bytes = await readFile(join(folder.path, name)).catch(() => undefined);
      if (bytes?.includes(text)) found.push(name);
    }
    return found;
  }

  /** The address of somebody to whom an invitation was mailed. */
  async function invitedBy({ email: owner }: Reader): Promise<string> {
    const key = (await signIn(server, owner)).body.api_key ?? '';
    const body = { email: `invited-${newId(16)}@example.org` };
    const sent = { method: 'POST', path: '/v1/members', key, body } as const;
    equal((await callApi(server.url, sent)).status, 201);
    await until('the mail', async () => (await server.mailsTo(body.email)).length > 0);
    return body.email;
  }

  before(async () => {
    folder = await temporaryFolder();
    server = await start();
    ada = await readerOf(server, 'ada');
    ben = await readerOf(server, 'ben');
    await ben.sendSpans([freshSpan({ traceId: newId(32) })]);
    await sendShownPages(server, ada);
    marks.push(await invitedBy(ada));
    await server.caughtUp();
    const me = await server.get<ResponseOf<'me'>>('/v1/me', ada.key);
    organization = me.body.organization.id;
    benSaw = await seenByBen();
    marks.push(ada.email);
    for (const mark of marks) ok((await filesWith(mark)).length > 0, mark);
    ok(Object.keys(await rowsOf(organization)).length > 8);
    const said = await run(`organization erase ${organization} --yes`);
    equal(said.code, 0, said.err);
    erasure = said.records[0] as Erasure;
  });
  after(async () => {
    await server?.close();
    await folder?.remove();
  });

  it('is asked for twice, as nothing brings it back', async () => {
    const said = await run(`organization erase ${organization}`);
    equal(said.code, 2);
    match(said.err, /nothing brings it back\. Add --yes to confirm/);
  });

  it('gets a certificate that says what was deleted, and what is left for how long', async () => {
    equal(erasure.state, 'erased');
    const { erased, left } = erasure;
    ok(erased !== null && erased.streams > 20 && erased.events > erased.streams);
    ok(erased.blobs > 3 && erased.mails > 0, JSON.stringify(erased));
    ok(erased.rows.some(({ table, rows }) => table === 'spans' && rows > 50));
    deepEqual(
      left.map(({ until }) => until !== null),
      [true, false, false],
    );
    deepEqual((await run(`organization erase ${organization} --yes`)).records[0], erasure);
  });

  it('has no key that is taken, and no row, blob or event', async () => {
    equal((await server.get('/v1/me', ada.key)).status, 401);
    deepEqual(await rowsOf(organization), {});
    deepEqual(await categoriesWith(organization, server), ['erasure']);
    const keys = (await run('keys list')).records;
    deepEqual(
      keys.filter(({ organization_id: id }) => id === organization),
      [],
    );
  });

  it('changes nothing for another organization, and leaves nothing that verify objects to', async () => {
    deepEqual(await seenByBen(), benSaw);
    const said = await run('verify');
    deepEqual(
      said.records.flatMap(({ examples }) => examples),
      [],
    );
    equal(said.code, 0, said.err);
  });

  it('is unknown where there never was one', async () => {
    const said = await run('organization erase 3f9fd3c2-7c26-4c5c-9c0e-000000000000 --yes');
    equal(said.code, 1);
    match(said.err, /there is no organization 3f9fd3c2/);
  });

  it('is in no file after the next start, but for the log; its owner may register again', async () => {
    await server.close();
    server = await start();
    await server.caughtUp();
    // The warehouse deletes within a minute what its parts were made from.
    if (isWhole) await until('no part of before', async () => (await oldParts()).length === 0);
    const old = new Set(await oldParts());
    for (const mark of [...marks, hiddenMark])
      deepEqual(
        (await filesWith(mark)).filter(file => !file.split(sep).some(name => old.has(name))),
        [],
        mark,
      );
    deepEqual(await seenByBen(), benSaw);
    const again = await server.account(ada.email, 'checkout');
    const me = await server.get<ResponseOf<'me'>>('/v1/me', again.key);
    equal(me.status, 200);
    ok(me.body.organization.id !== organization);
  });
});

/** Of the streams that have an event with a text. */
async function categoriesWith(
  text: string,
  { platform: { eventStore } }: ObservedServer,
): Promise<readonly string[]> {
  const found = new Set<string>();
  const head = await eventStore.head();
  const { signal } = new AbortController();
  for await (const { events, position } of eventStore.subscribe({ after: -1, signal })) {
    for (const { stream, event } of events)
      if (JSON.stringify(event).includes(text)) found.add(stream.replace(/-[0-9a-f-]+$/u, ''));
    if (position >= head) break;
  }
  return [...found].sort();
}

/** Without what grows with the time. */
const withoutClock = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (name, value) =>
      /watermark|earliest|last_used|uptime|_at$|^from$|^to$/u.test(name) ? undefined : value,
    ),
  );

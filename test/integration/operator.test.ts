import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { openLog } from '../../platform/log.ts';
import { recordVersion, telemetryHeaders, topics } from '../../schemas/topics.ts';
import { tidemark } from '../support/cli.ts';
import { startMailServer } from '../support/mail-server.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { until } from '../support/until.ts';

describe('an operator', function () {
  this.timeout(60_000);
  let server: ObservedServer;
  let organization = '';

  before(async () => {
    server = await startObservedServer({ log: openLog({ level: 'silent', pretty: false }) });
    const { verified } = await server.account('ada@example.org', 'checkout');
    organization = String(verified.body.organization_id);
  });
  after(() => server.close());

  const run = (line: string) =>
    tidemark([...line.split(' '), '--json'], { TIDEMARK_DATA_DIR: server.dataDir });

  it('reads the status of a running server', async () => {
    const { code, records } = await run('status');
    equal(code, 0);
    deepEqual([records[0]?.running, records[0]?.url, records[0]?.cause], [true, server.url, null]);
    const { out } = await tidemark(['status'], { TIDEMARK_DATA_DIR: server.dataDir });
    match(out, /^Nothing is wrong\.$/m);
    match(out, /200 +POST +\/v1\/integrate\/verify/);
  });

  it('finds a client that speaks gRPC among the latest requests', async () => {
    const { port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.resume().write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    );
    await once(socket, 'close');
    const { out } = await tidemark(['status'], { TIDEMARK_DATA_DIR: server.dataDir });
    match(out, /400 +PRI .*a client speaks gRPC/);
    for (const line of out.split('\n')) ok(line.length <= 120, line);
    const { records } = await run('status');
    match(
      JSON.stringify(records),
      new RegExp(`send it to port ${server.grpcPort}, which takes gRPC`),
    );
  });

  it('lists keys and revokes one, once', async () => {
    const { key } = await server.account('bob@example.org', 'cart');
    const listed = await run('keys list');
    const mine = listed.records.find(record => record.hint === key.slice(-4));
    equal(mine?.service_name, 'cart');
    equal((await run(`keys revoke ${mine?.id}`)).code, 0);
    equal((await server.get('/v1/services', key)).status, 401);
    const again = await run(`keys revoke ${mine?.id}`);
    deepEqual([again.code, again.out], [1, '']);
    match(JSON.parse(again.err).error, /was revoked before/);
    const later = (await run('keys list')).records.find(record => record.id === mine?.id);
    notEqual(later?.revoked_at, null);
  });

  it('reads the history of a stream', async () => {
    const { records } = await run(`history organization-${organization}`);
    deepEqual(
      records.map(({ type }) => type),
      ['OrganizationCreated', 'ServiceIntegrated'],
    );
    const { kind, ownerId } = Object(records[1]?.state);
    equal(kind, 'organization');
    match(ownerId, /^[0-9a-f-]{36}$/);
    const unknown = await run('history organization-none');
    deepEqual(
      [unknown.code, JSON.parse(unknown.err).error],
      [1, 'there is no stream organization-none'],
    );
  });

  it('rebuilds a projection while it is read', async () => {
    const dry = await run('replay projection api-keys --dry-run');
    deepEqual(
      [dry.code, dry.records[0]?.difference_count, dry.records[0]?.switched],
      [0, 0, false],
    );
    const { code, records } = await run('replay projection api-keys --diff');
    equal(code, 0);
    deepEqual([records[0]?.difference_count, records[0]?.switched], [0, true]);
    equal((await run('replay projection nonsense')).code, 1);
    const jobs = await run('jobs');
    deepEqual(
      jobs.records.map(({ kind, state }) => [kind, state]),
      [
        ['rebuild', 'succeeded'],
        ['rebuild', 'succeeded'],
      ],
    );
    const late = await run(`jobs cancel ${jobs.records[0]?.id}`);
    match(JSON.parse(late.err).error, /the rebuild has ended already: succeeded/u);
    equal((await run('jobs cancel nonsense')).code, 1);
  });

  it('finds a record that cannot be processed, and sends it again', async () => {
    const headers = {
      [telemetryHeaders.version]: recordVersion,
      [telemetryHeaders.organization]: organization,
      [telemetryHeaders.format]: 'protobuf',
      [telemetryHeaders.receivedAtMs]: String(Date.now()),
      [telemetryHeaders.spans]: '1',
      [telemetryHeaders.hash]: 'b6e1f9a8-0000-4000-8000-000000000001',
    };
    const broken = { key: 'k', value: Buffer.from('not protobuf'), headers };
    await server.platform.topicLog.append(topics.spans, [broken]);
    const dead = () => run('dead list').then(({ records }) => records);
    const [first] = await until('a dead letter', async () => {
      const records = await dead();
      return records.length > 0 && records;
    });
    match(String(first?.id), /^spans\/\d\/\d+$/);
    match(String((await run('status')).records[0]?.cause), /^1 record could not be processed/);
    const [shown] = (await run(`dead show ${first?.id}`)).records;
    deepEqual([shown?.organization_id, shown?.reason], [organization, 'undecodable']);
    deepEqual(shown?.body, {
      kind: 'hex',
      bytes: 12,
      problem: null,
      content: Buffer.from('not protobuf').toString('hex'),
    });
    const { out } = await tidemark(['dead', 'show', String(first?.id)], {
      TIDEMARK_DATA_DIR: server.dataDir,
    });
    match(out, /^0000 {2}6e 6f 74 .* not protobuf$/m);
    const redriven = await run(`dead redrive ${first?.id}`);
    deepEqual(redriven.records, [{ redriven: 1 }]);
    const [second, other] = await until('it to come back', async () => {
      const records = await dead();
      return records.length === 2 && records;
    });
    deepEqual([second?.redriven, other?.redriven], [false, true]);
    equal((await run('dead redrive spans/0/999999')).code, 1);
  });

  it('reads the views with SQL, and hears in one sentence why not', async () => {
    const sql = (statement: string, ...more: string[]) =>
      tidemark(['sql', statement, ...more], { TIDEMARK_DATA_DIR: server.dataDir });
    const statement =
      "SELECT 'a\tb' AS text, map('k', 1) AS map, NULL AS none, count() AS n FROM spans";
    const people = await sql(statement);
    deepEqual([people.code, people.out], [0, 'text\tmap\tnone\tn\na\\tb\t{"k":1}\t\t0\n']);
    const machines = await sql(statement, '--json');
    deepEqual(machines.records, [{ text: 'a\tb', map: { k: 1 }, none: null, n: '0' }]);
    const refused = await sql("SELECT * FROM url('http://127.0.0.1/')");
    equal(refused.code, 1);
    equal(refused.err, 'error: expected a function that can be used here, found url\n');
    match((await tidemark(['sql', '--views'])).out, /^ {2}duration_ms/m);
    const cut = await sql('SELECT arrayJoin(range(10001)) AS n');
    deepEqual([cut.code, cut.err], [0, 'note: only the first 10,000 rows are shown\n']);
  });

  it('needs the token over HTTP, and the right one', async () => {
    const environment = { TIDEMARK_ADMIN_TOKEN: 'f3a9c1d4e5b6a798' };
    const { code, err } = await tidemark(['status', '--url', server.url], environment);
    equal(code, 1);
    match(err, /^error: /);
  });
});

describe('an operator whose mail server refuses every mail', function () {
  this.timeout(60_000);
  let mails: Awaited<ReturnType<typeof startMailServer>>;
  let server: ObservedServer;

  before(async () => {
    mails = await startMailServer({ refusal: 550 });
    server = await startObservedServer({
      log: openLog({ level: 'silent', pretty: false }),
      environment: { SMTP_URL: `${mails.url}?insecure=true` },
    });
  });
  after(async () => {
    await server.close();
    await mails.close();
  });

  it('reads so in the status, in readiness and in the metrics', async () => {
    for (const name of ['ada', 'bob', 'eve'])
      await server.post('/v1/integrate/register', {
        email: `${name}@example.org`,
        service_name: 'checkout',
      });
    const environment = { TIDEMARK_DATA_DIR: server.dataDir };
    const cause = () =>
      tidemark(['status', '--json'], environment).then(({ records }) => records[0]?.cause);
    await until('the status to name it', async () =>
      /^mail is degraded: SMTP: the last 3 mails failed: .*not here/.test(String(await cause()))
        ? true
        : undefined,
    );
    const { status, body } = await server.get<{ checks: Record<string, { status: string }> }>(
      '/readyz',
      '',
    );
    deepEqual([status, body.checks.mail?.status], [200, 'degraded']);
    const metrics = await until('a second look', async () => {
      const text = await (await fetch(`${server.url}/metrics`)).text();
      return text.includes('dependency="mail"') ? text : undefined;
    });
    match(metrics, /tidemark_dependency_up\{dependency="mail"\} 0/);
    match(metrics, /tidemark_dependency_up\{dependency="warehouse"\} 1/);
  });
});

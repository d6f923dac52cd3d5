import { deepEqual, equal, match } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { openLog } from '../../platform/log.ts';
import { bodyNames } from '../../schemas/retention.ts';
import { topics } from '../../schemas/topics.ts';
import { tidemark } from '../support/cli.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { contentTypes, freshSpan } from '../support/otel-send.ts';
import { body, traces } from '../support/otlp.ts';
import { until } from '../support/until.ts';

describe('a server whose disk is nearly full', function () {
  this.timeout(60_000);
  const space = { bytes: 2 ** 40, share: 0.9 };
  const lines: string[] = [];
  let server: ObservedServer;
  let key = '';

  before(async () => {
    const destination = { write: (line: string) => void lines.push(JSON.parse(line).msg) };
    server = await startObservedServer({
      log: openLog({ level: 'info', pretty: false, destination }),
      freeSpace: async () => ({ ...space }),
    });
    ({ key } = await server.account('ada@example.org', 'checkout'));
  });
  after(() => server.close());

  const send = (fields: Parameters<typeof freshSpan>[0] = {}) =>
    fetch(`${server.url}/v1/traces`, {
      method: 'POST',
      headers: { 'Content-Type': contentTypes.protobuf, 'X-API-Key': key },
      body: body(traces([freshSpan(fields)], 'protobuf'), 'protobuf'),
    });
  const bodies = async (): Promise<number> => {
    let count = 0;
    for await (const _ of server.platform.blobStore.list(bodyNames)) count++;
    return count;
  };
  const disk = async () => {
    const response = await fetch(`${server.url}/readyz`);
    const { checks } = (await response.json()) as { checks: Record<string, { status: string }> };
    return { status: response.status, disk: checks.disk?.status };
  };

  it('refuses telemetry and commands until there is room again, and answers reads', async () => {
    equal((await send()).status, 200);
    space.bytes = 1024;
    await until('the disk to be full', async () => (await disk()).disk === 'degraded');
    const appended = () => server.platform.topicLog.lag('test', topics.spans);
    const before = await appended();
    const refused = await send({ name: randomBytes(1024 * 1024).toString('hex') });
    equal(await bodies(), 0);
    deepEqual([refused.status, refused.headers.get('Retry-After')], [503, '1']);
    deepEqual(await appended(), before);
    const register = await server.post('/v1/integrate/register', {
      email: 'bob@example.org',
      service_name: 'cart',
    });
    equal(register.status, 503);
    match(String(register.body.error), /disk is nearly full/);

    await server.caughtUp();
    equal((await server.get('/v1/services', key)).status, 200);
    deepEqual(await disk(), { status: 200, disk: 'degraded' });
    const { records } = await tidemark(['status', '--json'], { TIDEMARK_DATA_DIR: server.dataDir });
    match(String(records[0]?.cause), /^disk is degraded: the disk is nearly full/);
    equal(lines.filter(line => line === 'disk full').length, 1);

    space.bytes = 2 ** 40;
    await until('room', async () => (await send()).status === 200);
    await until('the disk to be up', async () => (await disk()).disk === 'up');
    equal((await tidemark(['status', '--json'], { TIDEMARK_DATA_DIR: server.dataDir })).code, 0);
  });
});

import { deepEqual, equal, match } from 'node:assert/strict';
import { tidemark } from '../support/cli.ts';
import { type Started, start } from '../support/cli-process.ts';
import { openOutboxReader } from '../support/outbox.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { closeTestWarehouse } from '../support/warehouse.ts';

describe('tidemark serve', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  let server: Started;
  let url = '';
  let environment: Record<string, string> = {};

  before(async () => {
    await closeTestWarehouse();
    folder = await temporaryFolder();
    environment = { TIDEMARK_DATA_DIR: folder.path, TIDEMARK_PORT: '0' };
    server = start(['serve'], environment);
    url = await until('the server to listen', () => {
      if (server.child.exitCode !== null) throw new Error(server.err());
      return listeningUrl(server.out());
    });
  });
  after(async () => {
    server.child.kill('SIGKILL');
    await server.exit;
    await folder.remove();
  });

  const readMail = openOutboxReader();

  it('lets nobody else use its folder', async () => {
    const second = start(['serve'], environment);
    equal(await second.exit, 1);
    equal(
      JSON.parse(second.err()).error,
      `another Tidemark process uses ${folder.path}; stop it or choose another TIDEMARK_DATA_DIR`,
    );
  });

  it('says what to do when its port is taken', async () => {
    const other = await temporaryFolder();
    const port = new URL(url).port;
    const second = await tidemark(['serve'], {
      TIDEMARK_DATA_DIR: other.path,
      TIDEMARK_PORT: port,
    });
    await other.remove();
    equal(second.code, 1);
    const { error } = JSON.parse(second.err);
    match(error, /^port \d+ of 127\.0\.0\.1 is used by another process: .*choose/);
  });

  it('says which setting to change when the port of gRPC is taken', async () => {
    const other = await temporaryFolder();
    const second = await tidemark(['serve'], {
      TIDEMARK_DATA_DIR: other.path,
      TIDEMARK_PORT: '0',
      TIDEMARK_GRPC_PORT: new URL(url).port,
    });
    await other.remove();
    equal(second.code, 1);
    match(
      JSON.parse(second.err).error,
      /^port \d+ of 127\.0\.0\.1 is used by another process \(TIDEMARK_GRPC_PORT; off/,
    );
  });

  it('registers a service in two calls when there is no terminal', async () => {
    const line = ['init', '--email', 'ada@example.org', '--service', 'check out', '--url', url];
    const asked = await tidemark(line, environment);
    equal(asked.code, 1);
    match(asked.err, /^error: a code was mailed to ada@example\.org: .*--code.*outbox/);
    const code = await until('the code', () => readMail(folder.path));
    const wrong = await tidemark(
      [...line, '--code', code === '000000' ? '1' : '000000'],
      environment,
    );
    equal(wrong.code, 1);
    const made = await tidemark([...line, '--code', code, '--json'], environment);
    equal(made.code, 0);
    const [answer, first] = made.records;
    match(String(answer?.api_key), /^tmk_live_/);
    equal(first?.trace_url, `${url}/v1/traces/${first?.trace_id}`);
    const headers = { 'X-API-Key': String(answer?.api_key) };
    equal((await fetch(String(first?.trace_url), { headers })).status, 200);
    deepEqual(answer?.environment, {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      OTEL_EXPORTER_OTLP_HEADERS: `x-api-key=${answer?.api_key}`,
      OTEL_SERVICE_NAME: 'check out',
    });
    equal((await tidemark([...line, '--code', code], environment)).code, 1);
  });

  it('ends with 0 when asked to, and leaves everything to be read', async () => {
    server.child.kill('SIGTERM');
    equal(await server.exit, 0);
    equal(server.err(), '');
    const status = await tidemark(['status', '--json'], environment);
    deepEqual(
      [status.code, status.records[0]?.running, status.records[0]?.cause],
      [0, false, null],
    );
    const keys = await tidemark(['keys', 'list', '--json'], environment);
    deepEqual([keys.code, keys.err], [0, '']);
    deepEqual(
      keys.records.map(key => key.service_name),
      ['check out'],
    );
  });
});

const listeningUrl = (text: string): string | undefined =>
  text
    .split('\n')
    .filter(line => line.includes('"listening"'))
    .map(line => JSON.parse(line).url)[0];

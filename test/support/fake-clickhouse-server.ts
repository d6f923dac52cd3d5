import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Connection, openEngine } from '../../platform/warehouse/chdb.ts';
import { clickhouseCode } from '../../platform/warehouse/clickhouse-errors.ts';
import { ConnectionPool } from '../../platform/warehouse/connection-pool.ts';
import { literal } from '../../platform/warehouse/statements.ts';

/**
 * A process that answers ClickHouse's HTTP interface from the in-process engine: what the client
 * sends, and no more. Every answer is complete before it is sent, no setting of a server's
 * configuration holds, and there are no users but one.
 *  argv   user, password, and where data and port outlive it: a folder, a port
 *  stdout the port; ends when stdin does
 */
const [user = 'default', password = '', givenFolder, givenPort = '0'] = process.argv.slice(2);

/** `http_max_field_value_size` of a server: longer values of a request are refused. */
const fieldBytesMax = 128 * 1024;
const statementsAtOnceMax = 12;
/** Here parameters are part of the text, for which a server has another limit. */
const textBytesMax = 64 * 1024 ** 2;

const folder = givenFolder ?? (await mkdtemp(join(tmpdir(), 'tidemark-fake-clickhouse-')));
const engine = await openEngine(folder, {
  server: { mark_cache_size: 64 * 1024 ** 2 },
  tables: {},
});
const lanes = new ConnectionPool<undefined>({
  name: 'statements',
  lanes: statementsAtOnceMax,
  queuedMax: 1000,
  open: async () => undefined,
  close: async () => undefined,
});
let files = 0;

const server = createServer((request, response) => {
  answer(request).then(
    body => response.writeHead(200, { 'content-type': 'text/plain' }).end(body),
    (error: unknown) => refuse(response, error),
  );
});
server.listen(Number(givenPort), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.stdout.write(`${address?.port}\n`);
});
process.stdin.resume().once('end', stop);

async function stop(): Promise<void> {
  server.close();
  server.closeAllConnections();
  await lanes.close();
  await engine.close();
  if (givenFolder === undefined) await rm(folder, { recursive: true, force: true });
  process.exit(0);
}

async function answer(request: IncomingMessage): Promise<Buffer> {
  const url = new URL(request.url ?? '/', 'http://fake');
  const body = await buffer(request);
  if (url.pathname === '/ping') return Buffer.from('Ok.\n');
  expectUser(request);
  const fields = new Map(url.searchParams);
  const isForm = request.headers['content-type']?.startsWith('multipart/form-data') === true;
  if (isForm) for (const [name, value] of await formFields(request, body)) fields.set(name, value);
  for (const [name, value] of fields) {
    if (Buffer.byteLength(value) > fieldBytesMax)
      throw new Refused(1000, `Field value too long: ${name}`, 'POCO_EXCEPTION');
  }
  return lanes.use(() => runAlone(fields, isForm ? Buffer.alloc(0) : body));
}

/** Settings of a connection stay on it, so each request has one of its own, as with a server. */
async function runAlone(fields: ReadonlyMap<string, string>, body: Buffer): Promise<Buffer> {
  const connection = await engine.connect({ async_insert: 0, max_query_size: textBytesMax });
  try {
    const database = fields.get('database');
    if (database !== undefined) await connection.run(`USE \`${database}\``);
    return await runWith(connection, fields, body);
  } finally {
    await connection.close();
  }
}

async function runWith(
  connection: Connection,
  fields: ReadonlyMap<string, string>,
  body: Buffer,
): Promise<Buffer> {
  const set = settingsOf(fields);
  const query = fields.get('query');
  if (query === undefined) return connection.run(set + body.toString());
  const into = /^(INSERT INTO \S+ \([^)]*\)) (SETTINGS .* FORMAT \w+)$/.exec(query);
  if (into === null) return connection.run(set + query);
  const file = join(folder, `${files++}.body`);
  await writeFile(file, body);
  try {
    const statement = `${into[1]} FROM INFILE ${literal(file)} ${into[2]}`;
    return await connection.run(set + statement);
  } finally {
    await unlink(file);
  }
}

const notSettings = new Set(['query', 'query_id', 'database', 'wait_end_of_query', 'readonly']);

/** `readonly` comes last: it would forbid the others. */
function settingsOf(fields: ReadonlyMap<string, string>): string {
  const pairs = [...fields]
    .filter(([name]) => !notSettings.has(name))
    .map(([name, value]) => `${name} = ${literal(value)}`);
  const readonly = fields.get('readonly');
  if (readonly !== undefined) pairs.push(`readonly = ${literal(readonly)}`);
  return pairs.length === 0 ? '' : `SET ${pairs.join(', ')};\n`;
}

async function formFields(request: IncomingMessage, body: Buffer): Promise<[string, string][]> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData();
  return Array.from(form, ([name, value]) => [name, String(value)]);
}

function expectUser({ headers }: IncomingMessage): void {
  const given = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64');
  if (given.toString() === `${user}:${password}`) return;
  throw new Refused(516, `${user}: Authentication failed`, 'AUTHENTICATION_FAILED');
}

class Refused extends Error {
  readonly clickhouseCode: number;

  constructor(code: number, message: string, type: string) {
    super(`Code: ${code}. DB::Exception: ${message}. (${type})`);
    this.clickhouseCode = code;
  }
}

const statuses = new Map([
  [60, 404],
  [81, 404],
  [62, 400],
  [516, 403],
]);

function refuse(response: ServerResponse, error: unknown): void {
  const code = clickhouseCode(error) ?? 1002;
  response
    .writeHead(statuses.get(code) ?? 500, { 'X-ClickHouse-Exception-Code': code })
    .end(`Code: ${code}. DB::Exception: ${String(error)} (REFUSED_BY_FRONT)\n`);
}
